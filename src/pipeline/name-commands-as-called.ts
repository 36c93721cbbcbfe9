/** Finds out how Almanac was called, so that messages name commands as the reader can type them. */

import { dirname, join, resolve } from 'node:path';
import { asProgram, asScripts, callCommands } from '../problems/name-command.ts';
import { existsSync } from './files/builtin-fs.ts';
import { IS_PACKAGE } from './output/project-folder.ts';

/** What a package manager starts Almanac with: in a folder where it is installed, and in any other. */
const PROGRAMS: Readonly<Record<string, { installed: string; elsewhere: string }>> = {
  npm: { installed: 'npx almanac', elsewhere: 'npx almanac' },
  pnpm: { installed: 'pnpm exec almanac', elsewhere: 'pnpm dlx almanac' },
  yarn: { installed: 'yarn almanac', elsewhere: 'yarn dlx almanac' },
  bun: { installed: 'bunx almanac', elsewhere: 'bunx almanac' },
};

/** Signs that Almanac is installed in a folder. The last is for Yarn, which may do without a folder of packages. */
const INSTALLED = ['node_modules/.bin/almanac', 'node_modules/.bin/almanac.cmd', '.pnp.cjs'];

/** Lets texts of this process name commands as it was called itself. That is found out when the first text names one. */
export function nameCommandsAsCalled(): void {
  callCommands((name, hasArguments) => (IS_PACKAGE ? asProgram(programOf()) : asScripts)(name, hasArguments));
}

/** The words that have started this process, without its command. */
export function programAsCalled(): string {
  return IS_PACKAGE ? programOf() : 'node scripts/run.js';
}

/**
 * What starts the commands of a package in a folder. `userAgent` is the name of the package manager that has started this process, such as
 * `npm/11.6.2 node/v24.11.0 linux x64`; null if none has.
 */
export function programOf(folder = '.', userAgent = process.env.npm_config_user_agent ?? null): string {
  const isInstalled = foldersAround(folder).some((around) => INSTALLED.some((name) => existsSync(join(around, name))));
  const [, manager = '', major] = /^([a-z]+)\/([0-9]+)/.exec(userAgent ?? '') ?? [];
  // A program that was installed for all folders is called by its name.
  if (manager === '') return isInstalled ? 'npx almanac' : 'almanac';
  // The first Yarn cannot run a package that is not installed.
  const known = manager === 'yarn' && major === '1' && !isInstalled ? undefined : PROGRAMS[manager];
  const { installed, elsewhere } = known ?? (PROGRAMS.npm as { installed: string; elsewhere: string });
  return isInstalled ? installed : elsewhere;
}

/** A folder, and those that it is in. */
function foldersAround(folder: string): string[] {
  const folders = [resolve(folder)];
  for (let last = folders[0] as string; dirname(last) !== last; last = dirname(last)) folders.push(dirname(last));
  return folders;
}
