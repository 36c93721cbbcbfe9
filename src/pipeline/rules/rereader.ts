import type { FastRead } from '../../fast-path/join-segments.ts';
import { readCells } from '../../fast-path/read-cells.ts';
import type { CellBlock, RecordBlock, Source } from '../../model.ts';
import type { ReadAgain } from '../../profile/evidence/findings.ts';
import { csvFile } from '../input/csv-file.ts';
import { readAgain } from '../read-as-text.ts';

/** Reads records again of which only the given cells are needed: they have these alone, in this order. */
export type ReadCells = (cells: readonly number[]) => Iterable<CellBlock>;

/** Returns functions that read the records of a file again, which is not part of the displayed progress. */
export function rereader(
  source: Source,
  delimiter: string,
  fast: FastRead | null,
): { whole: ReadAgain; cells: ReadCells } {
  // The delimiter and the header row are known by now, so they need not be detected again.
  const format = { ...source.format, delimiter, header: source.format.header ?? 1 };
  const whole: ReadAgain = () => readAgain({ ...source, format }, { add: () => {} });
  const cells: ReadCells = (asked) =>
    fast ? readCells(csvFile(source.path, source.file), fast.plan, asked) : cellsOf(whole(), asked);
  return { whole, cells };
}

function* cellsOf(blocks: Iterable<RecordBlock>, cells: readonly number[]): Generator<CellBlock> {
  for (const { records, placeOf } of blocks) {
    const asked = records.map((record) => cells.map((cell) => record[cell] as string));
    yield { records: asked, placeOf, recordAt: (record) => records[record] as readonly string[] };
  }
}
