import { parquetHeader } from 'hyparquet/src/column.js';
import { checksumOf } from './checksum.ts';
import { ColumnChunk } from './column-chunk.ts';
import { compare, encoded } from './compare-texts.ts';
import type { Dictionary, Found } from './dictionary.ts';
import type { ChunkPlace, TableColumn } from './table-layout.ts';
import { numberAt, readHybrid, uncompressSnappy } from './unpack.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Most bytes of the header of a page, which has some numbers and no statistics. */
const MAX_HEADER = 256;

/**
 * Decodes a column chunk as Almanac writes them: a dictionary page, if any, and one data page (Parquet's PLAIN and RLE_DICTIONARY
 * encodings, https://parquet.apache.org/docs/file-format/data-pages/encodings/). Throws an error if the bytes are not such a chunk with
 * the size, the number of nulls, and the least and greatest value that the metadata state.
 */
export function decodeChunk(bytes: Bytes, place: ChunkPlace, column: TableColumn): ColumnChunk {
  const { dictionary } = column;
  let page = readPage(bytes, 0);
  let { saved } = page;
  let codes: Uint32Array | null = null;
  if (page.head.type === 'DICTIONARY_PAGE') {
    codes = codesOf(readPlain(page.body, page.head.dictionary_page_header?.num_values ?? 0, column), dictionary);
    page = readPage(bytes, page.end);
    saved += page.saved;
  }
  const { type, data_page_header: { num_values, encoding } = {} } = page.head;
  if (type !== 'DATA_PAGE' || num_values !== place.count) throw new Error('the pages are not those of this column');
  if (bytes.length + saved !== place.whole) throw new Error('the size of its pages is not the expected one');
  if (page.end !== bytes.length) throw new Error('the chunk has bytes after its last page');
  // Definition levels, after their size: which values are there (1) and which are null (0).
  const start = 4 + numberAt(page.body, 0, 4);
  if (start > page.body.length) throw new Error('the definition levels are cut');
  const levels = readHybrid(page.body.subarray(4, start), 1, new Uint8Array(place.count));
  let count = levels.length;
  if (levels.includes(0)) for (let at = 0; at < levels.length; at += 1) count -= 1 - (levels[at] as number);
  if (place.count - count !== place.nulls) throw new Error('the number of nulls is not the expected one');
  const body = page.body.subarray(start);
  let values: Float64Array | Uint32Array;
  if (codes && encoding === 'RLE_DICTIONARY') values = readIndices(body, count, codes);
  else if (codes || encoding !== 'PLAIN') throw new Error(`the encoding ${encoding} is not one that Almanac writes`);
  else {
    const found = readPlain(body, count, column);
    values = found instanceof Float64Array ? found : codesOf(found, dictionary);
  }
  checkBounds(codes ?? values, place, dictionary);
  return new ColumnChunk(dictionary, count === place.count ? values : spread(values, levels));
}

/** Reads the page at `start`, without compression, and how much longer it is so. */
function readPage(bytes: Bytes, start: number) {
  // The library goes on for very long about a hostile number of many bytes.
  const { buffer, byteOffset, byteLength } = bytes.subarray(start, start + MAX_HEADER);
  const reader = { view: new DataView(buffer, byteOffset, byteLength), offset: 0 };
  const head = parquetHeader(reader);
  const { compressed_page_size: size, uncompressed_page_size: whole, crc } = head;
  const end = start + reader.offset + size;
  if (!(size >= 0 && end <= bytes.length)) throw new Error('a page is cut');
  const body = bytes.subarray(end - size, end);
  // A file that was published without checksums stays readable.
  if (crc !== undefined && crc !== checksumOf(body)) throw new Error('a page has another checksum');
  return { head, body: uncompressSnappy(body, whole), saved: whole - size, end };
}

/** Throws an error if the least or the greatest of these numbers or codes is not the one that the metadata state. */
function checkBounds(values: Float64Array | Uint32Array, { bounds }: ChunkPlace, dictionary: Dictionary): void {
  if (!bounds) return;
  const [least, greatest] = values instanceof Float64Array ? extremesOf(values) : extremesOfCodes(values, dictionary);
  const low = compare(encoded(least), bounds.least);
  const high = compare(encoded(greatest), bounds.greatest);
  const isExpected = (bounds.isLeastCut ? low > 0 : low === 0) && (bounds.isGreatestCut ? high < 0 : high === 0);
  if (!isExpected) throw new Error('its least and greatest value are not the expected ones');
}

