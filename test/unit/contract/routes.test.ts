import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Collection,
  collectionFile,
  datasetFile,
  hasPageUrl,
  matchRoute,
  pageFile,
  pageLinks,
  pageOffsets,
  pageUrl,
  urlPrefix,
} from '../../../src/contract/routes.ts';

const SITE = { prefix: '/', pageSizes: [10, 100] };
const ALL: Collection = { kind: 'datasets', category: null };
const ECONOMY: Collection = { kind: 'datasets', category: 'economy' };
const RATES: Collection = { kind: 'records', config: 'rates' };

describe('a file is the query written as a path:', () => {
  test.each([
    [collectionFile(ALL), 'v1/datasets.json'],
    [collectionFile(ECONOMY), 'v1/datasets/category/economy.json'],
    [collectionFile(RATES), 'v1/datasets/rates.json'],
    [datasetFile('info', 'rates'), 'v1/datasets/rates/info.json'],
    [datasetFile('schema', 'rates'), 'v1/datasets/rates/schema.json'],
    [datasetFile('quality', 'rates'), 'v1/datasets/rates/quality.json'],
    [pageFile(ALL, { limit: 100, offset: 100 }), 'v1/datasets/limit/100/offset/100.json'],
    [pageFile(ECONOMY, { limit: 100, offset: 100 }), 'v1/datasets/category/economy/limit/100/offset/100.json'],
    [pageFile(RATES, { limit: 100, offset: 200 }), 'v1/datasets/rates/limit/100/offset/200.json'],
  ])('%s', (file, expected) => {
    expect(file).toBe(expected);
  });
});

describe('a path is matched', () => {
  test.each([
    ['v1', { kind: 'index' }],
    ['v1/index.json', { kind: 'index' }],
    ['v1/datasets', { kind: 'collection', collection: ALL, page: null }],
    ['v1/datasets.json', { kind: 'collection', collection: ALL, page: null }],
    ['v1/datasets/rates', { kind: 'collection', collection: RATES, page: null }],
    ['v1/datasets/rates/info', { kind: 'file', file: 'info', config: 'rates' }],
    ['v1/datasets/rates/schema.json', { kind: 'file', file: 'schema', config: 'rates' }],
    ['v1/datasets/rates/quality', { kind: 'file', file: 'quality', config: 'rates' }],
    ['v1/datasets/category/economy', { kind: 'collection', collection: ECONOMY, page: null }],
    ['v1/datasets/limit/10/offset/x', { kind: 'collection', collection: ALL, page: { limit: '10', offset: 'x' } }],
  ])('%s', (path, route) => {
    expect(matchRoute(path)).toEqual(route);
  });

  test.each([
    '',
    'v2',
    'v1/x',
    'v1//datasets',
    'v1/datasets/',
    'v1/datasets/rates/infos',
    'v1/datasets/rates/info/x',
    'v1/datasets/rates/limit/10',
    'v1/datasets/rates/limit/10/offset',
    'v1/datasets/category',
  ])('but not %s', (path) => {
    expect(matchRoute(path)).toBeNull();
  });

  test('to the resource whose file it is', () => {
    const collection = fc.constantFrom(ALL, ECONOMY, RATES);
    fc.assert(
      fc.property(collection, fc.nat(100), fc.nat(1e9), (it, limit, offset) => {
        const page = { limit: `${limit}`, offset: `${offset}` };
        expect(matchRoute(pageFile(it, { limit, offset }))).toEqual({ kind: 'collection', collection: it, page });
        expect(matchRoute(collectionFile(it))).toEqual({ kind: 'collection', collection: it, page: null });
      }),
    );
  });
});

describe('page files', () => {
  test.each([
    [0, 100, [0]],
    [1, 100, [0]],
    [99, 100, [0]],
    [100, 100, [0, 100]],
    [101, 100, [0, 100]],
    [200, 100, [0, 100, 200]],
  ])('of %i records, %i a page, begin at %j', (count, limit, offsets) => {
    expect([...pageOffsets(count, limit)]).toEqual(offsets);
  });

  test('exist for exactly these offsets, and for the sizes of the site', () => {
    fc.assert(
      fc.property(fc.nat(300), fc.nat(400), fc.constantFrom(10, 100, 7), (count, offset, limit) => {
        const expected = SITE.pageSizes.includes(limit) && [...pageOffsets(count, limit)].includes(offset);
        expect(hasPageUrl(SITE, count, { limit, offset })).toBe(expected);
      }),
    );
  });

  test('exist for the last page, as the specification counts it', () => {
    fc.assert(
      fc.property(fc.nat(1000), fc.constantFrom(10, 100), (count, limit) => {
        expect(hasPageUrl(SITE, count, { limit, offset: count - (count % limit) })).toBe(true);
      }),
    );
  });
});

describe('links', () => {
  test('following next from first visits every record once, and prev leads back', () => {
    fc.assert(
      fc.property(fc.nat(500), fc.integer({ min: 1, max: 100 }), (count, limit) => {
        const expected: number[] = [];
        for (let offset = 0; offset === 0 || offset < count; offset += limit) expected.push(offset);
        const urls = expected.map((offset) => pageUrl(SITE, RATES, count, { limit, offset }));
        for (const [page, offset] of expected.entries()) {
          expect(pageLinks(SITE, RATES, count, { limit, offset })).toEqual({
            self: urls[page],
            first: urls[0],
            prev: urls[page - 1] ?? null,
            next: urls[page + 1] ?? null,
            last: urls.at(-1),
          });
        }
      }),
    );
  });

  test('after the end, prev leads to the last page', () => {
    const { prev, next, last } = pageLinks(SITE, RATES, 250, { limit: 100, offset: 1000 });
    expect([prev, next]).toEqual([last, null]);
    expect(last).toBe('/v1/datasets/rates/limit/100/offset/200.json');
  });

  test('lead to a file if there is one, otherwise to a query', () => {
    expect(pageUrl(SITE, RATES, 250, { limit: 100, offset: 0 })).toBe('/v1/datasets/rates.json');
    expect(pageUrl(SITE, RATES, 250, { limit: 10, offset: 20 })).toBe('/v1/datasets/rates/limit/10/offset/20.json');
    expect(pageUrl(SITE, RATES, 250, { limit: 10, offset: 25 })).toBe('/v1/datasets/rates?limit=10&offset=25');
    expect(pageUrl(SITE, ECONOMY, 9, { limit: 5, offset: 5 })).toBe('/v1/datasets?category=economy&limit=5&offset=5');
  });
});

test.each([
  [null, '/', '/'],
  [null, '/data/', '/data/'],
  ['https://example.org', '/', 'https://example.org/'],
  ['https://example.org', '/data/', 'https://example.org/data/'],
])('the prefix of the site %s with the base %s is %s', (site, base, prefix) => {
  expect(urlPrefix(site, base)).toBe(prefix);
});
