import {
  CHUNK_CLOSE,
  CHUNK_OPEN,
  frameChunk,
  joinParts,
  type PagePiece,
  splicePage,
  topOf,
} from '../../contract/page-text.ts';
import { type Collection, chunkFile, collectionFile, DEFAULT_LIMIT, pageLinks } from '../../contract/routes.ts';
import type { ByteEncoder } from '../../fast-path/encode-records.ts';
import type { ByteBlock, Output } from '../../model.ts';
import { ByteBuffer } from './byte-buffer.ts';
import type { RecordPages } from './field-pages.ts';

/**
 * A chunk begins at every record whose number is a multiple of this. Were chunks filled to the brim from the first record on, nobody
 * could tell where one begins without all records before it; so, threads write parts of a dataset that begin at such a multiple, and what
 * they write is the same however it is divided. Records of 240 bytes fill a chunk.
 */
export const CHUNK_RECORDS = 4096;

/** Most bytes of a chunk that has more than one record. A longer record has a chunk of its own. */
export const MOST_CHUNK_BYTES = 1_000_000;

/** Bytes that a unit of a string takes at most in UTF-8. */
const MOST_BYTES = 3;

const encoder = new TextEncoder();
const BETWEEN = encoder.encode(',\n');

/**
 * Packs a part of a dataset's records, which begins where a chunk must begin, into chunks: each ends before the record that would make it
 * too long, and wherever another must begin. Writes the collection's first page too. Holds one chunk at a time.
 */
export class ChunkWriter {
  /** Numbers of the first records of the chunks that were written, in order. */
  readonly firsts: number[] = [];
  readonly #output: Output;
  readonly #pages: RecordPages;
  readonly #collection: Collection;
  readonly #chunk = new ByteBuffer();
  /** Numbers of the chunk's first record, and of the next record to come. */
  #first: number;
  #row: number;
  /** What the first page is made of; null when it is written, or another part's. */
  #firstPage: PagePiece[] | null;

  /** `firstRow` is the number of the part's first record among all, from 0. */
  constructor(output: Output, pages: RecordPages, firstRow: number) {
    if (firstRow % CHUNK_RECORDS !== 0) throw new Error(`no chunk begins at ${firstRow}`);
    this.#output = output;
    this.#pages = pages;
    this.#collection = { kind: 'records', config: pages.config };
    this.#chunk.append(CHUNK_OPEN);
    this.#first = firstRow;
    this.#row = firstRow;
    this.#firstPage = firstRow === 0 ? [] : null;
  }

  /** Takes the JSON of the next record. */
  add(record: string): void {
    const start = this.#begin(record.length * MOST_BYTES);
    this.#end(start, start + encoder.encodeInto(record, this.#chunk.bytes.subarray(start)).written);
  }

  /** Takes the records that follow, as an encoder writes them. */
  addBlock(block: ByteBlock, encode: ByteEncoder): void {
    for (let record = 0; record < block.records; record += 1) {
      const { bytes, start: from, end } = encode.encode(block, record, record + 1);
      const start = this.#begin(end - from);
      this.#end(start, start + bytes.copy(this.#chunk.bytes, start, from, end));
    }
  }

  /** To be told behind the last part. */
  finish(): void {
    const { count } = this.#pages;
    if (this.#row !== count) throw new Error(`${count} records were announced, and ${this.#row} came`);
    if (this.#row > this.#first) this.#write();
    this.#writeFirstPage();
  }

  /** Makes room for a record; returns where it is to be written. */
  #begin(mostBytes: number): number {
    const chunk = this.#chunk;
    chunk.reserve(BETWEEN.length + mostBytes + CHUNK_CLOSE.length);
    if (this.#row === this.#first) return chunk.length;
    chunk.bytes.set(BETWEEN, chunk.length);
    return chunk.length + BETWEEN.length;
  }

  /** Takes the record that was written between two places. */
  #end(start: number, end: number): void {
    const chunk = this.#chunk;
    if (end + CHUNK_CLOSE.length > MOST_CHUNK_BYTES && this.#row > this.#first) {
      const record = chunk.bytes.slice(start, end);
      this.#write();
      chunk.append(record);
    } else chunk.length = end;
    this.#row += 1;
    if (this.#row % CHUNK_RECORDS === 0) this.#write();
  }

  /** Writes the chunk, and begins the next. */
  #write(): void {
    const chunk = this.#chunk;
    chunk.append(CHUNK_CLOSE);
    const whole = chunk.bytes.subarray(0, chunk.length);
    this.#output.write(chunkFile(this.#pages.config, this.#first), whole);
    this.firsts.push(this.#first);
    if (this.#firstPage) {
      const bytes = whole.slice();
      const to = Math.min(this.#row, DEFAULT_LIMIT) - this.#first;
      this.#firstPage.push({ bytes, frame: frameChunk(bytes), from: 0, to });
      if (this.#row >= DEFAULT_LIMIT) this.#writeFirstPage();
    }
    this.#first = this.#row;
    chunk.length = CHUNK_OPEN.length;
  }

  #writeFirstPage(): void {
    if (!this.#firstPage) return;
    const { site, count, head } = this.#pages;
    const window = { limit: DEFAULT_LIMIT, offset: 0 };
    const links = pageLinks(site, this.#collection, count, window);
    const page = splicePage(topOf(head), this.#firstPage, count, links, window);
    this.#output.write(collectionFile(this.#collection), joinParts(page));
    this.#firstPage = null;
  }
}
