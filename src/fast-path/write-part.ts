/** The second pass over a part of a regular file: converts its records from bytes to JSON and passes them to every writer. */

import { type ByteDialect, kernelOfThread } from '../kernel/kernel.ts';
import type { ByteSource, WorkCounter } from '../model.ts';
import { cellEncoder } from '../profile/cells/interpret-cell.ts';
import { leastCapacity, type RecordWriter, type WrittenColumn } from '../publish/records/record-writer.ts';
import { ScannedBlock } from './byte-block.ts';
import { ByteEncoder } from './encode-records.ts';
import { ByteScanner, readSegment, recordsOfBlock } from './scanner.ts';

/** A part of a regular file, as plain data. */
export interface PartRange {
  dialect: ByteDialect;
  /** Byte offset of the first record; `end` is the byte offset after the part. */
  start: number;
  end: number;
}

/**
 * Passes the records of a part to all writers. `isLast` means that the file ends with this part. Throws an error that names `file` if the
 * part is no longer regular, which means that the file has changed since the first pass.
 */
export function writePart(
  content: ByteSource,
  file: string,
  { dialect, start, end }: PartRange,
  isLast: boolean,
  columns: readonly WrittenColumn[],
  writers: readonly RecordWriter[],
  counter: WorkCounter,
): void {
  const kernel = kernelOfThread();
  const scanner = new ByteScanner(kernel, dialect, end - start, recordsOfBlock(dialect.width));
  const length = readSegment(content, { start, end, newline: dialect.newline }, isLast, scanner.bytes);
  if (length === null) throw changed(file);
  const encoder = new ByteEncoder(
    kernel,
    columns.map(({ name, isNumeric, isPlain, description }) => ({
      name,
      isNumeric,
      isPlain,
      hasOwnNulls: (description.missing?.length ?? 0) > 0,
      toJson: cellEncoder(isNumeric, description),
    })),
  );
  for (let at = 0; at < length; ) {
    const next = scanner.scan(at, length, isLast);
    if (next < 0) throw changed(file);
    const block = new ScannedBlock(scanner, dialect, at, 1, []);
    for (let record = 0; record < block.records; ) {
      const to = Math.min(block.records, record + leastCapacity(writers));
      const encoded = encoder.encode(block, record, to);
      for (const writer of writers) writer.add(encoded);
      record += encoded.count;
    }
    counter.add(next - at, block.records);
    at = next;
  }
}

function changed(file: string): Error {
  return new Error(`${file} has changed since the first pass`);
}
