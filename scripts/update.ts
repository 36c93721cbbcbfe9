import { updateData } from '../src/commands/update/update-data.ts';
import { problemToJson } from '../src/problems/format-problem.ts';
import { addSummary, printAnnotations, printJson, printLine, printProblems, settingsOrExit } from './command-line.ts';
import { countResults, formatUpdate } from './summary/format-update.ts';
import { withProgressLine } from './terminal/build-and-report.ts';

const settings = settingsOrExit(
  'update',
  '{almanac update --} [settings] [NAME…]',
  'Fetches new editions of the named datasets, or of all whose sidecars have "from", and keeps those that are sound.',
);
const { json, quiet, summary, maxDownload: maxBytes } = settings;
const progress = (line: string): void => {
  if (!quiet) printLine(line);
};
const today = new Date().toISOString().slice(0, 10);
const report = await withProgressLine(settings, progress, (shown) =>
  updateData({ ...settings, maxBytes }, shown, today),
);
const { ok, datasets } = report;
const problems = [...report.problems, ...datasets.flatMap((it) => it.problems)];
printProblems(problems);
await printAnnotations(problems, settings);
if (json) {
  const updates = datasets.map((it) => ({ ...it, problems: it.problems.map(problemToJson) }));
  await printJson({ ok, datasets: updates, problems: report.problems.map(problemToJson) });
}
if (summary !== null) addSummary(summary, formatUpdate(report));
if (ok) progress(`done      ${countResults(datasets)}`);
else
  printLine(
    datasets.length === 0
      ? 'Nothing was updated.'
      : `Some datasets keep their last edition: ${countResults(datasets)}.`,
  );
process.exit(ok ? 0 : 1);
