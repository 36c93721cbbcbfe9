import type { Problem, Report } from '../../problems/problem.ts';
import { type Cure, mergePatches } from '../../problems/sidecar-patch.ts';

/** Most columns with a hint of one kind that each get a hint of their own. */
const MAX_ALONE = 3;
/** Most names of further columns in a message. */
const MAX_NAMED = 5;

/** Collects what is doubtful in single columns. If many columns have the same doubt, it becomes one hint. */
export class ColumnReports {
  readonly #found: { column: string; problem: Problem }[] = [];

  /** The report for the problems of a column. */
  of(column: string): Report {
    return (problem) => this.#found.push({ column, problem });
  }

  finish(report: Report): void {
    const groups = Map.groupBy(this.#found, ({ problem: { severity, code, candidates } }) =>
      JSON.stringify([severity, code, candidates.map(({ lead }) => lead)]),
    );
    for (const group of groups.values()) {
      const [first, ...others] = group;
      if (!first || first.problem.severity === 'error' || others.length < MAX_ALONE) {
        for (const { problem } of group) report(problem);
      } else
        report(
          together(
            first.problem,
            others.map(({ column }) => column),
            group.map(({ problem }) => problem),
          ),
        );
    }
  }
}

/** One problem for the first column and others, with the cures of all. */
function together(first: Problem, others: readonly string[], all: readonly Problem[]): Problem {
  const named = others.slice(0, MAX_NAMED).map((name) => JSON.stringify(name));
  const list = `${named.join(', ')}${others.length > MAX_NAMED ? ', …' : ''}`;
  const candidates = first.candidates.flatMap(({ lead }, index): Cure[] => {
    const patch = mergePatches(all.flatMap((it) => it.candidates[index]?.patch ?? []));
    return patch ? [{ lead, patch }] : [];
  });
  return { ...first, message: `${first.message}; likewise in ${others.length} more columns: ${list}`, candidates };
}
