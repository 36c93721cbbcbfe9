/**
 * Prints what an output depends on apart from its data, as the output `key` of a step of a workflow: a digest of the version of Node, of
 * the package whose program `PROGRAM` names, and of `SETTINGS`. An output with another key cannot be reused.
 *
 * It is JavaScript, since not every Node that can strip types runs TypeScript.
 */

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What an output depends on of a package; it has one of the lock files. */
const PARTS = ['package.json', 'package-lock.json', 'npm-shrinkwrap.json', 'src', 'public'];

const { PROGRAM = '', SETTINGS = '' } = process.env;
const folder = join(dirname(PROGRAM), '..');
const hash = createHash('sha256').update(`${process.version} ${process.platform} ${process.arch}\n${SETTINGS}\n`);
for (const part of PARTS) {
  for (const path of filesOf(part)) hash.update(`${path} ${digestOf(path)}\n`);
}
console.log(`key=${hash.digest('hex').slice(0, 32)}`);

/** The file at a path, or all files below the folder at that path, in order; empty if nothing is there. */
function filesOf(part) {
  const there = statSync(join(folder, part), { throwIfNoEntry: false });
  if (!there) return [];
  if (!there.isDirectory()) return [part];
  const names = readdirSync(join(folder, part), { recursive: true, withFileTypes: true });
  return names
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

function digestOf(path) {
  return createHash('sha256')
    .update(readFileSync(join(folder, path)))
    .digest('hex');
}
