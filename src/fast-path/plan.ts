/**
 * Plans the fast path of a file that may be regular: in UTF-8 and of the plainest format. The file is cut into segments at the starts of
 * likely records, and any thread can read a segment by itself. If a cut is wrong, or anything else is not regular, the scanner notices, and
 * the file is read as text.
 */

import { type ByteDialect, kernelOfThread } from '../kernel/kernel.ts';
import type { ByteSource, ColumnDescription, DatasetDescription, FileFormat, Source } from '../model.ts';
import type { CsvFile } from '../parse/parse-csv.ts';
import { linesIn, ScannedBlock } from './byte-block.ts';
import { ByteScanner } from './scanner.ts';

/** How a file that may be regular is read as bytes: plain data, which threads exchange. */
export interface FastPlan {
  path: string;
  /** How messages name the file. */
  file: string;
  dialect: ByteDialect;
  /** Descriptions of the columns by their names in the file, in order. */
  columns: ReadonlyMap<string, ColumnDescription>;
  /** Cells of a record that would repeat the header. */
  headerCells: readonly string[];
  /** Offsets in bytes. The first begins after the header, the last ends with the file. */
  segments: readonly { start: number; end: number }[];
  /** Number of the first record's line. */
  firstLine: number;
  /** Rows that look like totals, notes or headings end the fast path, since they may have to be reported. */
  watchesLabels: boolean;
}

/** A table with more columns is read as text, which takes less memory for each column. */
const MAX_COLUMNS = 1 << 12;

/** A table with more columns gets longer segments, since each segment costs some time for each column. */
const FEW_COLUMNS = 500;

/** Bytes within which the header must end, and within which a cut must find the start of a record. */
const PROBE_BYTES = 1 << 18;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** Size of a segment in bytes: enough to be worth a task, and few enough for every thread to hold a segment in memory. */
export const SEGMENT_BYTES = 1 << 21;

/** A file that cannot be cut into parts of at most this size, in bytes, is read as text, which takes less memory. */
export const MAX_PART_BYTES = 1 << 26;

/**
 * Plans how the byte scanner reads a file whose header was read as text; null if it cannot. Segments have about `segmentBytes` each.
 * `content` is the file, and `size` its number of bytes.
 */
export function planFastPath(
  source: Source,
  { content, size }: { content: ByteSource; size: number },
  csv: CsvFile,
  columns: ReadonlyMap<string, ColumnDescription>,
  segmentBytes: number,
): FastPlan | null {
  const { path, file, format } = source;
  if (columns.size !== csv.columns.length || columns.size > MAX_COLUMNS || size === 0) return null;
  if (!/^\p{ASCII}$/u.test(csv.delimiter) || !canRead(DATASET, { ...source, columns })) return null;
  const length = Math.min(size, PROBE_BYTES);
  const hasHeader = !Array.isArray(format.header);
  for (const newline of ['\n', '\r\n'] as const) {
    const quote = format.quote === '' ? -1 : format.quote.charCodeAt(0);
    const width = columns.size;
    const dialect = { delimiter: csv.delimiter.charCodeAt(0), quote, newline, width };
    const scanner = new ByteScanner(kernelOfThread(), dialect, length, 1);
    const { bytes } = scanner;
    if (!content.readPart(0, length, bytes)) return null;
    const first = BYTE_ORDER_MARK.every((byte, index) => bytes[index] === byte) ? BYTE_ORDER_MARK.length : 0;
    const second = scanner.scan(first, length, false);
    if (second < 0) continue;
    const block = new ScannedBlock(scanner, dialect, first, 1, []);
    if (hasHeader && !csv.headerCells.every((name, cell) => block.textOf(0, cell) === name)) return null;
    const body = hasHeader ? second : first;
    const firstLine = 1 + linesIn(bytes, 0, body);
    const segmentLength = segmentBytes * Math.ceil(width / FEW_COLUMNS);
    const segments = cut(content, dialect, { start: body, end: size }, segmentLength);
    if (segments.some((segment) => segment.end - segment.start > MAX_PART_BYTES)) return null;
    const { headerCells } = csv;
    return { path, file, dialect, columns, headerCells, segments, firstLine, watchesLabels: format.footerRows !== 0 };
  }
  return null;
}

