import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildEach, isRegular } from '../../support/builds/either-reading.ts';
import { rawDataWith, replaceFiles, withSidecar } from '../../support/builds/raw-data-folder.ts';
import { POLLUTED_FILES } from '../../support/polluted-files.ts';
import { casesOf, runs } from '../../support/runs.ts';
import { writeCsv } from '../../support/tables/csv-writer.ts';
import { tables, writings } from '../../support/tables/random-tables.ts';

/*
 * Files that the byte scanner finds regular are read as bytes, in segments of any length; what is published and
 * reported is the same as when they are read as text.
 */

const PAGE_SIZES = [[100], [10, 100], [7, 100]] as const;

let rawData = '';

beforeEach(() => {
  rawData = rawDataWith({});
});

const digits = fc.stringMatching(/^[0-9]{1,17}$/);
const plain = fc.integer({ min: -2000, max: 2000 });
const cells = {
  small: fc.integer({ min: 0, max: 4 }).map(String),
  whole: plain.map(String),
  cents: plain.map((it) => (it / 100).toFixed(2)),
  thousandths: plain.map((it) => (it / 1000).toFixed(3)),
  mixed: fc.tuple(plain, fc.nat(6)).map(([it, places]) => (it / 64).toFixed(places)),
  long: fc.oneof(
    digits,
    digits.map((it) => `1.${it}`),
    digits.map((it) => `-0.0${it}`),
  ),
  odd: fc.constantFrom(
    '+5',
    '-0',
    '.5',
    '5.',
    '1e5',
    '1.5E-3',
    ' 7 ',
    '007',
    '9007199254740993',
    '1.',
    '-',
    '1.2.3',
    '12%',
  ),
  gap: fc.constantFrom('', '', '', 'NA', '-', ' ', '-9', 'NaN', 'x', "n'a", 'n|a', 'n"a'),
  blank: fc.constantFrom(' ', '  ', '\t', '\u00A0', '\u1680', '\u2003', '\u3000', '\u200B', ' \u00A0'),
  plus: fc.constantFrom('+5', '+12', '+1.5', '+1.234', '+3188554', '+318855443322', '+0'),
  points: fc.constantFrom('1.234', '12.345', '-3.500', '7', '1200', '0.125', '1.25', '1E-3'),
  formatted: fc.oneof(
    plain.map((it) => `${it},5`),
    plain.map((it) => it.toLocaleString('de')),
    fc.constantFrom('150.582,81', '7,25', '12'),
  ),
  exception: fc.constantFrom('k. A.', 'n. v.', 's/d', '*', 'secret', 'k.A.', 'NA'),
  date: fc.integer({ min: 1, max: 28 }).map((it) => `2020-01-${`${it}`.padStart(2, '0')}`),
  code: fc.integer({ min: 0, max: 300 }).map((it) => `${it}`.padStart(4, '0')),
  word: fc.constantFrom(
    'a',
    'b',
    'Åland',
    'São Tomé',
    "O'Neil",
    'a, "b"',
    'two\nlines',
    '“x”',
    '名前',
    '"',
    'Total',
    'c',
  ),
  text: fc.string({ unit: 'grapheme', maxLength: 8 }),
  marked: fc.constantFrom("'a'", "'b c'", '“x”', '«y»'),
  padded: fc.constantFrom(' a', 'b ', ' c ', '\u00A0d', '$4,000 ', '$3,500 '),
  twin: fc.constantFrom(
    'a',
    'a ',
    'b',
    'b\u00A0',
    'c',
    'c\u3000',
    '1 c\u00A0',
    '1 c',
    'e\u0301',
    '\u00E9',
    'Vie\u0323t',
    'N/A',
  ),
  flagged: fc.constantFrom('12.3', '6.2 p', '7.5 b', ': c', '8', '1 234 e'),
  money: fc.constantFrom('€ 5', '7,50 €', '-R$ 1.500,25', '(1,200.00)', '12 Kč', '1.234,50-', '−5', '12 %'),
  dated: fc.constantFrom('31.12.2020', '1.2.2021', '01/02/2021', '2020-12-31', '12MAR2019', 'Mai 10', '01.02.21', '-'),
  truth: fc.constantFrom('Y', 'Yes', 'No', 'n', 'ja', 'J'),
  nines: fc.constantFrom('5', '7', '12', '-99', '999', '3'),
  grouped: fc.constantFrom('1,234', '12,345', '1.234', '12', '1,5'),
} as const satisfies Record<string, fc.Arbitrary<string>>;

const kinds = Object.values(cells);

/** Kinds of cells that are judged together. */
const pairs = [
  [cells.formatted, cells.exception],
  [cells.grouped, cells.exception],
  [cells.small, cells.blank],
  [cells.word, cells.blank],
  [cells.word, cells.twin],
  [cells.plus, cells.gap],
  [cells.points, cells.exception],
] as const;

