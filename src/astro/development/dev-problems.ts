/** What the development server answers about a dataset whose file has problems that keep it from being published. */

import { posix } from 'node:path';
import { nameDataset } from '../../discover/name-dataset.ts';
import type { BuildReport } from '../../pipeline/report.ts';
import { formatCount, formatFinding, formatProblem } from '../../problems/format-problem.ts';
import { firstOfEachKind, type Problem } from '../../problems/problem.ts';
import { escapeHtml } from '../../site/text/text-html.ts';

/** Errors that keep datasets from being published, by config name, each with those of its data and of its sidecar. */
export type UnpublishedDatasets = ReadonlyMap<string, readonly Problem[]>;

/** Maximum problems that a response has; the first solves most others. */
const MAX_SHOWN = 20;

/** The datasets that a build has left out, as far as their config names follow from the names of their files. */
export function unpublishedDatasets({
  datasets,
  problems,
}: Pick<BuildReport, 'datasets' | 'problems'>): UnpublishedDatasets {
  const published = datasets.map(({ config }) => config);
  const errors = problems.filter(({ severity }) => severity === 'error');
  const byConfig = Map.groupBy(errors, ({ file }) => configOf(file ?? ''));
  for (const config of ['', ...published]) byConfig.delete(config);
  return byConfig;
}

/** Config name of a data file or a sidecar; empty for any other file. */
function configOf(file: string): string {
  const stem = /^(.+?)(?:\.meta\.json|\.csv|\.tsv)$/i.exec(posix.basename(file))?.[1] ?? '';
  const naming = nameDataset(stem);
  return 'name' in naming ? naming.name : '';
}

/** The dataset whose endpoint, page or embedded page is at a path below the base; null for other paths. */
export function datasetOfPath(path: string): string | null {
  return /^(?:v1\/datasets|datasets|embed)\/([a-z0-9_-]+)(?:\.json)?(?:\/|$)/.exec(path)?.[1] ?? null;
}

/** Says what keeps a dataset from being published, for the `detail` of a problem document. */
export function whyUnpublished(config: string, problems: readonly Problem[]): string {
  const findings = problems.slice(0, MAX_SHOWN).map((it) => formatFinding({ ...it, excerpt: null }));
  return `The dataset "${config}" is not published, because of ${formatCount(problems.length, 'problem')}: ${findings.join('; ')}.`;
}

/** The same as a page for the publisher, with what to do about each problem, as in the terminal. */
export function unpublishedPage(config: string, problems: readonly Problem[]): string {
  const shown = firstOfEachKind(problems).slice(0, MAX_SHOWN);
  const count = formatCount(problems.length, 'problem');
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${config} is not published yet</title></head>
<body>
<h1>${config} is not published yet</h1>
<p>Its file is there, with ${count} to solve. This page reloads when you save a change.</p>
${shown.map((it) => `<pre>${escapeHtml(formatProblem(it))}</pre>`).join('\n')}
</body>
</html>
`;
}
