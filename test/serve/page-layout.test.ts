import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { headLine, joinPage, splitPage } from '../../src/publish/page-layout.ts';

const hostile = fc.constantFrom(
  '\n"results": [\n',
  '"results": [',
  '\n"metadata": ',
  '{\n"metadata": {',
  '\n"links": {}',
  ']\n}\n',
  '},\n{',
  ',\n',
  '\r\n',
  '\u2028\u2029',
  '"\\"',
  '\ud800',
  '__proto__',
);
const text = fc.oneof(hostile, fc.string({ unit: 'binary', maxLength: 12 }));
const record = fc.oneof(
  fc.dictionary(text, fc.oneof(text, fc.integer(), fc.constant(null)), { maxKeys: 4 }).map((it) => JSON.stringify(it)),
  text.map((it) => JSON.stringify(it)),
  fc.constantFrom('{}', '{"n":12.50}', '{"n":1234567890123456789}', '{"n":-0.0}', 'null', '{"a":"]"}'),
);
const head = fc
  .array(fc.tuple(text, text), { maxLength: 4 })
  .map((members) => members.map(([name, value]) => headLine(`h${name}`, value)).join(''));
const url = fc.webUrl();
const links = fc.record({
  self: url,
  first: url,
  prev: fc.option(url),
  next: fc.option(url),
  last: url,
});
const parts = fc.record({ head, count: fc.nat(), links, records: fc.array(record, { maxLength: 6 }) });
const window = fc.record({ limit: fc.integer({ min: 1, max: 100 }), offset: fc.nat() });

describe('a page', () => {
  test('that was joined is split into the same parts, whatever their texts', () => {
    fc.assert(
      fc.property(parts, window, (page, at) => {
        expect(splitPage(joinPage(page, at))).toEqual(page);
      }),
    );
  });

  test('is JSON that says what its parts say', () => {
    fc.assert(
      fc.property(parts, window, (page, { limit, offset }) => {
        const body = JSON.parse(joinPage(page, { limit, offset }));
        expect(body.metadata).toEqual({ resultset: { count: page.count, offset, limit } });
        expect(body.links).toEqual(page.links);
        expect(body.results).toEqual(page.records.map((it) => JSON.parse(it)));
      }),
    );
  });

  test('has one record a line', () => {
    fc.assert(
      fc.property(parts, window, (page, at) => {
        const lines = joinPage(page, at).split('\n');
        const open = lines.indexOf('"results": [');
        const close = lines.lastIndexOf(']');
        expect(lines.slice(open + 1, close).map((line) => line.replace(/,$/, ''))).toEqual(page.records);
      }),
    );
  });

  test('that is laid out in another way is refused', () => {
    const text = joinPage(
      { head: '', count: 0, links: { self: '', first: '', prev: null, next: null, last: '' }, records: [] },
      { limit: 1, offset: 0 },
    );
    for (const other of ['', '{}', text.slice(0, -1), text.replaceAll('\n', ''), text.replace('"links"', '"link"')]) {
      expect(() => splitPage(other), other).toThrow(/laid out/);
    }
  });
});
