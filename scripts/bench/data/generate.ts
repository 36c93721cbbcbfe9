import { appendFileSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BenchRun, formatNumber, formatRows, SIZES } from '../report.ts';
import { randomNumbers } from './random.ts';

const COLUMNS = ['year', 'month', 'country', 'metric', 'value', 'count', 'code', 'note'] as const;
const CATEGORY = 'statistics';

/** Country names: plain, with accents, or with commas, quotes or line breaks, which CSV allows only in quoted cells. */
const COUNTRIES = [
  'Afghanistan',
  'Austria',
  'Bahamas, The',
  'Bénin',
  'Bolivia, Plurinational State of',
  'Brazil',
  'Chile',
  'Côte d’Ivoire',
  'Dominica',
  'Eswatini "Swaziland"',
  'French Guiana',
  'Guatemala',
  'Guinea-Bissau',
  'Israel',
  'Korea, Republic of',
  'Latvia',
  'Mali',
  'México',
  'Mozambique',
  'North Macedonia',
  'Russian Federation',
  'Saint Helena,\nAscension and Tristan da Cunha',
  'Saint Vincent\nand the Grenadines',
  'Slovakia',
  'Syrian Arab Republic',
  'Timor-Leste "East Timor"',
  'Türkiye',
  'United Arab Emirates',
];
const METRICS = [
  'arrivals',
  'consumer_prices',
  'electricity_use',
  'exports_of_goods',
  'household_income',
  'imports_of_goods',
  'mobile_subscriptions',
  'rainfall',
  'school_enrolment',
  'unemployment',
];
const NOTES = ['estimated', 'provisional, to be revised', 'break in the series', 'see “methods”', 'révisé'];
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const FIRST_YEAR = 1960;
const YEARS = 65;
/** Probability that the `value` of a record is empty. */
const NO_VALUE = 0.05;
/** Probability that the `note` of a record is empty. */
const NO_NOTE = 0.96;
/** Maximum number of digits of a `count`. */
const COUNT_DIGITS = 12;

/** Number of characters to buffer before writing them to a file. */
const CHUNK = 1 << 20;

/** Config name of a dataset, such as `series-007`; `index` counts from 0. */
export function configOf(index: number): string {
  return `series-${String(index).padStart(3, '0')}`;
}

/** Path of a dataset's CSV file in the raw data. */
export function csvFile(index: number): string {
  return `${CATEGORY}/${configOf(index)}.csv`;
}

/** Generates one dataset of the size of a run. Returns the folder of the raw data, and a description of the dataset. */
export function generateDataset({ size, work }: BenchRun): { rawData: string; described: string } {
  const rawData = join(work, 'raw-data');
  const bytes = generateRawData(rawData, { datasets: 1, rows: SIZES[size] });
  const table = `${formatRows(SIZES[size])} × ${COLUMNS.length} columns`;
  return { rawData, described: `${size}: ${table}, ${formatNumber(bytes / 1e6)} MB of CSV` };
}

/** Writes a catalogue, sidecars, and CSV files of `rows` records each, the same in every run. Returns the total CSV size in bytes. */
export function generateRawData(folder: string, { datasets, rows }: { datasets: number; rows: number }): number {
  mkdirSync(join(folder, CATEGORY), { recursive: true });
  writeFileSync(join(folder, 'catalogue.json'), JSON.stringify(CATALOGUE, null, 2));
  let bytes = 0;
  for (let index = 0; index < datasets; index += 1) {
    writeFileSync(join(folder, CATEGORY, `${configOf(index)}.meta.json`), JSON.stringify(sidecarOf(index), null, 2));
    writeCsv(join(folder, csvFile(index)), rows, index + 1);
    bytes += statSync(join(folder, csvFile(index))).size;
  }
  return bytes;
}

const CATALOGUE = {
  title: 'Generated data',
  description: 'Made for benchmarks.',
  categories: { [CATEGORY]: { title: 'Statistics', description: 'Randomly generated numbers.' } },
};

function sidecarOf(index: number): Readonly<Record<string, unknown>> {
  const described = COLUMNS.map((name) => [name, { description: `The ${name} of a record` }]);
  return {
    name: `Series ${index}`,
    description: 'Monthly numbers by country, drawn at random.',
    source: 'The benchmark',
    url: `https://example.org/series/${index}`,
    license: 'CC0',
    columns: Object.fromEntries(described),
  };
}

function writeCsv(path: string, rows: number, seed: number): void {
  const random = randomNumbers(seed);
  writeFileSync(path, `${COLUMNS.join(',')}\n`);
  let lines = '';
  for (let row = 0; row < rows; row += 1) {
    lines += `${recordOf(row, random).map(quoted).join(',')}\n`;
    if (lines.length < CHUNK && row < rows - 1) continue;
    appendFileSync(path, lines);
    lines = '';
  }
}

function recordOf(row: number, random: () => number): string[] {
  const below = (bound: number): number => Math.floor(random() * bound);
  const pick = (from: readonly string[]): string => from[below(from.length)] as string;
  return [
    String(FIRST_YEAR + (Math.floor(row / 12) % YEARS)),
    String((row % 12) + 1),
    pick(COUNTRIES),
    pick(METRICS),
    random() < NO_VALUE ? '' : (random() * 10_000).toFixed(2),
    String(below(10 ** (1 + below(COUNT_DIGITS)))),
    `${LETTERS[below(LETTERS.length)]}${LETTERS[below(LETTERS.length)]}${String(below(10_000)).padStart(4, '0')}`,
    random() < NO_NOTE ? '' : pick(NOTES),
  ];
}

/** Quotes a cell if CSV requires it (RFC 4180, section 2). */
function quoted(cell: string): string {
  return /[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
