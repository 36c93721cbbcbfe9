import type { Progress, Work } from '../src/build/progress.ts';
import { refusedReport, type SiteReport } from '../src/build/report.ts';
import { formatCount, problemToJson } from '../src/problems/format-problem.ts';
import type { Problem } from '../src/problems/problem.ts';
import type { Settings } from '../src/settings/settings.ts';
import { isTerminal, printLine, printProblems, writeOut } from './command-line.ts';

/**
 * Builds an output, unless the settings have problems, and reports on it: messages go to standard error and, with `json`, one document to
 * standard output.
 */
export async function buildAndReport(
  settings: Settings,
  settingProblems: Problem[],
  build: (settings: Settings, progress: Progress) => Promise<SiteReport>,
): Promise<SiteReport> {
  const progress = (line: string): void => {
    if (!settings.quiet) printLine(line);
  };
  const report =
    settingProblems.length > 0
      ? refusedReport(settingProblems)
      : await withProgressLine(settings, progress, (shown) => build(settings, shown));
  printProblems(report.problems);
  if (settings.json) await printReport(report);
  const { datasets, files, bytes, seconds, ok } = report;
  const errors = report.problems.filter(({ severity }) => severity === 'error').length;
  const count = `${formatCount(errors, 'problem')} to solve`;
  if (report.published) {
    const rows = datasets.reduce((sum, dataset) => sum + dataset.rows, 0);
    const megabytes = (bytes / 1e6).toFixed(1);
    progress(
      `done      ${formatCount(datasets.length, 'dataset')}, ${formatCount(rows, 'row')}, ${formatCount(files, 'file')}, ${megabytes} MB, ${seconds} s → ${settings.out}`,
    );
  }
  if (settings.summary !== null) await addSummary(settings.summary, report, settings);
  if (!ok) printLine(report.published ? `Some datasets are left out: ${count}.` : `Nothing was published: ${count}.`);
  return report;
}

/** Runs a step, and shows its progress on one line of the terminal if the settings and the terminal allow it. */
async function withProgressLine<T>(
  { quiet, json }: Settings,
  print: (line: string) => void,
  step: (progress: Progress) => Promise<T>,
): Promise<T> {
  if (quiet || json || !isTerminal()) return step(print);
  // Loaded only for a person who watches.
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

/** Adds a summary to a file. That it cannot be written says nothing about the build. */
async function addSummary(file: string, report: SiteReport, settings: Settings): Promise<void> {
  const { formatSummary } = await import('./summary/format-summary.ts');
  try {
    process.getBuiltinModule('node:fs').appendFileSync(file, formatSummary(report, settings));
  } catch (error) {
    printLine(`The summary is not written: ${(error as Error).message}. Name another file with --summary FILE.`);
  }
}

function printReport({ ok, datasets, problems, files, bytes, seconds }: SiteReport): Promise<void> {
  const listed = problems.map(problemToJson);
  return writeOut(`${JSON.stringify({ ok, datasets, problems: listed, files, bytes, seconds }, null, 2)}\n`);
}
