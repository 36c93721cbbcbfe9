import fc from 'fast-check';
import { codePoints } from './code-points.ts';
import type { Writing } from './csv-writer.ts';

/** A table as a publisher may have it. */
export interface Table {
  names: string[];
  rows: string[][];
  /** Declared spellings of null, for all columns. */
  missing: string[] | undefined;
}

const text = fc.oneof(
  fc.constantFrom(
    '',
    '',
    ' ',
    '\t',
    'NA',
    ' null ',
    '-',
    '..',
    'None',
    'true',
    '2020-01-31',
    '1,234',
    '12%',
    'inf',
    '0x10',
  ),
  fc.constantFrom(
    '"',
    '""',
    'a"b',
    "'",
    ';',
    ',',
    '|',
    '\t|;',
    '\n',
    '\r\n',
    '\r',
    'a\nb',
    '\u2028',
    '\uFEFF',
    '\u0000',
    '\\',
    '{"a":1}',
    '],',
  ),
  fc.constantFrom('é', 'e\u0301', 'Zürich', '名前', '🌾', '👩‍🌾', '\u202Eabc', '  leading', 'trailing  ', '\u00A01'),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.string({ unit: codePoints, maxLength: 6 }),
);

const smallInteger = fc.integer({ min: -1000, max: 1000 }).map(String);
const integer = fc.oneof(
  smallInteger,
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
  fc.constantFrom('9223372036854775807', '-9223372036854775808', '9007199254740993', '+5', '-0', ' 7 '),
);
const decimal = fc.oneof(
  fc.tuple(integer, fc.stringMatching(/^[0-9]{0,6}$/)).map(([whole, fraction]) => `${whole.trim()}.${fraction}`),
  fc.constantFrom('.5', '-.5', '5.', '12.50', '0.10', '1.5E-3', '2e-10', '1.7976931348623157e308'),
);
const numeric = fc.oneof(integer, decimal);
const nullish = fc.constantFrom('', '', ' ', 'NA', 'n/a', '-', ' .. ', '-nan');
const spoiler = fc.constantFrom(
  '01001',
  '9223372036854775808',
  '12345678901234567890',
  '1e5',
  '1e400',
  'x',
  '00.5',
  '-9',
);

/** Cells of one column: of one kind for the most part, so that every type comes up. */
const column = fc.constantFrom(
  text,
  integer,
  decimal,
  numeric,
  nullish,
  fc.oneof({ arbitrary: integer, weight: 4 }, { arbitrary: nullish, weight: 1 }),
  fc.oneof({ arbitrary: numeric, weight: 4 }, { arbitrary: nullish, weight: 1 }),
  fc.oneof({ arbitrary: integer, weight: 50 }, { arbitrary: spoiler, weight: 1 }),
  fc.oneof({ arbitrary: numeric, weight: 20 }, { arbitrary: spoiler, weight: 1 }),
  fc.oneof({ arbitrary: text, weight: 3 }, { arbitrary: nullish, weight: 1 }),
);

const name = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'toString',
    '2019',
    '2020',
    '0',
    ' x',
    'x ',
    'x',
    'X',
    'a"b',
    'two\nlines',
  ),
  fc.constantFrom('🌾', 'Größe (m²)', '{}', '\\', '":', '\uFEFFx', '\u2028x', 'results', 'metadata'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 10 }),
);

/** Names that a header may have. Several numbers are refused, and so is one name that looks like several with another delimiter. */
function isHeader(names: readonly string[]): boolean {
  if (names.some((it) => it.trim() === '')) return false;
  if (names.every((it) => Number.isFinite(Number(it)))) return names.every((it) => /^[12][0-9]{3}$/.test(it));
  return names.length > 1 || !/[,;\t|]/.test(names[0] ?? '');
}

/** Tables of 1 to 8 columns and up to 250 rows. */
export const tables: fc.Arbitrary<Table> = fc
  .uniqueArray(name, { minLength: 1, maxLength: 8, size: 'max' })
  .filter(isHeader)
  .chain((names) =>
    fc.record({
      names: fc.constant(names),
      rows: fc
        .tuple(...names.map(() => column))
        .chain((columns) => fc.array(fc.tuple(...columns), { maxLength: 250, size: 'max' })),
      missing: fc.option(fc.constantFrom(['-9'], ['x', 'NA'], []), { nil: undefined, freq: 4 }),
    }),
  );

/** Every way to write a table that readers agree on. */
export const writings: fc.Arbitrary<Writing> = fc.record({
  delimiter: fc.constantFrom(',', ',', ';', '\t', '|', '^', '§'),
  newline: fc.constantFrom('\n', '\r\n', '\r'),
  hasByteOrderMark: fc.boolean(),
  endsInNewline: fc.boolean(),
  quoting: fc.array(fc.boolean(), { minLength: 1, maxLength: 7 }),
});
