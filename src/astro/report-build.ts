import type { Progress } from '../pipeline/progress.ts';
import type { BuildReport } from '../pipeline/report.ts';
import { formatCount, formatProblem } from '../problems/format-problem.ts';
import { firstOfEachKind } from '../problems/problem.ts';
import { withoutCommands } from '../problems/workflow-commands.ts';

/** Prints the problems and results of a build, escaped so that GitHub Actions executes no commands found in them. */
export function reportBuild(report: Pick<BuildReport, 'published' | 'datasets' | 'problems'>, progress: Progress) {
  const { error: errors = [], hint: hints = [] } = Object.groupBy(report.problems, ({ severity }) => severity);
  const isLog = process.env.GITHUB_ACTIONS === 'true';
  for (const line of firstOfEachKind([...hints, ...errors]).flatMap((it) => formatProblem(it).split('\n'))) {
    progress(isLog ? withoutCommands(line) : line);
  }
  const rows = report.datasets.reduce((sum, dataset) => sum + dataset.rows, 0);
  const left =
    errors.length > 0 ? `; left some out because of ${formatCount(errors.length, 'problem')}, see above` : '';
  progress(
    report.published
      ? `published ${formatCount(report.datasets.length, 'dataset')}, ${formatCount(rows, 'row')}${left}`
      : 'published nothing, because of the problems above',
  );
}
