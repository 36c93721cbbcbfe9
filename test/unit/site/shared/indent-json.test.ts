import fc from 'fast-check';
import { expect, test } from 'vitest';
import { indentJson } from '../../../../src/site/shared/indent-json.ts';

test('JSON is indented as JSON.stringify indents it', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(indentJson(JSON.stringify(value))).toEqual({ text: JSON.stringify(value, null, 2), isCut: false });
    }),
  );
});

test('lines and blanks of the source do not count', () => {
  expect(indentJson(' {\n"a" : [1,\t2] }\n').text).toBe(JSON.stringify({ a: [1, 2] }, null, 2));
});

test('numbers keep their digits', () => {
  expect(indentJson('[12.50,9007199254740993,-1e+400]').text).toBe('[\n  12.50,\n  9007199254740993,\n  -1e+400\n]');
});

test('what is left out stays a sign of that', () => {
  expect(indentJson('{"results":[{"a":1},…]}').text).toBe(
    '{\n  "results": [\n    {\n      "a": 1\n    },\n    …\n  ]\n}',
  );
});

test('a long text is cut after a token', () => {
  const { text, isCut } = indentJson(JSON.stringify(['first', 'second', 'third']), 25);
  expect({ text, isCut }).toEqual({ text: '[\n  "first",\n  "second",', isCut: true });
});

test('a text that ends within a string does not hang or fail', () => {
  expect(indentJson('{"a":"b').text).toBe('{\n  "a": "b');
  expect(indentJson('"\\').text).not.toBe('');
});
