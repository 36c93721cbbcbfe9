import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { headLines, joinParts, PAGE_FRAME, recordOffsets, splicePage } from '../../../src/contract/page-layout.ts';
import { joinPage } from '../../support/join-page.ts';
import { codePoints } from '../../support/tables/code-points.ts';

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
const text = fc.oneof(hostile, fc.string({ unit: codePoints, maxLength: 12 }));
const record = fc.oneof(
  fc.dictionary(text, fc.oneof(text, fc.integer(), fc.constant(null)), { maxKeys: 4 }).map((it) => JSON.stringify(it)),
  text.map((it) => JSON.stringify(it)),
  fc.constantFrom('{}', '{"n":12.50}', '{"n":1234567890123456789}', '{"n":-0.0}', 'null', '{"a":"]"}'),
);
const head = fc
  .array(fc.tuple(text, text), { maxLength: 4 })
  .map((members) => headLines(Object.fromEntries(members.map(([name, value]) => [`h${name}`, value]))));
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

const encode = (it: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(it);
const decode = (it: Uint8Array): string => new TextDecoder().decode(it);

/** Cuts the records `from` to `to`, exclusive, out of a collection's pages of one size, and lays them out as one page. */
function spliceText(pages: readonly string[], size: number, from: number, to: number, at: typeof SOME): string {
  const bytes = pages.map(encode);
  const pieces = bytes.map((page, index) => {
    const within = (record: number): number => Math.min(Math.max(record - index * size, 0), size);
    return { bytes: page, offsets: recordOffsets(page, PAGE_FRAME), from: within(from), to: within(to) };
  });
  const [first = encode('')] = bytes;
  const spliced = splicePage(recordOffsets(first, PAGE_FRAME).top, pieces, at.count, at.links, at.window);
  return decode(joinParts(spliced));
}

const SOME = {
  count: 7,
  links: { self: 's', first: 'f', prev: null as string | null, next: null as string | null, last: 'l' },
  window: { limit: 3, offset: 4 },
};

describe('a page', () => {
  test('spliced from the bytes of other pages is the page that would be joined', () => {
    const cut = fc.tuple(fc.nat(6), fc.nat(6)).map((ends) => ends.sort((a, b) => a - b));
    fc.assert(
      fc.property(
        parts,
        fc.integer({ min: 1, max: 7 }),
        cut,
        links,
        window,
        (all, size, [from = 0, to = 0], to2, at) => {
          const end = Math.min(to, all.records.length);
          const pages: string[] = [];
          for (let offset = 0; offset === 0 || offset < all.records.length; offset += size) {
            pages.push(
              joinPage({ ...all, records: all.records.slice(offset, offset + size) }, { limit: size, offset }),
            );
          }
          expect(spliceText(pages, size, from, end, { count: all.count, links: to2, window: at })).toBe(
            joinPage({ ...all, links: to2, records: all.records.slice(from, end) }, at),
          );
        },
      ),
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
});
