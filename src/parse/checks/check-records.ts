import type { FileFormat, Place, RecordBlock } from '../../model.ts';
import { problem, type Report } from '../../problems/problem.ts';
import { patchText, SKIP_EMPTY_ROWS } from '../../problems/sidecar-patch.ts';
import { selectRecords } from '../records/block-operations.ts';
import { EndCheck } from './check-footer.ts';
import { RowLengthCheck } from './check-row-lengths.ts';
import { isEmptyRow, isSame } from './row-predicates.ts';

/**
 * The rows that have a cell for each column. The others are reported once the last row was seen, and left out: where the form
 * says so, rows that are too short are filled up with empty cells instead, a last empty cell is taken off, and rows without any
 * value are left out.
 */
export function* checkRecords(
  blocks: Iterable<RecordBlock>,
  file: string,
  columns: readonly string[],
  format: FileFormat,
  report: Report,
): Generator<RecordBlock, void, undefined> {
  const width = columns.length;
  const wrong = new RowLengthCheck(width, format);
  const end = new EndCheck(width, format.footerRows);
  const empty = new FirstOf();
  const repeated = new FirstOf();
  let rows = 0;
  for (const block of blocks) {
    const kept: number[] = [];
    let isWhole = true;
    for (const [index, record] of block.records.entries()) {
      if (record[0] === columns[0] && isSame(record, columns)) repeated.add(() => block.placeOf(index, 0));
      if (width > 1 && isEmptyRow(record)) {
        empty.add(() => block.placeOf(index, 0));
        if (format.emptyRows === 'skip') continue;
      }
      if (wrong.isWrong(record, rows + index, block, index)) continue;
      kept.push(index);
      isWhole &&= record.length === width;
      end.add(record, block, index);
    }
    rows += block.records.length;
    yield isWhole && kept.length === block.records.length
      ? block
      : selectRecords(block, kept, (record) => withWidth(record, width));
  }
  wrong.finish(rows, file, report);
  if (format.emptyRows === null && empty.place) reportEmptyRows(empty, file, report);
  if (repeated.place) {
    report(
      problem(
        'header-repeated',
        { file, place: repeated.place },
        `the header stands here once more${repeated.count > 1 ? ` (the first of ${repeated.count} times)` : ''}: files were joined, or the file holds several tables`,
        'Remove the line if the rows behind it belong to the same table, or put them into a file of their own.',
      ),
    );
  }
  if (rows === 0) {
    report(
      problem(
        'records-none',
        { file },
        'the file has a header and no records, so the dataset will be empty',
        'If it should have some, export the file anew.',
      ),
    );
  }
  end.finish(file, report);
}

/** Counts what occurs, and keeps the first place. */
class FirstOf {
  count = 0;
  place: Place | null = null;

  add(placeOf: () => Place): void {
    this.count += 1;
    this.place ??= placeOf();
  }
}

/** A row with a cell for each of so many columns. */
function withWidth(record: readonly string[], width: number): readonly string[] {
  if (record.length === width) return record;
  return record.length > width ? record.slice(0, width) : [...record, ...Array<string>(width - record.length).fill('')];
}

function reportEmptyRows({ count, place }: FirstOf, file: string, report: Report): void {
  const rows = count === 1 ? 'a row has' : `${count} rows have`;
  report(
    problem(
      'rows-empty',
      { file, place },
      `${rows} no value in any column${count === 1 ? '' : ', the first here'}: each would be a record of nulls`,
      `If they are nothing, add to the sidecar: ${patchText(SKIP_EMPTY_ROWS)}. If they are records: "csv": { "emptyRows": "keep" }.`,
      [SKIP_EMPTY_ROWS],
    ),
  );
}
