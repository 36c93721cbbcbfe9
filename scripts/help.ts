/** What is printed if no command is named, or one that does not exist. */

import { join } from 'node:path';
import { programAsCalled } from '../src/pipeline/name-commands-as-called.ts';
import { PROJECT } from '../src/pipeline/output/project-folder.ts';
import { inColumns } from '../src/settings/settings.ts';
import { didYouMean } from '../src/suggestions/suggest.ts';
import { MISUSED, print, printLine } from './command-line.ts';

/** Prints the first screen, or that there is no such command. `commands` says what each of them does. */
export async function explain(commands: Readonly<Record<string, string>>, given: string | undefined): Promise<void> {
  const program = programAsCalled();
  if (given === undefined || ['help', '--help', '-h'].includes(given)) {
    await print(firstScreen(commands, program, PROJECT));
    return;
  }
  const names = Object.keys(commands);
  const suggestion = didYouMean(given, names);
  printLine(
    `There is no command "${given.slice(0, 50)}"${suggestion}. The commands are ${names.join(', ')}; ${program} --help says what they do.`,
  );
  process.exitCode = MISUSED;
}

/**
 * The first screen: what Almanac does, how to begin, what its words mean, and a line for each command. `program` starts commands, `project`
 * is the folder of the package.
 */
export function firstScreen(commands: Readonly<Record<string, string>>, program: string, project: string): string {
  return `Almanac turns a folder of CSV files into an open data service that is only files:
pages to browse, downloads and an API, for any web host.

To begin, in an empty folder, or in one that has your CSV files:

${inColumns([
  [`1. ${program} init`, 'describes a catalogue, with an example to look at'],
  [`2. ${program} add FILE`, 'takes in a CSV file, and says what is left to fill in'],
  [`3. ${program} build`, 'makes the site, in dist/client, to be copied to any host'],
])}

The guide leads from an empty folder to a public page:
  ${join(project, 'docs/publish.md')}

${inColumns([
  ['dataset', 'one table, published from one CSV file, with a page, downloads and an API'],
  ['sidecar', 'the small file NAME.meta.json beside NAME.csv: what the table is, who publishes it, how to read it'],
  ['catalogue', 'all datasets together; raw-data/catalogue.json has its title and its categories'],
])}

Usage: ${program} COMMAND [settings] [FILE…]

${inColumns(Object.entries(commands))}

${program} help COMMAND lists the settings of a command; ${program} version prints the version.
`;
}
