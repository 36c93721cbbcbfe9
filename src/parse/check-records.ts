import type { FileForm, Place, RecordBlock } from '../model.ts';
import { entryText, MOST_REPORTED, problem, type Report } from '../problems.ts';

/** More short rows than this at the end of a file are no footer. */
const LONGEST_FOOTER = 10;

type RowCode = 'row-too-short' | 'row-too-long';
const ROW_CODES: readonly RowCode[] = ['row-too-short', 'row-too-long'];

const ROW_HELP: Record<RowCode, string> = {
  'row-too-short':
    'Complete the row: write an empty cell where a value is missing. If the last cells are left out on purpose, add to the sidecar: "csv": { "ragged": "pad" }.',
  'row-too-long': 'Quote cells that contain the delimiter, or remove the cells from here on.',
};

/** Rows of a wrong length, of one kind. */
interface WrongRows {
  count: number;
  /** The first ones. */
  first: { cells: number; place: Place }[];
  /** Numbers of the first and last among all rows. */
  from: number;
  to: number;
}

/**
 * The rows that have a cell for each column. The others are reported once the last row was seen, and left out: where the form
 * says so, rows that are too short are filled up with empty cells instead.
 */
export function* checkRecords(
  blocks: Iterable<RecordBlock>,
  file: string,
  columns: readonly string[],
  { ragged, footerRows }: FileForm,
  report: Report,
): Generator<RecordBlock, void, undefined> {
  const width = columns.length;
  const wrong: Record<RowCode, WrongRows> = { 'row-too-short': noRows(), 'row-too-long': noRows() };
  let rows = 0;
  let last: RecordBlock | null = null;
  let repeated: Place | null = null;
  for (const block of blocks) {
    const kept: number[] = [];
    for (const [index, record] of block.records.entries()) {
      if (record[0] === columns[0] && repeated === null && isSame(record, columns)) repeated = block.placeOf(index, 0);
      if (record.length === width || (record.length < width && ragged === 'pad')) kept.push(index);
      else
        note(wrong[record.length < width ? 'row-too-short' : 'row-too-long'], rows + index, record.length, () =>
          block.placeOf(index, width),
        );
    }
    rows += block.records.length;
    if (block.records.length > 0) last = block;
    yield kept.length === block.records.length && ragged === 'error' ? block : select(block, kept, width);
  }
  reportWrongRows(wrong, rows, footerRows, width, file, report);
  if (repeated) {
    report(
      problem(
        'header-repeated',
        { file, place: repeated },
        'the header stands here once more: files were joined, or the file holds several tables',
        'Remove the line if the rows behind it belong to the same table, or put them into a file of their own.',
      ),
    );
  }
  if (last && rows > 1) reportTotals(last, footerRows, file, report);
}

/** One column, and a cell that is its name, prove nothing. */
function isSame(record: readonly string[], columns: readonly string[]): boolean {
  return (
    columns.length > 1 && record.length === columns.length && record.every((cell, index) => cell === columns[index])
  );
}

function select(block: RecordBlock, kept: readonly number[], width: number): RecordBlock {
  return {
    records: kept.map((index) => {
      const record = block.records[index] as readonly string[];
      return record.length === width ? record : [...record, ...Array<string>(width - record.length).fill('')];
    }),
    placeOf: (record, cell) => block.placeOf(kept[record] as number, cell),
  };
}

function noRows(): WrongRows {
  return { count: 0, first: [], from: 0, to: 0 };
}

function note(wrong: WrongRows, row: number, cells: number, placeOf: () => Place): void {
  if (wrong.count === 0) wrong.from = row;
  wrong.to = row;
  wrong.count += 1;
  if (wrong.first.length < MOST_REPORTED) wrong.first.push({ cells, place: placeOf() });
}

function reportWrongRows(
  wrong: Record<RowCode, WrongRows>,
  rows: number,
  footerRows: number,
  width: number,
  file: string,
  report: Report,
): void {
  const short = wrong['row-too-short'];
  const isFooter =
    short.count > 0 &&
    short.count < rows &&
    short.count <= LONGEST_FOOTER &&
    wrong['row-too-long'].count === 0 &&
    short.to === rows - 1 &&
    short.to - short.from + 1 === short.count;
  if (isFooter) {
    const [first] = short.first;
    const count = countOf(short.count, 'row');
    const entry = { csv: { footerRows: footerRows + short.count } };
    report(
      problem(
        'footer-found',
        { file, place: first ? { ...first.place, column: 1 } : null },
        `the file ends in ${count} with fewer cells than the ${countOf(width, 'column')}, this the first: notes, or rows cut short`,
        `If these are no data, add to the sidecar: ${entryText(entry)}. If they are, complete them.`,
        [entry],
      ),
    );
    return;
  }
  for (const code of ROW_CODES) {
    for (const { cells, place } of wrong[code].first) {
      const message = `the row has ${countOf(cells, 'cell')}, the header ${countOf(width, 'column')}`;
      report(problem(code, { file, place }, message, ROW_HELP[code]));
    }
    const rest = wrong[code].count - wrong[code].first.length;
    if (rest > 0) report(problem(code, { file }, `${countOf(rest, 'more row')} of the same kind`, ROW_HELP[code]));
  }
}

const TOTAL = /^(?:(?:grand|sub)[ -]?)?total(?:s|e|en)?\b|^(?:sum|sums|summe|gesamt|insgesamt|somme|suma|ensemble)\b/i;

/** A last row of totals reads as one more record, and whoever adds the column up counts everything twice. */
function reportTotals(block: RecordBlock, footerRows: number, file: string, report: Report): void {
  const end = block.records.length - 1;
  const label = block.records[end]?.find((cell) => cell.trim() !== '')?.trim() ?? '';
  if (!TOTAL.test(label)) return;
  const entry = { csv: { footerRows: footerRows + 1 } };
  report(
    problem(
      'totals-row',
      { file, place: block.placeOf(end, 0) },
      `the last row begins with "${label}", so it may be the sum of the others`,
      `If it is, add to the sidecar: ${entryText(entry)}.`,
      [entry],
    ),
  );
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
