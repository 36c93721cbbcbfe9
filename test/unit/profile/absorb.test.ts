import { describe, expect, test } from 'vitest';
import type { ColumnDescription } from '../../../src/model.ts';
import { statisticsOf } from '../../../src/profile/numbers/statistics.ts';
import { ColumnProfiler } from '../../../src/profile/profile-column.ts';

/*
 * Threads read the segments of a file, each with a profiler of its own. Together they find what one profiler finds that reads every cell.
 */

const many = (count: number, cellOf: (at: number) => string): string[] =>
  Array.from({ length: count }, (_, at) => cellOf(at));

const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  'integers': ['3', '1', '', '2', '3', '5'],
  'integers beyond the range of doubles': ['9223372036854775807', '1', '9007199254740993', '9007199254740992', '+5'],
  'integers, then decimals': ['9007199254740993', '-4', '0.5', '9223372036854775807', '2'],
  'decimals with more and more places': ['1', '2.5', '0.125', '-7.0625', '12'],
  'decimals with fewer and fewer places': ['0.000001', '0.125', '2.5', '1'],
  'decimals of which the last has too many places': ['1234567', '5', '0.1234567890123'],
  'decimals of which the first has too many places': ['0.1234567890123', '1234567', '5', '7.5'],
  'doubles': ['1e-300', '5', '1.5E+20', '-2', '3.25'],
  'numbers that share a double': ['0.1', '0.10000000000000001', '0.1000000000000000055', '0.09999999999999999', '0.1'],
  'equal numbers in many notations': ['1.0', '1', '+1', '1.00', '10e-1', '2', '3', '4', '5', '6'],
  'numbers and null tokens': ['1', 'NA', ' ', '', '-', 'NA', '  ', '2', ' '],
  'null tokens before empty cells': ['NA', '1', '', 'NA', '-', ''],
  'nulls alone': ['', 'NA', '', ' ', 'NA'],
  'unsigned exponents': ['1e5', '2e7', '3'],
  'unsigned exponents, then a decimal': ['1e5', '2e7', '3.5'],
  'plus signs': ['+5', '+6', '', '+7'],
  'plus signs of codes': ['+3188554', '+318855443322'],
  'plus signs of codes, then of a short number': ['+3188554', '+318855443322', '+5'],
  'plus signs, then a zero': ['+5', '+6', '+0'],
  'plus signs, then another number': ['+5', '+6', '7'],
  'points before three digits': ['12', '1.234', '7', '5.678'],
  'points before three digits, then a long number': ['1.234', '1200', '5.678'],
  'points before three digits, then two': ['1.234', '5.678', '1.25', '2.500'],
  'a long number, then points': ['1200', '7', '1.234'],
  'numbers, then a text': ['1', '2', '3', '2', '4', '5', '6', 'x'],
  'a text, then numbers': ['x', '1', '2', '2', '3'],
  'nearly numbers': [...many(10, String), '*', ...many(10, String), '#REF!', '*'],
  'ten texts among numbers': [...many(100, String), ...many(10, (at) => `t ${'abcdefghij'[at]}`), ...many(100, String)],
  'eleven texts among numbers': [
    ...many(100, String),
    ...many(11, (at) => `t ${'abcdefghijk'[at]}`),
    ...many(120, String),
  ],
  'zero-padded codes after numbers': ['1', '2', 'x', '007', '3'],
  'decimal commas': ['1,5', '2', '3,25', 'k. A.', '4,5', 'k. A.'],
  'commas that may separate either': ['1,234', '5', '5,678', '12', 'n. v.'],
  'commas, then points': ['1,5', '2', '1.5', '3'],
  'whole numbers, then decimal commas': ['1', '2', '3', '1,5', 'NA'],
  'words that no format reads': [...many(12, (at) => `word ${'abcdefghijkl'[at]}`), '1,5'],
  'words on both sides of a formatted number': ['open', '1,5', 'closed', '2,5'],
  'flags': ['12.3 b', '6.2', '7.5 p', '8.1', ': c', '9.9 b'],
  'units that some numbers lack': ['5 kg', '7', '8 kg', '9'],
  'currencies on both sides': ['€ 5', '7 €', '1.234,50 €', '-€ 3'],
  'negative numbers in several notations': ['(5)', '7-', '−3', '12'],
  'codes with letters': ['12a', '15b', '12', '7', '19c', '12a'],
  'more words than a column of numbers has': [...many(40, (at) => `word ${at}x`), '1,5', '2', ...many(9, String)],
  'more suffixes than a column of numbers has': many(50, (at) => `${at},5 ${'abcdefghijklmnopqrstuvwxyz'[at % 26]}x`),
  'padded texts': [' a', 'b ', 'c', ' d '],
  'quoted texts': ["'a'", '“b”', 'c', "'d'"],
  'the name of the column': ['a', 'x', 'b', 'x'],
  'texts and null tokens': ['red', 'NaN', ' ', '', 'NULL', 'NaN', '\u00A0', '\u3000', ' '],
  'more than five texts': many(12, (at) => `text ${at % 7}`),
};

const DESCRIPTIONS: Readonly<Record<string, Partial<ColumnDescription>>> = {
  'is not described': {},
  'may have no null': { required: true },
  'is declared as integers': { type: 'int64' },
  'is declared as numbers': { type: 'float64' },
  'is declared as text': { type: 'object' },
  'has spellings of null': { missing: ['x', '2'] },
  'has a number format': { numberFormat: { decimal: ',' }, isNumber: true },
  'is in a file with a number format': { numberFormat: { decimal: ',' } },
};

function profilerOf(said: Partial<ColumnDescription>): ColumnProfiler {
  return new ColumnProfiler('x', {
    description: '',
    nullable: false,
    required: false,
    isNumber: false,
    numberFormat: {},
    ...said,
  });
}

/** Reads the cells from one index up to another, in blocks of three. */
function read(cells: readonly string[], said: Partial<ColumnDescription>, from: number, to: number): ColumnProfiler {
  const profiler = profilerOf(said);
  for (let at = from; at < to; at += 3) {
    const records = cells.slice(at, Math.min(at + 3, to)).map((cell) => [cell]);
    profiler.add({ records, placeOf: (record) => ({ line: at + record + 2, column: 1, excerpt: '' }) }, 0);
  }
  return profiler;
}

function conclude(profiler: ColumnProfiler) {
  const { numbers } = profiler;
  const profile = profiler.finish(numbers && statisticsOf(numbers));
  return { ...profile, nullSpellings: [...profile.nullSpellings] };
}

/** Where a column is cut. Of the cuts of a short one, every other is enough if it is described. */
function cutsOf(length: number, isDescribed: boolean): number[] {
  if (length > 100) return [1, 104, 109, 110, 111];
  return [...Array(length + 1).keys()].filter((at) => !isDescribed || at % 2 === 1);
}

describe.each(Object.keys(DESCRIPTIONS))('a column that %s is the same, wherever it was cut,', (said) => {
  const description = DESCRIPTIONS[said] as Partial<ColumnDescription>;

  test.each(Object.keys(COLUMNS))('with %s', (name) => {
    const cells = COLUMNS[name] as readonly string[];
    const whole = conclude(read(cells, description, 0, cells.length));
    for (const cut of cutsOf(cells.length, Object.keys(description).length > 0)) {
      const joined = profilerOf(description);
      for (const [from, to] of [
        [0, cut],
        [cut, cells.length],
      ] as const) {
        // Threads exchange copies.
        joined.absorb(structuredClone(read(cells, description, from, to).snapshot()));
      }
      expect(conclude(joined), `cut before cell ${cut}`).toEqual(whole);
    }
  });
});
