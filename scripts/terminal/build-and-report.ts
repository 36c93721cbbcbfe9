import { fs } from '../../src/pipeline/files/builtin-fs.ts';
import type { Progress, Work } from '../../src/pipeline/progress.ts';
import { formatPublished, refusedReport, type SiteReport } from '../../src/pipeline/report.ts';
import { formatCount, problemToJson } from '../../src/problems/format-problem.ts';
import type { Problem } from '../../src/problems/problem.ts';
import type { Settings } from '../../src/settings/settings.ts';
import { addSummary, isTerminal, printAnnotations, printJson, printLine, printProblems } from '../command-line.ts';

/**
 * Builds an output unless the settings have problems, and reports the result: messages go to standard error and, with `json`, one document
 * goes to standard output. If the command ends afterwards (`isLast`), also suggests the next steps to a user at a terminal.
 */
export async function buildAndReport(
  settings: Settings,
  settingProblems: Problem[],
  build: (settings: Settings, progress: Progress) => Promise<SiteReport>,
  { isLast = false } = {},
): Promise<SiteReport> {
  const isFirst = !fs.existsSync(settings.out);
  const progress = (line: string): void => {
    if (!settings.quiet) printLine(line);
  };
  const report =
    settingProblems.length > 0
      ? refusedReport(settingProblems)
      : await withProgressLine(settings, progress, (shown) => build(settings, shown));
  const { ok, published, datasets, problems, files, bytes, seconds } = report;
  printProblems(problems);
  await printAnnotations(problems, settings);
  if (settings.json) await printJson({ ok, datasets, problems: problems.map(problemToJson), files, bytes, seconds });
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const count = `${formatCount(errors, 'problem')} to solve`;
  if (published) progress(`done      ${formatPublished(report)}, ${seconds} s → ${settings.out}`);
  if (settings.summary !== null) {
    const { formatSummary } = await import('../summary/format-summary.ts');
    addSummary(settings.summary, formatSummary(report, settings));
  }
  if (isLast && published && isWatched(settings)) {
    const { nextSteps } = await import('./next-steps.ts');
    for (const line of nextSteps(settings, { isFirst })) printLine(line);
  }
  if (!ok)
    printLine(
      published
        ? `Some datasets are left out or as published last time: ${count}.`
        : `Nothing was published: ${count}.`,
    );
  return report;
}

/** Whether messages go to a user at a terminal, not to a program or a CI log, and the user has not chosen to see only problems. */
function isWatched({ quiet, json }: Settings): boolean {
  return !quiet && !json && isTerminal() && !process.env.CI;
}

/** Runs a step and, if the settings and the terminal allow it, shows its progress on a single line. */
export async function withProgressLine<T>(
  settings: Settings,
  print: (line: string) => void,
  step: (progress: Progress) => Promise<T>,
): Promise<T> {
  if (!isWatched(settings)) return step(print);
  // Importing this at the top would slow down the many builds that show no progress.
  const { canRewrite, ProgressLine } = await import('./progress-line.ts');
  if (!canRewrite(process.env)) return step(print);
  const line = new ProgressLine(process.stderr);
  const printAboveLine = (text: string): void => {
    line.clear();
    print(text);
  };
  try {
    return await step(Object.assign(printAboveLine, { working: (work: Work) => line.show(work) }));
  } finally {
    line.close();
  }
}
