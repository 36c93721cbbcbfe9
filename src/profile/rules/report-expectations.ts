import { timeColumn } from '../../contract/columns/time-column.ts';
import type { ColumnProfile, Source } from '../../model.ts';
import { formatCount, groupDigits } from '../../problems/format-problem.ts';
import { problem, type Report } from '../../problems/problem.ts';
import { momentsOf } from './compare-periods.ts';
import { changeAt } from './violations.ts';

/** What is known of a table as a whole. */
interface Whole {
  profiles: readonly ColumnProfile[];
  rowCount: number;
  keyColumns: readonly string[] | null;
}

/** Reports what the publisher expects of a table as a whole, and does not find. */
export function reportExpectations({ file, rules }: Source, whole: Whole, report: Report): void {
  if (!rules?.expect) return;
  const { minRows = 0, maxRows = Number.POSITIVE_INFINITY, until, at } = rules.expect;
  const { profiles, rowCount, keyColumns } = whole;
  const missed = (found: string, expected: string): void => {
    const help = `Get the data anew, or ${changeAt('"expect"', at)}.`;
    report(problem('expectation-missed', { file }, `${found}, but "expect" says ${expected}`, help));
  };
  const rows = formatCount(rowCount, 'row');
  if (rowCount < minRows) missed(`the table has ${rows}`, `at least ${groupDigits(minRows)}`);
  if (rowCount > maxRows) missed(`the table has ${rows}`, `at most ${groupDigits(maxRows)}`);
  if (until === undefined) return;
  const times = timeColumn(profiles, keyColumns ?? []);
  const last = times && String(JSON.parse(times.distribution.extremes?.max ?? '""'));
  if (times === undefined || last === undefined)
    missed('no column has periods or dates', `that the data reaches ${until}`);
  else if (momentsOf(last).end < momentsOf(until).start) {
    missed(`the data ends with ${last} in "${times.name}"`, `that it reaches ${until}`);
  }
}
