import {
  CHUNK_CLOSE,
  CHUNK_FRAME,
  CHUNK_OPEN,
  joinParts,
  type PagePiece,
  recordOffsets,
  splicePage,
  topOf,
} from '../../contract/page-layout.ts';
import { chunkFile, chunkIndexFile, collectionFile, DEFAULT_LIMIT, pageLinks } from '../../contract/routes.ts';
import type { Output } from '../../model.ts';
import { encodeChunkIndex } from '../encode-documents.ts';
import { ByteBuffer } from './byte-buffer.ts';
import type { RecordFormat, RecordPages, RecordWriter } from './record-writer.ts';

/**
 * A new chunk starts at every multiple of this number of records. Parts that start at a multiple can therefore be written independently,
 * and the chunks do not depend on how the dataset is split into parts. This many records of about 240 bytes fill a chunk.
 */
export const CHUNK_RECORDS = 4096;

/** Maximum size in bytes of a chunk with more than one record. */
export const MAX_CHUNK_BYTES = 1_000_000;

const encoder = new TextEncoder();
const BETWEEN = encoder.encode(',\n');

/** Writes chunks of records, a list of the chunks, and the first page. A part's summary lists the index of each chunk's first record. */
export const CHUNKS: RecordFormat = {
  alignment: () => CHUNK_RECORDS,
  open: (output, pages, { firstRow }) => chunkWriter(output, pages, firstRow),
  join(dataset, summaries, output, site) {
    output.write(
      chunkIndexFile(dataset.config),
      encodeChunkIndex(dataset, (summaries as readonly number[][]).flat(), site),
    );
    return null;
  },
};

/**
 * Packs the records of a part into chunks. A chunk ends at every multiple of `CHUNK_RECORDS`, and before any record that would make it
 * too long. The first part also writes the first page. Keeps one chunk in memory, and the chunks of the first page until it is written.
 * `firstRow` is the index of the part's first record in the dataset.
 */
export function chunkWriter(output: Output, pages: RecordPages, firstRow: number): RecordWriter {
  if (firstRow % CHUNK_RECORDS !== 0) throw new Error(`no chunk begins at record ${firstRow}`);
  const { site, collection, count, head } = pages;
  /** Index in the dataset of each written chunk's first record, in order. */
  const firsts: number[] = [];
  const chunk = new ByteBuffer();
  chunk.append(CHUNK_OPEN);
  /** Indexes in the dataset of the current chunk's first record and of the next record. */
  let [first, row] = [firstRow, firstRow];
  /** Pieces of the first page; null once it is written or if it belongs to another part. */
  let firstPage: PagePiece[] | null = firstRow === 0 ? [] : null;
  const writeFirstPage = (): void => {
    if (!firstPage) return;
    const window = { limit: DEFAULT_LIMIT, offset: 0 };
    const links = pageLinks(site, collection, count, window);
    output.write(collectionFile(collection), joinParts(splicePage(topOf(head), firstPage, count, links, window)));
    firstPage = null;
  };
  /** Writes the current chunk and begins the next. */
  const write = (): void => {
    chunk.append(CHUNK_CLOSE);
    const whole = chunk.bytes.subarray(0, chunk.length);
    output.write(chunkFile(collection.config, first), whole);
    firsts.push(first);
    if (firstPage) {
      const bytes = whole.slice();
      const to = Math.min(row, DEFAULT_LIMIT) - first;
      firstPage.push({ bytes, offsets: recordOffsets(bytes, CHUNK_FRAME), from: 0, to });
      if (row >= DEFAULT_LIMIT) writeFirstPage();
    }
    first = row;
    chunk.length = CHUNK_OPEN.length;
  };
  return {
    /** Records are added one by one, since the length of each record decides where a chunk ends. */
    capacity: 1,
    add({ bytes, start, end }) {
      const more = BETWEEN.length + end - start + CHUNK_CLOSE.length;
      if (row > first) {
        if (chunk.length + more > MAX_CHUNK_BYTES) write();
        else chunk.append(BETWEEN);
      }
      chunk.appendPart(bytes, start, end);
      row += 1;
      if (row % CHUNK_RECORDS === 0) write();
    },
    end(isLast) {
      if (isLast) {
        if (row !== count) throw new Error(`expected ${count} records, but got ${row}`);
        if (row > first) write();
        writeFirstPage();
      }
      return firsts;
    },
  };
}
