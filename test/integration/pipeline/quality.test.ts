import { expect, test } from 'vitest';
import { buildInMemory } from '../../support/builds/build-in-memory.ts';
import { rawDataWith, withSidecar } from '../../support/builds/raw-data-folder.ts';

interface Quality {
  config: string;
  name: string;
  hints: { code: string; file: string; line: number; column: number; message: string }[];
  nulls: { column: string; spellings: { text: string; count: number }[] }[];
}

/** The quality resource of a file whose columns are all described. */
function qualityOf(csv: string, more: Record<string, unknown> = {}): Quality {
  const rawData = rawDataWith(withSidecar('economy/x', csv, more));
  return buildInMemory(rawData).document('v1/datasets/x/quality.json');
}

const described = (...names: string[]): Record<string, unknown> => ({
  columns: Object.fromEntries(names.map((name) => [name, { description: 'D' }])),
});

test('nulls are counted by their spelling, most frequent first, without blanks around them; a blank cell is its own spelling', () => {
  const csv = 'place,rain\nOslo,1\nNA,\nRome, NA\n,..\nBern,NA \n,  \n,-\n,NA\n';
  expect(qualityOf(csv, { ...described('place', 'rain'), csv: { emptyRows: 'keep' } }).nulls).toEqual([
    { column: 'place', spellings: [{ text: '', count: 4 }] },
    {
      column: 'rain',
      spellings: [
        { text: 'NA', count: 3 },
        { text: '', count: 1 },
        { text: '..', count: 1 },
        { text: '  ', count: 1 },
        { text: '-', count: 1 },
      ],
    },
  ]);
});

test('spellings that the sidecar declares are counted, and those that are text are not', () => {
  const csv = 'a,b\nx,-9\ny,NA\nNA,3\nNA,-9\n';
  const { nulls } = qualityOf(csv, {
    columns: { a: { description: 'A', missing: ['x'] }, b: { description: 'B', missing: ['-9', 'NA'] } },
  });
  expect(nulls).toEqual([
    { column: 'a', spellings: [{ text: 'x', count: 1 }] },
    {
      column: 'b',
      spellings: [
        { text: '-9', count: 2 },
        { text: 'NA', count: 1 },
      ],
    },
  ]);
});

test('hints are in the order of their lines', () => {
  const numbers = Array.from({ length: 40 }, (_, row) => `k${row},${row}\n`).join('');
  const { hints } = qualityOf(`a,b\n${numbers}x,*\nCafÃ©,2\n`, described('a', 'b'));
  expect(hints.map(({ code, file, line, column }) => [code, file, line, column])).toEqual([
    ['nearly-numeric', 'economy/x.csv', 42, 3],
    ['mojibake', 'economy/x.csv', 43, 4],
  ]);
  expect(hints[0]?.message).toContain('1 of its 42 values');
  expect(hints[0]?.message).toContain('int64');
});
