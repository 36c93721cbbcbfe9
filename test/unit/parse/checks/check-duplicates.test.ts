import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RecordBlock } from '../../../../src/model.ts';
import { hashRow, hashRows, reportDuplicates } from '../../../../src/parse/checks/check-duplicates.ts';
import { findDuplicates } from '../../../../src/parse/checks/find-duplicates.ts';
import { parseCsv } from '../../../../src/parse/parse-csv.ts';
import type { Problem } from '../../../../src/problems/problem.ts';
import { memorySource } from '../../../support/memory-source.ts';
import { PLAIN_FORMAT } from '../../../support/tables/plain-format.ts';

/** The problems that the check for repeated rows reports. */
function repeatsIn(csv: string): Problem[] {
  const read = (): Iterable<RecordBlock> => parseCsv(memorySource(csv), 'x.csv', PLAIN_FORMAT, () => {})?.blocks ?? [];
  const problems: Problem[] = [];
  const hashes = Array.from(read(), hashRows);
  const rows = hashes.reduce((sum, { length }) => sum + length, 0);
  const repeats = findDuplicates(hashes);
  if (repeats) reportDuplicates(repeats, rows, 'x.csv', read, (it) => problems.push(it));
  return problems;
}

function linesOf(from: number, to: number): string {
  return Array.from({ length: to - from }, (_, row) => `${from + row},x${from + row}\n`).join('');
}

describe('repeated rows are reported:', () => {
  test('with their lines in the file, even if cells have several lines and others are blank', () => {
    const [problem] = repeatsIn('a,b\n"1\n1",x\n\n2,y\n"3\n\n3",z\n4,u\n2,y\n');
    expect(problem).toMatchObject({ line: 10, column: 1 });
    expect(problem?.message).toContain('line 5');
  });

  test('far after the first block', () => {
    const [problem] = repeatsIn(`a,b\n${linesOf(0, 300_000)}299000,x299000\n`);
    expect(problem).toMatchObject({ line: 300_002 });
    expect(problem?.message).toContain('line 299002');
  });
});

test('rows have the same hash if and only if they have the same cells', () => {
  const row = fc.array(fc.string({ maxLength: 4 }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(row, row, (a, b) => {
      expect(hashRow(a) === hashRow(b)).toBe(JSON.stringify(a) === JSON.stringify(b));
    }),
  );
  expect(hashRow(['a', 'bc'])).not.toBe(hashRow(['ab', 'c']));
  expect(hashRow(['', 'a'])).not.toBe(hashRow(['a', '']));
});

test('rows that differ only slightly have different hashes', () => {
  const hashes = new Set<number>();
  for (let a = 0; a < 200; a += 1) for (let b = 0; b < 1000; b += 1) hashes.add(hashRow([`${a}`, 'x', `${b}`, '2020']));
  expect(hashes.size).toBe(200_000);
});
