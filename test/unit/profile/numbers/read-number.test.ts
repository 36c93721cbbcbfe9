import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  canonicalNumber,
  compareNumbers,
  notationOf,
  readFormatted,
  toJsonNumber,
  trimBlanks,
} from '../../../../src/profile/numbers/read-number.ts';
import { runs } from '../../../support/runs.ts';
import { compareExact, exactOfText } from '../exact-numbers.ts';
import { plainNumber } from '../numbers-arbitrary.ts';

test('a number in JSON follows the grammar of RFC 8259, and has the same value', () => {
  fc.assert(
    fc.property(plainNumber, (number) => {
      const json = toJsonNumber(number);
      expect(json).toMatch(/^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/);
      expect(compareExact(exactOfText(json), exactOfText(number))).toBe(0);
    }),
  );
});

describe('numbers compare as their exact values do', () => {
  test('whatever their notation', () => {
    fc.assert(
      fc.property(plainNumber, plainNumber, (a, b) => {
        expect(signOf(compareNumbers(a, b))).toBe(compareExact(exactOfText(a), exactOfText(b)));
      }),
    );
  });

  test('even if they differ only in a digit that no double holds', () => {
    const digits = fc.stringMatching(/^[1-9][0-9]{15,25}$/);
    fc.assert(
      fc.property(digits, fc.nat(9), fc.nat(9), fc.boolean(), (start, a, b, isFraction) => {
        const [first, second] = [a, b].map((last) => `-${isFraction ? '0.' : ''}${start}${last}`) as [string, string];
        expect(signOf(compareNumbers(first, second))).toBe(Math.sign(b - a));
      }),
    );
  });
});

test('two numbers have the same canonical text exactly if they are equal', () => {
  const close = fc
    .tuple(plainNumber, plainNumber)
    .chain(([a, b]) => fc.constantFrom([a, a], [a, `${a}`.replace('+', '')], [a, b]));
  fc.assert(
    fc.property(close, ([a = '', b = '']) => {
      const same = compareExact(exactOfText(a), exactOfText(b)) === 0;
      expect(canonicalNumber(a) === canonicalNumber(b)).toBe(same);
    }),
  );
});

test('a long cell is read in linear time', () => {
  const started = performance.now();
  for (const cell of [
    '1'.repeat(200_000),
    `${'1'.repeat(200_000)}x`,
    `0.${'0'.repeat(200_000)}1`,
    ' '.repeat(200_000),
  ]) {
    notationOf(trimBlanks(`x${cell}`));
    notationOf(trimBlanks(`${cell}x `));
    readFormatted(cell, { thousands: ' ', decimal: ',' });
  }
  expect(performance.now() - started).toBeLessThan(1000);
});

test('only ASCII blanks are trimmed', () => {
  expect(trimBlanks(' \t\n\v\f\r x y \t\n\v\f\r')).toBe('x y');
  for (const text of ['\u00A0x\u2028', '\u0085x', '\bx\u000E']) expect(trimBlanks(text)).toBe(text);
  expect(trimBlanks('   ')).toBe('');
});

/** −1, 0 or 1; zero without a sign. */
function signOf(value: number): number {
  return Math.sign(value) + 0;
}

test('there are groups of exactly three digits, and nothing else, between separators of thousands', () => {
  const GROUPED = /^[+-]?[0-9]{1,3}(?:,[0-9]{3})+$/;
  const groups = fc.array(fc.stringMatching(/^[0-9]{1,4}$/), { minLength: 1, maxLength: 4 });
  const text = fc.oneof(
    fc.tuple(fc.constantFrom('', '-', '+'), groups).map(([sign, all]) => sign + all.join(',')),
    fc.stringMatching(/^[0-9,+x-]{0,9}$/),
  );
  fc.assert(
    fc.property(text, (whole) => {
      const expected = !whole.includes(',') ? whole : GROUPED.test(whole) ? whole.replaceAll(',', '') : null;
      expect(readFormatted(whole, { thousands: ',' })).toBe(expected);
      const withFraction = expected === null ? null : `${expected}.5`;
      expect(readFormatted(`${whole}.5`, { thousands: ',' })).toBe(withFraction);
      expect(readFormatted(`${whole}.5.5`, { thousands: ',' })).toBeNull();
    }),
    { numRuns: runs(2000) },
  );
});
