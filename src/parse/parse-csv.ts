import type { FileForm, Place, RecordBlock } from '../model.ts';
import { entryText, ProblemError, problem, type Report } from '../problems.ts';
import { checkHeader } from './check-header.ts';
import { checkRecords } from './check-records.ts';
import { DamageCheck } from './check-text.ts';
import { decodeFile } from './decode.ts';
import { detectDelimiter } from './detect-delimiter.ts';
import { dropLast, keepRecords, splitBlock } from './frame-records.ts';
import { BLANK_LINE, cellPlaces, parseBlock } from './parse-block.ts';
import { skipLines } from './skip-lines.ts';
import { type Dialect, splitRecords } from './split-records.ts';

/** A CSV file that is being read: its columns' names, and its records in blocks, each block read when it is asked for. */
export interface CsvFile {
  columns: readonly string[];
  /** The delimiter it is read with, declared or found. */
  delimiter: string;
  /** Where the header begins; null where the file has none. */
  headerPlace: Place | null;
  blocks: Iterable<RecordBlock>;
}

/**
 * Opens a CSV file: reads its header, checked. The records come from `blocks`, once; rows of a wrong length are reported and left
 * out, so a file with such a row must not be published. Reports what is wrong with the header and returns null then;
 * throws a `ProblemError` where the rest of the file cannot be read.
 */
export function parseCsv(path: string, file: string, form: FileForm, report: Report): CsvFile | null {
  const chunks = skipLines(decodeFile(path, file, form.encoding), form.skipRows);
  let opened: CsvFile | null = null;
  try {
    opened = openTable(chunks, file, form, report);
    return opened;
  } finally {
    if (!opened) chunks.return();
  }
}

function openTable(
  chunks: Generator<string, void, undefined>,
  file: string,
  form: FileForm,
  report: Report,
): CsvFile | null {
  const start = chunks.next();
  if (start.done) throw emptyFile(file);
  const dialect = dialectOf(form, start.value, file);
  const parsed = parsedBlocks(chain(start.value, chunks), file, dialect, form.skipRows + 1, report);
  const header = readHeader(parsed, form, file, report);
  if (!header) return null;
  const { columns, headerPlace, rest } = header;
  // A line without any character is no row, unless there is one column.
  const rows = columns.length > 1 ? keepRecords(rest, (record) => record !== BLANK_LINE) : rest;
  const blocks = checkRecords(dropLast(rows, form.footerRows), file, columns, form, report);
  return { columns, delimiter: dialect.delimiter, headerPlace, blocks };
}

function dialectOf(form: FileForm, start: string, file: string): Dialect {
  const { quote, escape: mark, comment, skipInitialSpace } = form;
  const marks = { quote, escape: mark, comment, skipInitialSpace };
  if (form.delimiter !== null) return { delimiter: form.delimiter, ...marks };
  const [delimiter = ',', ...others] = detectDelimiter(start, form);
  if (others.length === 0) return { delimiter, ...marks };
  const found = [delimiter, ...others];
  const names = found.map((it) => JSON.stringify(it));
  const entries = found.map((it) => ({ csv: { delimiter: it } }));
  throw new ProblemError(
    problem(
      'delimiter-doubtful',
      { file },
      `most rows have as many cells as there are columns with any of ${names.join(' and ')} as the delimiter`,
      `Say which it is in the sidecar: ${entries.map(entryText).join(' or ')}.`,
      entries,
    ),
  );
}

function emptyFile(file: string): ProblemError {
  return new ProblemError(
    problem(
      'file-empty',
      { file },
      'the file is empty',
      'Put the data in: a header line with the columns’ names, then the records.',
    ),
  );
}

function* parsedBlocks(
  chunks: Iterable<string>,
  file: string,
  dialect: Dialect,
  firstLine: number,
  report: Report,
): Generator<RecordBlock, void, undefined> {
  const damage = new DamageCheck();
  for (const block of splitRecords(chunks, file, dialect, firstLine)) {
    damage.add(block);
    yield { records: parseBlock(block, dialect), placeOf: cellPlaces(block, dialect) };
  }
  damage.finish(file, report);
}

function* chain<T>(first: T, others: Generator<T, void, undefined>): Generator<T, void, undefined> {
  try {
    yield first;
    yield* others;
  } finally {
    // Who stops at the first must not leave the others open: a file is behind them.
    others.return();
  }
}

/** The columns' names, checked, and the blocks behind them. */
function readHeader(
  blocks: Generator<RecordBlock, void, undefined>,
  form: FileForm,
  file: string,
  report: Report,
): { columns: readonly string[]; headerPlace: Place | null; rest: Iterable<RecordBlock> } | null {
  if (typeof form.header === 'object' && form.header !== null) {
    return { columns: form.header, headerPlace: null, rest: blocks };
  }
  const first = blocks.next();
  if (first.done) throw emptyFile(file);
  const height = form.header ?? 1;
  const [header, rest] = splitBlock(first.value, height);
  const columns = joinHeaderRows(header.records);
  const placeOf = (cell: number): Place => header.placeOf(0, cell);
  if (!checkHeader(columns, rest, form, file, placeOf, report)) return null;
  return { columns, headerPlace: placeOf(0), rest: chain(rest, blocks) };
}

/** Names of columns whose parts stand in several rows, joined with a blank. */
function joinHeaderRows([first = [], ...others]: readonly (readonly string[])[]): readonly string[] {
  if (others.length === 0) return first;
  return first.map((part, cell) =>
    [part, ...others.map((row) => row[cell] ?? '')].filter((it) => it.trim() !== '').join(' '),
  );
}
