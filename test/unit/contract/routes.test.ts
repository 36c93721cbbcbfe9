import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  basePath,
  type Collection,
  chunkFile,
  chunkIndexFile,
  collectionFile,
  hasPageUrl,
  isChunkFile,
  isPacked,
  matchRoute,
  pageFile,
  pageLinks,
  pageOffsets,
  pageUrl,
  prefixOfIndex,
  urlPrefix,
} from '../../../src/contract/routes.ts';

const SITE = { prefix: '/', pageSizes: [10, 100] };
const ALL: Collection = { kind: 'datasets', category: null };
const ECONOMY: Collection = { kind: 'datasets', category: 'economy' };
const RATES: Collection = { kind: 'records', config: 'rates' };

describe('a path is matched', () => {
  test.each([
    ['v1', { kind: 'document', path: 'v1/index.json' }],
    ['v1.json', { kind: 'document', path: 'v1/index.json' }],
    ['v1/index', { kind: 'document', path: 'v1/index.json' }],
    ['v1/manifest', { kind: 'document', path: 'v1/manifest.json' }],
    ['v1/manifest.json', { kind: 'document', path: 'v1/manifest.json' }],
    ['v1/datasets', { kind: 'collection', collection: ALL, page: null }],
    ['v1/datasets/rates', { kind: 'collection', collection: RATES, page: null }],
    ['v1/datasets/info', { kind: 'collection', collection: { kind: 'records', config: 'info' }, page: null }],
    [
      'v1/datasets/rates.jsonx',
      { kind: 'collection', collection: { kind: 'records', config: 'rates.jsonx' }, page: null },
    ],
    ['v1/datasets/rates/info', { kind: 'file', file: 'info', config: 'rates' }],
    ['v1/datasets/rates/schema.json', { kind: 'file', file: 'schema', config: 'rates' }],
    ['v1/datasets/rates/data.csv', { kind: 'download', format: 'csv', config: 'rates' }],
    ['v1/datasets/category/economy', { kind: 'collection', collection: ECONOMY, page: null }],
    ['v1/datasets/limit/10/offset/x', { kind: 'collection', collection: ALL, page: { limit: '10', offset: 'x' } }],
  ])('%s', (path, route) => {
    expect(matchRoute(path)).toEqual(route);
  });

  test.each([
    ...[
      '',
      '/v1',
      'v2',
      'V1',
      'v1x',
      'v1/x',
      'v1/index/x',
      'v1/index.jsonx',
      'v1/manifest/x',
      'v1.json.json',
      'v1//datasets',
    ],
    ...['v1/datasets/', 'v1/datasets/limit/10', 'v1/datasets/category', 'v1/datasets/category/economy/x'],
    ...['v1/datasets/category//limit/1/offset/0', 'v1/datasets/rates/infos', 'v1/datasets/rates/info/x'],
    ...['v1/datasets/rates/data', 'v1/datasets/rates/data.CSV', 'v1/datasets/rates/data.csv/x'],
    ...['v1/datasets/rates/limit/10/offset', 'v1/datasets/rates/offset/0/limit/10'],
    ...['v1/datasets/rates/limit/10/offset/0/0', 'v1/datasets/rates/info/limit/10/offset/0'],
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

  test.each([
    // Records, offset, limit; the offsets of prev, next and last.
    [0, 0, 30, null, null, 0],
    [0, 1, 30, 0, null, 0],
    [250, 0, 30, null, 30, 240],
    [250, 31, 30, 1, 61, 240],
    [250, 219, 30, 189, 249, 240],
    [250, 220, 30, 190, null, 240],
    [250, 251, 30, 240, null, 240],
    [250, 251, 50, 200, null, 200],
    [250, 100, 50, 50, 150, 200],
  ])('of %i records from %i on, %i a page, lead to %j, %j and %j', (count, offset, limit, ...expected) => {
    const { self, first, prev, next, last } = pageLinks(SITE, RATES, count, { limit, offset });
    const to = (at: number): string => `/v1/datasets/rates?limit=${limit}&offset=${at}`;
    expect([self, first]).toEqual([to(offset), to(0)]);
    expect([prev, next, last]).toEqual(expected.map((at) => (at === null ? null : to(at))));
  });

  test('lead to a file if there is one, otherwise to a query', () => {
    expect(pageUrl(SITE, RATES, 250, { limit: 100, offset: 0 })).toBe('/v1/datasets/rates.json');
    expect(pageUrl(SITE, RATES, 250, { limit: 10, offset: 20 })).toBe('/v1/datasets/rates/limit/10/offset/20.json');
    expect(pageUrl(SITE, RATES, 250, { limit: 10, offset: 25 })).toBe('/v1/datasets/rates?limit=10&offset=25');
    expect(pageUrl(SITE, RATES, 250, { limit: 100, offset: 300 })).toBe('/v1/datasets/rates?limit=100&offset=300');
    expect(pageUrl(SITE, ALL, 250, { limit: 100, offset: 50 })).toBe('/v1/datasets?limit=100&offset=50');
    expect(pageUrl(SITE, ALL, 250, { limit: 99, offset: 0 })).toBe('/v1/datasets?limit=99&offset=0');
    expect(pageUrl(SITE, ECONOMY, 250, { limit: 100, offset: 0 })).toBe('/v1/datasets/category/economy.json');
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

test.each([
  ['/', '/'],
  ['/data/', '/data/'],
  ['https://example.org/', '/'],
  ['https://example.org/open/data/', '/open/data/'],
])(
  'the host serves a catalogue with the prefix %s below %s, and its index leads back to the prefix',
  (prefix, base) => {
    expect(basePath(prefix)).toBe(base);
    expect(prefixOfIndex(`${prefix}v1/index.json`)).toBe(prefix);
  },
);

test('only chunks and their indexes are files that are never sent', () => {
  for (const file of [chunkFile('rates', 0), chunkFile('rates', 4096), chunkIndexFile('rates')])
    expect(isChunkFile(file), file).toBe(true);
  for (const file of [
    'v1/datasets/chunks.json',
    'v1/datasets/chunks/info.json',
    'v1/datasets/rates/info.json',
    'v1/datasets/rates/limit/100/offset/0.json',
    'v1/other/rates/chunks/0.json',
    'v2/datasets/rates/chunks/0.json',
    'datasets/chunks/index.html',
    '',
  ])
    expect(isChunkFile(file), file).toBe(false);
});

test('only the records of a packed site are packed', () => {
  expect(isPacked({ ...SITE, layout: 'packed' }, RATES)).toBe(true);
  for (const collection of [ALL, ECONOMY]) expect(isPacked({ ...SITE, layout: 'packed' }, collection)).toBe(false);
  expect(isPacked({ ...SITE, layout: 'pages' }, RATES)).toBe(false);
  expect(isPacked(SITE, RATES)).toBe(false);
});
