import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { CatalogueSearch } from '../../../../../src/site/shared/search/catalogue-search.ts';
import type { SearchedColumns, SearchedDataset } from '../../../../../src/site/shared/search/search-texts.ts';
import { textsFor } from '../../../../../src/texts/texts.ts';

interface Sidecar {
  name: string;
  description: string;
  source: string;
  keywords?: string[];
  spatial?: string;
  columns: Record<string, { title?: string }>;
}

const sidecars = globSync('raw-data/*/*.meta.json')
  .sort()
  .map((path) => ({
    path,
    config: basename(path, '.meta.json'),
    ...(JSON.parse(readFileSync(path, 'utf8')) as Sidecar),
  }));

const DATASETS: SearchedDataset[] = sidecars.map(
  ({ config, path, name, description, source, keywords = [], spatial = '' }) => ({
    config,
    title: name,
    line: description,
    description,
    source,
    keywords: [...keywords, spatial],
    category: path.split(/[\\/]/)[1] as string,
    rows: '',
    columns: '',
    span: null,
    spark: null,
  }),
);

const COLUMNS: SearchedColumns = Object.fromEntries(
  sidecars.map(({ config, columns }) => [
    config,
    Object.entries(columns).map(([name, { title }]) => (title === undefined ? name : ([name, title] as const))),
  ]),
);

const ENGLISH = { language: 'en', ignored: textsFor('en').search.ignored };

/** A dataset of the tests, with a title and nothing else. */
function titled(title: string): SearchedDataset {
  return {
    ...(DATASETS[0] as SearchedDataset),
    config: title,
    title,
    line: '',
    description: '',
    source: '',
    category: '',
    keywords: [],
  };
}

async function searchIn(titles: readonly string[], columns: SearchedColumns = {}): Promise<CatalogueSearch> {
  const search = await CatalogueSearch.over(titles.map(titled), ENGLISH);
  await search.addColumns(columns);
  return search;
}

const titlesOf = (search: CatalogueSearch, query: string): string[] =>
  search.search(query).results.map(({ dataset }) => dataset.title);

let catalogue: CatalogueSearch;
beforeAll(async () => {
  catalogue = await CatalogueSearch.over(DATASETS, ENGLISH);
  await catalogue.addColumns(COLUMNS);
});

describe('in the real catalogue', () => {
  test.each([
    ['a word with a missing letter', 'weat price', 'wheat-prices-and-wages'],
    ['a word with swapped letters', 'exchnage', 'exchange-rates-monthly'],
    ['the beginning of a word', 'intercomm', 'french-intercommunalities'],
    ['words in another order', 'juice orange', 'frozen-orange-juice-prices'],
    ['words without meaning between', 'the addresses of the union', 'state-of-the-union-addresses'],
    ['capitals and accents', 'FRÉNCH COMMUNES', 'french-communes'],
    ['a person that only the source names', 'playfair', 'wheat-prices-and-wages'],
  ])('%s finds its dataset first', (_, query, config) => {
    expect(catalogue.search(query).results[0]?.dataset.config).toBe(config);
  });

  test('every dataset is found first by its title', () => {
    for (const { name, config } of sidecars) {
      expect(catalogue.search(name).results[0]?.dataset.config, name).toBe(config);
    }
  });

  test('what nothing matches has no results, but the nearest titles', () => {
    const { count, results, nearest } = catalogue.search('emploiamints');
    expect({ count, results }).toEqual({ count: 0, results: [] });
    expect(nearest.map(({ config }) => config)).toContain('us-employment');
    expect(catalogue.search('qqqq').nearest).toEqual([]);
  });
});

describe('a query', () => {
  test('with several words finds the datasets that have all of them', async () => {
    const search = await searchIn(['Wheat prices', 'Wheat harvest', 'Coffee prices']);
    expect(titlesOf(search, 'wheat prices')).toEqual(['Wheat prices']);
  });

  test('whose words no dataset has together finds those with most of them', async () => {
    const search = await searchIn(['Wheat prices', 'Wheat harvest', 'Coffee prices']);
    expect(titlesOf(search, 'wheat prices ocean')).toEqual(['Wheat prices']);
  });

  test('counts words of a title and of a column of the same dataset together', async () => {
    const search = await searchIn(['Wheat', 'Coffee'], { Wheat: ['year', 'pricePerTon'], Coffee: ['price'] });
    const { results } = search.search('wheat price');
    expect(results.map(({ dataset }) => dataset.title)).toEqual(['Wheat']);
    expect(results[0]?.columns).toEqual([{ name: 'pricePerTon', title: null, number: 2 }]);
  });

  test('finds words with and without accents, whichever the title has', async () => {
    const search = await searchIn(['Bevölkerung der Stadt Zürich', 'Großstädte', 'Oslo Sør']);
    expect(titlesOf(search, 'bevolkerung')).toEqual(['Bevölkerung der Stadt Zürich']);
    expect(titlesOf(search, 'zu\u0308rich')).toEqual(['Bevölkerung der Stadt Zürich']);
    expect(titlesOf(search, 'grossstadte')).toEqual(['Großstädte']);
    expect(titlesOf(search, 'sor')).toEqual(['Oslo Sør']);
  });

  test('finds words of languages that write no spaces', async () => {
    const search = await searchIn(['日本の人口統計', '世界の気温']);
    expect(titlesOf(search, '人口')).toEqual(['日本の人口統計']);
  });

  test('of a short word finds only what it is or begins', async () => {
    const search = await searchIn(['GDP', 'GAP', 'GDPs']);
    expect(titlesOf(search, 'gdp')).toEqual(['GDP', 'GDPs']);
  });

  test('of a short word that no dataset has finds it with two letters swapped', async () => {
    const search = await searchIn(['GDP of nations', 'Gulp', 'Wheat']);
    expect(titlesOf(search, 'gpd')).toEqual(['GDP of nations']);
    expect(titlesOf(search, 'whaet nations')).toHaveLength(2);
    expect(titlesOf(search, 'gdx')).toEqual([]);
    expect(titlesOf(await searchIn(['Exports', 'Imports']), 'exprots')).toEqual(['Exports']);
  });

  test('of a word that a dataset has is not changed', async () => {
    const search = await searchIn(['Form', 'From']);
    expect(titlesOf(search, 'from')[0]).toBe('From');
    expect(titlesOf(search, 'form')[0]).toBe('Form');
  });

  test('without words finds nothing', async () => {
    const search = await searchIn(['GDP']);
    for (const query of ['', '   ', '…?!'])
      expect(search.search(query)).toEqual({ count: 0, results: [], nearest: [] });
  });

  test('that matches many datasets has twenty results and the number of all', async () => {
    const search = await searchIn(Array.from({ length: 33 }, (_, at) => `Table ${at}`));
    const { count, results } = search.search('table');
    expect([count, results.length]).toEqual([33, 20]);
  });
});

test('columns can be searched only after they were added', async () => {
  const search = await CatalogueSearch.over([titled('Wheat')], ENGLISH);
  expect(search.search('price').count).toBe(0);
  await search.addColumns({ Wheat: [['p1', 'Price of wheat']] });
  expect(search.search('price').results[0]?.columns).toEqual([{ name: 'p1', title: 'Price of wheat', number: 1 }]);
});
