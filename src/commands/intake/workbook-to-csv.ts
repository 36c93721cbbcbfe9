/** Converts the table in an Excel workbook (Office Open XML, ECMA-376) to CSV. */

import { readFileSync, writeFileSync } from 'node:fs';
import type { MergeRange, Sheet } from 'hucre/xlsx';
import { isWorkbook, refuseKnownSignature } from '../../parse/encoding/detect-other-format.ts';
import { sizeOf } from '../../pipeline/input/csv-file.ts';
import { formatCount, formatMegabytes, listFirst } from '../../problems/format-problem.ts';
import { type Problem, ProblemError, problem } from '../../problems/problem.ts';
import { didYouMean } from '../../suggestions/suggest.ts';
import { DAY_ZERO, dateText, hasTime, mayBeTime, numberText, toRecord } from './cell-text.ts';
import { fillMerged, findExtent } from './sheet-extent.ts';

/** Maximum size of a workbook, in bytes. */
const MAX_WORKBOOK_BYTES = 100_000_000;
/** Maximum size of all files in a workbook, in bytes. Reading them takes about ten times as much memory. */
const MAX_UNPACKED_BYTES = 300_000_000;
/** Maximum number of cells of a table, empty ones included. */
const MAX_CELLS = 5_000_000;

const SAVE_AS_CSV = 'Open it in a spreadsheet program and save the sheet as CSV (UTF-8).';
/** The name of the part that holds an encrypted document ([MS-OFFCRYPTO] 2.3.4.4). */
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');

/**
 * Converts the named sheet of a workbook, or else the only visible one that holds a table, to CSV: UTF-8, commas, line feeds, and quotes only
 * where needed. Merged cells repeat their value, dates are written as ISO 8601, and formulas as their stored results. The hints, in order,
 * say which cells hold errors, or formulas without a stored result, and which rows and columns are hidden. `file` is the workbook's
 * name in messages. Throws a `ProblemError` if the file is not a workbook, is protected, damaged or too large, or if no single sheet
 * is chosen.
 */
export async function workbookToCsv(bytes: Uint8Array, file: string, sheet: string | null) {
  try {
    await refuseUnsafe(bytes, file);
    const { name, extent } = await chooseSheet(bytes, file, sheet);
    return { ...(await convert(bytes, file, name, extent)), sheet: name };
  } catch (error) {
    if (error instanceof ProblemError) throw error;
    throw unreadable(file, `cannot be read as an Excel workbook: ${(error as Error).message}`);
  }
}

function unreadable(file: string, message: string, help = SAVE_AS_CSV): ProblemError {
  return new ProblemError(problem('workbook-unreadable', { file }, message, help));
}

/** Converts the workbook at a path into the new CSV file `to`, and returns the hints: see `workbookToCsv`. */
export async function convertWorkbook(
  path: string,
  file: string,
  sheet: string | null,
  to: string,
): Promise<Problem[]> {
  const [size, bound] = [sizeOf(path), MAX_WORKBOOK_BYTES].map(formatMegabytes);
  if (sizeOf(path) > MAX_WORKBOOK_BYTES) throw unreadable(file, `has ${size}; workbooks of up to ${bound} are read`);
  const { csv, hints } = await workbookToCsv(readFileSync(path), file, sheet);
  writeFileSync(to, csv, { flag: 'wx', flush: true });
  return hints;
}

/** Refuses files that are not workbooks, and archives that state no sizes or would unpack to far more than tables need. */
async function refuseUnsafe(bytes: Uint8Array, file: string): Promise<void> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (!isWorkbook(bytes)) {
    if (buffer.includes(ENCRYPTED)) {
      const help = 'Remove the password in a spreadsheet program, and save the workbook as .xlsx.';
      throw unreadable(file, 'is protected with a password', help);
    }
    refuseKnownSignature(bytes, file);
    throw unreadable(file, 'is not an Excel workbook (.xlsx)');
  }
  const { fromBufferPromise } = await import('yauzl');
  const archive = await fromBufferPromise(buffer).catch(() => {
    throw unreadable(file, 'is damaged or incomplete: its end is missing', 'Get the file again.');
  });
  let unpacked = 0;
  for await (const entry of archive.eachEntry()) {
    const { fileName, uncompressedSize, compressedSize, generalPurposeBitFlag } = entry;
    // The library takes these sizes as bounds, but has none for a file whose size is 0.
    const isUnbounded = uncompressedSize === 0 && (compressedSize > 2 || (generalPurposeBitFlag & 8) !== 0);
    if (isUnbounded && !fileName.endsWith('/'))
      throw unreadable(file, `is damaged: the size of ${fileName} is not stated`);
    unpacked += Math.max(uncompressedSize, compressedSize);
  }
  if (unpacked > MAX_UNPACKED_BYTES) {
    const bound = formatMegabytes(MAX_UNPACKED_BYTES);
    throw unreadable(file, `unpacks to ${formatMegabytes(unpacked)}; workbooks of up to ${bound} are read`);
  }
}

