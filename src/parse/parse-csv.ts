import Papa from 'papaparse';
import type { FileForm, Place, RecordBlock } from '../model.ts';
import { ProblemError, placeInText, problem, type Report } from '../problems.ts';
import { checkHeader } from './check-header.ts';
import { decodeFile } from './decode.ts';
import { splitRecords, type TextBlock } from './split-records.ts';

/** A CSV file that is being read: its columns' names, and its records in blocks, each block read when it is asked for. */
export interface CsvFile {
  columns: readonly string[];
  blocks: Iterable<RecordBlock>;
}

/** Rows too short, and rows too long, that are reported one by one before the rest is only counted. */
const MOST_REPORTED_ROWS = 10;

/**
 * Opens a CSV file: reads its header, checked. The records come from `blocks`, once; rows of a wrong length are reported and left
 * out, so a file with such a row must not be published. Reports what is wrong with the header and returns null then;
 * throws a `ProblemError` where the rest of the file cannot be read.
 */
export function parseCsv(path: string, file: string, form: FileForm, report: Report): CsvFile | null {
  const blocks = parsedBlocks(path, file, form.delimiter);
  const first = blocks.next();
  if (first.done) {
    throw new ProblemError(
      problem(
        'file-empty',
        { file },
        'the file is empty',
        'Put the data in: a header line with the columns’ names, then the records.',
      ),
    );
  }
  const [columns = [], ...records] = first.value.records;
  const headerPlace = (cell: number): Place => first.value.placeOf(0, cell);
  if (!checkHeader(columns, file, form.delimiter, headerPlace, report)) return null;
  const rest: RecordBlock = { records, placeOf: (record, cell) => first.value.placeOf(record + 1, cell) };
  return { columns, blocks: wellFormed(chain(rest, blocks), file, columns.length, report) };
}

function* chain(first: RecordBlock, others: Iterable<RecordBlock>): Generator<RecordBlock, void, undefined> {
  yield first;
  yield* others;
}

function* parsedBlocks(path: string, file: string, delimiter: string): Generator<RecordBlock, void, undefined> {
  for (const block of splitRecords(decodeFile(path, file), file, delimiter)) {
    yield {
      records: parseBlock(block, delimiter),
      placeOf: (record, cell) => placeOfCell(block, record, cell, delimiter),
    };
  }
}

function parseBlock({ text, starts, newline }: TextBlock, delimiter: string): string[][] {
  // Papa Parse reads no record from no text, where a line without characters is a record with one empty cell; and it
  // takes a byte order mark off whatever text it is given, where here it is data: so it gets one to take off.
  const records =
    text === ''
      ? [['']]
      : Papa.parse<string[]>(`\uFEFF${text}`, {
          delimiter,
          newline,
          quoteChar: '"',
          header: false,
          skipEmptyLines: false,
        }).data;
  if (records.length !== starts.length) {
    throw new Error(`two readings of a block disagree: ${starts.length} records and ${records.length}`);
  }
  return records;
}

/** Leaves out rows of a wrong length, and reports them. A line without any character is no row, unless there is one column. */
function* wellFormed(
  blocks: Iterable<RecordBlock>,
  file: string,
  width: number,
  report: Report,
): Generator<RecordBlock, void, undefined> {
  const wrong: Record<RowCode, number> = { 'row-too-short': 0, 'row-too-long': 0 };
  for (const block of blocks) {
    if (block.records.every((record) => record.length === width)) {
      yield block;
      continue;
    }
    const kept: number[] = [];
    for (const [index, record] of block.records.entries()) {
      if (record.length === width) kept.push(index);
      else if (record.length > 1 || record[0] !== '') {
        const code = record.length < width ? 'row-too-short' : 'row-too-long';
        wrong[code] += 1;
        if (wrong[code] <= MOST_REPORTED_ROWS)
          reportRow(code, record.length, block.placeOf(index, width), file, width, report);
      }
    }
    yield {
      records: kept.map((index) => block.records[index] as readonly string[]),
      placeOf: (record, cell) => block.placeOf(kept[record] as number, cell),
    };
  }
  for (const code of ROW_CODES) reportRest(code, wrong[code] - MOST_REPORTED_ROWS, file, report);
}

const ROW_CODES = ['row-too-short', 'row-too-long'] as const;
type RowCode = (typeof ROW_CODES)[number];

const ROW_HELP: Record<RowCode, string> = {
  'row-too-short': 'Complete the row: write an empty cell where a value is missing.',
  'row-too-long': 'Quote cells that contain the delimiter, or remove the cells from here on.',
};

function reportRow(code: RowCode, cells: number, place: Place, file: string, width: number, report: Report): void {
  const message = `the row has ${countOf(cells, 'cell')}, the header ${countOf(width, 'column')}`;
  report(problem(code, { file, place }, message, ROW_HELP[code]));
}

function reportRest(code: RowCode, rest: number, file: string, report: Report): void {
  if (rest <= 0) return;
  const message = `${countOf(rest, 'more row')} of the same kind`;
  report(problem(code, { file }, message, ROW_HELP[code]));
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Place of a cell; found by reading the record again, since only few cells are ever asked for. */
function placeOfCell({ text, starts, firstLine }: TextBlock, record: number, cell: number, delimiter: string): Place {
  const start = starts[record] ?? text.length;
  const end = starts[record + 1] ?? text.length;
  let offset = start;
  let quoted = false;
  for (let passed = 0; passed < cell && offset < end; offset += 1) {
    const character = text[offset];
    if (character === '"') quoted = !quoted;
    else if (!quoted) {
      if (character === delimiter) passed += 1;
      else if (character === '\n' || character === '\r') break;
    }
  }
  return placeInText(text, offset, firstLine);
}
