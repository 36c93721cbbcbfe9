import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('peers', import.meta.url));

/** Path of a program in the peers' package. */
export function peerProgram(path: string): string {
  return join(FOLDER, 'node_modules', path);
}

/** Installs the peers' package, where that has not been done. Gives why it is not there; null when it is. */
export function installPeers(progress: (line: string) => void): string | null {
  const installed = join(FOLDER, 'node_modules/.package-lock.json');
  const wanted = join(FOLDER, 'package-lock.json');
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(wanted).mtimeMs) return null;
  progress('installing what to compare with: npm ci --prefix scripts/bench/peers');
  // `npm run --silent` would keep npm from saying why.
  const { status, stderr, error } = spawnSync('npm', ['ci', '--prefix', FOLDER, '--loglevel', 'error'], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status === 0) return null;
  progress(error?.message ?? stderr);
  return `npm ci --prefix scripts/bench/peers ended with ${error?.message ?? status}`;
}

/** Path of a program that the machine has, also where system programs are, which is not on everybody's path; null where it has none. */
export function findProgram(program: string): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path)) ?? null;
}
