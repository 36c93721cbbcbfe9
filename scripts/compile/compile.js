/**
 * Compiles the commands, with all that they import of `src/` and `scripts/`, into `lib/`, which has a file for each command, and files that
 * commands share, all with source maps. Astro compiles the pages in `src/site/`.
 *
 * It is JavaScript, since not every Node that can strip types runs TypeScript.
 */

import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.js';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const LIB = join(PROJECT, 'lib');
/** Records what `lib/` was compiled from, for `run.js`: the version of Node, and a line for each file, with its path and its stamp. */
const STATE_FILE = '.compiled';
/** What `lib/` depends on besides the sources: the compiler and the packages. */
const COMPILER = ['scripts/run.js', 'scripts/compile/bundle.js', 'package.json', 'package-lock.json'];
/** Prefix of the folders in which `lib/` is made. They are beside it, so that renaming them is a single step. */
const TEMPORARY = '.lib-';
/** A temporary folder that is older than this, in milliseconds, belongs to a process that was killed. */
const ABANDONED_MS = 10 * 60 * 1000;
const MAX_ATTEMPTS = 10;

/**
 * Compiles `entries`, which has a source for each name of a file in `lib/`, without its ending. `stampOf` gives the stamp of a path in the
 * project. Throws an error if `lib/` cannot be written, or a source is not TypeScript.
 */
export async function compile(entries, stampOf) {
  removeAbandoned();
  // A source that changes while it is compiled has another stamp afterwards.
  const stamps = new Map(COMPILER.map((path) => [path, stampOf(path)]));
  const files = await bundle(PROJECT, entries, LIB, (path) => stamps.set(path, stampOf(path)));
  const rows = [...stamps].map(([path, stamp]) => `${path}\t${stamp}`);
  const state = [process.version, ...rows.sort()].join('\n');
  const folder = join(PROJECT, TEMPORARY + randomUUID());
  try {
    fs.mkdirSync(folder);
    for (const [name, text] of files) fs.writeFileSync(join(folder, name), text);
    fs.writeFileSync(join(folder, STATE_FILE), state);
    putInPlace(folder, state);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Whether `lib/` was compiled from a state. */
function isCompiled(state) {
  try {
    return fs.readFileSync(join(LIB, STATE_FILE), 'utf8') === state;
  } catch {
    return false;
  }
}

/** Renames a folder to `lib/`, unless another process has compiled the same sources meanwhile. */
function putInPlace(folder, state) {
  const old = `${folder}-old`;
  for (let attempt = 1; ; attempt += 1) {
    try {
      fs.renameSync(folder, LIB);
      return;
    } catch (error) {
      if (isCompiled(state)) return;
      // The old `lib/` still exists. All attempts fail only if another process is faster each time.
      if (attempt === MAX_ATTEMPTS) throw error;
    }
    try {
      fs.renameSync(LIB, old);
    } catch (error) {
      // Another process has just removed it.
      if (error.code !== 'ENOENT') throw error;
    }
    fs.rmSync(old, { recursive: true, force: true });
  }
}

function removeAbandoned() {
  for (const name of fs.readdirSync(PROJECT)) {
    if (!name.startsWith(TEMPORARY)) continue;
    const { mtimeMs } = fs.lstatSync(join(PROJECT, name), { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() };
    if (Date.now() - mtimeMs > ABANDONED_MS) fs.rmSync(join(PROJECT, name), { recursive: true, force: true });
  }
}
