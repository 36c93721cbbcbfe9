import { spawn } from 'node:child_process';
import { EDITIONS, writeEdition } from './editions.ts';

/** Folders of a soak. */
export interface Places {
  rawData: string;
  out: string;
}

/** One build in this number makes the pages too. */
const BUILDS_PER_SITE = 4;
const PAUSE_MS = 1_500;

/** Writes another edition and builds it, again and again, until `isOver`. Returns the number of builds. Rejects if one fails. */
export async function rebuild(places: Places, hasSite: boolean, isOver: () => boolean): Promise<number> {
  let builds = 0;
  while (!isOver()) {
    builds += 1;
    const isSite = hasSite && builds % BUILDS_PER_SITE === 0;
    await build(places, builds, isSite ? [] : ['--api-only']);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return builds;
}

/** Builds an edition by the command that publishers use. Rejects with what it prints if it fails. */
export function build({ rawData, out }: Places, number: number, flags: readonly string[]): Promise<void> {
  const edition = EDITIONS[number % EDITIONS.length];
  if (edition) writeEdition(rawData, edition);
  return new Promise((resolve, reject) => {
    const args = ['scripts/run.js', 'build', '--raw-data', rawData, '--out', out, '--quiet', ...flags];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    let printed = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`a build ended with ${code}: ${printed}`));
    });
  });
}
