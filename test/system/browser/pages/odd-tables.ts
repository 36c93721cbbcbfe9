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
    ...many(100_050, (at) => [1970 + Math.floor(at / 2001), `Place ${at % 2001}`, (at * 37) % 1_000_003]),
  ),
  'one-row': csv(['a', 'b', 'c'], [1, 'two', '3.50']),
  'no-rows': csv(['a', 'b', 'c']),
  'all-null': csv(['a', 'empty', 'c'], ...many(30, (at) => [at, '', `x${at % 3}`])),
  'long-names': csv(['n'.repeat(300), 'word '.repeat(40).trim()], ...many(30, (at) => ['t'.repeat(at * 600 + 1), at])),
  'doubtful': csv(
    ['place', 'rain', 'snow'],
    ...many(40, (row) => [`k${row}`, row, `${row}.5`]),
    ['x', '<b>*</b>', 'NA'],
    ['y', 2, 'NA'],
    ['z', '', ''],
    ['Total', 9, 9],
  ),
  'dots': csv(
    ['town', 'rain', 'visitors'],
    ...many(40, (at) => [`Town ${at}`, `${at * 3}.5`, 900 - ((at * 37) % 200) - at * 9]),
  ),
  'parts': csv(
    ['district', 'red %', 'blue %', 'green %', 'white %', 'grey %'],
    ...many(12, (at) => [`District ${at}`, 40 - at, 20 + at, 20, 15, 5]),
  ),
  'texts': csv(['note', 'place'], ...many(40, (at) => [`Note number ${at} about a place`, `P${at % 4}`])),
};

const PARTS = ['red', 'blue', 'green', 'white', 'grey'].map((name) => [`${name} %`, { description: name, unit: '%' }]);

const DESCRIBED: Readonly<Record<string, Record<string, unknown>>> = {
  'parts': { columns: Object.fromEntries(PARTS) },
  'long-names': { name: 'A long title '.repeat(20).trim(), source: 'Institution'.repeat(20) },
  'many-rows': {
    name: 'Everything that the stations of two thousand places have measured in half a century',
    description: `Each row is what the station of one place has measured in one year${', in all weathers'.repeat(9)}.`,
    source: 'Office for Weather and Climate, Department of Measurements and Observations',
    ...{ license: 'Creative Commons Attribution 4.0 International', version: '3.1', spatial: 'Two thousand places' },
    ...{ retrieved: '2024-05-01', modified: '2024-04-01', contact: 'weather@example.org' },
    keywords: ['weather', 'climate', 'stations', 'measurements', 'precipitation', 'temperature'],
  },
};

export const ODD_TABLES = Object.keys(TABLES);

/** A raw-data folder with all of them. `catalogue` is the text of its `catalogue.json`. */
export function oddRawData(catalogue = CATALOGUE): Files {
  const files = Object.entries(TABLES).flatMap(([config, text]) => [
    [`economy/${config}.csv`, text],
    [`economy/${config}.meta.json`, sidecarWith({ name: `The table ${config}`, ...DESCRIBED[config] })],
  ]);
  return { 'catalogue.json': catalogue, ...Object.fromEntries(files), ...WRITTEN };
}

const WIDE_TABLE = `| ${'A long title of a column | '.repeat(12)}\n|${' --: |'.repeat(12)}\n| ${'1 | '.repeat(12)}\n`;
const LONG_WORD = 'Donaudampfschifffahrtsgesellschaft'.repeat(6);

/** What a publisher may write: a style sheet, a text for the home page, and more pages than the header has room for. */
const WRITTEN: Files = {
  'theme.css': ':root { --accent: light-dark(#7a1f5c, #f0a8d8); --round: 0; --font: serif }\n',
  'home.md': `Read [about it](pages/about.md), and \`${LONG_WORD}\`.\n\n${WIDE_TABLE}\n### Below\n\n${WIDE_TABLE}`,
  'pages/about.md': `# About ${LONG_WORD}

See [the table](/datasets/${ODD_TABLES[0]}/), <https://example.org/${LONG_WORD}> and [below](#content-1).

${WIDE_TABLE}
1. One
2. Two
   - [x] done
   - [ ] to do

> Quoted <!-- with a comment -->

~~~
${LONG_WORD}
~~~

## Content

#### Left out a level

---

${WIDE_TABLE}`,
  ...Object.fromEntries([1, 2, 3, 4].map((at) => [`pages/${at}-page-${at}.md`, `# Page ${at}\n`])),
};
