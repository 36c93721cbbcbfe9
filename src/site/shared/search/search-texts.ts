/*
 * Files that the search loads: the texts of all datasets, and the names and titles of their columns, which are indexed later. The index
 * itself is not published, since it would be several times as large, and browsers build it quickly.
 */

import type { DatasetFacts } from '../dataset-facts.ts';

/** `search/datasets.json`: all datasets, ordered by title. */
export type SearchTexts = ReturnType<typeof searchTexts>;

/** The searchable texts of a dataset, and the facts shown in its search result. */
export type SearchedDataset = SearchTexts['datasets'][number];

/** A column's name, or its name and its title. */
type SearchedColumn = string | readonly [name: string, title: string];

/** `search/columns.json`: columns in file order, by config name. */
export type SearchedColumns = Readonly<Record<string, readonly SearchedColumn[]>>;

export function columnOf(column: SearchedColumn): DatasetFacts['columns'][number] {
  return typeof column === 'string' ? { name: column, title: null } : { name: column[0], title: column[1] };
}

/** `search/values.json`: for values of columns with names, such as `Germany`, the positions of the datasets in `search/datasets.json`. */
export type SearchedValues = Readonly<Record<string, readonly number[]>>;

/** Folder of the files that the search loads, relative to the catalogue's base. */
export const SEARCH_FOLDER = 'search/';

/** In catalogues with more datasets than this, search results have no sparklines, to keep `search/datasets.json` small. */
const MAX_SPARKS = 200;

/** Builds `search/datasets.json`. The functions in `words` return a category's title, and counts such as `12,783 rows`. */
export function searchTexts(
  facts: readonly DatasetFacts[],
  words: { category(name: string): string; rows(count: number): string; columns(count: number): string },
) {
  return {
    datasets: facts.map(
      ({ category, rows, columns, years: _, values: __, changed: ___, pictured: ____, spark, ...others }) => ({
        ...others,
        category: words.category(category),
        rows: words.rows(rows),
        columns: words.columns(columns.length),
        spark: facts.length > MAX_SPARKS ? null : spark,
      }),
    ),
  };
}

/** Maximum number of values in `search/values.json`: those that most datasets have, so that a country is kept before a name of one table. */
const MAX_VALUES = 20_000;

/** Builds `search/values.json`. */
export function searchedValues(facts: readonly DatasetFacts[]): SearchedValues {
  const pairs = facts.flatMap(({ values }, at) => Array.from(new Set(values), (value) => ({ value, at })));
  const found = [...Map.groupBy(pairs, ({ value }) => value)];
  const kept = found.sort(([, one], [, other]) => other.length - one.length).slice(0, MAX_VALUES);
  return Object.fromEntries(kept.map(([value, having]) => [value, having.map(({ at }) => at)]));
}

/** Builds `search/columns.json`. */
export function searchedColumns(facts: readonly DatasetFacts[]): SearchedColumns {
  return Object.fromEntries(
    facts.map(({ config, columns }) => [
      config,
      columns.map(({ name, title }) => (title === null ? name : ([name, title] as const))),
    ]),
  );
}
