import type { FileFormat, RecordBlock } from '../../model.ts';
import { type Problem, problem, type Report } from '../../problems/problem.ts';
import { fix, question, SKIP_EMPTY_ROWS } from '../../problems/sidecar-patch.ts';
import { selectRecords } from '../records/block-operations.ts';
import type { ConvertBlock } from '../records/convert-cells.ts';
import { isEmptyRow, type Row, repeatsHeader } from '../records/row-predicates.ts';
import { checkRowLengths } from './check-row-lengths.ts';
import { Occurrences } from './occurrences.ts';
import { MergedCellsCheck } from './rows/check-merged-cells.ts';
import { checkSparseRows, type NotesFound } from './rows/check-sparse-rows.ts';
import { TotalsCheck } from './rows/check-totals.ts';

/** What is known about the columns of a file before its records are read. */
interface FileColumns {
  file: string;
  /** Names of all columns. */
  names: readonly string[];
  /** Indexes of the published columns. */
  kept: readonly number[];
  headerCells: readonly string[];
  /** Converts records with one cell per column to published records. */
  convert: ConvertBlock;
}

/**
 * Yields the rows with one cell per column, converted by `convert`. If the format says so, short rows are padded with empty cells, the
 * empty cell after a trailing delimiter is removed, and empty rows and repeated headers are skipped. Other rows of the wrong length are
 * skipped and reported after the last row. Returns the notes found below the records.
 */
export function* checkRecords(
  blocks: Iterable<RecordBlock>,
  { file, names, kept, headerCells, convert }: FileColumns,
  format: FileFormat,
  report: Report,
): Generator<RecordBlock, NotesFound, undefined> {
  const width = names.length;
  const isAll = kept.length === width;
  const published = (record: Row): Row => (isAll ? record : kept.map((cell) => record[cell] ?? ''));
  const lengths = checkRowLengths(names, format, file, report);
  const totals = new TotalsCheck();
  const sparseRows = checkSparseRows(width, format.footerRows, file, report);
  const mergedCells = new MergedCellsCheck();
  const empty = new Occurrences();
  const repeated = new Occurrences();
  /** Whether an empty row has been read since the last record. If so, a record without digits may be the header of another table. */
  let isBelowEmpty = false;
  let mayBeSeveral = false;
  let rows = 0;
  for (const block of blocks) {
    const rowsKept: number[] = [];
    let isWhole = true;
    for (const [index, record] of block.records.entries()) {
      if (record[0] === headerCells[0] && repeatsHeader(record, headerCells)) {
        repeated.add(() => block.placeOf(index, 0));
        if (format.repeatedHeader === 'skip') continue;
      }
      const isEmpty = kept.length > 1 && isEmptyRow(published(record));
      if (isEmpty) {
        empty.add(() => block.placeOf(index, 0));
        isBelowEmpty = true;
        sparseRows.addSparse(block, index);
        if (format.emptyRows === 'skip') {
          totals.skipped += 1;
          continue;
        }
      }
      if (lengths.isWrong(record, rows + index, block, index)) continue;
      rowsKept.push(index);
      isWhole &&= record.length === width;
      if (isEmpty) continue;
      const row = withWidth(record, width);
      totals.add(row, block, index);
      if (!sparseRows.add(row, block, index)) continue;
      mergedCells.add(row, () => block.placeOf(index, 0));
      mayBeSeveral ||= isBelowEmpty && !row.some((cell) => /\d/.test(cell));
      isBelowEmpty = false;
    }
    rows += block.records.length;
    const isUnchanged = isWhole && rowsKept.length === block.records.length;
    yield convert(isUnchanged ? block : selectRecords(block, rowsKept, (record) => withWidth(record, width)));
  }
  lengths.finish(rows);
  if (format.repeatedHeader === 'error' && repeated.place) {
    const { count, place } = repeated;
    const times = count > 1 ? ` (the first of ${count} times)` : '';
    const message = `the header is repeated here${times}: files were joined, or the file contains several tables`;
    const help = 'If the rows below the repeated header belong to another table, move them to a separate file.';
    const skip = fix({ csv: { repeatedHeader: 'skip' } }, 'If they belong to the same table');
    report(problem('header-repeated', { file, place }, message, help, [skip]));
  }
  if (rows === 0) {
    const message = 'the file has a header and no records, so the dataset will be empty';
    report(problem('records-none', { file }, message, 'If it should have records, export the file again.'));
  }
  const notes = sparseRows.finish();
  // A declared footer of 0 rows means that all rows are records.
  if (format.footerRows !== 0) {
    totals.finish(format.footerRows, isAll, file, report);
    mergedCells.finish(names, file, report);
  }
  if (format.emptyRows === null && empty.place) report(emptyRows(empty, mayBeSeveral, notes?.isSure === false, file));
  return notes;
}

/** A row truncated to `width` cells, or padded with empty cells. */
function withWidth(record: Row, width: number): Row {
  if (record.length === width) return record;
  return record.length > width ? record.slice(0, width) : [...record, ...Array<string>(width - record.length).fill('')];
}

/** `separates`: whether the empty rows may separate notes from the records, which nothing would do if they were skipped. */
function emptyRows({ count, place }: Occurrences, mayBeSeveral: boolean, separates: boolean, file: string): Problem {
  const [rows, here, areRecords, areNot] =
    count === 1
      ? ['this row has', ': it', 'it is a record', 'it is not a record']
      : [`${count} rows (this is the first) have`, ': each', 'they are records', 'they are not records'];
  const message = `${rows} no value in any published column${here} would be a record of nulls`;
  const keep = `If ${areRecords}, set "emptyRows" to "keep" under "csv" in the sidecar.`;
  const help = separates ? `${keep} If not, remove everything that is not part of the table.` : keep;
  const fixes = separates ? [] : [(mayBeSeveral ? question : fix)(SKIP_EMPTY_ROWS, `If ${areNot}`)];
  return problem('rows-empty', { file, place }, message, help, fixes);
}
