import type { FileFormat, Place, RecordBlock } from '../../model.ts';
import { problem, type Report } from '../../problems/problem.ts';
import { cure, SKIP_EMPTY_ROWS } from '../../problems/sidecar-patch.ts';
import { selectRecords } from '../records/block-operations.ts';
import { NotesAndTotalsCheck } from './check-footer.ts';
import { RowLengthCheck } from './check-row-lengths.ts';
import { isEmptyRow, repeatsHeader } from './row-predicates.ts';

/**
 * Yields the rows that have one cell for each column. The others are left out, and reported after the last row. If the format declares
 * it, short rows are padded with empty cells, an empty last cell is removed, and rows without values are left out.
 */
export function* checkRecords(
  blocks: Iterable<RecordBlock>,
  file: string,
  columns: readonly string[],
  format: FileFormat,
  report: Report,
): Generator<RecordBlock, void, undefined> {
  const width = columns.length;
  const lengths = new RowLengthCheck(width, format);
  const notesAndTotals = new NotesAndTotalsCheck(width, format.footerRows);
  const empty = new Occurrences();
  const repeated = new Occurrences();
  let rows = 0;
  for (const block of blocks) {
    const kept: number[] = [];
    let isWhole = true;
    for (const [index, record] of block.records.entries()) {
      if (record[0] === columns[0] && repeatsHeader(record, columns)) repeated.add(() => block.placeOf(index, 0));
      if (width > 1 && isEmptyRow(record)) {
        empty.add(() => block.placeOf(index, 0));
        if (format.emptyRows === 'skip') continue;
      }
      if (lengths.isWrong(record, rows + index, block, index)) continue;
      kept.push(index);
      isWhole &&= record.length === width;
      notesAndTotals.add(record, block, index);
    }
    rows += block.records.length;
    yield isWhole && kept.length === block.records.length
      ? block
      : selectRecords(block, kept, (record) => withWidth(record, width));
  }
  lengths.finish(rows, file, report);
  if (format.emptyRows === null && empty.place) reportEmptyRows(empty, file, report);
  if (repeated.place) {
    report(
      problem(
        'header-repeated',
        { file, place: repeated.place },
        `the header is repeated here${repeated.count > 1 ? ` (the first of ${repeated.count} times)` : ''}: files were joined, or the file contains several tables`,
        'If the rows after it belong to the same table, remove the line. If not, put them into a file of their own.',
      ),
    );
  }
  if (rows === 0) {
    report(
      problem(
        'records-none',
        { file },
        'the file has a header and no records, so the dataset will be empty',
        'If it should have records, export the file again.',
      ),
    );
  }
  notesAndTotals.finish(file, report);
}

/** The number of times that something occurs, and its first place. */
class Occurrences {
  count = 0;
  place: Place | null = null;

  add(placeOf: () => Place): void {
    this.count += 1;
    this.place ??= placeOf();
  }
}

/** A row cut or padded with empty cells to `width` cells. */
function withWidth(record: readonly string[], width: number): readonly string[] {
  if (record.length === width) return record;
  return record.length > width ? record.slice(0, width) : [...record, ...Array<string>(width - record.length).fill('')];
}

function reportEmptyRows({ count, place }: Occurrences, file: string, report: Report): void {
  const rows = count === 1 ? 'a row has' : `${count} rows have`;
  report(
    problem(
      'rows-empty',
      { file, place },
      `${rows} no value in any column${count === 1 ? '' : ', the first here'}: each would be a record of nulls`,
      `If ${count === 1 ? 'it is a record' : 'they are records'}, set "emptyRows" to "keep" in the "csv" of the sidecar.`,
      [cure(SKIP_EMPTY_ROWS, `If ${count === 1 ? 'it is not a record' : 'they are not records'}`)],
    ),
  );
}
