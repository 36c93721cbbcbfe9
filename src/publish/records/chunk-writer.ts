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
import type { EncodedRecords, PartSummary, RecordFormat, RecordPages, RecordWriter } from './record-writer.ts';

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
  open: (output, pages, { firstRow }) => new ChunkWriter(output, pages, firstRow),
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
 */
export class ChunkWriter implements RecordWriter {
  /** Records are added one by one, since the length of each record decides where a chunk ends. */
  readonly capacity = 1;
  /** Index in the dataset of each written chunk's first record, in order. */
  readonly #firsts: number[] = [];
  readonly #output: Output;
  readonly #pages: RecordPages;
  readonly #chunk = new ByteBuffer();
  /** Indexes in the dataset of the current chunk's first record and of the next record. */
  #first: number;
  #row: number;
  /** Pieces of the first page; null once it is written or if it belongs to another part. */
  #firstPage: PagePiece[] | null;

  /** `firstRow` is the index of the part's first record in the dataset. */
  constructor(output: Output, pages: RecordPages, firstRow: number) {
    if (firstRow % CHUNK_RECORDS !== 0) throw new Error(`no chunk begins at record ${firstRow}`);
    this.#output = output;
    this.#pages = pages;
    this.#chunk.append(CHUNK_OPEN);
    this.#first = firstRow;
    this.#row = firstRow;
    this.#firstPage = firstRow === 0 ? [] : null;
  }

  add({ bytes, start, end }: EncodedRecords): void {
    const chunk = this.#chunk;
    const more = BETWEEN.length + end - start + CHUNK_CLOSE.length;
    if (this.#row > this.#first) {
      if (chunk.length + more > MAX_CHUNK_BYTES) this.#write();
      else chunk.append(BETWEEN);
    }
    chunk.appendPart(bytes, start, end);
    this.#row += 1;
    if (this.#row % CHUNK_RECORDS === 0) this.#write();
  }

  end(isLast: boolean): PartSummary {
    if (isLast) {
      const { count } = this.#pages;
      if (this.#row !== count) throw new Error(`expected ${count} records, but got ${this.#row}`);
      if (this.#row > this.#first) this.#write();
      this.#writeFirstPage();
    }
    return this.#firsts;
  }

  /** Writes the current chunk and begins the next. */
  #write(): void {
    const chunk = this.#chunk;
    chunk.append(CHUNK_CLOSE);
    const whole = chunk.bytes.subarray(0, chunk.length);
    this.#output.write(chunkFile(this.#pages.collection.config, this.#first), whole);
    this.#firsts.push(this.#first);
    if (this.#firstPage) {
      const bytes = whole.slice();
      const to = Math.min(this.#row, DEFAULT_LIMIT) - this.#first;
      this.#firstPage.push({ bytes, offsets: recordOffsets(bytes, CHUNK_FRAME), from: 0, to });
      if (this.#row >= DEFAULT_LIMIT) this.#writeFirstPage();
    }
    this.#first = this.#row;
    chunk.length = CHUNK_OPEN.length;
  }

  #writeFirstPage(): void {
    if (!this.#firstPage) return;
    const { site, collection, count, head } = this.#pages;
    const window = { limit: DEFAULT_LIMIT, offset: 0 };
    const links = pageLinks(site, collection, count, window);
    const page = splicePage(topOf(head), this.#firstPage, count, links, window);
    this.#output.write(collectionFile(collection), joinParts(page));
    this.#firstPage = null;
  }
}
