/*
 * What the search reads: one file with the texts of all datasets, which it needs first, and one with the names of their columns, which are
 * longer. There is no serialised index: it would be several times as large, and the browser makes it in a moment.
 */

import type { DatasetFacts } from '../dataset-facts.ts';

/** `search/datasets.json`: all datasets, ordered by title. */
export interface SearchTexts {
  datasets: readonly SearchedDataset[];
}

/** A dataset that is searched for, and what a result shows of it. */
export interface SearchedDataset
  extends Pick<DatasetFacts, 'config' | 'title' | 'line' | 'description' | 'source' | 'keywords' | 'span' | 'spark'> {
  /** Title of its category. */
  category: string;
  /** Numbers of rows and columns in words, as lists show them. */
  rows: string;
  columns: string;
}

/** `search/columns.json`: by config name, the columns of a dataset in their order; each its name, or its name and its title. */
export type SearchedColumns = Readonly<Record<string, readonly (string | readonly [name: string, title: string])[]>>;

/** The files with these texts, below the catalogue's base. */
export const SEARCH_FILES = { datasets: 'search/datasets.json', columns: 'search/columns.json' } as const;

/** Catalogues with more datasets have no small lines in their results: these would be more than half of the file. */
const MAX_SPARKS = 200;

/** Makes the texts of datasets. `words` gives the title of a category, and numbers with their nouns. */
export function searchTexts(
  facts: readonly DatasetFacts[],
  words: { category(name: string): string; rows(count: number): string; columns(count: number): string },
): SearchTexts {
  return {
    datasets: facts.map(({ category, rows, columns, years: _, spark, ...others }) => ({
      ...others,
      category: words.category(category),
      rows: words.rows(rows),
      columns: words.columns(columns.length),
      spark: facts.length > MAX_SPARKS ? null : spark,
    })),
  };
}

/** Makes the texts of columns. */
export function searchedColumns(facts: readonly DatasetFacts[]): SearchedColumns {
  return Object.fromEntries(
    facts.map(({ config, columns }) => [
      config,
      columns.map(({ name, title }) => (title === null ? name : ([name, title] as const))),
    ]),
  );
}
