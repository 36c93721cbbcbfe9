import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { buildInMemory } from '../../support/builds/build-in-memory.ts';
import { rawDataWith, replaceFiles, withSidecar } from '../../support/builds/raw-data-folder.ts';
import { runs } from '../../support/runs.ts';
import { type Writing, writeCsv } from '../../support/tables/csv-writer.ts';
import { writings } from '../../support/tables/random-tables.ts';

/*
 * Tables like those of publishers: a key that identifies records, names, numbers, dates, texts, and gaps. None is refused, and none gets a
 * hint. Other clean tables deserve hints: one whose rows recur, that ends in gaps, has a row without values, a label such as
 * "Total", a name that is a value of its column too, texts between quotes, or a column of numbers with few texts among them.
 */

const word = fc.stringMatching(/^[A-Za-zéüñøł]{2,10}$/);
const phrase = fc.oneof(
  word,
  fc.array(word, { minLength: 2, maxLength: 5 }).map((words) => words.join(' ')),
  fc.tuple(word, word).map(([a, b]) => `${a}, ${b}`),
  fc.tuple(word, word).map(([a, b]) => `${a} "${b}"`),
  fc.constantFrom("O'Neil", 'R&D', '50% of it', 'a/b', 'see (1)', 'x; y', 'two\nlines', 'São Tomé', '5 €/t', '日本'),
);
// Nines far from all other numbers may mark missing values.
const whole = fc.integer({ min: -90_000, max: 90_000 }).map(String);
const decimal = fc.integer({ min: -1_000_000, max: 1_000_000 }).map((it) => (it / 100).toFixed(2));
const date = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  .map((it) => it.toISOString().slice(0, 10));
const gap = fc.constant('');

const NAMES = ['place', 'year', 'people', 'rate', 'day', 'note', 'remark', '2019', '2020', 'Größe (m²)'] as const;

const cell: Record<(typeof NAMES)[number], fc.Arbitrary<string>> = {
  'place': word.map((it) => `in ${it}`),
  'year': fc.integer({ min: 1900, max: 2030 }).map(String),
  'people': fc.oneof({ arbitrary: whole, weight: 5 }, { arbitrary: gap, weight: 1 }),
  'rate': fc.oneof({ arbitrary: decimal, weight: 5 }, { arbitrary: gap, weight: 1 }),
  'day': date,
  'note': phrase.map((it) => `about ${it}`),
  'remark': fc.oneof({ arbitrary: phrase.map((it) => `on ${it}`), weight: 1 }, { arbitrary: gap, weight: 2 }),
  '2019': whole,
  '2020': decimal,
  'Größe (m²)': decimal,
};

const table = fc.subarray([...NAMES], { minLength: 1 }).chain((names) =>
  fc
    .array(fc.tuple(...names.map((name) => cell[name])), { minLength: 1, maxLength: 40 })
    // The key, and a last column without gaps.
    .chain((rows) =>
      fc.constantFrom('k', '').map((letter) => ({
        names: ['key', ...names, 'sure'],
        rows: rows.map((row, index) => [`${letter}${index + 1}`, ...row, index % 2 ? 'yes' : 'no']),
      })),
    ),
);

const time = fc
  .tuple(fc.nat(23), fc.nat(59), fc.nat(59))
  .map((parts) => parts.map((it) => `${it}`.padStart(2, '0')).join(':'));
const hex = fc.stringMatching(/^[0-9a-f]{2}(?::[0-9a-f]{2}){5}$/);

/** Names and cells of single columns, each split by some character. */
const single = fc.oneof(
  ...[
    fc.tuple(fc.constantFrom('time', 'time of day', 'local time'), fc.array(time, { minLength: 1, maxLength: 20 })),
    fc.tuple(fc.constantFrom('address', 'MAC address'), fc.array(hex, { minLength: 1, maxLength: 20 })),
    fc.tuple(
      fc.constantFrom('name', 'full name'),
      fc.array(
        fc.tuple(word, word).map((it) => it.join(' ')),
        { minLength: 1 },
      ),
    ),
    fc.tuple(fc.constantFrom('note', 'note on it'), fc.array(cell.place, { minLength: 1, maxLength: 20 })),
    fc.tuple(fc.constantFrom('day', 'day of sale'), fc.array(date, { minLength: 1, maxLength: 20 })),
    fc.tuple(fc.constantFrom('value', 'value in %'), fc.array(decimal, { minLength: 1, maxLength: 20 })),
  ],
);

let rawData = '';

beforeEach(() => {
  rawData = rawDataWith({});
});

function problemsOf(names: readonly string[], rows: readonly (readonly string[])[], how: Writing): string[] {
  const csv = writeCsv(names, rows, how);
  replaceFiles(rawData, withSidecar('economy/x', csv));
  return buildInMemory(rawData).places;
}

test('a clean table is not refused, and gets no hint', () => {
  const usual = writings.filter(({ delimiter }) => [',', ';', '\t', '|'].includes(delimiter));
  fc.assert(
    fc.property(table, usual, ({ names, rows }, how) => {
      expect(problemsOf(names, rows, how)).toEqual([]);
    }),
    { numRuns: runs(300) },
  );
});

test('a clean table of one column is not refused, and gets no hint', () => {
  fc.assert(
    fc.property(single, writings, ([name, cells], how) => {
      expect(
        problemsOf(
          [name],
          cells.map((it) => [it]),
          { ...how, delimiter: ',' },
        ),
      ).toEqual([]);
    }),
    { numRuns: runs(300) },
  );
});