function extremesOf(numbers: Float64Array): [number, number] {
  let [least, greatest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let at = 0; at < numbers.length; at += 1) {
    const number = numbers[at] as number;
    if (number < least) least = number;
    if (number > greatest) greatest = number;
  }
  return [least, greatest];
}

function extremesOfCodes(codes: Uint32Array, { values }: Dictionary): [Found, Found] {
  let least = values[codes[0] as number] as Found;
  let greatest = least;
  for (let at = 1; at < codes.length; at += 1) {
    const value = values[codes[at] as number] as Found;
    if (compare(value, least) < 0) least = value;
    else if (compare(value, greatest) > 0) greatest = value;
  }
  return [least, greatest];
}

/** Puts values where `levels` says that there are any, and NaN elsewhere, which becomes 0, the code of null, among codes. */
function spread<T extends Float64Array | Uint32Array>(values: T, levels: Uint8Array): T {
  const all = new (values.constructor as new (length: number) => T)(levels.length).fill(Number.NaN) as T;
  let next = 0;
  for (let at = 0; at < levels.length; at += 1) {
    if (levels[at] === 0) continue;
    all[at] = values[next] as number;
    next += 1;
  }
  return all;
}

/** Reads the positions of values in the dictionary page, after the number of their bits, and returns their codes. */
function readIndices(bytes: Bytes, count: number, codes: Uint32Array): Uint32Array {
  const indices = readHybrid(bytes.subarray(1), bytes[0] ?? Number.NaN, new Uint32Array(count));
  for (let at = 0; at < count; at += 1) {
    const code = codes[indices[at] as number];
    if (code === undefined) throw new Error('a value is not in the dictionary');
    indices[at] = code;
  }
  return indices;
}

function codesOf(values: ArrayLike<Found>, dictionary: Dictionary): Uint32Array {
  const codes = new Uint32Array(values.length);
  for (let at = 0; at < codes.length; at += 1) codes[at] = dictionary.codeOf(values[at] as Found);
  return codes;
}

/** Reads values with PLAIN encoding, which must take all of the bytes. */
function readPlain(bytes: Bytes, count: number, { type, isBig }: TableColumn): Float64Array | BigInt64Array | string[] {
  if (type === 'object') return readTexts(bytes, count);
  if (count * Float64Array.BYTES_PER_ELEMENT !== bytes.length) throw new Error('the values are cut');
  const { buffer } = bytes.slice();
  if (isBig) return new BigInt64Array(buffer);
  const numbers = new Float64Array(buffer);
  if (type === 'int64') {
    const halves = new Int32Array(buffer);
    // In place, by two halves: bigints take ten times as long.
    for (let at = 0; at < count; at += 1) {
      numbers[at] = (halves[2 * at + 1] as number) * 2 ** 32 + ((halves[2 * at] as number) >>> 0);
    }
  }
  // Almanac writes no NaN, which would count as a null.
  if (numbers.includes(Number.NaN)) throw new Error('a value is not a number');
  return numbers;
}

/** Reads texts. In PLAIN encoding, a text follows its length in bytes, a 32-bit integer. */
function readTexts(bytes: Bytes, count: number): string[] {
  // Before memory is taken: each text has four bytes or more, for its length.
  if (!(count * 4 <= bytes.length)) throw new Error('the texts are cut');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const ends = new Uint32Array(count);
  // The texts are joined and decoded at once, which takes much less time than one at a time.
  const joined = new Uint8Array(bytes.length - count * 4);
  let [next, end] = [0, 0];
  for (let at = 0; at < count; at += 1) {
    const length = view.getUint32(next, true);
    joined.set(bytes.subarray(next + 4, next + 4 + length), end);
    next += 4 + length;
    end += length;
    ends[at] = end;
  }
  if (next !== bytes.length) throw new Error('the texts are damaged');
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true });
  const text = decoder.decode(joined);
  // If the text has as many code units as bytes, each character has one byte, so the ends in bytes are those in the text.
  const isAscii = text.length === joined.length;
  const texts: string[] = [];
  let start = 0;
  for (let at = 0; at < count; at += 1) {
    const end = ends[at] as number;
    texts.push(isAscii ? text.slice(start, end) : decoder.decode(joined.subarray(start, end)));
    start = end;
  }
  return texts;
}
