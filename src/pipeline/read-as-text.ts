/** The text lane: reads any file as text, on a single thread from start to end. */

import type { KeptBytes } from '../kernel/kept-bytes.ts';
import { kernelOfThread } from '../kernel/kernel.ts';
import type { RecordBlock, WorkCounter } from '../model.ts';
import { hashRows } from '../parse/checks/check-duplicates.ts';
import { type CsvFile, parseCsv } from '../parse/parse-csv.ts';
import { cellEncoder } from '../profile/cells/interpret-cell.ts';
import { TextCounters } from '../profile/distribution/count-texts.ts';
import type { TextsSnapshot } from '../profile/distribution/text-counter.ts';
import { ColumnProfiler } from '../profile/profile-column.ts';
import { recordEncoder, recordFeed } from '../publish/records/encode-record.ts';
import type { RecordWriter, WrittenColumn } from '../publish/records/record-writer.ts';
import { csvFile } from './input/csv-file.ts';
import type { OpenedFile, TableProfile } from './lane.ts';
import type { RecordPart } from './task-types.ts';

/** Passes all records of a file to the writers, for the second pass. */
export function writeTexts(
  source: RecordPart['source'],
  columns: readonly WrittenColumn[],
  writers: readonly RecordWriter[],
  counter: WorkCounter,
): void {
  const encode = recordEncoder(
    columns.map(({ name, isNumeric, description }) => ({ name, toJson: cellEncoder(isNumeric, description) })),
  );
  const feed = recordFeed(writers);
  for (const { records } of readAgain(source, counter)) for (const record of records) feed.add(encode(record));
  feed.flush();
}

/** Profiles the remaining records of an opened file and closes it. */
export function profileTexts({ source, columns, csv }: OpenedFile, counter: WorkCounter): TableProfile {
  if (!csv) throw new Error(`${source.file} is already closed`);
  const profilers = [...columns].map(([name, description]) => new ColumnProfiler(name, description));
  const texts = new TextCounters(columns.values());
  const hashes: KeptBytes[] = [];
  let rowCount = 0;
  try {
    for (const block of countedBlocks(csv, counter)) {
      rowCount += block.records.length;
      hashes.push(kernelOfThread().keep(new Uint8Array(hashRows(block).buffer)));
      texts.add(block);
      for (const [cell, profiler] of profilers.entries()) profiler.add(block, cell);
    }
  } finally {
    csv.close();
  }
  const countTexts = (cells: readonly number[]): TextsSnapshot[][] => texts.finish(cells).map((snapshot) => [snapshot]);
  return { rowCount, profilers, countTexts, hashes, mayHaveMarks: false, fast: null };
}

/** Reads the records of a file again, without reporting its problems a second time. */
export function readAgain(
  { path, file, format, settings }: RecordPart['source'],
  counter: WorkCounter,
): Iterable<RecordBlock> {
  const csv = parseCsv(csvFile(path, file), file, format, () => {}, settings);
  return csv ? countedBlocks(csv, counter) : [];
}

/** Yields the blocks of a file. Counts a block only when the next one is requested: by then, the caller has processed it. */
function* countedBlocks(csv: CsvFile, counter: WorkCounter): Generator<RecordBlock, void, undefined> {
  let counted = 0;
  for (const block of csv.blocks) {
    yield block;
    const read = csv.bytesRead();
    counter.add(read - counted, block.records.length);
    counted = read;
  }
}