async function chooseSheet(bytes: Uint8Array, file: string, wanted: string | null) {
  // Takes a few hundredths of a second to load, and few commands need it.
  const { readXlsx, streamXlsxRows } = await import('hucre/xlsx');
  const visible: string[] = [];
  const all: string[] = [];
  await readXlsx(bytes, {
    sheets: ({ name, hidden, veryHidden }) => {
      all.push(name);
      if (!hidden && !veryHidden) visible.push(name);
      return false;
    },
  });
  const sheets = `Sheets in the workbook: ${all.join(', ')}.`;
  const unclear = (message: string, help: string): ProblemError =>
    new ProblemError(problem('sheet-unclear', { file }, message, help));
  if (wanted !== null && !all.includes(wanted)) {
    throw unclear(`has no sheet "${wanted}"${didYouMean(wanted, all)}`, sheets);
  }
  const found: { name: string; extent: NonNullable<Awaited<ReturnType<typeof findExtent>>> }[] = [];
  for (const name of wanted === null ? visible : [wanted]) {
    const sparse = `the values in the sheet "${name}" are spread over more than ${formatCount(MAX_CELLS, 'cell')}`;
    const rows = streamXlsxRows(bytes, { sheet: name });
    const extent = await findExtent(rows, MAX_CELLS, unreadable(file, sparse)).catch((error) => {
      // A sheet that is only a chart has no cells.
      if (/missing worksheet file/.test(error.message)) return null;
      throw error;
    });
    if (extent) found.push({ name, extent });
  }
  const tables = found.filter(({ extent }) => extent.isTable);
  const candidates = tables.length > 0 ? tables : found;
  const [only] = candidates;
  if (only && candidates.length === 1) return only;
  const names = candidates.map(({ name }) => name).join(', ');
  const choose = only && `Choose one, such as --sheet ${JSON.stringify(only.name)}.`;
  if (choose) throw unclear(`has several sheets that may hold the table: ${names}`, choose);
  const where = wanted === null ? 'any visible sheet' : `the sheet "${wanted}"`;
  throw unclear(`has no value in ${where}`, `${sheets} Choose one with --sheet NAME.`);
}

async function convert(bytes: Uint8Array, file: string, name: string, extent: MergeRange) {
  const { readXlsx, rangeRef, cellRef, colToLetter } = await import('hucre/xlsx');
  const { startRow, startCol, endRow, endCol } = extent;
  const range = rangeRef(startRow, startCol, endRow, endCol);
  const read = (readStyles: boolean) => readXlsx(bytes, { sheets: [name], range, readStyles });
  let { sheets, dateSystem = '1900' } = await read(false);
  const dayZero = DAY_ZERO[dateSystem];
  // The formats of all cells take much memory, and few tables need them.
  if (sheets[0]?.rows.some((row) => row.some((it) => mayBeTime(it, dayZero)))) ({ sheets } = await read(true));
  const [{ rows, cells, merges = [], rowDefs = new Map(), columns = [] }] = sheets as [Sheet];
  if (!fillMerged(rows, merges, extent, MAX_CELLS)) {
    throw unreadable(file, `in the sheet "${name}", more than ${formatCount(MAX_CELLS, 'cell')} are merged`);
  }
  const timed = new Set<number>();
  for (const row of rows) {
    for (const [column, value] of row.entries()) if (value instanceof Date && hasTime(value)) timed.add(column);
  }
  const erroneous: string[] = [];
  const unstored: string[] = [];
  const cellAt = (row: number, column: number) => cells?.get(`${row},${column}`);
  const textAt = (row: number, column: number): string => {
    const value = rows[row]?.[column] ?? null;
    if (typeof value === 'boolean') return String(value);
    if (typeof value === 'string' && !(value.startsWith('#') && cellAt(row, column)?.type === 'error')) return value;
    if (typeof value === 'number' && Number.isFinite(value)) return numberText(value);
    const format = value instanceof Date ? (cellAt(row, column)?.style?.numFmt ?? '') : '';
    const date = value instanceof Date ? dateText(value, format, dayZero, timed.has(column)) : null;
    if (date !== null) return date;
    if (value !== null) erroneous.push(cellRef(row, column));
    else if (cellAt(row, column)?.formula !== undefined) unstored.push(cellRef(row, column));
    return '';
  };
  const upTo = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at);
  const columnsShown = upTo(startCol, endCol);
  const lines = upTo(startRow, endRow).map((row) => toRecord(columnsShown.map((column) => textAt(row, column))));
  const hiddenRows = upTo(startRow, endRow).filter((row) => rowDefs.get(row)?.hidden);
  const hiddenColumns = columnsShown.filter((column) => columns[column]?.hidden);
  const listed = [
    ['cells-emptied', 'cell', 'with an error such as #N/A, empty', CORRECT, erroneous],
    ['cells-emptied', 'formula', 'without a stored result, empty', COMPUTE, unstored],
    ['cells-hidden', 'row', 'hidden in the workbook, but', DELETE, hiddenRows.map((row) => row + 1)],
    ['cells-hidden', 'column', 'hidden in the workbook, but', DELETE, hiddenColumns.map(colToLetter)],
  ] as const;
  const hints = listed.flatMap(([code, noun, state, help, places]) => {
    if (places.length === 0) return [];
    const message = `${formatCount(places.length, noun)} ${state} in the CSV file: ${listFirst(places.map(String), MAX_LISTED)}`;
    return [problem(code, { file }, message, help)];
  });
  return { csv: `${lines.join('\n')}\n`, hints };
}

const CORRECT = 'Readers see nulls there. To publish values, correct the formulas.';
const COMPUTE = 'Open the workbook in a spreadsheet program, which computes them, save it, and convert it again.';
const DELETE = 'If they must not be published, delete them in the workbook, and convert it again.';

/** Maximum number of cells, rows or columns that a hint lists. */
const MAX_LISTED = 10;
