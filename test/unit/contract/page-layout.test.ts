import fc from 'fast-check';
import { expect, test } from 'vitest';
import { headLine } from '../../../src/contract/page-layout.ts';
import { joinPage } from '../../support/join-page.ts';

const LINKS = { self: '/a', first: '/a', prev: null, next: '/b', last: '/b' };

test('a page has one record a line', () => {
  const parts = { head: '', count: 2, links: LINKS, records: ['{"a":1}', '{"a":2}'] };
  expect(joinPage(parts, { limit: 100, offset: 0 }).split('\n')).toEqual([
    '{',
    '"metadata": {"resultset":{"count":2,"offset":0,"limit":100}},',
    `"links": ${JSON.stringify(LINKS)},`,
    '"results": [',
    '{"a":1},',
    '{"a":2}',
    ']',
    '}',
    '',
  ]);
});

test('a page is JSON, whatever texts it holds', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('\n"metadata": ', '\n"links": ', '"results": [\n', ']\n}\n', '},\n{', '\u2028', ',\n'),
  );
  const records = fc.array(fc.dictionary(text, fc.oneof(text, fc.integer(), fc.constant(null)), { minKeys: 1 }));
  fc.assert(
    fc.property(text, records, (description, values) => {
      const parts = {
        head: headLine('source', description) + headLine('description', description),
        count: 1000 + values.length,
        links: LINKS,
        records: values.map((value) => JSON.stringify(value)),
      };
      const page = joinPage(parts, { limit: 100, offset: 1000 });
      expect(JSON.parse(page)).toEqual({
        source: description,
        description,
        metadata: { resultset: { count: parts.count, offset: 1000, limit: 100 } },
        links: LINKS,
        results: JSON.parse(`[${parts.records}]`),
      });
    }),
  );
});

test('a page without records has an empty list', () => {
  const page = joinPage({ head: '', count: 0, links: LINKS, records: [] }, { limit: 100, offset: 0 });
  expect(JSON.parse(page).results).toEqual([]);
});
