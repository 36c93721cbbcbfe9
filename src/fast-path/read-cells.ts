import type { ByteSource, RecordBlock } from '../model.ts';
import { type FastPlan, segmentOf } from './plan.ts';
import { blocksAgain, readRange } from './read-range.ts';

/**
 * Reads some cells of each record of a file that was found to be regular; records have no others. Blocks are valid until the next one is
 * requested. Throws an error if the file is no longer regular.
 */
export function* readCells(
  content: ByteSource,
  plan: FastPlan,
  cells: readonly number[],
): Generator<RecordBlock, void, undefined> {
  const { width, quote } = plan.dialect;
  // Cells of ASCII without quotes are cut from a longer string, which takes a fraction of the time of decoding each.
  const isPlain = new RegExp(`^[^\\x80-\\xff${quote < 0 ? '' : `\\x${quote.toString(16)}`}]*$`);
  let linesBefore = plan.firstLine - 1;
  for (const index of plan.segments.keys()) {
    const range = readRange(content, segmentOf(plan, index));
    for (const block of blocksAgain(range, plan.file)) {
      const { bytes, bounds, records: count } = block;
      const start = bounds[0] as number;
      const text = bytes.toString('latin1', start, bounds[count * width * 2 - 1]);
      const records = Array.from({ length: count }, (_, record) => {
        const texts: string[] = [];
        for (const cell of cells) {
          const at = (record * width + cell) * 2;
          const own = text.slice((bounds[at] as number) - start, (bounds[at + 1] as number) - start);
          texts[cell] = isPlain.test(own) ? own : block.textOf(record, cell);
        }
        return texts;
      });
      const placeOf: RecordBlock['placeOf'] = (record, cell) => {
        const place = block.placeOf(record, cell);
        return { ...place, line: place.line + linesBefore };
      };
      yield { records, placeOf };
    }
    linesBefore += range?.scanner.lines ?? 0;
  }
}
