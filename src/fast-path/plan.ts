/**
 * Files that the byte scanner can read: in UTF-8, and written in the plain form. They are cut into segments at the borders of records,
 * which are read by themselves, on whatever thread. Where a cut is no such border, or anything else is not regular, the scanner
 * says so, and the file is read as text.
 */

import { type ByteDialect, kernelOfThread } from '../kernel/kernel.ts';
import type { ByteSource, ColumnDescription, FileFormat, Source } from '../model.ts';
import type { CsvFile } from '../parse/parse-csv.ts';
import { linesIn, ScannedBlock } from './byte-block.ts';
import { ByteScanner } from './scanner.ts';

/** A file that may be regular, and how it is cut. */
export interface FastPlan {
  path: string;
  file: string;
  dialect: ByteDialect;
  /** The columns' names in the file, in order, each with what is said of it. */
  columns: ReadonlyMap<string, ColumnDescription>;
  /** Offsets in bytes. The first begins behind the header, the last ends with the file. */
  segments: readonly { start: number; end: number }[];
  /** Number of the first record's line. */
  firstLine: number;
  watchesTotals: boolean;
}

/** Tables of more columns are read as text, which needs less room for each. */
const MOST_COLUMNS = 1 << 12;

/** Tables of more columns have longer segments: each segment begins each column anew. */
const FEW_COLUMNS = 500;

/** Bytes in which a header must end, and a cut is looked for. */
const LOOKED_AT = 1 << 18;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** Bytes of a segment: enough to be worth a thread's while, few enough to be held in memory by each. */
export const SEGMENT_BYTES = 1 << 21;

/** Longer parts of a file than this, in bytes, are not read at once: it is read as text, which takes less memory. */
export const LONGEST_PART = 1 << 26;

/**
 * How a file would be read by the byte scanner, after its header was read as text; null where it cannot be. Its segments have about
 * `segmentBytes` each.
 */
export function planFastPath(
  source: Source,
  { bytes: content, size }: { bytes: ByteSource; size: number },
  csv: CsvFile,
  columns: ReadonlyMap<string, ColumnDescription>,
  segmentBytes: number,
): FastPlan | null {
  const { path, file, format } = source;
  const described = [...columns.values()];
  if (!isPlain(format, csv.delimiter) || columns.size !== csv.columns.length || columns.size > MOST_COLUMNS)
    return null;
  if (described.some(({ claim, numberFormat, isNumber }) => claim || isNumber || Object.keys(numberFormat).length > 0))
    return null;
  if (size === 0) return null;
  const length = Math.min(size, LOOKED_AT);
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
    if (hasHeader && !csv.columns.every((name, cell) => block.textOf(0, cell) === name)) return null;
    const body = hasHeader ? second : first;
    const firstLine = 1 + linesIn(bytes, 0, body);
    const segments = cut(content, dialect, { start: body, end: size }, segmentBytes * Math.ceil(width / FEW_COLUMNS));
    if (segments.some((segment) => segment.end - segment.start > LONGEST_PART)) return null;
    const watchesTotals = format.footerRows !== 0;
    return { path, file, dialect, columns, segments, firstLine, watchesTotals };
  }
  return null;
}

/** True for a form of which the scanner knows all: one that says nothing but delimiter, quote, header, and what is no data of nobody. */
function isPlain(format: FileFormat, delimiter: string): boolean {
  const {
    encoding,
    quote,
    escape: mark,
    comment,
    trim,
    trailingDelimiter,
    skipRows,
    footerRows,
    header,
    ragged,
  } = format;
  return (
    (encoding === null || new TextDecoder(encoding).encoding === 'utf-8') &&
    isAscii(delimiter) &&
    (quote === '' || (MARKS.includes(quote) && mark === quote)) &&
    comment === null &&
    !trim &&
    !trailingDelimiter &&
    skipRows === 0 &&
    !footerRows &&
    (header === null || header === 1 || Array.isArray(header)) &&
    ragged === 'error' &&
    Object.keys(format.numberFormat).length === 0
  );
}

/** Marks that cells may be quoted with: none that stands in a number, or in a spelling of null. */
const MARKS = '"\'`|~^';

function isAscii(character: string): boolean {
  return character.length === 1 && character.charCodeAt(0) < 0x80;
}

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

/** Records behind a cut that must look like records. */
const LOOKED_AT_RECORDS = 8;
const MOST_TRIES = 100;

/** Offset behind a target at which a record seems to begin: it stands behind a line ending, and is followed by others of the right width. */
function findBorder(content: ByteSource, dialect: ByteDialect, target: number, end: number): number | null {
  const length = Math.min(end - target, LOOKED_AT);
  const scanner = new ByteScanner(kernelOfThread(), dialect, length, LOOKED_AT_RECORDS);
  const part = scanner.bytes.subarray(0, length);
  if (!content.readPart(target, target + length, part)) return null;
  let at = part.indexOf('\n') + 1;
  for (let tries = 0; at > 0 && tries < MOST_TRIES; tries += 1) {
    if (scanner.scan(at, length, false) >= 0 && scanner.records === LOOKED_AT_RECORDS) return target + at;
    at = part.indexOf('\n', at) + 1;
  }
  return null;
}
