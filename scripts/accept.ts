import { type Accepted, acceptEditions } from '../src/commands/accept-editions.ts';
import { formatCount, formatFinding } from '../src/problems/format-problem.ts';
import { ProblemError } from '../src/problems/problem.ts';
import { forTerminal } from '../src/problems/text-position.ts';
import { print, printLine, printProblems, settingsOrExit } from './command-line.ts';

const settings = settingsOrExit(
  'accept',
  '{almanac accept --} [settings] NAME…',
  'Accepts the present editions of datasets that differ from the last ones, or their removal, so that they are published.',
);
try {
  await print(`${(await acceptEditions(settings)).map(describe).join('\n')}\n`);
} catch (error) {
  if (!(error instanceof ProblemError)) throw error;
  printProblems([error.problem]);
  printLine('Nothing was accepted.');
  process.exit(1);
}

function describe({ config, differences }: Accepted): string {
  if (differences.length === 0) return `${config}: nothing to accept, since it is published as it is`;
  const head = `${config}: accepted ${formatCount(differences.length, 'difference')} in accepted.json`;
  return [head, ...differences.map((it) => `  ${formatFinding(it)}`)].map(forTerminal).join('\n');
}
