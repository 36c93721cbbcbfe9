import type { FastRead } from '../../fast-path/join-segments.ts';
import { readCells } from '../../fast-path/read-cells.ts';
import type { RecordBlock, Source } from '../../model.ts';
import type { ReadAgain } from '../../profile/evidence/findings.ts';
import { csvFile } from '../input/csv-file.ts';
import { readAgain } from '../read-as-text.ts';

/** Returns a function that reads the records of a file again, which is not part of the displayed progress. */
export function rereader(source: Source, delimiter: string, fast: FastRead | null): ReadAgain {
  // The delimiter and the header row are known by now, so they need not be detected again.
  const format = { ...source.format, delimiter, header: source.format.header ?? 1 };
  const readWhole = (): Iterable<RecordBlock> => readAgain({ ...source, format }, { add: () => {} });
  return (cells) => {
    if (!cells) return readWhole();
    return fast ? readCells(csvFile(source.path, source.file), fast.plan, cells) : cellsOf(readWhole(), cells);
  };
}

function* cellsOf(blocks: Iterable<RecordBlock>, cells: readonly number[]): Generator<RecordBlock> {
  for (const { records, placeOf } of blocks) {
    yield { records: records.map((record) => cells.map((cell) => record[cell] as string)), placeOf };
  }
}
