import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { MANIFEST_FILE } from '../../../src/build/output/output-names.ts';

/** What a run of the build command did. */
export interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
  pid: number;
}

/** The folder in which Node keeps what it compiles: most commands take longer to be compiled than to run. */
export const COMPILE_CACHE = resolve('node_modules/.cache/almanac-tests');

/** The environment of a command: that of the tests has variables which change what Astro makes. */
export const ENVIRONMENT = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  NODE_COMPILE_CACHE: COMPILE_CACHE,
};

/** Runs the build command with some arguments, as `npm run build` does, with some variables in its environment. */
export function runBuild(args: readonly string[], variables: Readonly<Record<string, string>> = {}): Promise<Ran> {
  return runCommand('build', args, variables);
}

/** Runs a command with some arguments, as npm does, with some variables in its environment. */
export function runCommand(
  command: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  const env = { ...ENVIRONMENT, ...variables };
  return new Promise((resolve) => {
    const options = { maxBuffer: 1 << 24, encoding: 'utf8', env } as const;
    const child = execFile(process.execPath, [`scripts/${command}.ts`, ...args], options, (_, stdout, stderr) => {
      resolve({ code: child.exitCode, stdout, stderr, pid: child.pid ?? 0 });
    });
  });
}

/** Every file below a folder, with its bytes; but an output's record, which tells of a moment, and is another after each build. */
export function contentOf(folder: string): Map<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const files = paths.filter((path) => path !== MANIFEST_FILE && statSync(join(folder, path)).isFile());
  return new Map(files.map((path) => [path, readFileSync(join(folder, path), 'latin1')]));
}
