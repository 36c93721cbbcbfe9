import { CATALOGUE, type Files, sidecarWith } from '../../../support/builds/raw-data-folder.ts';

type Cell = string | number;

/** Rows of cells as CSV. */
const csv = (...rows: Cell[][]): string => rows.map((cells) => `${cells.join(',')}\n`).join('');
const many = (count: number, row: (at: number) => Cell[]): Cell[][] =>
  Array.from({ length: count }, (_, at) => row(at));
const across = (cell: (at: number) => Cell): Cell[] => many(300, (at) => [cell(at)]).flat();

/** Tables whose shape a page might not expect. */
const TABLES: Readonly<Record<string, string>> = {
  'wide': csv(
    across((at) => `c${at}`),
    ...many(20, (row) => across((at) => (row * 7 + at) / 4)),
  ),
  'many-rows': csv(
    ['year', 'place', 'value'],
    ...many(30_000, (at) => [1970 + Math.floor(at / 600), `Place ${at % 600}`, (at * 37) % 1_000_003]),
  ),
  'one-row': csv(['a', 'b', 'c'], [1, 'two', '3.50']),
  'no-rows': csv(['a', 'b', 'c']),
  'all-null': csv(['a', 'empty', 'c'], ...many(30, (at) => [at, '', `x${at % 3}`])),
  'long-names': csv(['n'.repeat(300), 'word '.repeat(40).trim()], ...many(30, (at) => ['t'.repeat(at * 20 + 1), at])),
  'texts': csv(['note', 'place'], ...many(40, (at) => [`Note number ${at} about a place`, `P${at % 4}`])),
};

export const ODD_TABLES = Object.keys(TABLES);

/** A raw-data folder with all of them. `catalogue` is the text of its `catalogue.json`. */
export function oddRawData(catalogue = CATALOGUE): Files {
  const files = Object.entries(TABLES).flatMap(([config, text]) => [
    [`economy/${config}.csv`, text],
    [`economy/${config}.meta.json`, sidecarWith(config === 'long-names' ? LONG : { name: `The table ${config}` })],
  ]);
  return { 'catalogue.json': catalogue, ...Object.fromEntries(files) };
}

const LONG = { name: 'A long title '.repeat(20).trim(), source: 'Institution'.repeat(20) };
