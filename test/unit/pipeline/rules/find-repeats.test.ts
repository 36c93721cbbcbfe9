import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findRepeats } from '../../../../src/pipeline/rules/find-repeats.ts';

const cell = fc.constantFrom('', 'a', 'b', 'ab', 'B', '"', ',');
const rows = fc.array(fc.tuple(cell, cell), { maxLength: 90, size: 'max' });

test('repeats are those that a map of all combinations finds, with their places, whatever the blocks', () => {
  fc.assert(
    fc.property(rows, fc.integer({ min: 1, max: 40 }), (records, size) => {
      const readCells = (cells: readonly number[]) =>
        Array.from({ length: Math.ceil(records.length / size) }, (_, block) => ({
          records: records.slice(block * size, (block + 1) * size).map((it) => cells.map((at) => it[at] as string)),
          placeOf: (record: number, at: number) => ({ line: block * size + record, column: at, excerpt: '' }),
        }));
      const seen = new Set<string>();
      const repeats = [...records.entries()].filter(([, [left, right]]) => {
        if (left === '' || right === '') return false;
        const key = JSON.stringify([left.toLowerCase(), right]);
        return seen.has(key) || !seen.add(key);
      });
      const readers = new Map([
        [1, (it: string) => it || null],
        [0, (it: string) => it.toLowerCase() || null],
      ]);
      const found: unknown[] = [];
      findRepeats(readCells, readers, records.length, (cells, placeOf) => {
        const place = placeOf();
        found.push([place.line, place.column, ...cells]);
      });
      expect(found).toEqual(repeats.map(([line, [left, right]]) => [line, 1, right, left]));
    }),
  );
});
