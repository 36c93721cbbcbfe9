import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withJsonValue } from '../../../src/commands/edit-json.ts';

test.each([
  ['a value', '{\n  "a": 1,\n  "b": "x" }', '{\n  "a": 1,\n  "b": "y" }'],
  ['a key, with the indentation and line ends of the file', '{\r\n\t"a": 1\r\n}', '{\r\n\t"a": 1,\r\n\t"b": "y"\r\n}'],
  ['a key after another', '{\n    "a": 1,\n    "c": 2\n}', '{\n    "a": 1,\n    "b": "y",\n    "c": 2\n}'],
  ['a key of a file with a byte order mark', '\uFEFF{\n  "a": 1\n}', '\uFEFF{\n  "a": 1,\n  "b": "y"\n}'],
])('sets %s, and leaves the rest as it is', (_, before, after) => {
  expect(withJsonValue(before, ['b'], 'y', 'a')).toBe(after);
});

test('whatever the file contains, only the value changes', () => {
  const member = fc.oneof(fc.string(), fc.integer(), fc.jsonValue());
  fc.assert(
    fc.property(fc.dictionary(fc.string(), member), fc.constantFrom(undefined, 2, '\t'), (object, indent) => {
      const text = JSON.stringify({ ...object, from: 'u' }, null, indent);
      expect(JSON.parse(withJsonValue(text, ['retrieved'], 'd', 'from'))).toEqual(
        JSON.parse(JSON.stringify({ ...object, from: 'u', retrieved: 'd' })),
      );
    }),
  );
});
