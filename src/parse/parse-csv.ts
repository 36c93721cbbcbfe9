import type { ByteSource, FileFormat, Place, RecordBlock } from '../model.ts';
import { ProblemError, problem, type Report } from '../problems/problem.ts';
import { patchText } from '../problems/sidecar-patch.ts';
import { placeInText } from '../problems/text-position.ts';
import { BlankLineCheck } from './checks/check-blank-lines.ts';
import { DamageCheck } from './checks/check-damage.ts';
import { FooterCheck } from './checks/check-footer.ts';
import { checkHeader } from './checks/check-header.ts';
import { refuseDelimiterNote } from './checks/check-preamble.ts';
import { checkRecords } from './checks/check-records.ts';
import { detectDelimiter } from './dialect/detect-delimiter.ts';
import { decodeText } from './encoding/decode-text.ts';
import { refuseOtherText } from './encoding/detect-other-format.ts';
import { dropLast, joinBlocks, splitBlock } from './records/block-operations.ts';
import type { Dialect } from './records/dialect.ts';
import { cellPlaces, parseBlock } from './records/parse-block.ts';
import { skipLines } from './records/skip-lines.ts';
import { countLines, splitRecords } from './records/split-records.ts';

/** A CSV file that is being read: its columns' names, and its records in blocks, each block read when it is asked for. */
export interface CsvFile {
  columns: readonly string[];
  /** The delimiter it is read with, declared or found. */
  delimiter: string;
  /** Where the header begins; null where the file has none. */
  headerPlace: Place | null;
  blocks: Iterable<RecordBlock>;
  /** Lines of records that stand behind a blank line, the first thousand; known once the blocks were read. */
  linesBehindBlanks: ReadonlySet<number>;
  /** Number of the file's bytes that were read so far. */
  bytesRead(): number;
  /** Closes the file, for who does not read the blocks to their end. */
  close(): void;
}

/**
 * Opens a CSV file: reads its header, checked. The records come from `blocks`, once; rows of a wrong length are reported and left
 * out, so a file with such a row must not be published. Reports what is wrong with the header and returns null then;
 * throws a `ProblemError` where the rest of the file cannot be read.
 */
export function parseCsv(source: ByteSource, file: string, format: FileFormat, report: Report): CsvFile | null {
  let bytesRead = 0;
  const text = decodeText(source, file, format.encoding, (bytes) => {
    bytesRead += bytes;
  });
  const chunks = skipLines(text, format.skipRows);
  let opened: CsvFile | null = null;
  try {
    const table = openTable(chunks, file, format, report);
    opened = table && { ...table, bytesRead: () => bytesRead };
    return opened;
  } finally {
    if (!opened) chunks.return();
  }
}

function openTable(
  chunks: Generator<string, void, undefined>,
  file: string,
  format: FileFormat,
  report: Report,
): Omit<CsvFile, 'bytesRead'> | null {
  const start = startOf(chunks);
  if (start === '') throw emptyFile(file);
  refuseOtherText(start, file);
  refuseDelimiterNote(start, format, file);
  const dialect = dialectOf(format, start, file);
  const parsed = parsedBlocks(chain(start, chunks), file, dialect, format.skipRows + 1, report);
  const header = readHeader(parsed, format, file, report);
  if (!header) return null;
  const { columns, headerPlace, rest } = header;
  const blankLines = new BlankLineCheck(columns.length, format.emptyRows);
  function* blocksOfRows(): Generator<RecordBlock, void, undefined> {
    const footer = new FooterCheck(columns.length);
    const rows = dropLast(blankLines.without(rest), format.footerRows ?? 0, footer.add);
    yield* checkRecords(rows, file, columns, format, report);
    footer.finish(file, report);
    blankLines.finish(file, report);
  }
  return {
    columns,
    delimiter: dialect.delimiter,
    headerPlace,
    blocks: blocksOfRows(),
    linesBehindBlanks: blankLines.linesBehind,
    close: () => chunks.return(),
  };
}

