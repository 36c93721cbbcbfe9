import { isTotal } from '../contract/labels/total-labels.ts';
import type { ByteSource, FileFormat, Place, ReadingSettings, RecordBlock } from '../model.ts';
import { ProblemError, problem, type Report } from '../problems/problem.ts';
import { type Fix, fix, question } from '../problems/sidecar-patch.ts';
import { placeInText } from '../problems/text-position.ts';
import { checkBlankLines } from './checks/check-blank-lines.ts';
import { DamageCheck } from './checks/check-damage.ts';
import { checkRecords } from './checks/check-records.ts';
import { checkHeader } from './checks/header/check-header.ts';
import { refuseDelimiterNote } from './checks/header/check-preamble.ts';
import { joinHeaderRows } from './checks/header/header-rows.ts';
import { nameIndexColumn } from './checks/header/index-column.ts';
import { type FindCell, madeUpNames, renameColumns } from './checks/header/rename-columns.ts';
import { detectDelimiter, type TextStart } from './dialect/detect-delimiter.ts';
import { decodeText } from './encoding/decode-text.ts';
import { refuseMarkupOrJson } from './encoding/detect-other-format.ts';
import { dropLast, joinBlocks, selectRecords, splitBlock } from './records/block-operations.ts';
import { type ConvertBlock, cellConversion } from './records/convert-cells.ts';
import { countLineBreaks, skipLines } from './records/count-line-breaks.ts';
import { COMMENT_MARKS, type Dialect } from './records/dialect.ts';
import { BLANK_LINE, cellPlaces, parseBlock } from './records/parse-block.ts';
import { isEmptyRow, mostCommonWidth } from './records/row-predicates.ts';
import { splitRecords, tooManyColumns } from './records/split-records.ts';

/** An open CSV file: its column names and its records, in blocks that are read on demand. */
export type CsvFile = NonNullable<ReturnType<typeof parseCsv>>;

/**
 * Opens a CSV file and checks its header. If the header has errors, reports them and returns null. `blocks` yields the records and can be
 * iterated only once. It reports rows of the wrong length and skips them, so a file with such rows must not be published. Throws a
 * `ProblemError`, here or while `blocks` is read, for an error that stops the reading, such as more columns than `settings` allows.
 */
export function parseCsv(
  source: ByteSource,
  file: string,
  format: FileFormat,
  report: Report,
  settings: Partial<ReadingSettings> = {},
) {
  let bytesRead = 0;
  const text = decodeText(source, file, format.encoding, (bytes) => {
    bytesRead += bytes;
  });
  const chunks = skipLines(text, format.skipRows);
  let table: ReturnType<typeof openTable> = null;
  try {
    table = openTable(chunks, file, format, report, settings);
    return table && { ...table, bytesRead: () => bytesRead };
  } finally {
    if (!table) chunks.return();
  }
}

