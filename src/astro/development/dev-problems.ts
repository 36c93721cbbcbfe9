import { posix } from 'node:path';
import { nameDataset } from '../../discover/name-dataset.ts';
import type { SiteReport } from '../../pipeline/report.ts';
import { formatCount, formatFinding, formatProblem } from '../../problems/format-problem.ts';
import { firstOfEachKind, type Problem } from '../../problems/problem.ts';
import { escapeHtml } from '../../site/text/text-html.ts';

/** Errors in data files and sidecars that keep datasets from being published, by config name. */
export type UnpublishedDatasets = ReadonlyMap<string, readonly Problem[]>;

/** Maximum number of problems in a response. Solving the first few usually solves most of the rest. */
const MAX_SHOWN = 20;

/** The errors of datasets that a build left out. Covers only datasets whose config names can be derived from their file names. */
export function unpublishedDatasets({ datasets, problems }: SiteReport): UnpublishedDatasets {
  const published = datasets.map(({ config }) => config);
  const errors = problems.filter(({ severity }) => severity === 'error');
  const byConfig = Map.groupBy(errors, ({ file }) => configOf(file ?? ''));
  for (const config of ['', ...published]) byConfig.delete(config);
  return byConfig;
}

/** Config name of a data file or a sidecar; empty for any other file, or if no config name can be made from the file name. */
function configOf(file: string): string {
  const stem = /^(.+?)(?:\.meta\.json|\.csv|\.tsv)$/i.exec(posix.basename(file))?.[1] ?? '';
  const naming = nameDataset(stem);
  return 'name' in naming ? naming.name : '';
}

/** Explains why a dataset is not published, for the `detail` of a problem document. */
export function whyUnpublished(config: string, problems: readonly Problem[]): string {
  const findings = problems.slice(0, MAX_SHOWN).map((it) => formatFinding({ ...it, excerpt: null }));
  return `The dataset "${config}" is not published because of ${formatCount(problems.length, 'problem')}: ${findings.join('; ')}.`;
}

/** An HTML page that explains to the publisher why a dataset is not published, with the advice that the terminal shows. */
export function unpublishedPage(config: string, problems: readonly Problem[]): string {
  const shown = firstOfEachKind(problems).slice(0, MAX_SHOWN);
  const count = formatCount(problems.length, 'problem');
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${config} is not published yet</title></head>
<body>
<h1>${config} is not published yet</h1>
<p>Its file was found, but has ${count} to solve. This page reloads when you save a change.</p>
${shown.map((it) => `<pre>${escapeHtml(formatProblem(it))}</pre>`).join('\n')}
</body>
</html>
`;
}
