import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { onceForAll } from './once-for-all.ts';
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
  ...['README.md', 'LICENSE', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'],
];

/**
 * Packs this project and installs it into an empty folder from the registry, once for all test files of a run. Nothing is written in the
 * project. Tests must not change what is installed.
 */
export async function installedPackage(): Promise<InstalledPackage> {
  const place = await onceForAll('package', packAndInstall);
  const folder = join(place, 'installed');
  const [tarball = ''] = readdirSync(place).filter((name) => name.endsWith('.tgz'));
  return { tarball: join(place, tarball), folder, program: join(folder, 'node_modules/.bin/almanac') };
}

async function packAndInstall(place: string): Promise<void> {
  const project = join(place, 'project');
  for (const name of SOURCES) {
    cpSync(name, join(project, name), { recursive: true, filter: (path) => !/[\\/]node_modules$/.test(path) });
  }
  symlinkSync(resolve('node_modules'), join(project, 'node_modules'), 'junction');
  const { stdout } = await npm(['pack', '--silent', '--pack-destination', place], project);
  const folder = join(place, 'installed');
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const tarball = join(place, stdout.trim().split('\n').at(-1) ?? '');
  await npm(['install', '--ignore-scripts', '--prefer-offline', tarball], folder);
  // Another user may not write there anyway; but if the tests are not run by the superuser, there is none to run programs as.
  if (process.getuid && process.getuid() !== 0) execFileSync('chmod', ['-R', 'a-w', folder]);
}
