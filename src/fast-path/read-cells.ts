import type { ByteSource, CellBlock } from '../model.ts';
import { type FastPlan, segmentOf } from './plan.ts';
import { blocksAgain, readRange } from './read-range.ts';

/**
 * Reads some cells of each record of a file that was found to be regular; `records` have these alone, in this order. Blocks are valid until
 * the next one is requested. Throws an error if the file is no longer regular.
 */
export function* readCells(
  content: ByteSource,
  plan: FastPlan,
  cells: readonly number[],
): Generator<CellBlock, void, undefined> {
  let linesBefore = plan.firstLine - 1;
  for (const index of plan.segments.keys()) {
    const range = readRange(content, segmentOf(plan, index));
    for (const block of blocksAgain(range, plan.file)) {
      const records: string[][] = [];
      for (let record = 0; record < block.records; record += 1) {
        records.push(cells.map((cell) => block.textOf(record, cell)));
      }
      const placeOf: CellBlock['placeOf'] = (record, cell) => {
        const place = block.placeOf(record, cell);
        return { ...place, line: place.line + linesBefore };
      };
      const all = Array.from({ length: block.width }, (_, cell) => cell);
      yield { records, placeOf, recordAt: (record) => all.map((cell) => block.textOf(record, cell)) };
    }
    linesBefore += range?.scanner.lines ?? 0;
  }
}
