import { isTotalRow } from '../../contract/total-labels.ts';
import type { ColumnProfile, Source } from '../../model.ts';
import { formatCount } from '../../problems/format-problem.ts';
import { type Problem, problem } from '../../problems/problem.ts';
import type { ReadAgain } from '../evidence/find-value.ts';
import { CellInterpreter } from '../interpret-cell.ts';
import { trimBlanks } from '../numbers/read-number.ts';
import type { Column } from './report-column.ts';

/** Fewest numbers of a column of which one may be the sum of the others. */
const FEWEST = 5;

/** From here on, a number hardly ever equals the sum of the others by chance: that of one column, and the greatest of several. */
const LARGE = 1000;
const LARGE_OF_SEVERAL = 100;

/** How often a total counts if all numbers are added up: with the records, and with the totals of their groups too. */
const TIMES = [2, 3];

/** Largest error of a mean, relative to it: the rounding of doubles. */
const ROUNDING = 1e-12;

/**
 * A record that is the sum of all others, whatever it is called: in every column whose greatest number is the sum of the other numbers, it
 * has that number. The records are read again, to find it.
 */
export function sumsIn(
  { file, format, columns: descriptions }: Source,
  columns: readonly Column[],
  readAgain: ReadAgain,
): Problem[] {
  if (format.footerRows === 0) return [];
  const totals = columns.flatMap(({ column, cell, profile }) => {
    const total = totalOf(profile);
    return total === null
      ? []
      : [{ column, cell, total, cells: new CellInterpreter(descriptions.get(column) ?? format) }];
  });
  if (totals.every(({ total }) => total < (totals.length === 1 ? LARGE : LARGE_OF_SEVERAL))) return [];
  for (const block of readAgain()) {
    const index = block.records.findIndex((record) =>
      totals.every(
        ({ cell, total, cells }) =>
          Number(cells.toPlainNumber(trimBlanks(record[cell] as string)) ?? Number.NaN) === total,
      ),
    );
    if (index < 0) continue;
    if (isTotalRow(block.records[index] as readonly string[])) return [];
    const [first, ...others] = totals.map(({ column }) => column);
    const where = others.length === 0 ? `"${first}"` : `"${first}" and ${formatCount(others.length, 'other column')}`;
    const message = `this row is the sum of all others in ${where}, so it is probably a total: readers who add up the column count values twice`;
    const help =
      'If it is, remove it, or mention it in the description. If not, set "footerRows" to 0 in the "csv" of the sidecar.';
    return [problem('totals-row', { file, place: block.placeOf(index, 0) }, message, help)];
  }
  return [];
}

/** The greatest number of a column if it is the sum of the others, which are not negative; else null. */
function totalOf({ statistics }: ColumnProfile): number | null {
  if (!statistics || statistics.mean === null || statistics.count < FEWEST || Number(statistics.min) < 0) return null;
  const { count, mean } = statistics;
  const total = Number(statistics.max);
  return TIMES.some((times) => Math.abs(mean * count - times * total) < ROUNDING * times * total) ? total : null;
}
