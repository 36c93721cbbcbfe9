/**
 * Plans the fast path for a file that may be regular: UTF-8 in a simple format. The file is split into segments where records seem to
 * start, so that threads can read segments independently. If a split is wrong or the file is not regular, the first pass detects this,
 * and the file is read as text.
 */

import { type ByteDialect, kernelOfThread } from '../kernel/kernel.ts';
import type {
  ByteSource,
  ColumnDescription,
  DatasetDescription,
  FileFormat,
  ReadingSettings,
  Source,
} from '../model.ts';
import type { CsvFile } from '../parse/parse-csv.ts';
import type { ByteRange } from './read-range.ts';
import { ByteScanner, linesIn } from './scanner.ts';

/** Plan for reading a file as bytes. It is plain data, so threads can exchange it. */
export interface FastPlan {
  path: string;
  /** Name of the file in messages. */
  file: string;
  dialect: ByteDialect;
  /** Column descriptions, keyed by the column's name in the file, in file order. */
  columns: ReadonlyMap<string, ColumnDescription>;
  /** Cells of the header row; a record with the same cells repeats the header. */
  headerCells: readonly string[];
  /** Byte offsets of the segments. The first starts after the header, if any, and the last ends with the file. */
  segments: readonly { start: number; end: number }[];
  /** Line number of the first record. */
  firstLine: number;
  /** Whether rows that look like totals, notes or headings end the fast path, since they may have to be reported. */
  watchesLabels: boolean;
}

/** The bytes of segment `index`. */
export function segmentOf({ dialect, segments }: FastPlan, index: number): ByteRange {
  return { dialect, ...(segments[index] as FastPlan['segments'][number]), isLast: index === segments.length - 1 };
}

/** Tables with more columns are read as text, which takes less memory per column. */
const MAX_COLUMNS = 1 << 12;

/** Tables with more columns get longer segments, since every segment costs some time per column. */
const FEW_COLUMNS = 500;

/** Maximum number of bytes searched for the end of the header, or for the start of a record. */
const PROBE_BYTES = 1 << 18;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** Approximate size of a segment in bytes: large enough to be worth a task, and small enough for each thread to have one in memory. */
export const SEGMENT_BYTES = 1 << 21;

/** Size in bytes up to which segments are joined to a part that some formats want to be long. */
export const PART_BYTES = 1 << 24;

/** Maximum size of a segment, or of a part for the second pass, in bytes. A file with a larger one is read as text to save memory. */
export const MAX_PART_BYTES = 1 << 26;

/**
 * Plans how to read a file as bytes after its header was read as text. Returns null if the file cannot be read as bytes. `size` is the size
 * of the file in bytes. `segmentBytes` is the approximate size of a segment; if there are many columns, segments are larger.
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
  if (!canRead(SETTINGS, source.settings)) return null;
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
    if (hasHeader && !csv.headerCells.every((name, cell) => scanner.textOf(0, cell) === name)) return null;
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
 * For each property of a description and each setting for reading, a predicate that tells whether a file can be read as bytes if that
 * property or setting has a given value. The compiler requires an entry for each of them, so that none is overlooked.
 */
type Readable<T> = { readonly [K in keyof Required<T>]: (value: T[K], all: T) => boolean };

function canRead<T extends object>(readable: Readable<T>, description: T): boolean {
  return (Object.keys(readable) as (keyof T)[]).every((key) => readable[key](description[key], description));
}

function each<K extends string>(predicate: (value: unknown) => boolean, ...keys: readonly K[]) {
  return Object.fromEntries(keys.map((key) => [key, predicate])) as Record<K, typeof predicate>;
}

/** For properties whose values are all supported when reading bytes, and those that do not affect how a table is read. */
const ANY = (): boolean => true;
/** For properties that must not be declared, switches that must be off, counts that must be 0, and lists and formats that must be empty. */
const NONE = (value: unknown): boolean => !value || (typeof value === 'object' && Object.keys(value).length === 0);

/** Supported quote characters. None of them occurs in a number or in `NULL_TOKENS`. */
const QUOTES = '"\'`|~^';

const FILE_FORMAT: Readable<FileFormat> = {
  // A row to which `emptyRows` or `repeatedHeader` applies ends the fast path, so their values do not matter.
  ...each(ANY, 'delimiter', 'rename', 'emptyRows', 'repeatedHeader', 'missing'),
  ...each(NONE, 'comment', 'trim', 'trailingDelimiter', 'skipRows', 'footerRows', 'omitted', 'flags', 'dates'),
  ...each(NONE, 'numberFormat'),
  encoding: (name) => name === null || new TextDecoder(name).encoding === 'utf-8',
  quote: (quote) => quote === '' || QUOTES.includes(quote),
  escape: (escape_, { quote }) => quote === '' || escape_ === quote,
  header: (header) => header === null || header === 1 || Array.isArray(header),
  ragged: (mode) => mode === 'error',
};

const COLUMN: Readable<ColumnDescription> = {
  ...each(ANY, 'title', 'description', 'unit', 'labels', 'constraints'),
  ...each(ANY, 'rename', 'type', 'nullable', 'required', 'missing', 'mayBeAbsent'),
  ...each(NONE, 'numberFormat', 'isNumber', 'claim', 'date'),
};

const DATASET: Readable<DatasetDescription> = {
  ...each(ANY, 'name', 'description', 'source', 'url', 'license', 'about', 'category', 'formerly', 'editions'),
  columns: (columns) => [...columns.values()].every((column) => canRead(COLUMN, column)),
  format: (format) => canRead(FILE_FORMAT, format),
};

/** The number of columns is checked when the header is read as text. */
const SETTINGS: Readable<ReadingSettings> = each(ANY, 'maxColumns');

/** Splits the bytes from `start` to `end` into segments of about `length` bytes. */
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

/** Number of regular records that must directly follow a border between segments. */
const PROBE_RECORDS = 8;
const MAX_TRIES = 100;

/** Offset of a line after `target` that seems to start a record: regular records can be read from there. Null if none is found. */
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
