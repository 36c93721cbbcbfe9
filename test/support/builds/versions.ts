import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { recycledOutputOf } from '../../../src/pipeline/output/output-names.ts';
import { CATALOGUE, type Files, sidecarWith } from './raw-data-folder.ts';
import { contentOf } from './run-build.ts';

/** A small raw-data folder. Every record and every description names the version. */
export function rawDataOf(version: number): Files {
  const names = ['prices', 'wages', 'rents'];
  const rows = Array.from({ length: 250 }, (_, row) => `${row},version ${version}\n`);
  const columns = { row: { description: 'Number' }, text: { description: `Version ${version}` } };
  const files = names.flatMap((name) => [
    [`economy/${name}.csv`, `row,text\n${rows.join('')}`],
    [`economy/${name}.meta.json`, sidecarWith({ name: `Version ${version}`, columns })],
  ]);
  return { 'catalogue.json': CATALOGUE.replace('A catalogue', `Version ${version}`), ...Object.fromEntries(files) };
}

/** Text that differs in every build of the server: the folder it was built in, a key, and a file name made from these. */
const CHANGING = /\d+-[0-9a-f-]{36}|(?<="key":")[^"]+|(?<=\bserver_)[\w-]{8}(?=\.mjs)/g;

/** Every file below a folder with its bytes, so that two builds of one version compare equal; empty if the folder does not exist. */
export function comparable(folder: string): Map<string, string> {
  if (!existsSync(folder)) return new Map();
  const plain = (text: string): string => text.replace(CHANGING, '…');
  return new Map([...contentOf(folder)].map(([path, bytes]) => [plain(path), plain(bytes)]));
}

/** Names of everything beside an output except the recycled one. */
export function filesBeside(out: string): string[] {
  return readdirSync(join(out, '..')).filter((name) => ![out, recycledOutputOf(out)].includes(join(out, '..', name)));
}
