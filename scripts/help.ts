import { join } from 'node:path';
import { programAsCalled } from '../src/pipeline/name-commands-as-called.ts';
import { PROJECT } from '../src/pipeline/output/project-folder.ts';
import { inColumns } from '../src/settings/settings.ts';
import { didYouMean } from '../src/suggestions/suggest.ts';
import { MISUSED, print, printLine } from './command-line.ts';

/** Prints the start screen, or an error if the command is unknown. `commands` maps command names to their descriptions. */
export async function explain(commands: Readonly<Record<string, string>>, given: string | undefined): Promise<void> {
  const program = programAsCalled();
  if (given === undefined || ['help', '--help', '-h'].includes(given)) {
    await print(firstScreen(commands, program, PROJECT));
    return;
  }
  const names = Object.keys(commands);
  const suggestion = didYouMean(given, names);
  printLine(
    `There is no command "${given.slice(0, 50)}"${suggestion}. The commands are ${names.join(', ')}; ${program} --help describes them.`,
  );
  process.exitCode = MISUSED;
}

/**
 * The start screen: an introduction, first steps, a glossary and the commands. `program` is what the user types before a command, `project`
 * the folder of the package.
 */
export function firstScreen(commands: Readonly<Record<string, string>>, program: string, project: string): string {
  return `Almanac turns a folder of CSV files into an open data service made of static files:
pages to browse, downloads and an API, for any web host.

To get started, in an empty folder or in the one with your CSV files:

${inColumns([
  [`1. ${program} init`, 'sets up a catalogue with an example dataset'],
  [`2. ${program} add FILE`, 'adds a CSV file and lists what is left to fill in'],
  [`3. ${program} build`, 'builds the site in dist/client, ready to copy to any host'],
])}

The guide leads from an empty folder to a public page:
  ${join(project, 'docs/publish.md')}

${inColumns([
  ['dataset', 'one table, published from one CSV file, with a page, downloads and an API'],
  ['sidecar', 'the small file NAME.meta.json next to NAME.csv: describes the table, its source and its format'],
  ['catalogue', 'all datasets together; its title and categories are in raw-data/catalogue.json'],
])}

Usage: ${program} COMMAND [settings] [FILE…]

${inColumns(Object.entries(commands))}

${program} help COMMAND lists the settings of a command; ${program} version prints the version.
`;
}