function openTable(
  chunks: Generator<string, void, undefined>,
  file: string,
  format: FileFormat,
  report: Report,
  { maxColumns = Number.POSITIVE_INFINITY }: Partial<ReadingSettings>,
) {
  const start = readStart(chunks);
  if (start.text === '') throw emptyFile(file);
  if (Array.isArray(format.header) && format.header.length > maxColumns) throw tooManyColumns({ file }, maxColumns);
  refuseMarkupOrJson(start.text, file);
  refuseDelimiterNote(start.text, format, file);
  const dialect = chooseDialect(format, start, file);
  const parsed = parsedBlocks(chain(start.text, chunks), file, dialect, format, maxColumns, report);
  const { delimiter } = dialect;
  const header = readHeader(parsed, format, file, report);
  if (!header) return null;
  const { columns, headerCells, rest } = header;
  const kept = [...columns.keys()].filter((cell) => !format.omitted.includes(columns[cell] as string));
  if (kept.length === 0) {
    const help = 'Publish at least one column: remove its "omit" from the sidecar.';
    const message = 'every column is left out, so there is nothing to publish';
    throw new ProblemError(problem('value-invalid', { file }, message, help));
  }
  const conversion = cellConversion(columns, kept, format, file);
  const blankLines = checkBlankLines(columns.length, format.emptyRows, file, report);
  function* readBlocks(): Generator<RecordBlock, void, undefined> {
    const footer: { row: readonly string[]; place: Place }[] = [];
    const rows = dropLast(blankLines.without(rest), format.footerRows ?? 0, (row, block, index) =>
      footer.push({ row, place: block.placeOf(index, 0) }),
    );
    const known = { file, names: columns, kept, headerCells, convert: conversion.convert };
    const notes = yield* checkRecords(rows, known, { ...format, delimiter }, report);
    const mayBeRecord = (row: readonly string[]): boolean =>
      row.length === columns.length && row.length > 1 && row.every((cell) => cell.trim() !== '') && !isTotal(row[0]);
    const record = footer.find(({ row }) => mayBeRecord(row));
    // If the footer of the file has become shorter, it may include records.
    if (record) {
      const message =
        'this row is left out as part of the footer declared in the sidecar, but it has a value in every column';
      const help = 'Count the footer rows again and correct "footerRows" in the sidecar.';
      report(problem('footer-doubtful', { file, place: record.place }, message, help));
    }
    const end = notes?.line ?? footer[0]?.place.line ?? Number.POSITIVE_INFINITY;
    if (format.emptyRows === null) blankLines.finish(end);
  }
  return {
    /** Names of the published columns, before any `rename` under `columns` in the description is applied. */
    columns: conversion.columns,
    omitted: columns.filter((name) => format.omitted.includes(name)),
    /** Names made up for published columns that have no name, or a repeated one, in the header. */
    madeUp: header.madeUp.filter(({ to }) => !format.omitted.includes(to)),
    /** Cells that a row must have to count as a repeated header. */
    headerCells,
    /** Declared or detected delimiter. */
    delimiter,
    /** Place of the first header cell; null if the file has no header. */
    headerPlace: header.headerPlace,
    firstRecord: firstRecordOf(header.start, columns.length, conversion.convert),
    blocks: readBlocks(),
    /** Line numbers of the first thousand records that blank lines separate from the record above. Complete once all blocks are read. */
    linesAfterBlanks: blankLines.linesAfterBlanks,
    /** Closes the file. Only needed if `blocks` is not read to the end. */
    close: () => chunks.return(),
  };
}

/** Number of lines, or of UTF-16 code units, that is enough to detect the dialect: reading stops when either is reached. */
const START_LINES = 100;
const START_CHARACTERS = 1 << 20;

function readStart(chunks: Generator<string, void, undefined>): TextStart {
  let text = '';
  do {
    const next = chunks.next();
    if (next.done) return { text, isWhole: true };
    text += next.value;
  } while (text.length < START_CHARACTERS && countLineBreaks(text) < START_LINES);
  return { text, isWhole: false };
}

/** The declared dialect, with a detected delimiter if none is declared. Throws a `ProblemError` if the detection is not reliable. */
function chooseDialect(format: FileFormat, start: TextStart, file: string): Dialect {
  if (format.delimiter !== null) return { ...format, delimiter: format.delimiter };
  const { usual, unusual, isAligned } = detectDelimiter(start, format);
  const [delimiter = ',', ...others] = usual;
  const at = { file, place: placeInText(start.text, 0, format.skipRows + 1) };
  const doubt = (of: typeof at | { file: string }, message: string, help: string, fixes: readonly Fix[] = []) =>
    new ProblemError(problem('delimiter-doubtful', of, message, help, fixes));
  if (unusual !== undefined) {
    const csv = { delimiter: unusual };
    const comment = unusual === ' ' ? COMMENT_MARKS.find((it) => start.text.startsWith(it)) : undefined;
    const commented = fix({ csv: { ...csv, comment } }, 'If it is, and the first line is a comment');
    throw doubt(
      at,
      `${JSON.stringify(unusual)} divides most rows into the same number of cells, so it is probably an unusual delimiter`,
      'If it is not the delimiter, set "delimiter" under "csv" in the sidecar to the right one, such as ",".',
      [(unusual === ':' ? question : fix)({ csv }, 'If it is'), ...(comment === undefined ? [] : [commented])],
    );
  }
  if (isAligned) {
    throw doubt(
      at,
      'runs of spaces separate the values: this is probably a fixed-width file',
      'Export the file with a delimiter. If it has a single column, set "delimiter" to "," under "csv" in the sidecar.',
    );
  }
  if (others.length === 0) return { ...format, delimiter };
  throw doubt(
    { file },
    `most rows have one cell per column whether the delimiter is ${usual.map((it) => JSON.stringify(it)).join(' or ')}`,
    'Declare the right one in the sidecar.',
    usual.map((it) => fix({ csv: { delimiter: it } }, `If it is ${JSON.stringify(it)}`)),
  );
}

