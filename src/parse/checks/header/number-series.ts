import { looksLikeNumber, looksLikeYear } from '../../../contract/plain-number.ts';

type Row = readonly string[];

/** Fewest numbers at equal distances that may be names, and fewest that certainly are: `0,1,2,3`, or any six. */
const FEWEST = 3;
const ENOUGH_FROM_START = 4;
const ENOUGH = 6;
/** Fewest growing numbers that may be names: `0.5,1,2,5,10`. */
const FEWEST_GROWING = 5;

/**
 * Whether the numbers of a first row are a series that names columns, as in `team,0,1,2,3`: they are at equal distances, or at least grow,
 * and those in most rows below do not. Null if they are no such series; percentages are numbers too, years are not.
 */
export function seriesIn(names: Row, below: readonly Row[]): 'names' | 'doubtful' | null {
  const cells = names.flatMap((name, cell) => (numberIn(name) === null || looksLikeYear(name) ? [] : [cell]));
  const numbersOf = (row: Row): (number | null)[] => cells.map((cell) => numberIn(row[cell]));
  const numbers = numbersOf(names);
  const isRare = (predicate: (row: readonly (number | null)[]) => boolean): boolean =>
    predicate(numbers) && below.filter((row) => predicate(numbersOf(row))).length * 2 <= below.length;
  if (cells.length >= FEWEST && isRare(areEvenlySpaced)) {
    const [first = null, second = null] = numbers;
    const isCount = (first === 0 || first === 1) && second === first + 1;
    return cells.length >= (isCount ? ENOUGH_FROM_START : ENOUGH) ? 'names' : 'doubtful';
  }
  return cells.length >= FEWEST_GROWING && isRare(areGrowing) ? 'doubtful' : null;
}

/**
 * Whether the numbers of a first row, two or more, grow from cell to cell, and those of most rows below do not: then they may be names, as in
 * `station,10,20,50`. If other names follow them, and none precedes them, two may grow by
 * chance.
 */
export function areGrowingAbove(names: Row, below: readonly Row[]): boolean {
  const cells = names.flatMap((name, cell) => (numberIn(name) === null ? [] : [cell]));
  const grows = (row: Row): boolean => areGrowing(cells.map((cell) => numberIn(row[cell])));
  const fewest = cells[0] === 0 && cells.length < names.length ? FEWEST : 2;
  return cells.length >= fewest && grows(names) && below.filter(grows).length * 2 <= below.length;
}

/**
 * Whether a row has several numbers, each of them one more than the one before. If a name of another kind follows them, and none precedes them,
 * they are names only if those of most rows below are not so.
 */
export function areConsecutive(names: Row, below: readonly Row[]): boolean {
  const follow = (row: Row): boolean => {
    const numbers = row.filter(looksLikeNumber).map(Number);
    return numbers.length > 1 && numbers.every((number, index) => number === (numbers[0] as number) + index);
  };
  const isMixed = looksLikeNumber(names[0] as string) && !names.every(looksLikeNumber);
  return follow(names) && !(isMixed && below.filter(follow).length * 2 > below.length);
}

function numberIn(cell: string | undefined): number | null {
  const digits = cell?.trim().replace(/ ?%$/, '');
  return digits !== undefined && looksLikeNumber(digits) ? Number(digits) : null;
}

function areEvenlySpaced(numbers: readonly (number | null)[]): boolean {
  const [first = null, second = null] = numbers;
  if (first === null || second === null || first === second) return false;
  const step = second - first;
  return numbers.every(
    (number, index) => number !== null && Math.abs(number - (first + index * step)) < 1e-9 * (1 + Math.abs(number)),
  );
}

function areGrowing(numbers: readonly (number | null)[]): boolean {
  return numbers.every((number, index) => {
    const before = numbers[index - 1];
    return number !== null && (index === 0 || (typeof before === 'number' && number > before));
  });
}
