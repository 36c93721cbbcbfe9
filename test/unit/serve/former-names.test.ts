import { describe, expect, test } from 'vitest';
import { createApi } from '../../../src/serve/handle-request.ts';
import { ask } from '../../support/http/ask-handler.ts';
import { publishTables } from '../../support/memory-disk.ts';

const SITE = { prefix: 'https://data.example.org/open/', pageSizes: [100], formats: ['csv'] } as const;
const disk = publishTables(
  [
    { config: 'house-prices', category: 'economy', texts: ['x'], formerly: ['a', 'property-values'] },
    { config: 'rents', category: 'economy', texts: ['x'] },
  ],
  SITE,
);
disk.files.set('datasets/house-prices/index.html', '<title>House prices</title>');
disk.files.set('datasets/a/index.html', '<title>Moved</title>');
const files = ['datasets/house-prices/index.html', 'datasets/a/index.html'];
const api = createApi(disk.read, { list: async () => files });

const MOVED: readonly [asked: string, location: string][] = [
  ['v1/datasets/a', 'v1/datasets/house-prices'],
  ['v1/datasets/a.json', 'v1/datasets/house-prices.json'],
  ['v1/datasets/a/', 'v1/datasets/house-prices'],
  ['v1/datasets/%61', 'v1/datasets/house-prices'],
  ['v1/datasets/property-values?limit=7&offset=%C3%A4', 'v1/datasets/house-prices?limit=7&offset=%C3%A4'],
  ['v1/datasets/a/limit/100/offset/0.json', 'v1/datasets/house-prices/limit/100/offset/0.json'],
  ['v1/datasets/a/schema', 'v1/datasets/house-prices/schema'],
  ['v1/datasets/a/data.csv', 'v1/datasets/house-prices/data.csv'],
  ['v1/datasets/a/no-such-thing', 'v1/datasets/house-prices/no-such-thing'],
  ['datasets/a', 'datasets/house-prices'],
  ['datasets/a/?where=text=x&rows=201', 'datasets/house-prices/?where=text=x&rows=201'],
  ['datasets/a/chart.svg', 'datasets/house-prices/chart.svg'],
  ['embed/property-values/', 'embed/house-prices/'],
];

test.each(MOVED)('the old address %s leads to %s', async (asked, location) => {
  for (const method of ['GET', 'HEAD']) {
    const { status, headers, body } = await ask(api, `/open/${asked}`, { method });
    expect([status, headers.Location, headers['Content-Length'], body]).toEqual([308, `/open/${location}`, '0', null]);
  }
});

test.each([
  ...['v1/datasets/a-b', 'v1/datasets/category/a', 'v1/a', 'datasets/', 'datasets/a-b/', 'embed/', 'embedded/a/'],
  ...[
    'pages/a/',
    'v1/datasets/rents',
    'datasets/house-prices/',
    'v1/datasets/A',
    'v1/datasets/a.csv',
    'datasets/a.jsonx',
  ],
])('%s leads nowhere else', async (path) => {
  expect((await ask(api, `/open/${path}`)).status).not.toBe(308);
});

test('outside the base path, nothing is redirected', async () => {
  expect((await ask(api, '/v1/datasets/a')).status).toBe(404);
});

test('a redirect has the headers of what it leads to', async () => {
  const [records, page, embedded] = await Promise.all(
    ['v1/datasets/a', 'datasets/a/', 'embed/a/'].map(async (path) => (await ask(api, `/open/${path}`)).headers),
  );
  // Programs of other sites follow a redirect only if each response allows it.
  expect(records).toMatchObject({
    'Access-Control-Allow-Origin': '*',
    'Cache-Control': expect.stringContaining('300'),
  });
  expect(page).toMatchObject({ 'Content-Security-Policy': expect.stringContaining("frame-ancestors 'none'") });
  expect(embedded).toMatchObject({ 'Content-Security-Policy': expect.stringContaining('frame-ancestors *') });
  for (const headers of [records, page, embedded]) expect(headers).not.toHaveProperty('Content-Type');
});

test('other methods are answered as for any address', async () => {
  expect((await ask(api, '/open/v1/datasets/a', { method: 'POST' })).status).toBe(405);
  expect((await ask(api, '/open/v1/datasets/a', { method: 'OPTIONS' })).status).toBe(204);
});

test('a host that serves only the API leaves old pages to others', async () => {
  const only = createApi(disk.read);
  expect(await only({ method: 'GET', url: 'http://host/open/datasets/a/', headers: new Headers() })).toBeNull();
});

describe('a misspelt former name', () => {
  test('is a reason to suggest the dataset, under its present name, and only once', async () => {
    const { body } = await ask(api, '/open/v1/datasets/propperty-values');
    expect(JSON.parse(Buffer.concat(body ?? []).toString())).toMatchObject({
      status: 404,
      detail: 'There is no dataset "propperty-values". Did you mean "house-prices"?',
      suggestion: 'house-prices',
      suggestions: [
        {
          config: 'house-prices',
          name: 'Title of house-prices',
          url: 'https://data.example.org/open/v1/datasets/house-prices.json',
        },
      ],
    });
  });
});
