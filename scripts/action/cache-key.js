/**
 * Prints `key`, an output of a workflow step: a digest of what a build depends on apart from its data, namely the version of Node, the
 * platform, the variable `SETTINGS`, and the package that contains `PROGRAM`. A build can reuse only results with the same key.
 *
 * This script is written in JavaScript, because some supported versions of Node run TypeScript only with a flag.
 */

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Files and folders of the package that affect its output. At most one of the lock files exists. */
const PARTS = ['package.json', 'package-lock.json', 'npm-shrinkwrap.json', 'src', 'public'];

const { PROGRAM = '', SETTINGS = '' } = process.env;
const folder = join(dirname(PROGRAM), '..');
const hash = createHash('sha256').update(`${process.version} ${process.platform} ${process.arch}\n${SETTINGS}\n`);
for (const part of PARTS) {
  for (const path of filesOf(part)) hash.update(`${path} ${digestOf(path)}\n`);
}
console.log(`key=${hash.digest('hex').slice(0, 32)}`);

/** Sorted paths, relative to the package, of the files in `part`, a folder or a single file. Empty if `part` does not exist. */
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
