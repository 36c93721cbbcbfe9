import type { Place } from '../../../model.ts';
import { problem, type Report } from '../../../problems/problem.ts';

/** Whether a column's empty cells may have been merged: there are two or more, and at least half as many as there are values. */
export function mayBeMerged(empty: number, records: number): boolean {
  return empty > 1 && empty * 3 >= records;
}

/** Records after which a column with few empty cells is not looked at further. */
const MIN_RECORDS = 1000;

/** A column in which a value may stand for the rows below it too. */
class GroupColumn {
  readonly #cell: number;
  #records = 0;
  #previous = '';
  /** Number of the empty cells whose next two cells, as far as there are any, are empty too. */
  #alone = 0;
  isOrdinary = false;
  empty = 0;
  first: Place | null = null;

  constructor(cell: number) {
    this.#cell = cell;
  }

  /** `isNewGroup` says that the column before, whose values contain those of this one, has a value. */
  add(record: readonly string[], isNewGroup: boolean, placeOf: () => Place): void {
    const [value = '', ...next] = record.slice(this.#cell, this.#cell + 3);
    this.#records += 1;
    if (value === '') {
      this.empty += 1;
      this.first ??= placeOf();
      if (next.every((cell) => cell === '')) this.#alone += 1;
      this.isOrdinary ||= isNewGroup || this.#previous === '';
    } else {
      // A name is not written twice, and a decimal number is no name.
      this.isOrdinary ||= (value === this.#previous && !isNewGroup) || /^[+-]?\d*[.,]\d+$/.test(value);
      this.#previous = value;
    }
    this.isOrdinary ||= this.#records === MIN_RECORDS && !mayBeMerged(this.empty, this.#records);
  }

  get isMerged(): boolean {
    return !this.isOrdinary && mayBeMerged(this.empty, this.#records) && this.#alone * 10 <= this.empty;
  }
}

/**
 * Searches the first two columns for cells that were merged downwards in a spreadsheet: the name of a group is only in its first row.
 */
export class MergedCellsCheck {
  readonly #names: readonly string[];
  readonly #outer = new GroupColumn(0);
  readonly #inner = new GroupColumn(1);

  constructor(names: readonly string[]) {
    this.#names = names;
  }

  add(record: readonly string[], placeOf: () => Place): void {
    if (this.#outer.isOrdinary) return;
    this.#outer.add(record, false, placeOf);
    this.#inner.add(record, record[0] !== '', placeOf);
  }

  finish(file: string, report: Report): void {
    const { isMerged, empty, first: place } = this.#outer;
    if (!isMerged || this.#names.length === 1) return;
    const [one, other] = this.#names;
    const columns = this.#inner.isMerged ? `columns "${one}" and "${other}" have` : `column "${one}" has`;
    const rows = `in ${empty} rows, the first here, cells below it are empty, as if they had been merged, and each is a null`;
    const message = `the ${columns} a value only in the first of several rows: ${rows}`;
    const help =
      'If the value holds for these rows too, write it into each of them. If not, set "footerRows" to 0 in the "csv" of the sidecar.';
    report(problem('cells-merged', { file, place }, message, help));
  }
}
