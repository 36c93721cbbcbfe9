import { BETWEEN_BYTES, CHUNK_CLOSE, CHUNK_OPEN } from '../../contract/page-layout.ts';
import { chunkFile, chunkIndexFile, collectionFile, DEFAULT_LIMIT } from '../../contract/routes.ts';
import type { Output } from '../../model.ts';
import { encodeChunkIndex } from '../encode-documents.ts';
import { ByteBuffer } from './byte-buffer.ts';
import { OpenPage } from './page-writer.ts';
import type { RecordFormat, RecordPages, RecordWriter } from './record-writer.ts';

/**
 * A new chunk starts at every multiple of this number of records. Parts that start at a multiple can therefore be written independently,
 * and the chunks do not depend on how the dataset is split into parts. This many records of about 240 bytes fill a chunk.
 */
export const CHUNK_RECORDS = 4096;

/** Maximum size in bytes of a chunk with more than one record. */
export const MAX_CHUNK_BYTES = 1_000_000;

/** Writes chunks of records, a list of the chunks, and the first page. A part's summary lists the index of each chunk's first record. */
export const CHUNKS: RecordFormat = {
  alignment: () => CHUNK_RECORDS,
  open: (output, pages, { firstRow }) => chunkWriter(output, pages, firstRow),
  join(dataset, summaries, output, site) {
    const firsts = (summaries as readonly number[][]).flat();
    output.write(chunkIndexFile(dataset.config), encodeChunkIndex(dataset, firsts, site));
    return null;
  },
};

/**
 * Packs the records of a part into chunks. A chunk ends at every multiple of `CHUNK_RECORDS`, and before any record that would make it
 * too long. The first part also writes the first page. Keeps one chunk and the first page in memory.
 * `firstRow` is the index of the part's first record in the dataset.
 */
export function chunkWriter(output: Output, pages: RecordPages, firstRow: number): RecordWriter {
  if (firstRow % CHUNK_RECORDS !== 0) throw new Error(`no chunk begins at record ${firstRow}`);
  const { collection, count } = pages;
  /** Index in the dataset of each written chunk's first record, in order. */
  const firsts: number[] = [];
  const chunk = new ByteBuffer();
  chunk.append(CHUNK_OPEN);
  /** Indexes in the dataset of the current chunk's first record and of the next record. */
  let [first, row] = [firstRow, firstRow];
  /** Null if it belongs to another part. */
  const firstPage = firstRow === 0 ? new OpenPage(pages, { limit: DEFAULT_LIMIT, offset: 0 }) : null;
  /** Writes the current chunk and begins the next. */
  const write = (): void => {
    chunk.append(CHUNK_CLOSE);
    output.write(chunkFile(collection.config, first), chunk.bytes.subarray(0, chunk.length));
    firsts.push(first);
    first = row;
    chunk.length = CHUNK_OPEN.length;
  };
  return {
    /** Records are added one by one, since the length of each record decides where a chunk ends. */
    capacity: 1,
    add(record) {
      const { bytes, start, end } = record;
      const more = BETWEEN_BYTES.length + end - start + CHUNK_CLOSE.length;
      if (row > first) {
        if (chunk.length + more > MAX_CHUNK_BYTES) write();
        else chunk.append(BETWEEN_BYTES);
      }
      chunk.appendPart(bytes, start, end);
      if (row < DEFAULT_LIMIT) firstPage?.add(record);
      row += 1;
      if (row % CHUNK_RECORDS === 0) write();
    },
    end(isLast) {
      if (isLast && row !== count) throw new Error(`expected ${count} records, but got ${row}`);
      if (isLast && row > first) write();
      if (firstPage) output.write(collectionFile(collection), firstPage.close());
      return firsts;
    },
  };
}
