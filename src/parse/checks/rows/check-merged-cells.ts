import type { Place } from '../../../model.ts';
import { problem, type Report } from '../../../problems/problem.ts';

/** Whether the empty cells of a column may result from merged cells: there are at least two, and at least half as many as values. */
export function mayBeMerged(empty: number, records: number): boolean {
  return empty > 1 && empty * 3 >= records;
}

/** Number of records after which a column with few empty cells is no longer checked. */
const MIN_RECORDS = 1000;

/** A column whose values may also apply to the empty cells below them. */
class GroupColumn {
  #records = 0;
  #previous = '';
  /** Number of empty cells whose next two cells in the row, if they exist, are also empty. */
  #alone = 0;
  isOrdinary = false;
  empty = 0;
  first: Place | null = null;

  /** Adds cell `at` of a record. `isNewGroup`: whether the previous column, whose groups contain those of this one, has a value there. */
  add(record: readonly string[], at: number, isNewGroup: boolean, placeOf: () => Place): void {
    const [value = '', ...next] = record.slice(at, at + 3);
    this.#records += 1;
    if (value === '') {
      this.empty += 1;
      this.first ??= placeOf();
      if (next.every((cell) => cell === '')) this.#alone += 1;
      this.isOrdinary ||= isNewGroup || this.#previous === '';
    } else {
      // Merged cells do not repeat a value, and a decimal number does not name a group.
      this.isOrdinary ||= (value === this.#previous && !isNewGroup) || /^[+-]?\d*[.,]\d+$/.test(value);
      this.#previous = value;
    }
    this.isOrdinary ||= this.#records === MIN_RECORDS && !mayBeMerged(this.empty, this.#records);
  }

  get isMerged(): boolean {
    return !this.isOrdinary && mayBeMerged(this.empty, this.#records) && this.#alone * 10 <= this.empty;
  }
}

/** Searches the first two columns for cells that were merged vertically, so that only the first row of a group has a value. */
export class MergedCellsCheck {
  readonly #outer = new GroupColumn();
  readonly #inner = new GroupColumn();

  add(record: readonly string[], placeOf: () => Place): void {
    if (this.#outer.isOrdinary) return;
    this.#outer.add(record, 0, false, placeOf);
    this.#inner.add(record, 1, record[0] !== '', placeOf);
  }

  finish(names: readonly string[], file: string, report: Report): void {
    const { isMerged, empty, first: place } = this.#outer;
    if (!isMerged || names.length === 1) return;
    const [one, other] = names;
    const columns = this.#inner.isMerged ? `columns "${one}" and "${other}" have` : `column "${one}" has`;
    const rows = `${empty} rows (this is the first) have nulls instead, as if cells had been merged`;
    const message = `the ${columns} values only in the first row of each group: ${rows}`;
    const help =
      'If the values also apply to these rows, write them into each row. If not, set "footerRows" to 0 under "csv" in the sidecar.';
    report(problem('cells-merged', { file, place }, message, help));
  }
}
