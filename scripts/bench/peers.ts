import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('peers', import.meta.url));

/** Path of a file in the `peers` package. Programs in this package must not be bundled, since they import packages installed in it. */
export function peerFile(path: string): string {
  return join(FOLDER, path);
}

/** Installs the dependencies of the `peers` package if necessary. If that fails, the programs that need them fail later. */
export function installPeers(progress: (line: string) => void): void {
  const installed = peerFile('node_modules/.package-lock.json');
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(peerFile('package-lock.json')).mtimeMs) return;
  progress(`installing the programs to compare: npm ci --prefix ${FOLDER}`);
  // Without --loglevel, npm would inherit --silent from `npm run --silent` and not report why it failed.
  spawnSync('npm', ['ci', '--prefix', FOLDER, '--loglevel', 'error'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
}

/** Path of an installed program; null if it is not found. Searches the folders in PATH, then two `sbin` folders. */
export function findProgram(program: string): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path)) ?? null;
}
