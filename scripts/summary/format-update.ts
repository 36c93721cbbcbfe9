import type { DatasetUpdate, UpdateReport } from '../../src/commands/update/update-data.ts';
import { formatCount, formatProblem } from '../../src/problems/format-problem.ts';
import { firstOfEachKind } from '../../src/problems/problem.ts';
import { fenced } from './format-summary.ts';

/** Formats a summary of an update in Markdown: what became of each dataset, and why. Names and data are only quoted in a block of code. */
export function formatUpdate({ datasets, problems }: UpdateReport): string {
  const all = [...problems, ...datasets.flatMap((it) => it.problems)];
  const parts = [`### Almanac: ${countResults(datasets)}`];
  if (datasets.length > 0) {
    parts.push(['| Dataset | Result | Why |', '| --- | --- | --- |', ...datasets.map(rowOf)].join('\n'));
  }
  if (all.length > 0) parts.push(fenced(firstOfEachKind(all).map(formatProblem).join('\n\n')));
  return `${parts.join('\n\n')}\n\n`;
}

/** The number of datasets by result: `1 dataset updated, 2 datasets unchanged`. */
export function countResults(datasets: readonly DatasetUpdate[]): string {
  const counts = [...Map.groupBy(datasets, ({ result }) => result)];
  return (
    counts.map(([result, of]) => `${formatCount(of.length, 'dataset')} ${result}`).join(', ') || 'Nothing to update'
  );
}

function rowOf({ config, result, problems }: DatasetUpdate): string {
  const errors = problems.filter(({ severity }) => severity === 'error');
  // Config names and codes need no escaping.
  const reasons = new Set(errors.map(({ code, line }) => (line === null ? code : `${code} on line ${line}`)));
  return `| ${config} | ${result} | ${[...reasons].slice(0, 3).join(', ')}${reasons.size > 3 ? ', …' : ''} |`;
}
