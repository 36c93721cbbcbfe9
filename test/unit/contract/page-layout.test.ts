import { expect, test } from 'vitest';
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

test('a page without records has an empty list', () => {
  const page = joinPage({ head: '', count: 0, links: LINKS, records: [] }, { limit: 100, offset: 0 });
  expect(JSON.parse(page).results).toEqual([]);
});
