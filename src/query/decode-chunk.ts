import { parquetHeader } from 'hyparquet/src/column.js';
import { decompressPage } from 'hyparquet/src/datapage.js';
import { readRleBitPackedHybrid } from 'hyparquet/src/encoding.js';
import { ColumnChunk } from './column-chunk.ts';
import type { Found } from './dictionary.ts';
import type { TableColumn } from './table-column.ts';

/** A column chunk as the metadata of a Parquet file describe it. */
export interface ChunkPlace {
  /** Range of the chunk's bytes in the file; `end` is exclusive. */
  start: number;
  end: number;
  /** Number of values, nulls included, and of nulls. */
  count: number;
  nulls: number;
}

/** A page, without compression, and the position of what is to be read next. */
interface Reader {
  view: DataView<ArrayBuffer>;
  offset: number;
}

/**
 * Decodes a column chunk as Almanac writes them: a dictionary page, if any, and one data page (Parquet's PLAIN and RLE_DICTIONARY
 * encodings, https://parquet.apache.org/docs/file-format/data-pages/encodings/). Throws an error if the bytes are not such a chunk with
 * the expected numbers of values and nulls.
 */
export function decodeChunk(bytes: Uint8Array<ArrayBuffer>, place: ChunkPlace, column: TableColumn): ColumnChunk {
  const { dictionary } = column;
  const { count } = place;
  const pages = viewOf(bytes);
  let head = parquetHeader(pages);
  let codes: Uint32Array | null = null;
  if (head.type === 'DICTIONARY_PAGE') {
    const distinct = head.dictionary_page_header?.num_values ?? 0;
    codes = readCodes(nextPage(bytes, pages, head), distinct, column);
    head = parquetHeader(pages);
  }
  const { num_values, encoding } = head.data_page_header ?? {};
  if (head.type !== 'DATA_PAGE' || num_values !== count) throw new Error('the pages are not those of this column');
  const page = nextPage(bytes, pages, head);
  if (pages.offset !== bytes.length) throw new Error('the chunk has bytes after its last page');
  const levels = readLevels(page, count);
  const values = count - (levels ? levels.reduce((nulls, level) => nulls + (level === 0 ? 1 : 0), 0) : 0);
  if (count - values !== place.nulls) throw new Error('the number of nulls is not the expected one');
  if (codes && encoding === 'RLE_DICTIONARY')
    return new ColumnChunk(dictionary, spread(readIndices(page, values, codes), levels, 0));
  if (codes || encoding !== 'PLAIN') throw new Error(`the encoding ${encoding} is not one that Almanac writes`);
  const isPlain = column.type !== 'object' && !column.isBig;
  if (isPlain) return new ColumnChunk(dictionary, spread(readNumbers(page, values, column), levels, Number.NaN));
  return new ColumnChunk(dictionary, spread(readCodes(page, values, column), levels, 0));
}

function viewOf(bytes: Uint8Array<ArrayBuffer>): Reader {
  return { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), offset: 0 };
}

function nextPage(bytes: Uint8Array<ArrayBuffer>, pages: Reader, head: ReturnType<typeof parquetHeader>): Reader {
  const { compressed_page_size: size, uncompressed_page_size: whole } = head;
  const end = pages.offset + size;
  if (end > bytes.length) throw new Error('a page is cut');
  const page = decompressPage(bytes.subarray(pages.offset, end), whole, 'SNAPPY', undefined);
  pages.offset = end;
  return viewOf(page as Uint8Array<ArrayBuffer>);
}

/** Reads which values are there (1) and which are null (0); null if all are there. */
function readLevels(page: Reader, count: number): Uint8Array | null {
  const length = page.view.getUint32(page.offset, true);
  const levels = new Uint8Array(count);
  readRleBitPackedHybrid(page, 1, levels);
  if (page.offset !== length + Uint32Array.BYTES_PER_ELEMENT) throw new Error('the definition levels are damaged');
  return levels.includes(0) ? levels : null;
}

/** Puts values where `levels` says that there are any, and `nothing` elsewhere. */
function spread<T extends Float64Array | Uint32Array>(values: T, levels: Uint8Array | null, nothing: number): T {
  if (!levels) return values;
  const all = new (values.constructor as new (length: number) => T)(levels.length).fill(nothing) as T;
  let next = 0;
  for (let at = 0; at < levels.length; at += 1) {
    if (levels[at] === 0) continue;
    all[at] = values[next] as number;
    next += 1;
  }
  return all;
}

/** Reads the positions of values in the dictionary page, and returns their codes. */
function readIndices(page: Reader, values: number, codes: Uint32Array): Uint32Array {
  const width = page.view.getUint8(page.offset);
  page.offset += 1;
  const indices = new Uint32Array(values);
  if (width > 0) readRleBitPackedHybrid(page, width, indices, page.view.byteLength - page.offset);
  for (let at = 0; at < values; at += 1) {
    const code = codes[indices[at] as number];
    if (code === undefined) throw new Error('a value is not in the dictionary');
    indices[at] = code;
  }
  return indices;
}

function readNumbers(page: Reader, count: number, { type }: TableColumn): Float64Array {
  const { view, offset } = page;
  const size = count * Float64Array.BYTES_PER_ELEMENT;
  if (offset + size > view.byteLength) throw new Error('the values are cut');
  const start = view.byteOffset + offset;
  if (type === 'float64') return new Float64Array(view.buffer.slice(start, start + size));
  const numbers = new Float64Array(count);
  // Two halves: bigints take ten times as long.
  for (let at = 0; at < count; at += 1) {
    numbers[at] = view.getInt32(offset + at * 8 + 4, true) * 2 ** 32 + view.getUint32(offset + at * 8, true);
  }
  return numbers;
}

/** Reads values with PLAIN encoding and returns their codes in the column's dictionary. */
function readCodes(page: Reader, count: number, column: TableColumn): Uint32Array {
  const { dictionary } = column;
  const codes = new Uint32Array(count);
  if (column.type === 'object') readTexts(page, count, (text, at) => add(text, at));
  else if (column.isBig)
    for (let at = 0; at < count; at += 1) add(page.view.getBigInt64(page.offset + at * 8, true), at);
  else for (const [at, number] of readNumbers(page, count, column).entries()) add(number, at);
  return codes;

  function add(value: Found, at: number): void {
    codes[at] = dictionary.codeOf(value);
  }
}

/** Passes each text of a page to `add`. In PLAIN encoding, a text follows its length in bytes, a 32-bit integer. */
function readTexts({ view, offset }: Reader, count: number, add: (text: string, at: number) => void): void {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  const ends = new Uint32Array(count);
  // The texts are joined and decoded at once, which takes much less time than one at a time.
  const joined = new Uint8Array(Math.max(0, bytes.length - offset - count * 4));
  let [next, end] = [offset, 0];
  for (let at = 0; at < count; at += 1) {
    const length = view.getUint32(next, true);
    next += 4;
    joined.set(bytes.subarray(next, next + length), end);
    next += length;
    end += length;
    ends[at] = end;
  }
  if (next !== bytes.length || end !== joined.length) throw new Error('the texts are damaged');
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const text = decoder.decode(joined);
  // If the text has as many code units as bytes, each character has one byte, so the ends in bytes are those in the text.
  const isAscii = text.length === joined.length;
  let start = 0;
  for (let at = 0; at < count; at += 1) {
    const end = ends[at] as number;
    add(isAscii ? text.slice(start, end) : decoder.decode(joined.subarray(start, end)), at);
    start = end;
  }
}
