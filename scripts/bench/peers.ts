import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('peers', import.meta.url));

/** Path of a file of ours in the folder of peers. It must not be bundled: it imports what is installed there. */
export function peerFile(name: string): string {
  return join(FOLDER, name);
}

/** Path of a program in the package of peers. */
export function peerProgram(path: string): string {
  return join(FOLDER, 'node_modules', path);
}

/** Installs the package of peers if necessary. Returns why it is not installed; null if it is. */
export function installPeers(progress: (line: string) => void): string | null {
  const installed = join(FOLDER, 'node_modules/.package-lock.json');
  const wanted = join(FOLDER, 'package-lock.json');
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(wanted).mtimeMs) return null;
  progress(`installing the programs to compare with: npm ci --prefix ${FOLDER}`);
  // Without --loglevel, npm would inherit the silence of `npm run --silent`, and not say why it failed.
  const { status, stderr, error } = spawnSync('npm', ['ci', '--prefix', FOLDER, '--loglevel', 'error'], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status === 0) return null;
  progress(error?.message ?? stderr);
  return `npm ci --prefix ${FOLDER} ended with ${error?.message ?? status}`;
}

/** Path of an installed program; null if it is not found. Also searches the folders of system programs, which not every PATH has. */
export function findProgram(program: string): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path)) ?? null;
}
