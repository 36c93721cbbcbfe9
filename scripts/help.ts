/** What is printed if no command is named, or one that does not exist. */

import { join } from 'node:path';
import { programAsCalled } from '../src/pipeline/name-commands-as-called.ts';
import { PROJECT } from '../src/pipeline/output/project-folder.ts';
import { didYouMean } from '../src/suggestions/suggest.ts';
import { MISUSED, print, printLine } from './command-line.ts';

/** The guide for newcomers, in the project. */
const GUIDE = 'docs/publish.md';

/** What may say where the project is in the web. */
interface Manifest {
  repository?: string | { url?: string };
  homepage?: string;
}

/** Prints the first screen, or that there is no such command. `commands` has what each of them does. */
export async function explain(
  commands: Readonly<Record<string, string>>,
  given: string | undefined,
  manifest: Manifest,
): Promise<void> {
  const program = programAsCalled();
  if (given === undefined || ['help', '--help', '-h'].includes(given)) {
    await print(helpText(commands, { program, project: PROJECT, manifest }));
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
 * is the folder of the package, and `manifest` its description, which may have an address in the web.
 */
export function helpText(
  commands: Readonly<Record<string, string>>,
  { program, project, manifest }: { program: string; project: string; manifest: Manifest },
): string {
  const web = addressOfGuide(manifest);
  return `Almanac turns a folder of CSV files into an open data service that is only files:
pages to browse, downloads and an API, for any web host.

To begin, in an empty folder, or in one that has your CSV files:

${inColumns([
  [`1. ${program} init`, 'describes a catalogue, with an example to look at'],
  [`2. ${program} add FILE`, 'takes in a CSV file, and says what is left to fill in'],
  [`3. ${program} build`, 'makes the site, in dist/client, to be copied to any host'],
])}

The guide leads from an empty folder to a public page:
  ${[join(project, GUIDE), ...(web ? [web] : [])].join('\n  ')}

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

/** Rows of two columns, indented. */
function inColumns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([{ length }]) => length));
  return rows.map(([first, second]) => `  ${first.padEnd(width)}  ${second}`).join('\n');
}

/** Where the guide is in the web: in the repository, if it is one of GitHub, or else the home page of the package; null without either. */
function addressOfGuide({ repository, homepage }: Manifest): string | null {
  const url = typeof repository === 'object' ? repository.url : repository;
  const [, name] = /github(?:\.com[/:]|:)([^/]+\/[^/#]+?)(?:\.git)?$/.exec(String(url)) ?? [];
  return name ? `https://github.com/${name}/blob/HEAD/${GUIDE}` : (homepage ?? null);
}
