import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { buildInMemory } from '../../support/builds/build-in-memory.ts';
import { rawDataWith, withSidecar } from '../../support/builds/raw-data-folder.ts';

/** A raw-data file of some size, and its description. */
interface Giant {
  csv: string;
  sidecar?: Readonly<Record<string, unknown>>;
}

/** Result of a build: the codes of its problems, each once, and the published text of its first page and its schema. */
interface Outcome {
  published: boolean;
  codes: string[];
  page: string;
  schema: string;
}

const MILLION = 1_000_000;
const DESCRIBED = { columns: { a: { description: 'A' }, b: { description: 'B' } } };

function row(cell: string, length: number): string {
  return `${Array<string>(length).fill(cell).join(',')}\n`;
}

function names(length: number, prefix = 'c'): string[] {
  return Array.from({ length }, (_, index) => `${prefix}${index}`);
}

function header(length: number): string {
  return `${names(length).join(',')}\n`;
}

function columns(length: number, entry: object, prefix = 'c'): NonNullable<Giant['sidecar']> {
  return { columns: Object.fromEntries(names(length, prefix).map((name) => [name, { description: 'D', ...entry }])) };
}

/** One cell of text, in a row of its own. */
function textCell(cell: string): Giant {
  return { csv: `a,b\n${cell},1\n`, sidecar: DESCRIBED };
}

const isPublished = (outcome: Outcome): void => expect(outcome).toMatchObject({ published: true, codes: [] });
const refused =
  (...codes: string[]) =>
  (outcome: Outcome): void =>
    expect(outcome).toMatchObject({ published: false, codes });
/** The text of the first cell is published as it is. */
const publishedAs =
  (text: (n: number) => string) =>
  (outcome: Outcome, n: number): void => {
    isPublished(outcome);
    expect(JSON.parse(outcome.page).results[0].a === text(n)).toBe(true);
  };