function emptyFile(file: string): ProblemError {
  const help = 'Add a header line with the names of the columns, then the records.';
  return new ProblemError(problem('file-empty', { file }, 'the file is empty, or all its lines are skipped', help));
}

function* parsedBlocks(
  chunks: Iterable<string>,
  file: string,
  dialect: Dialect,
  { header, skipRows }: FileFormat,
  maxColumns: number,
  report: Report,
): Generator<RecordBlock, void, undefined> {
  const damage = new DamageCheck();
  const headerLine = Array.isArray(header) ? 0 : skipRows + 1;
  for (const block of splitRecords(chunks, file, dialect, skipRows + 1, maxColumns)) {
    damage.add(block, dialect.delimiter, headerLine);
    yield { records: parseBlock(block, dialect), placeOf: cellPlaces(block, dialect) };
  }
  damage.finish(file, report);
}

function* chain<T>(first: T, others: Generator<T, void, undefined>): Generator<T, void, undefined> {
  try {
    yield first;
    yield* others;
  } finally {
    // `others` keeps a file open, so it must be closed even if the consumer stops at `first`.
    others.return();
  }
}

/** Minimum number of records to check a header against. A second block is read if the first has fewer. */
const MIN_RECORDS = 100;

/** The first non-blank record in `start`, converted, and its place; null without one, or if it lacks cells or has surplus values. */
function firstRecordOf(start: RecordBlock, width: number, convert: ConvertBlock) {
  const index = start.records.findIndex((record) => record !== BLANK_LINE);
  const record = start.records[index] ?? [];
  if (record.length < width || !isEmptyRow(record.slice(width))) return null;
  const { records } = convert(selectRecords(start, [index], (cells) => cells.slice(0, width)));
  return { cells: records[0] ?? [], place: start.placeOf(index, 0) };
}

/** The names of all columns of a file, the records at its start, and all records; null if its header has errors. */
function readHeader(blocks: Generator<RecordBlock, void>, format: FileFormat, file: string, report: Report) {
  const first = blocks.next();
  if (typeof format.header === 'object' && format.header !== null) {
    const start = first.done ? { records: [], placeOf: () => ({ line: 1, column: 1, excerpt: '' }) } : first.value;
    const { header } = format;
    return { columns: header, headerCells: header, headerPlace: null, madeUp: [], start, rest: chain(start, blocks) };
  }
  if (first.done) throw emptyFile(file);
  // A last line without a line ending is a separate block, so even a short file may have two.
  const second = first.value.records.length < MIN_RECORDS ? blocks.next() : null;
  const start = second && !second.done ? joinBlocks(first.value, second.value) : first.value;
  const [header, rest] = splitBlock(start, format.header ?? 1);
  const joined = joinHeaderRows(header.records);
  const endsInDelimiter = format.trailingDelimiter && joined.length > 1 && joined.at(-1)?.trim() === '';
  const names = endsInDelimiter ? joined.slice(0, -1) : joined;
  const at: FindCell = (cell) => ({ file, place: header.placeOf(0, cell) });
  const { width } = mostCommonWidth(rest.records.map((row) => row.length));
  const index = nameIndexColumn(names, rest, format);
  const renames = [...(index ? [index] : []), ...(format.rename ?? [])];
  const columns = renameColumns(names, renames, width, at, report);
  if (!columns || !checkHeader(columns, rest, format, at, report)) return null;
  const headerCells = names.length === columns.length ? names : columns;
  const madeUp = [
    ...(index ? [{ ...index, from: '', place: at(0).place }] : []),
    ...madeUpNames(names, format.rename ?? [], at),
  ];
  return { columns, headerCells, headerPlace: at(0).place, madeUp, start: rest, rest: chain(rest, blocks) };
}
