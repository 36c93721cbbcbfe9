/** Detects how Almanac was invoked, so that messages show commands in a form that the user can type. */

import { dirname, join, resolve } from 'node:path';
import { asProgram, asScripts, callCommands } from '../problems/name-command.ts';
import { fs } from './files/builtin-fs.ts';
import { IS_PACKAGE } from './output/project-folder.ts';

/** Command prefix for each package manager, in folders where Almanac is installed and in any other folder. */
const PROGRAMS: Readonly<Record<string, readonly [installed: string, elsewhere: string]>> = {
  pnpm: ['pnpm exec almanac', 'pnpm dlx almanac'],
  yarn: ['yarn almanac', 'yarn dlx almanac'],
  bun: ['bunx almanac', 'bunx almanac'],
};
const NPM = ['npx almanac', 'npx almanac'] as const;

/** Almanac counts as installed in a folder that has one of these files. Yarn may create `.pnp.cjs` instead of `node_modules`. */
const INSTALLED = ['node_modules/.bin/almanac', 'node_modules/.bin/almanac.cmd', '.pnp.cjs'];

/** Makes messages show commands in the form in which this process was invoked, which is detected only when a message needs it. */
export function nameCommandsAsCalled(): void {
  callCommands((name, hasArguments) => (IS_PACKAGE ? asProgram(programOf()) : asScripts)(name, hasArguments));
}

/** What the user types before a command, such as `npx almanac`. */
export function programAsCalled(): string {
  return IS_PACKAGE ? programOf() : 'node scripts/run.js';
}

/**
 * What the user types before a command in a folder, such as `npx almanac`. `userAgent` names the package manager that started this process,
 * for example `npm/11.6.2 node/v24.11.0 linux x64`. It is null if no package manager started the process.
 */
export function programOf(folder = '.', userAgent = process.env.npm_config_user_agent ?? null): string {
  const isInstalled = isInstalledAround(resolve(folder));
  const [, manager = '', major] = /^([a-z]+)\/([0-9]+)/.exec(userAgent ?? '') ?? [];
  // A global installation is invoked by its plain name.
  if (manager === '') return isInstalled ? 'npx almanac' : 'almanac';
  // Yarn 1 cannot run packages that are not installed.
  const known = manager === 'yarn' && major === '1' && !isInstalled ? undefined : PROGRAMS[manager];
  const [installed, elsewhere] = known ?? NPM;
  return isInstalled ? installed : elsewhere;
}

/** Whether Almanac is installed in a folder or in one of its ancestors. */
function isInstalledAround(folder: string): boolean {
  if (INSTALLED.some((name) => fs.existsSync(join(folder, name)))) return true;
  return dirname(folder) !== folder && isInstalledAround(dirname(folder));
}