/** Columns of one kind for the most part, with some cells of another. */
const column = fc
  .tuple(
    fc.oneof(fc.tuple(fc.constantFrom(...kinds), fc.constantFrom(...kinds)), fc.constantFrom(...pairs)),
    fc.constantFrom(0, 0, 1, 3),
  )
  .map(([[most, some], weight]) => fc.oneof({ arbitrary: most, weight: 10 }, { arbitrary: some, weight }));

const names = fc.uniqueArray(
  fc.constantFrom('a', 'b', 'c', 'year', 'Größe', 'x "y"', "it's", '2019', 'Total', 'note'),
  {
    minLength: 1,
    maxLength: 6,
  },
);

/** A row that does not belong: the header once more, that of another table, an earlier row, one without values. */
const strangers = ['names', 'titles', 'repeat', 'blank'] as const;

const publishersTables = names.chain((chosen) =>
  fc
    .record({
      rows: fc
        .tuple(...chosen.map(() => column))
        .chain((columns) => fc.array(fc.tuple(...columns), { maxLength: 230, size: 'max' })),
      stranger: fc.option(fc.tuple(fc.constantFrom(...strangers), fc.nat(200)), { nil: null, freq: 1 }),
    })
    .map(({ rows, stranger }) => ({ names: chosen, rows: stranger ? withStranger(chosen, rows, ...stranger) : rows })),
);

function withStranger(
  columns: string[],
  rows: string[][],
  kind: (typeof strangers)[number],
  place: number,
): string[][] {
  const stranger = {
    names: columns,
    titles: columns.map((_, at) => `title ${at}`),
    repeat: rows[0] ?? columns,
    blank: columns.map(() => ''),
  }[kind];
  return rows.toSpliced(place % (rows.length + 1), 0, stranger);
}

const usual = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t'),
  newline: fc.constantFrom('\n', '\r\n'),
  hasByteOrderMark: fc.boolean(),
  endsInNewline: fc.boolean(),
  quoting: fc.array(fc.boolean(), { minLength: 1, maxLength: 7 }),
  quote: fc.constantFrom('"', '"', "'", '|', '\u0001'),
});

const saidOfColumns = fc.record({
  type: fc.constantFrom(undefined, undefined, undefined, 'object', 'float64', 'int64'),
  missing: fc.constantFrom(undefined, undefined, ['-9'], ['x', '"'], ["n'a", 'n|a', 'n"a'], []),
  required: fc.constantFrom(undefined, undefined, true),
});

const choices = fc.record({
  segmentBytes: fc.constantFrom(32, 200, 1000, 1 << 22),
  pageSizes: fc.constantFrom(...PAGE_SIZES),
});

describe('the result is the same, read as bytes or as text, for', () => {
  test('tables as publishers have them', { timeout: 120_000 }, () => {
    let [compared, asked, regular] = [0, 0, 0];
    fc.assert(
      fc.property(
        publishersTables,
        usual,
        fc.array(saidOfColumns, { minLength: 6, maxLength: 6 }),
        choices,
        (table, how, said, choice) => {
          const columns = Object.fromEntries(table.names.map((name, at) => [name, { description: 'D', ...said[at] }]));
          const csv = {
            delimiter: how.delimiter,
            quote: how.quote,
            footerRows: table.rows.length % 2 === 0 ? 0 : undefined,
          };
          replaceFiles(rawData, withSidecar('economy/x', writeCsv(table.names, table.rows, how), { csv, columns }));
          const { segmentBytes, pageSizes } = choice;
          const [bytes, text] = buildEach(rawData, [{ segmentBytes }, { asText: true }], pageSizes);
          expect(bytes).toEqual(text);
          compared += 1;
          // A sample is enough to know that most tables are regular: asking takes a pass over the file.
          if (compared % 5 > 0) return;
          asked += 1;
          if (isRegular(rawData)) regular += 1;
        },
      ),
      { numRuns: runs(350) },
    );
    expect(regular / asked).toBeGreaterThan(0.4);
  });

  test('any table', { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(tables, writings, choices, ({ names: columns, rows, missing }, how, { segmentBytes, pageSizes }) => {
        replaceFiles(
          rawData,
          withSidecar('economy/x', writeCsv(columns, rows, how), { csv: { delimiter: how.delimiter, missing } }),
        );
        const [bytes, text] = buildEach(rawData, [{ segmentBytes }, { asText: true }], pageSizes);
        expect(bytes).toEqual(text);
      }),
      { numRuns: runs(150) },
    );
  });

  test('polluted files', { timeout: 120_000 }, () => {
    // Each of them is built in pollution.test.ts; of the lanes, every third says enough.
    const some = POLLUTED_FILES.filter((_, index) => index % 3 === 0);
    const differing = casesOf(some).filter(({ file }) => {
      replaceFiles(rawData, withSidecar('economy/x', file));
      // Problems are found before any format is written.
      const [bytes, text] = buildEach(rawData, [{ segmentBytes: 100 }, { asText: true }], [100], 'pages', []);
      return JSON.stringify(bytes.problems) !== JSON.stringify(text.problems);
    });
    expect(differing.map(({ kind }) => kind)).toEqual([]);
  });
});
