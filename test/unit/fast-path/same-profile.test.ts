import { expect, test } from 'vitest';
import { undescribedColumn } from '../../../src/discover/sidecar/undescribed-column.ts';
import { joinSegments } from '../../../src/fast-path/join-segments.ts';
import { profileSegment } from '../../../src/fast-path/profile-segment.ts';
import type { ColumnDescription } from '../../../src/model.ts';
import { parseCsv } from '../../../src/parse/parse-csv.ts';
import { statisticsOf } from '../../../src/profile/numbers/statistics.ts';
import { ColumnProfiler, type InspectedColumn } from '../../../src/profile/profile-column.ts';
import { memorySource } from '../../support/memory-source.ts';
import { PLAIN_FORMAT } from '../../support/tables/plain-format.ts';
import { planOf } from './planned.ts';

/*
 * Columns in which one kind of cell follows another. Read as bytes, most cells are only counted once the profiler knows enough of their
 * kind; what is found must be what a reader of texts finds, which looks at each.
 */

/** Most cells of a column: the cell of a row. */
const USUAL: Readonly<Record<string, (row: number) => string>> = {
  'small integers': (row) => `${row % 7}`,
  'integers': (row) => `${row * 37 - 400}`,
  'long integers': (row) => `${90_071_992_547_409 * ((row % 11) + 1)}`,
  'cents': (row) => (row / 4).toFixed(2),
  'thousandths': (row) => `${(row % 9) + 1}.${123 + row}`,
  'equal decimals': () => '2.50',
  'words': (row) => `word ${'abcdefg'[row % 7]}`,
  'many words': (row) => `w${String.fromCharCode(97 + (row % 26))}x${String.fromCharCode(97 + (row % 5))}`,
  'codes': (row) => `0${(row % 8) + 10}`,
  'nothing': () => '',
};

/** Cells among them. */
const ODD: readonly string[] = [
  ...['7', '-3', '1000', '999999999999999', '9999999999999999', '9223372036854775807', '9223372036854775808'],
  ...[
    '1.5',
    '0.125',
    '-1.234',
    '12.345',
    '1234.567',
    '1.2345',
    '0.1234567890123456',
    '1e5',
    '1.5E-3',
    '-0',
    '+5',
    '.5',
    '5.',
  ],
  ...[
    '',
    ' ',
    'NA',
    '-',
    '-9',
    ' 8 ',
    '\u00A0',
    '007',
    'x',
    'x ',
    "'x'",
    '"',
    'a, b',
    'ü',
    '1,5',
    '1,234',
    '12%',
    'k. A.',
  ],
];

const SAID: readonly Partial<ColumnDescription>[] = [
  {},
  { required: true, missing: ['-9', 'x', '"'] },
  { type: 'int64' },
  { type: 'object' },
];

const ROWS = 44;
/** Rows with an odd cell: after enough usual ones for their kind to be known, then again, and at last twice in a row. */
const ODD_ROWS = [12, 25, 26];

const columns = Object.keys(USUAL).flatMap((usual) =>
  ODD.flatMap((odd) =>
    SAID.map((said, at) => ({ name: `${usual} with ${JSON.stringify(odd)}, ${at}`, usual, odd, said })),
  ),
);

function cellOf({ usual, odd }: (typeof columns)[number], row: number): string {
  const cell = ODD_ROWS.includes(row) ? odd : (USUAL[usual] as (row: number) => string)(row);
  return /[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** Two columns that are never empty come first, so that no row looks like a note. */
function fileOf(chosen: typeof columns): string {
  const lines = Array.from({ length: ROWS }, (_, row) => ['r', 's', ...chosen.map((it) => cellOf(it, row))].join(','));
  return `${['first', 'second', ...chosen.map((_, at) => `c${at}`)].join(',')}\n${lines.join('\n')}\n`;
}

function conclude(profiler: ColumnProfiler): Omit<InspectedColumn, 'nullSpellings'> & { nullSpellings: unknown } {
  const { numbers } = profiler;
  const profile = profiler.finish(numbers && statisticsOf(numbers));
  return { ...profile, nullSpellings: [...profile.nullSpellings] };
}

test.each(Object.keys(USUAL))('columns of %s are the same, read as bytes or as text', (usual) => {
  const chosen = columns.filter((it) => it.usual === usual);
  const text = fileOf(chosen);
  const plain = undescribedColumn(PLAIN_FORMAT);
  const described = new Map([
    ['first', plain],
    ['second', plain],
    ...chosen.map(({ said }, at) => [`c${at}`, { ...plain, ...said }] as const),
  ]);
  const asText = [...described].map(([name, description]) => new ColumnProfiler(name, description));
  const csv = parseCsv(memorySource(text), 'a.csv', PLAIN_FORMAT, () => {});
  for (const block of csv?.blocks ?? []) for (const [at, profiler] of asText.entries()) profiler.add(block, at);
  const expected = asText.map(conclude);
  // The first column may be one of nothing, whose cells may have been merged.
  const plan = planOf(text, { format: { footerRows: 0 } });
  if (!plan) throw new Error('it is not regular');
  const whole = { ...plan, columns: described };
  const segment = profileSegment(memorySource(text), whole, 0, 1, { add() {} });
  const asBytes = joinSegments(whole, [segment], 1, 0)?.profilers.map(conclude);
  for (const [at, { name }] of chosen.entries()) expect(asBytes?.[at + 2], name).toEqual(expected[at + 2]);
});
