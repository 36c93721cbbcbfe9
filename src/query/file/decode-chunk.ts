import { parquetHeader } from 'hyparquet/src/column.js';
import { ColumnChunk } from './column-chunk.ts';
import { compareBytes, encoded } from './compare-texts.ts';
import { compare, type Found } from './dictionary.ts';
import { readHybrid } from './read-hybrid.ts';
import type { Bounds, ChunkPlace } from './row-group.ts';
import type { TableColumn } from './table-column.ts';
import { uncompressSnappy } from './uncompress-snappy.ts';

/** A page, without compression, and the position of what is to be read next. */
interface Reader {
  view: DataView<ArrayBuffer>;
  offset: number;
}

/** Most bytes of the header of a page, which has some numbers and no statistics. */
const MAX_HEADER = 256;

/**
 * Decodes a column chunk as Almanac writes them: a dictionary page, if any, and one data page (Parquet's PLAIN and RLE_DICTIONARY
 * encodings, https://parquet.apache.org/docs/file-format/data-pages/encodings/). Throws an error if the bytes are not such a chunk with
 * the size, the number of nulls, and the least and greatest value that the metadata state.
 */
export function decodeChunk(bytes: Uint8Array<ArrayBuffer>, place: ChunkPlace, column: TableColumn): ColumnChunk {
  const { dictionary } = column;
  const { count, bounds } = place;
  const pages = viewOf(bytes);
  let head = headerAt(pages);
  let codes: Uint32Array | null = null;
  let saved = 0;
  if (head.type === 'DICTIONARY_PAGE') {
    saved += head.uncompressed_page_size - head.compressed_page_size;
    codes = readCodes(nextPage(bytes, pages, head), head.dictionary_page_header?.num_values ?? 0, column);
    head = headerAt(pages);
  }
  const { num_values, encoding } = head.data_page_header ?? {};
  if (head.type !== 'DATA_PAGE' || num_values !== count) throw new Error('the pages are not those of this column');
  saved += head.uncompressed_page_size - head.compressed_page_size;
  if (bytes.length + saved !== place.whole) throw new Error('the size of its pages is not the expected one');
  const page = nextPage(bytes, pages, head);
  if (pages.offset !== bytes.length) throw new Error('the chunk has bytes after its last page');
  const levels = readLevels(page, count);
  const values = count - (levels ? levels.reduce((nulls, level) => nulls + (level === 0 ? 1 : 0), 0) : 0);
  if (count - values !== place.nulls) throw new Error('the number of nulls is not the expected one');
  if (codes && encoding === 'RLE_DICTIONARY') {
    checkBounds(codes, bounds, column);
    return new ColumnChunk(dictionary, spread(readIndices(page, values, codes), levels, 0));
  }
  if (codes || encoding !== 'PLAIN') throw new Error(`the encoding ${encoding} is not one that Almanac writes`);
  if (column.type === 'object' || column.isBig) {
    codes = readCodes(page, values, column);
    checkBounds(codes, bounds, column);
    return new ColumnChunk(dictionary, spread(codes, levels, 0));
  }
  const numbers = readNumbers(page, values, column);
  let [least, greatest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let at = 0; at < values; at += 1) {
    const number = numbers[at] as number;
    if (number < least) least = number;
    if (number > greatest) greatest = number;
  }
  if (bounds && !(least === Number(bounds.least) && greatest === Number(bounds.greatest))) throw otherBounds();
  return new ColumnChunk(dictionary, spread(numbers, levels, Number.NaN));
}

/** Throws an error if the least or the greatest of the values with these codes is not the one that the metadata state. */
function checkBounds(codes: Uint32Array, bounds: Bounds | null, { dictionary: { values } }: TableColumn): void {
  if (!bounds) return;
  let least = values[codes[0] as number] as Found;
  let greatest = least;
  for (let at = 1; at < codes.length; at += 1) {
    const value = values[codes[at] as number] as Found;
    if (compare(value, least) < 0) least = value;
    else if (compare(value, greatest) > 0) greatest = value;
  }
  const low = compareBytes(encoded(least), bounds.least);
  const high = compareBytes(encoded(greatest), bounds.greatest);
  if (bounds.isLeastCut ? low <= 0 : low !== 0) throw otherBounds();
  if (bounds.isGreatestCut ? high >= 0 : high !== 0) throw otherBounds();
}

