import { type Added, addDataset } from '../src/commands/add-dataset/add-dataset.ts';
import { addFromAddress, isAddress } from '../src/commands/add-dataset/add-from-address.ts';
import { formatFinding } from '../src/problems/format-problem.ts';
import { ProblemError } from '../src/problems/problem.ts';
import { patchText } from '../src/problems/sidecar-patch.ts';
import { forTerminal } from '../src/problems/text-position.ts';
import { print, printLine, printProblems, settingsOrExit } from './command-line.ts';
import { formatTable } from './terminal/format-check.ts';
import { leftToDo } from './terminal/left-to-do.ts';

const settings = settingsOrExit(
  'add',
  '{almanac add --} [settings] FILE|URL',
  'Copies or fetches a CSV or TSV file into the raw data and writes a sidecar for you to fill in.',
);
const [file = ''] = settings.files;
const added = await addGiven().catch((error) => {
  if (!(error instanceof ProblemError)) throw error;
  printProblems([error.problem]);
});
if (!added) {
  printLine('Nothing was added.');
  process.exit(1);
}

const { sidecar, created, patch, reasons, found } = added;
await print(
  [
    forTerminal(`added ${added.file} and its sidecar, ${sidecar}`),
    ...(created ? [describeCreated(created)] : []),
    ...(reasons.length > 0
      ? [`proposed: ${patchText(patch)}`, 'for these reasons:', ...reasons.map(formatFinding)]
      : []),
    '',
    formatTable(found),
    ...leftToDo(added, settings).map(forTerminal),
    '',
  ].join('\n'),
);

async function addGiven(): Promise<Added> {
  if (!isAddress(file)) return addDataset(file, settings);
  const today = new Date().toISOString().slice(0, 10);
  return addFromAddress(file, { ...settings, maxBytes: settings.maxDownload }, today);
}

function describeCreated({ category, catalogue }: NonNullable<Added['created']>): string {
  return catalogue
    ? `created catalogue.json with the category "${category}": readers see the texts in it first, so edit them`
    : `added the category "${category}" to catalogue.json: readers see its title and description, so edit them there`;
}
