import { expect, test } from 'vitest';
import type { DatasetFacts } from '../../../../../src/site/shared/dataset-facts.ts';
import { searchedColumns, searchedValues, searchTexts } from '../../../../../src/site/shared/search/search-texts.ts';

const FACTS: DatasetFacts = {
  config: 'wheat',
  title: 'Wheat prices',
  category: 'farming',
  description: 'Each row is a year. The rest.',
  line: 'Each row is a year.',
  source: 'William Playfair',
  keywords: ['grain'],
  rows: 1,
  columns: [
    { name: 'year', title: null },
    { name: 'p', title: 'Price' },
  ],
  values: ['Germany', 'France'],
  span: '1565–1820',
  years: 256,
  spark: 'M0 0L100 24',
  pictured: 'Price',
  changed: '1822',
};

const WORDS = {
  category: (name: string) => `Category ${name}`,
  rows: (count: number) => `${count} rows`,
  columns: (count: number) => `${count} columns`,
};

test('the search gets what it looks into, and what a result shows', () => {
  const { years: _, values: __, pictured: ___, changed: ____, ...shown } = FACTS;
  expect(searchTexts([FACTS], WORDS)).toEqual({
    datasets: [{ ...shown, category: 'Category farming', rows: '1 rows', columns: '2 columns' }],
  });
});

test('large catalogues have no pictures in their results, which would be most of the file', () => {
  const { datasets } = searchTexts(Array(1000).fill(FACTS), WORDS);
  expect(datasets.every(({ spark }) => spark === null)).toBe(true);
});

test('columns have their names, and titles if these differ', () => {
  expect(searchedColumns([FACTS, { ...FACTS, config: '__proto__', columns: [] }])).toEqual(
    JSON.parse('{"wheat":["year",["p","Price"]],"__proto__":[]}'),
  );
});

test('values have the positions of their datasets, and those of most datasets stay if there are too many', () => {
  const many = Array.from({ length: 30_000 }, (_, at) => `Name ${at}`);
  const values = searchedValues([{ ...FACTS, values: many }, FACTS, { ...FACTS, values: ['France', 'France'] }]);
  expect(Object.keys(values)).toHaveLength(20_000);
  expect(values.France).toEqual([1, 2]);
});