/**
 * For each property of a description: whether the byte lane can read a table whose description sets it. The compiler requires an entry
 * for every property, so that none is overlooked.
 */
type Readable<T> = { readonly [K in keyof Required<T>]: (value: T[K], all: T) => boolean };

function canRead<T extends object>(readable: Readable<T>, description: T): boolean {
  return (Object.keys(readable) as (keyof T)[]).every((key) => readable[key](description[key], description));
}

/** The byte lane treats the property as the text lane does, or the property does not change how the table is read. */
const ALWAYS = (): boolean => true;
const UNDECLARED = (value: unknown): boolean => value === null || value === undefined;
const IS_EMPTY = (value: readonly unknown[]): boolean => value.length === 0;
const HAS_NO_KEYS = (value: object): boolean => Object.keys(value).length === 0;

/** Characters that may quote cells. None of them occurs in a number or in a spelling of null. */
const QUOTES = '"\'`|~^';

const FILE_FORMAT: Readable<FileFormat> = {
  encoding: (name) => name === null || new TextDecoder(name).encoding === 'utf-8',
  delimiter: ALWAYS,
  quote: (quote) => quote === '' || QUOTES.includes(quote),
  escape: (escape_, { quote }) => quote === '' || escape_ === quote,
  comment: UNDECLARED,
  trim: (trim) => !trim,
  trailingDelimiter: (is) => !is,
  skipRows: (count) => count === 0,
  footerRows: (count) => !count,
  header: (header) => header === null || header === 1 || Array.isArray(header),
  rename: ALWAYS,
  omitted: IS_EMPTY,
  flags: IS_EMPTY,
  dates: IS_EMPTY,
  ragged: (mode) => mode === 'error',
  // A row without any value ends the fast path, and so does one that repeats the header.
  emptyRows: ALWAYS,
  repeatedHeader: ALWAYS,
  missing: ALWAYS,
  numberFormat: HAS_NO_KEYS,
};

const COLUMN: Readable<ColumnDescription> = {
  title: ALWAYS,
  description: ALWAYS,
  unit: ALWAYS,
  rename: ALWAYS,
  type: ALWAYS,
  nullable: ALWAYS,
  required: ALWAYS,
  missing: ALWAYS,
  numberFormat: HAS_NO_KEYS,
  isNumber: (is) => !is,
  claim: UNDECLARED,
  date: UNDECLARED,
  mayBeAbsent: ALWAYS,
};

const DATASET: Readable<DatasetDescription> = {
  name: ALWAYS,
  description: ALWAYS,
  source: ALWAYS,
  url: ALWAYS,
  license: ALWAYS,
  about: ALWAYS,
  category: ALWAYS,
  columns: (columns) => [...columns.values()].every((column) => canRead(COLUMN, column)),
  format: (format) => canRead(FILE_FORMAT, format),
};

/** Cuts the bytes between two offsets into segments of about `length` bytes. */
function cut(
  content: ByteSource,
  dialect: ByteDialect,
  { start, end }: { start: number; end: number },
  length: number,
): FastPlan['segments'] {
  const segments: { start: number; end: number }[] = [];
  let from = start;
  for (let target = start + length; target + length / 2 < end; target += length) {
    const border = target < from ? null : findBorder(content, dialect, target, end);
    if (border === null) continue;
    segments.push({ start: from, end: border });
    from = border;
  }
  segments.push({ start: from, end });
  return segments;
}

/** Records after a cut that must look like records. */
const PROBE_RECORDS = 8;
const MAX_TRIES = 100;

/** An offset after `target` at which a record seems to begin: it follows a line ending, and records of the right width follow it. */
function findBorder(content: ByteSource, dialect: ByteDialect, target: number, end: number): number | null {
  const length = Math.min(end - target, PROBE_BYTES);
  const scanner = new ByteScanner(kernelOfThread(), dialect, length, PROBE_RECORDS);
  const part = scanner.bytes.subarray(0, length);
  if (!content.readPart(target, target + length, part)) return null;
  let at = part.indexOf('\n') + 1;
  for (let tries = 0; at > 0 && tries < MAX_TRIES; tries += 1) {
    if (scanner.scan(at, length, false) >= 0 && scanner.records === PROBE_RECORDS) return target + at;
    at = part.indexOf('\n', at) + 1;
  }
  return null;
}
