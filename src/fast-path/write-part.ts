/** The second pass over a part of a regular file: converts its records from bytes to JSON and passes them to every writer. */

import { kernelOfThread } from '../kernel/kernel.ts';
import type { ByteSource, WorkCounter } from '../model.ts';
import { leastCapacity, type RecordWriter, type WrittenColumn } from '../publish/records/record-writer.ts';
import { byteEncoder } from './encode-records.ts';
import { type ByteRange, blocksAgain, readRange } from './read-range.ts';

/**
 * Passes the records of a part to all writers. Throws an error that names `file` if the part is no longer regular, which means that the
 * file has changed since the first pass.
 */
export function writePart(
  content: ByteSource,
  file: string,
  part: ByteRange,
  columns: readonly WrittenColumn[],
  writers: readonly RecordWriter[],
  counter: WorkCounter,
): void {
  const range = readRange(content, part);
  const encode = byteEncoder(kernelOfThread(), columns);
  let at = 0;
  for (const block of blocksAgain(range, file)) {
    for (let record = 0; record < block.records; ) {
      const to = Math.min(block.records, record + leastCapacity(writers));
      const encoded = encode(block, record, to);
      for (const writer of writers) writer.add(encoded);
      record += encoded.count;
    }
    counter.add(block.end - at, block.records);
    at = block.end;
  }
}
