import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hashRow } from '../../../../src/parse/checks/check-duplicates.ts';
import { reportsOfRepeats } from '../../../support/tables/reports.ts';

function linesOf(from: number, to: number): string {
  return Array.from({ length: to - from }, (_, row) => `${from + row},x${from + row}\n`).join('');
}

describe('repeated rows are reported:', () => {
  test.each([
    ['though cells have several lines and others are blank', 'a,b\n"1\n1",x\n\n2,y\n"3\n\n3",z\n4,u\n2,y\n', 10, 5],
    ['far after the first block', `a,b\n${linesOf(0, 300_000)}299000,x299000\n`, 300_002, 299_002],
  ])('with their lines in the file, %s', (_, csv, line, earlier) => {
    const [[place, ...texts] = []] = reportsOfRepeats(csv);
    expect(place).toBe(`hint x.csv:${line}:1 rows-repeated`);
    expect(texts.join('\n')).toContain(`line ${earlier}`);
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
