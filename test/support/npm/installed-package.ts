import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { inject } from 'vitest';
import { npm } from './run-npm.ts';

/** An installed package of this project, as another person has it. */
export interface InstalledPackage {
  /** What `npm pack` has made. */
  tarball: string;
  /** The folder that it is installed in. */
  folder: string;
  /** The program, as npm links it. */
  program: string;
}

/** What a package is made from. */
const SOURCES = [
  ...['package.json', 'package-lock.json', '.npmrc', 'tsconfig.json', 'scripts', 'src', 'public', 'docs'],
  ...['README.md', 'LICENSE', 'CHANGELOG.md', 'SECURITY.md'],
];
/** Longest time to pack and install, in milliseconds. */
const LIMIT_MS = 280_000;

/**
 * Packs this project and installs it into an empty folder from the registry, once for all test files of a run: the first that asks does it, and the
 * others wait. Nothing is written in the project. Tests must not change what is installed.
 */
export async function installedPackage(): Promise<InstalledPackage> {
  const shared = inject('sharedFolder');
  const [working, done, failed] = ['working', 'done', 'failed'].map((name) => join(shared, `package-${name}`));
  if (makeFolder(working as string)) {
    try {
      await packAndInstall(shared);
      writeFileSync(done as string, '');
    } catch (error) {
      writeFileSync(failed as string, `${(error as { stderr?: string }).stderr ?? ''}\n${(error as Error).stack}`);
    }
  }
  const deadline = performance.now() + LIMIT_MS;
  while (!existsSync(done as string)) {
    if (existsSync(failed as string))
      throw new Error(`the package is not installed: ${readFileSync(failed as string)}`);
    if (performance.now() > deadline) throw new Error('the package is not installed in time');
    await setTimeout(100);
  }
  const folder = join(shared, 'installed');
  const [tarball = ''] = readdirSync(shared).filter((name) => name.endsWith('.tgz'));
  return { tarball: join(shared, tarball), folder, program: join(folder, 'node_modules/.bin/almanac') };
}

/** True if this process has made it. */
function makeFolder(path: string): boolean {
  try {
    mkdirSync(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function packAndInstall(shared: string): Promise<void> {
  const project = join(shared, 'project');
  for (const name of SOURCES) {
    cpSync(name, join(project, name), { recursive: true, filter: (path) => !/[\\/]node_modules$/.test(path) });
  }
  symlinkSync(resolve('node_modules'), join(project, 'node_modules'), 'junction');
  const { stdout } = await npm(['pack', '--silent', '--pack-destination', shared], project);
  const folder = join(shared, 'installed');
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const tarball = join(dirname(folder), stdout.trim().split('\n').at(-1) ?? '');
  await npm(['install', '--ignore-scripts', '--prefer-offline', tarball], folder);
  // Another user may not write there anyway; but if the tests are not run by the superuser, there is none to run programs as.
  if (process.getuid && process.getuid() !== 0) execFileSync('chmod', ['-R', 'a-w', folder]);
}
