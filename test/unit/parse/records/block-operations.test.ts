import { expect, test } from 'vitest';
import type { RecordBlock } from '../../../../src/model.ts';
import { dropLast, joinBlocks, selectRecords, splitBlock } from '../../../../src/parse/records/block-operations.ts';
import { cellConversion } from '../../../../src/parse/records/convert-cells.ts';
import { skipLines } from '../../../../src/parse/records/count-line-breaks.ts';

/** A block of rows `1,2` and so on, whose places are the line and the number of the cell. */
function block(firstLine: number, ...rows: string[]): RecordBlock {
  const records = rows.map((row) => row.split(','));
  return {
    records,
    placeOf: (record, cell) => ({ line: firstLine + record, column: cell + 1, excerpt: rows[record] ?? '' }),
  };
}

/** The rows of a block, each with the line in which it is, and the column of its first cell. */
const rowsOf = (it: RecordBlock): string[] =>
  it.records.map((record, index) => `${it.placeOf(index, 0).line}:${it.placeOf(index, 0).column} ${record.join()}`);

test('records keep their places when others are left out, divided off or put before them', () => {
  const whole = block(5, 'a', 'b', 'c', 'd');
  expect(splitBlock(whole, 1).map(rowsOf)).toEqual([['5:1 a'], ['6:1 b', '7:1 c', '8:1 d']]);
  expect(rowsOf(joinBlocks(block(5, 'a', 'b'), block(9, 'c', 'd')))).toEqual(['5:1 a', '6:1 b', '9:1 c', '10:1 d']);
  expect(rowsOf(selectRecords(whole, [3, 1], (record) => [...record, 'x']))).toEqual(['8:1 d,x', '6:1 b,x']);
});

test('cells keep their places when others are left out; the place after the last one is the end of the whole record', () => {
  const { columns, convert } = cellConversion(['x', 'y', 'z'], [2, 0], { flags: [], dates: [] }, 'x.csv');
  const cells = convert(block(5, 'a,b,c', 'd,e,f'));
  expect(columns).toEqual(['z', 'x']);
  expect(cells.records).toEqual([
    ['c', 'a'],
    ['f', 'd'],
  ]);
  expect([0, 1, 2].map((cell) => cells.placeOf(1, cell).column)).toEqual([3, 1, 4]);
});

test('the last records are dropped, however they are divided into blocks, and each is passed on', () => {
  const rows = [...'abcdef'];
  for (const sizes of [[6], [3, 3], [1, 1, 1, 1, 1, 1], [5, 1], [1, 5], [2, 0, 3, 1]]) {
    for (let count = 0; count <= 8; count += 1) {
      let line = 1;
      const blocks = sizes.map((size) => {
        const it = block(line, ...rows.slice(line - 1, line - 1 + size));
        line += size;
        return it;
      });
      const dropped: string[] = [];
      const kept = [
        ...dropLast(blocks, count, ([cell], it, index) => dropped.push(`${it.placeOf(index, 0).line} ${cell}`)),
      ];
      const numbered = rows.map((row, index) => `${index + 1} ${row}`);
      const end = Math.max(0, rows.length - count);
      expect(kept.flatMap(rowsOf).map((row) => row.replace(':1', ''))).toEqual(numbered.slice(0, end));
      expect(dropped).toEqual(numbered.slice(end));
    }
  }
});

test('only the blocks that may hold the last records are kept in memory', () => {
  let read = 0;
  function* blocks(): Generator<RecordBlock> {
    for (;;) {
      read += 1;
      yield block(read, 'a', 'b');
    }
  }
  const rest = dropLast(blocks(), 2, () => {});
  rest.next();
  expect(read).toBe(2);
  rest.next();
  expect(read).toBe(3);
});

test('lines are skipped wherever a text is cut', () => {
  const text = 'a\r\nb\rc\n\nd\r\r\ne';
  const lines = text.split(/(?<=\r\n|\n|\r(?!\n))/);
  for (let count = 0; count <= 9; count += 1) {
    const rest = lines.slice(count).join('');
    expect([...skipLines([text], count)].join('')).toBe(rest);
    expect([...skipLines([...text], count)].join('')).toBe(rest);
    for (let cut = 0; cut <= text.length; cut += 1) {
      const chunks = [text.slice(0, cut), '', text.slice(cut)];
      expect([...skipLines(chunks, count)].join('')).toBe(rest);
      expect([...skipLines(chunks, count)].every((chunk) => chunk.length > 0)).toBe(true);
    }
  }
});