/** Lines that suffice to tell how a file is written, and characters after which no more are waited for. */
const ENOUGH_LINES = 100;
const ENOUGH_CHARACTERS = 1 << 20;

/** The beginning of a text; empty where there is none. */
function startOf(chunks: Generator<string, void, undefined>): string {
  let start = '';
  do {
    const next = chunks.next();
    if (next.done) break;
    start += next.value;
  } while (start.length < ENOUGH_CHARACTERS && countLines(start) < ENOUGH_LINES);
  return start;
}

function dialectOf(format: FileFormat, start: string, file: string): Dialect {
  const { quote, escape: mark, comment, trim } = format;
  const marks = { quote, escape: mark, comment, trim };
  if (format.delimiter !== null) return { delimiter: format.delimiter, ...marks };
  const { usual, unusual } = detectDelimiter(start, marks, format);
  const [delimiter = ',', ...others] = usual;
  const at = { file, place: placeInText(start, 0, format.skipRows + 1) };
  if (unusual !== undefined) {
    const entry = { csv: { delimiter: unusual } };
    throw new ProblemError(
      problem(
        'delimiter-doubtful',
        at,
        `${JSON.stringify(unusual)} cuts this row and those below alike, which none of the usual delimiters does`,
        `If it is the delimiter, add to the sidecar: ${patchText(entry)}. If not, say which is: "csv": { "delimiter": "," }.`,
        [entry],
      ),
    );
  }
  if (others.length === 0) return { delimiter, ...marks };
  const names = usual.map((it) => JSON.stringify(it));
  const entries = usual.map((it) => ({ csv: { delimiter: it } }));
  throw new ProblemError(
    problem(
      'delimiter-doubtful',
      { file },
      `most rows have as many cells as there are columns with any of ${names.join(' and ')} as the delimiter`,
      `Say which it is in the sidecar: ${entries.map(patchText).join(' or ')}.`,
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
  const damage = new DamageCheck(dialect.delimiter);
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

/** Fewer records than these tell too little of a header above them. */
const FEW_RECORDS = 100;

/** The columns' names, checked, and the blocks behind them. */
function readHeader(
  blocks: Generator<RecordBlock, void, undefined>,
  format: FileFormat,
  file: string,
  report: Report,
): { columns: readonly string[]; headerPlace: Place | null; rest: Iterable<RecordBlock> } | null {
  if (typeof format.header === 'object' && format.header !== null) {
    return { columns: format.header, headerPlace: null, rest: blocks };
  }
  const first = blocks.next();
  if (first.done) throw emptyFile(file);
  // A last line without its ending is a block of its own.
  const second = first.value.records.length < FEW_RECORDS ? blocks.next() : null;
  const start = second && !second.done ? joinBlocks(first.value, second.value) : first.value;
  const [header, rest] = splitBlock(start, format.header ?? 1);
  const columns = namesIn(header.records, format);
  const placeOf = (cell: number): Place => header.placeOf(0, cell);
  if (!checkHeader(columns, rest, format, file, placeOf, report)) return null;
  return { columns, headerPlace: placeOf(0), rest: chain(rest, blocks) };
}

/** The columns' names in the header rows; where lines end in a delimiter, there is none behind it. */
function namesIn(rows: readonly (readonly string[])[], { trailingDelimiter }: FileFormat): readonly string[] {
  const names = joinHeaderRows(rows);
  return trailingDelimiter && names.length > 1 && names.at(-1)?.trim() === '' ? names.slice(0, -1) : names;
}

/** Names of columns whose parts stand in several rows, joined with a blank. */
function joinHeaderRows([first = [], ...others]: readonly (readonly string[])[]): readonly string[] {
  if (others.length === 0) return first;
  return first.map((part, cell) =>
    [part, ...others.map((row) => row[cell] ?? '')].filter((it) => it.trim() !== '').join(' '),
  );
}
