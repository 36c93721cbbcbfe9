import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RecordBlock } from '../../../../src/model.ts';
import { hashRows, reportDuplicates } from '../../../../src/parse/checks/check-duplicates.ts';
import { type Duplicates, findDuplicates } from '../../../../src/parse/checks/find-duplicates.ts';
import { reportsOfStep } from '../../../support/tables/reports.ts';

/** What is found by comparing each row with all rows before it. */
function compareAll(hashes: readonly number[]): Duplicates | null {
  const earlier = hashes.map((hash, row) => (Number.isNaN(hash) ? row : hashes.indexOf(hash)));
  const repeats = [...hashes.keys()].filter((row) => earlier[row] !== row);
  const [row] = repeats;
  if (row === undefined) return null;
  const counts = hashes.map((hash) => hashes.filter((other) => other === hash).length);
  return {
    count: repeats.length,
    first: { row, earlier: earlier[row] as number },
    isTwice: counts.every((count) => count === 2),
    inOrder: repeats.filter((it) => repeats.includes(it - 1) && earlier[it] === (earlier[it - 1] as number) + 1).length,
  };
}

test('the rows that repeat an earlier one are those that a comparison of all pairs finds', () => {
  const hash = fc.oneof(
    { arbitrary: fc.nat(9), weight: 9 },
    fc.constant(Number.NaN),
    fc.maxSafeInteger().map(Math.abs),
  );
  fc.assert(
    fc.property(fc.array(fc.array(hash, { maxLength: 12 }), { maxLength: 4 }), (chunks) => {
      expect(findDuplicates(chunks.map((chunk) => Float64Array.from(chunk)))).toEqual(compareAll(chunks.flat()));
    }),
    { numRuns: 300 },
  );
});

test('of many rows, each repeat is found once, however many there are', () => {
  const count = 20_000;
  const first = Float64Array.from({ length: count }, (_, row) => ((row * 2654435761) % 2 ** 32) * 2 ** 20 + row);
  expect(findDuplicates([first])).toBeNull();
  expect(findDuplicates([first, first.slice(0, 5000)])).toEqual({
    count: 5000,
    first: { row: 20000, earlier: 0 },
    isTwice: false,
    inOrder: 4999,
  });
  expect(findDuplicates([first, first])).toEqual({
    count: 20000,
    first: { row: 20000, earlier: 0 },
    isTwice: true,
    inOrder: 19999,
  });
});

describe('repeated rows', () => {
  const blockOf = (records: readonly (readonly string[])[]): RecordBlock => ({
    records,
    placeOf: (record, cell) => ({ line: record + 2, column: cell + 1, excerpt: records[record]?.join() ?? '' }),
  });

  /** Everything that is said about rows; each letter stands for a row. */
  const reportsFor = (rows: string): string[][] => {
    const block = blockOf([...rows].map((letter) => [letter, 'x']));
    const found = findDuplicates([hashRows(block)]);
    return reportsOfStep((report) => found && reportDuplicates(found, rows.length, 'x.csv', () => [block], report));
  };

  const others = (count: number): string =>
    String.fromCharCode(...Array.from({ length: count }, (_, at) => 0x4e00 + at));

  test.each([
    ['two of twenty rows', `ab${others(16)}ab`, true],
    ['two of nineteen rows, in order', `ab${others(15)}ab`, false],
    ['three of thirty rows', `abc${others(24)}cba`, true],
    ['three of 29 rows, out of order', `abc${others(23)}cba`, false],
    ['three of a few rows, in order', 'abcdabc', true],
    ['four of a few rows, two in order', 'abcdexabde', true],
    ['four of a few rows, one in order', 'abcdexdabx', false],
    ['every row twice, out of order', 'abba', true],
    ['one of two rows', 'aba', true],
    ['two of a few rows', 'aaa', false],
  ])('are reported or not: %s', (_, rows, isReported) => {
    expect(reportsFor(rows).length > 0).toBe(isReported);
  });

  test('are not reported if the cells differ, though their hashes are equal', () => {
    const found = findDuplicates([Float64Array.of(1, 2, 1)]) as Duplicates;
    const finish = (...records: string[][]) =>
      reportsOfStep((report) =>
        reportDuplicates(found, 3, 'x.csv', () => records.map((record) => blockOf([record])), report),
      );
    expect(finish(['a', 'x'], ['b', 'x'], ['a', 'y'])).toEqual([]);
    expect(finish(['a', 'x'], ['b', 'x'], ['c', 'x'])).toEqual([]);
    expect(finish(['a', 'x'], ['b', 'x'], ['a', 'x'])).toHaveLength(1);
    expect(finish(['a', 'x'])).toEqual([]);
  });

  test('without a value are not compared', () => {
    const hashesOf = (...records: string[][]): number[] => [...hashRows(blockOf(records))];
    expect(hashesOf(['', ' '], ['', ''])).toEqual([Number.NaN, Number.NaN]);
    expect(new Set(hashesOf(['a', ''], ['', 'a'])).size).toBe(2);
  });
});
