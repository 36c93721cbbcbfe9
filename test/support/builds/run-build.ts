import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { MANIFEST_FILE } from '../../../src/pipeline/output/output-names.ts';

/** The result of running a command. */
export interface CommandResult {
  code: number | null;
  stdout: string;
  stderr: string;
  pid: number;
}

/** Node's compile cache: most commands take longer to compile than to run. */
export const COMPILE_CACHE = resolve('node_modules/.cache/almanac-tests');

/** Environment of a build. That of the tests has variables that change the output of Astro. */
export const ENVIRONMENT = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  NODE_COMPILE_CACHE: COMPILE_CACHE,
};

/** Runs the build command as npm does, which compares no editions. `variables` are added to its environment. */
export function runBuild(
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<CommandResult> {
  return runCommand('build', ['--no-compare', ...args], variables);
}

/** Runs a command as npm does. `variables` are added to its environment. */
export function runCommand(
  command: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<CommandResult> {
  const env = { ...ENVIRONMENT, ...variables };
  return new Promise((resolve) => {
    const options = { maxBuffer: 1 << 24, encoding: 'utf8', env } as const;
    const child = execFile(process.execPath, ['scripts/run.js', command, ...args], options, (_, stdout, stderr) => {
      resolve({ code: child.exitCode, stdout, stderr, pid: child.pid ?? 0 });
    });
  });
}

/**
 * Every file below a folder with its bytes, one per character, except the manifest of an output, which differs after
 * every build.
 */
export function contentOf(folder: string): Map<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const files = paths.filter((path) => path !== MANIFEST_FILE && statSync(join(folder, path)).isFile());
  return new Map(files.map((path) => [path, readFileSync(join(folder, path), 'latin1')]));
}
