import type { Added } from '../src/commands/add-dataset/add-dataset.ts';
import { addFile, addFromAddress, isAddress, matchingFiles } from '../src/commands/add-dataset/add-file.ts';
import { formatFinding } from '../src/problems/format-problem.ts';
import { ProblemError } from '../src/problems/problem.ts';
import { patchText } from '../src/problems/sidecar-patch.ts';
import { forTerminal } from '../src/problems/text-position.ts';
import { print, printLine, printProblems, settingsOrExit } from './command-line.ts';
import { formatTable } from './terminal/format-check.ts';
import { leftToDo } from './terminal/left-to-do.ts';

const settings = settingsOrExit(
  'add',
  '{almanac add --} [settings] FILE|URL…',
  'Copies or fetches CSV or TSV files, or tables of Excel workbooks (.xlsx), into the raw data and writes sidecars for you to fill in.',
);
const files = matchingFiles(settings.files);
let count = 0;
for (const file of files) {
  const added = await addGiven(file).catch((error) => {
    if (!(error instanceof ProblemError)) throw error;
    printProblems([error.problem]);
    return null;
  });
  if (added) await print(reportOf(added));
  count += added ? 1 : 0;
}
if (count === 0) printLine('Nothing was added.');
else if (files.length > 1) printLine(`Added ${count} of ${files.length} files.`);
if (count < files.length) process.exit(1);

function reportOf(added: Added): string {
  const { file, sidecar, created, patch, reasons, found } = added;
  return [
    forTerminal(`added ${file} and its sidecar, ${sidecar}`),
    ...(created ? [describeCreated(created)] : []),
    ...(reasons.length > 0
      ? [`proposed: ${patchText(patch)}`, 'for these reasons:', ...reasons.map(formatFinding)]
      : []),
    '',
    formatTable(found),
    ...leftToDo(added, settings).map(forTerminal),
    '',
  ].join('\n');
}

function addGiven(file: string): Promise<Added> {
  if (!isAddress(file)) return addFile(file, settings);
  const today = new Date().toISOString().slice(0, 10);
  return addFromAddress(file, { ...settings, maxBytes: settings.maxDownload }, today);
}

function describeCreated({ category, catalogue }: NonNullable<Added['created']>): string {
  return catalogue
    ? `created catalogue.json with the category "${category}": readers see the texts in it first, so edit them`
    : `added the category "${category}" to catalogue.json: readers see its title and description, so edit them there`;
}
