import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { IndexDocument } from '../../../../../src/contract/documents.ts';
import { createApi } from '../../../../../src/serve/handle-request.ts';
import { suggestPages } from '../../../../../src/site/shared/search/suggest-pages.ts';
import { publishTables } from '../../../../support/memory-disk.ts';
import { runs } from '../../../../support/runs.ts';

const BASE = '/open/';
const NAMES = ['air-quality', 'air-quantity', 'penn-world-table', 'rents', 'rents-by-town', 'us_gdp', 'wheat-prices'];
const disk = publishTables(
  NAMES.map((config) => ({ config, category: config.startsWith('air') ? 'nature' : 'economy', texts: ['a'] })),
  { prefix: `https://data.example.org${BASE}`, pageSizes: [100] },
);
const api = createApi(disk.read);
const index = JSON.parse(new TextDecoder().decode((await disk.read('v1/index.json')) as Uint8Array)) as IndexDocument;

const suggested = (path: string): string[] => suggestPages(path, BASE, index).map(({ href }) => href);

/** Config names that the server suggests for a path under /v1. */
async function suggestedByServer(path: string): Promise<string[]> {
  const response = await api({ method: 'GET', url: `http://host${path}`, headers: { get: () => null } });
  const { suggestions } = JSON.parse(Buffer.concat(response?.body ?? []).toString()) as {
    suggestions?: { config?: string }[];
  };
  return (suggestions ?? []).flatMap(({ config }) => config ?? []);
}

describe('for a name, pages and server suggest the same datasets', () => {
  test.each([
    'penn-wrold-table',
    'Penn World Table',
    'rent',
    'air',
    'air-qualty',
    'wheat',
    'prices-wheat',
    'usgdp',
    'zzz',
    '%E2%82%AC',
  ])('%s', async (name) => {
    const configs = await suggestedByServer(`${BASE}v1/datasets/${encodeURIComponent(name)}`);
    expect(suggested(`${BASE}datasets/${encodeURIComponent(name)}/`)).toEqual(
      configs.map((config) => `${BASE}datasets/${config}/`),
    );
  });

  test('any name', async () => {
    const misspelt = fc
      .tuple(fc.constantFrom(...NAMES), fc.nat(20), fc.string({ maxLength: 3 }))
      .map(([name, at, text]) => (name.slice(0, at) + text + name.slice(at + 1)).replace(/[/\\.]/g, '-'));
    await fc.assert(
      fc.asyncProperty(misspelt, async (name) => {
        fc.pre(name.trim() !== '' && !NAMES.includes(name) && name !== 'category' && name !== 'limit');
        const path = encodeURIComponent(name);
        const configs = await suggestedByServer(`${BASE}v1/datasets/${path}`);
        expect(suggested(`${BASE}v1/datasets/${path}`)).toEqual(configs.map((config) => `${BASE}datasets/${config}/`));
      }),
      { numRuns: runs(500) },
    );
  });
});

test.each([
  ['the page of a dataset', '/open/datasets/wheat-price/'],
  ['a page for frames', '/open/embed/wheat-price/'],
  ['a page of records', '/open/v1/datasets/wheat-price/limit/100/offset/0.json'],
  ['a document', '/open/v1/datasets/wheat-price/schema.json'],
  ['a download', '/open/v1/datasets/wheat-price/data.csv'],
  ['a name alone', '/open/wheat-price'],
  ['a name outside of the catalogue', '/wheat-price.html'],
])('%s names a dataset', (_, path) => {
  expect(suggested(path)).toEqual(['/open/datasets/wheat-prices/']);
});

test.each(['/open/categories/natur/', '/open/v1/datasets/category/natur.json'])('%s names a category', (path) => {
  expect(suggestPages(path, BASE, index)).toEqual([{ title: 'nature', href: '/open/categories/nature/' }]);
});

test.each(['/', '/open/', '/open/v1/', '/open/v1/datasets', '/open/v1/nothing/here', '/open/datasets/%ff/'])(
  'for %s nothing is suggested',
  (path) => {
    expect(suggested(path)).toEqual([]);
  },
);

describe('a former name', () => {
  const former = {
    ...index,
    datasets: index.datasets.map((it) => (it.config === 'rents' ? { ...it, formerly: ['tenancies', 'tenancy'] } : it)),
  };

  // Hosts of files have nothing at these addresses: without the suggestion, links to the API would lead nowhere.
  test.each(['v1/datasets/tenancies.json', 'v1/datasets/tenancies/data.csv', 'embed/tenancies/', 'datasets/tenancy-/'])(
    'in %s suggests the dataset that had it, once',
    (path) => {
      expect(suggestPages(`${BASE}${path}`, BASE, former)).toEqual([
        { title: 'Title of rents', href: `${BASE}datasets/rents/` },
      ]);
    },
  );

  test('is not taken for a category', () => {
    expect(suggestPages(`${BASE}categories/tenancies/`, BASE, former)).toEqual([]);
  });
});
