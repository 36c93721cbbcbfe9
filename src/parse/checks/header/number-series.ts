import { looksLikeNumber, looksLikeYear } from '../../../contract/value-shapes.ts';
import type { Row } from '../../records/row-predicates.ts';

/** Minimum length at which a series that counts up by one from 1 or less, as in `0,1,2,3`, certainly names columns. */
const MIN_FROM_START = 4;
/** Minimum length at which any other evenly spaced series certainly names columns. */
const MIN_NUMBERS = 6;
/** Minimum length at which an evenly spaced series may name columns. */
const MIN_EVEN = 3;
/** Minimum length at which a series that merely increases, as in `0.5,1,2,5,10`, may name columns. */
const MIN_GROWING = 5;

/**
 * Whether the numbers in a first row name columns, as in `team,0,1,2,3`: they increase from cell to cell, and the numbers in the rows below
 * usually do not. `names` if that is certain, `doubtful` if they may be values, `possible` if they are just as likely to be values, null if
 * they are probably not names. Percentages count as numbers. A series with a year is at most `possible`.
 */
export function seriesIn(names: Row, below: readonly Row[]): 'names' | 'doubtful' | 'possible' | null {
  const cells = names.flatMap((name, cell) => (Number.isNaN(numberIn(name)) ? [] : [cell]));
  const numbersOf = (row: Row): number[] => cells.map((cell) => numberIn(row[cell]));
  const isRare = (predicate: (numbers: readonly number[]) => boolean): boolean =>
    below.filter((row) => predicate(numbersOf(row))).length * 2 <= below.length;
  const numbers = numbersOf(names);
  if (numbers.length < 2 || !areGrowing(numbers)) return null;
  const [first = 0, second = 0] = numbers;
  const isCount = areEvenlySpaced(numbers) && second === first + 1;
  const hasYears = cells.some((cell) => looksLikeYear(names[cell] as string));
  if (!hasYears && numbers.length >= MIN_EVEN && areEvenlySpaced(numbers) && isRare(areEvenlySpaced)) {
    const enough = isCount && first <= 1 ? MIN_FROM_START : MIN_NUMBERS;
    return numbers.length >= enough ? 'names' : 'doubtful';
  }
  // If the row begins with a number but also has cells without one, a few numbers may increase by chance.
  const isLeading = cells[0] === 0 && cells.length < names.length;
  if (!isRare(areGrowing)) return isCount && !isLeading ? 'possible' : null;
  if (!hasYears && numbers.length >= MIN_GROWING) return 'doubtful';
  return isLeading && numbers.length < MIN_EVEN ? null : 'possible';
}

function numberIn(cell = ''): number {
  const digits = cell.trim().replace(/ ?%$/, '');
  return looksLikeNumber(digits) ? Number(digits) : Number.NaN;
}

function areGrowing(numbers: readonly number[]): boolean {
  return numbers.every((number, index) => index === 0 || number > (numbers[index - 1] as number));
}

function areEvenlySpaced(numbers: readonly number[]): boolean {
  const [first = 0, second = 0] = numbers;
  const step = second - first;
  return step > 0 && numbers.every((it, index) => Math.abs(it - (first + index * step)) < 1e-9 * (1 + Math.abs(it)));
}
