import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('peers', import.meta.url));

/** Path of a file in the package of peers. It must not be bundled: it imports what is installed there. */
export function peerFile(path: string): string {
  return join(FOLDER, path);
}

/** Installs the package of peers if necessary. Without it, each program that needs it fails by itself. */
export function installPeers(progress: (line: string) => void): void {
  const installed = peerFile('node_modules/.package-lock.json');
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(peerFile('package-lock.json')).mtimeMs) return;
  progress(`installing the programs to compare with: npm ci --prefix ${FOLDER}`);
  // Without --loglevel, npm would inherit the silence of `npm run --silent`, and not say why it failed.
  spawnSync('npm', ['ci', '--prefix', FOLDER, '--loglevel', 'error'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
}

/** Path of an installed program; null if it is not found. Also searches folders of system programs, which PATH may lack. */
export function findProgram(program: string): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path)) ?? null;
}
