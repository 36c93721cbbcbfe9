import { isTotalRow } from '../../contract/labels/total-labels.ts';
import type { ColumnProfile, Place, Source } from '../../model.ts';
import { formatCount } from '../../problems/format-problem.ts';
import { type Problem, problem } from '../../problems/problem.ts';
import { CellInterpreter } from '../cells/interpret-cell.ts';
import type { ReadAgain } from '../evidence/findings.ts';
import { trimBlanks } from '../numbers/read-number.ts';
import type { Column } from './report-column.ts';

/** Minimum number of values in a column for one of them to count as the sum of the others. */
const MIN_COUNT = 5;

/** Sums below these limits may occur by chance. `MIN_SUM` applies if a record is the sum in only one column. */
const MIN_SUM = 1000;
const MIN_SUM_OF_SEVERAL = 100;

/** Maximum relative rounding error of a mean. */
const ROUNDING = 1e-12;

/**
 * Reports a record that is the sum of all others: in every column whose largest number is the sum of the others and at least
 * `MIN_SUM_OF_SEVERAL`, the record has that number. The records are read again to find it.
 */
export function sumsIn(source: Source, columns: readonly Column[], readAgain: ReadAgain): Problem[] {
  const { file, format } = source;
  if (format.footerRows === 0) return [];
  const totals = columns.flatMap(({ column, cell, profile }) => {
    const total = totalOf(profile);
    const cells = new CellInterpreter(source.columns.get(column) ?? format);
    const isIn = (record: readonly string[]): boolean =>
      Number(cells.toPlainNumber(trimBlanks(record[cell] as string)) ?? Number.NaN) === total;
    return total === null ? [] : [{ column, total, isIn }];
  });
  const large = totals.filter(({ total }) => total >= MIN_SUM_OF_SEVERAL);
  if (large.length === 0) return [];
  const found: { record: readonly string[]; row: number; place: Place }[] = [];
  let row = 0;
  for (const block of readAgain()) {
    for (const [index, record] of block.records.entries()) {
      if (large.every(({ isIn }) => isIn(record))) found.push({ record, row, place: block.placeOf(index, 0) });
      // If two rows have the same totals, it is unclear which of them is the sum.
      if (found.length > 1) return [];
      row += 1;
    }
  }
  const [sum] = found;
  const summed = totals.filter(({ isIn }) => sum && isIn(sum.record));
  if (!sum || (summed.length === 1 && summed.every(({ total }) => total < MIN_SUM))) return [];
  // Rows labelled as totals at either end of the table are reported elsewhere.
  if (isTotalRow(sum.record) && (sum.row === 0 || sum.row === row - 1)) return [];
  const [first, ...others] = summed.map(({ column }) => column);
  const where = others.length === 0 ? `"${first}"` : `"${first}" and ${formatCount(others.length, 'other column')}`;
  const risk = 'adding up a column would count values twice';
  const message = `this row is the sum of all others in ${where}, so it is probably a total: ${risk}`;
  const help =
    'If it is, remove it or mention it in the description. If not, set "footerRows" to 0 under "csv" in the sidecar.';
  return [problem('totals-row', { file, place: sum.place }, message, help)];
}

/** The largest of at least `MIN_COUNT` numbers, none negative and not all zero, if it is the sum of the others; otherwise null. */
function totalOf({ statistics }: ColumnProfile): number | null {
  if (!statistics || statistics.mean === null || statistics.count < MIN_COUNT || Number(statistics.min) < 0)
    return null;
  const { count, mean } = statistics;
  const total = Number(statistics.max);
  return Math.abs(mean * count - 2 * total) < ROUNDING * total ? total : null;
}
