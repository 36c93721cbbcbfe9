import type { Place } from '../../../model.ts';
import { problem, type Report } from '../../../problems/problem.ts';
import { Occurrences } from '../occurrences.ts';

/** Whether a column's empty cells may have been merged: there are two or more, and at least half as many as there are values. */
export function mayBeMerged(empty: number, records: number): boolean {
  return empty > 1 && empty * 3 >= records;
}

/** Records after which a column with few empty cells is not looked at further. */
const MIN_RECORDS = 1000;

/**
 * Searches the first column for cells that were merged downwards in a spreadsheet: the name of a group is only in the group's first row.
 */
export class MergedCellsCheck {
  #records = 0;
  readonly #empty = new Occurrences();
  /** Number of the empty cells that two more empty cells follow. */
  #alone = 0;
  #previous = '';
  /** The column does not look as if its cells had been merged. */
  #isOrdinary = false;

  add(record: readonly string[], placeOf: () => Place): void {
    if (this.#isOrdinary) return;
    const [value = '', ...next] = record.slice(0, 3);
    this.#records += 1;
    if (value === '') {
      this.#empty.add(placeOf);
      if (next.every((cell) => cell === '')) this.#alone += 1;
      this.#isOrdinary ||= this.#previous === '';
    } else {
      // A name is not written twice, and a decimal number is no name.
      this.#isOrdinary ||= value === this.#previous || /^[+-]?\d*[.,]\d+$/.test(value);
      this.#previous = value;
    }
    this.#isOrdinary ||= this.#records === MIN_RECORDS && !mayBeMerged(this.#empty.count, this.#records);
  }

  finish([name, ...others]: readonly string[], file: string, report: Report): void {
    const { count, place } = this.#empty;
    if (this.#isOrdinary || others.length === 0) return;
    if (!mayBeMerged(count, this.#records) || this.#alone * 10 > count) return;
    const rows = `in ${count} rows, the first here, cells below it are empty, as if they had been merged, and each is a null`;
    const help =
      'If the value holds for these rows too, write it into each of them. If not, set "footerRows" to 0 in the "csv" of the sidecar.';
    const message = `the column "${name}" has a value only in the first of several rows: ${rows}`;
    report(problem('cells-merged', { file, place }, message, help));
  }
}