type Case = [name: string, size: number, make: (n: number) => Giant, check: (outcome: Outcome, n: number) => void];
const CASES: Case[] = [
  ['a quoted cell', 2 * MILLION, (n) => textCell(`"${'x'.repeat(n)}"`), publishedAs((n) => 'x'.repeat(n))],
  ['lines in a cell', 2 * MILLION, (n) => textCell(`"${'x\n'.repeat(n)}"`), publishedAs((n) => 'x\n'.repeat(n))],
  ['doubled quotes in a cell', 2 * MILLION, (n) => textCell(`"${'""'.repeat(n)}"`), publishedAs((n) => '"'.repeat(n))],
  [
    'escaped quotes in a cell',
    2 * MILLION,
    (n) => ({ csv: `a,b\n"${'\\"'.repeat(n)}",1\n`, sidecar: { ...DESCRIBED, csv: { escape: '\\' } } }),
    publishedAs((n) => '"'.repeat(n)),
  ],
  [
    'blanks around a number',
    2 * MILLION,
    (n) => textCell(`${' '.repeat(n)}1${' '.repeat(n)}`),
    (outcome) => expect(JSON.parse(outcome.page).results[0].a).toBe(1),
  ],
  [
    'digits of a decimal',
    MILLION,
    (n) => textCell(`0.${'7'.repeat(n)}e-5`),
    (outcome, n) => {
      isPublished(outcome);
      expect(outcome.page.includes(`"a":0.${'7'.repeat(n)}e-5`)).toBe(true);
      expect(JSON.parse(outcome.schema).columns[0]).toMatchObject({ type: 'float64' });
    },
  ],
  [
    'decimals of 100,000 digits',
    40,
    (n) => ({
      csv: `a\n${`0.${'7'.repeat(100_000)}\n`.repeat(n)}`,
      sidecar: { columns: { a: { description: 'A' } } },
    }),
    isPublished,
  ],
  [
    'separators in a number',
    2 * MILLION,
    (n) => ({
      csv: `a;b\n${'1,'.repeat(n)}1;1\n`,
      sidecar: { ...DESCRIBED, csv: { thousands: ',', delimiter: ';' } },
    }),
    publishedAs((n) => `${'1,'.repeat(n)}1`),
  ],
  ['quotes in a row', 2 * MILLION, (n) => textCell('"'.repeat(2 * n)), publishedAs((n) => '"'.repeat(n - 1))],
  ['quotes, the last of them open', 2 * MILLION, (n) => textCell('"'.repeat(2 * n + 1)), refused('quote-unclosed')],
  ['text after an open quote', 16 * MILLION, (n) => textCell(`"${'x,y\n'.repeat(n / 4)}`), refused('quote-unclosed')],
  ['delimiters', 0.9 * MILLION, (n) => ({ csv: ','.repeat(n) }), refused('header-missing')],
  ['cells of a row', MILLION, (n) => ({ csv: `a,b\n${row('x', n)}`, sidecar: DESCRIBED }), refused('row-too-long')],
  [
    'columns of text, described',
    16_000,
    (n) => ({ csv: `${header(n)}${row('x', n)}${row('y', n)}`, sidecar: columns(n, {}) }),
    (outcome, n) => {
      isPublished(outcome);
      expect(Object.keys(JSON.parse(outcome.page).results[1])).toHaveLength(n);
    },
  ],
  [
    'columns whose first texts are in different rows',
    16_000,
    (n) => {
      const rows = [0, 1, 2, 3].map((of) => names(n).map((_, index) => (index % 4 === of ? 'x' : '')));
      return { csv: `${header(n)}${rows.map((cells) => `${cells.join(',')}\n`).join('')}`, sidecar: columns(n, {}) };
    },
    isPublished,
  ],
  [
    'columns with a hint each',
    8_000,
    (n) => ({ csv: `${header(n)}${row('"1,234"', n)}`, sidecar: columns(n, {}) }),
    (outcome) => expect(outcome).toMatchObject({ published: true, codes: ['number-format'] }),
  ],
  [
    'columns with a wrong value each',
    16_000,
    (n) => ({ csv: `${header(n)}${row('x', n)}`, sidecar: columns(n, { type: 'int64' }) }),
    refused('type-mismatch'),
  ],
  ['columns with the same name', 50_000, (n) => ({ csv: `${row('c', n)}${row('1', n)}` }), refused('column-duplicate')],
  [
    'described columns that the file does not have',
    16_000,
    (n) => ({ csv: `${header(n)}${row('1', n)}`, sidecar: columns(n, {}, 'd') }),
    refused('column-unknown', 'column-undescribed'),
  ],
  [
    'faults of a sidecar',
    16_000,
    (n) => ({ csv: 'a\n1\n', sidecar: columns(n, { descriptio: 'D' }) }),
    refused('key-unknown'),
  ],
  [
    'letters of two names',
    MILLION,
    (n) => ({ csv: `${'n'.repeat(n)},b\n1,2\n`, sidecar: { columns: { ['m'.repeat(n)]: { description: 'M' } } } }),
    refused('column-name-too-long'),
  ],
];

/** The ratio of two input sizes, and the greatest ratio allowed for their times; quadratic growth would be 64. */
const TIMES = 8;
const MAX_TIMES = 24;
/** Times below this, in milliseconds, cannot be distinguished from noise. */
const SHORTEST = 100;

test.each(CASES)('%s: the time grows in proportion to the size', { timeout: 120_000 }, (_, size, make, check) => {
  const growths: number[] = [];
  // On a busy machine, a single measurement may be wrong.
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const small = measure(make(size / TIMES));
    const large = measure(make(size));
    check(large.outcome, size);
    growths.push(large.milliseconds / Math.max(SHORTEST, small.milliseconds));
    if ((growths.at(-1) as number) <= MAX_TIMES) return;
  }
  expect(Math.min(...growths)).toBeLessThanOrEqual(MAX_TIMES);
});

function measure({ csv, sidecar }: Giant): { milliseconds: number; outcome: Outcome } {
  const rawData = rawDataWith(withSidecar('economy/x', csv, sidecar));
  const started = performance.now();
  const { published, problems, texts } = buildInMemory(rawData, { reading: { maxColumns: MILLION } });
  const milliseconds = performance.now() - started;
  rmSync(rawData, { recursive: true });
  const codes = [...new Set(problems.map(({ code }) => code))];
  const [page = '', schema = ''] = ['v1/datasets/x.json', 'v1/datasets/x/schema.json'].map((it) => texts.get(it));
  return { milliseconds, outcome: { published, codes, page, schema } };
}