function otherBounds(): Error {
  return new Error('its least and greatest value are not the expected ones');
}

function viewOf(bytes: Uint8Array<ArrayBuffer>): Reader {
  return { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), offset: 0 };
}

function bytesOf({ view }: Reader, start: number, end: number): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset + start, end - start);
}

function headerAt(pages: Reader): ReturnType<typeof parquetHeader> {
  const { view, offset } = pages;
  const length = Math.min(MAX_HEADER, view.byteLength - offset);
  // The library goes on for very long about a hostile number of many bytes.
  const reader = { view: new DataView(view.buffer, view.byteOffset + offset, length), offset: 0 };
  const head = parquetHeader(reader);
  pages.offset += reader.offset;
  return head;
}

function nextPage(bytes: Uint8Array<ArrayBuffer>, pages: Reader, head: ReturnType<typeof parquetHeader>): Reader {
  const { compressed_page_size: size, uncompressed_page_size: whole } = head;
  const end = pages.offset + size;
  if (!(size >= 0 && end <= bytes.length)) throw new Error('a page is cut');
  const page = uncompressSnappy(bytes.subarray(pages.offset, end), whole);
  pages.offset = end;
  return viewOf(page);
}

/** Reads which values are there (1) and which are null (0); null if all are there. */
function readLevels(page: Reader, count: number): Uint8Array | null {
  const start = Uint32Array.BYTES_PER_ELEMENT;
  const end = start + page.view.getUint32(0, true);
  if (end > page.view.byteLength) throw new Error('the definition levels are cut');
  const levels = readHybrid(bytesOf(page, start, end), 1, new Uint8Array(count));
  page.offset = end;
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
  const indices = readHybrid(bytesOf(page, page.offset + 1, page.view.byteLength), width, new Uint32Array(values));
  for (let at = 0; at < values; at += 1) {
    const code = codes[indices[at] as number];
    if (code === undefined) throw new Error('a value is not in the dictionary');
    indices[at] = code;
  }
  return indices;
}

function readNumbers(page: Reader, count: number, { type }: TableColumn): Float64Array {
  const { view, offset } = page;
  checkNumbers(page, count);
  const start = view.byteOffset + offset;
  if (type === 'float64') {
    const numbers = new Float64Array(view.buffer.slice(start, start + count * Float64Array.BYTES_PER_ELEMENT));
    // Almanac writes no NaN, which would count as a null.
    if (numbers.includes(Number.NaN)) throw new Error('a value is not a number');
    return numbers;
  }
  const numbers = new Float64Array(count);
  // Two halves: bigints take ten times as long.
  for (let at = 0; at < count; at += 1) {
    numbers[at] = view.getInt32(offset + at * 8 + 4, true) * 2 ** 32 + view.getUint32(offset + at * 8, true);
  }
  return numbers;
}

/** Throws an error unless `count` numbers of 64 bits take the rest of a page. */
function checkNumbers({ view, offset }: Reader, count: number): void {
  if (offset + count * Float64Array.BYTES_PER_ELEMENT !== view.byteLength) throw new Error('the values are cut');
}

/** Reads values with PLAIN encoding and returns their codes in the column's dictionary. */
function readCodes(page: Reader, count: number, column: TableColumn): Uint32Array {
  const { dictionary, type, isBig } = column;
  const { view, offset } = page;
  // Before memory is taken: each text has four bytes or more, for its length.
  if (type === 'object' && count * 4 > view.byteLength - offset) throw new Error('the texts are cut');
  if (type !== 'object') checkNumbers(page, count);
  const codes = new Uint32Array(count);
  if (type === 'object') readTexts(page, count, (text, at) => add(text, at));
  else if (isBig) for (let at = 0; at < count; at += 1) add(view.getBigInt64(offset + at * 8, true), at);
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
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true });
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
