/**
 * Compiles the commands and everything they import from `src/` and `scripts/` into `lib/`: one file for each command, and files that
 * commands share, with source maps. Astro compiles the pages in `src/site/`.
 *
 * This module is written in JavaScript, because some supported versions of Node run TypeScript only with a flag.
 */

import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.js';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const LIB = join(PROJECT, 'lib');
/** Lists the version of Node and the path and stamp (size, time) of each file that affects `lib/`. `run.js` detects changes with it. */
const STATE_FILE = '.compiled';
/** Files that affect `lib/` besides the sources: parts of the compiler, and the lists of packages. */
const COMPILER = ['scripts/run.js', 'scripts/compile/bundle.js', 'package.json', 'package-lock.json'];
/** Prefix of staging folders. They are next to `lib/`, so that a single rename puts them in place. */
const TEMPORARY = '.lib-';
/** A staging folder older than this, in milliseconds, was left behind by a process that was killed. */
const ABANDONED_MS = 10 * 60 * 1000;
const MAX_ATTEMPTS = 10;

/**
 * Compiles `entries`, which maps file names in `lib/`, without extension, to sources. `stampOf` returns the stamp of a path in the project.
 * Rejects if `lib/` cannot be written, or if a source cannot be parsed.
 */
export async function compile(entries, stampOf) {
  removeAbandoned();
  // Stamps are taken before compiling, so that a source that changes meanwhile is compiled again by the next command.
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

function isCompiled(state) {
  try {
    return fs.readFileSync(join(LIB, STATE_FILE), 'utf8') === state;
  } catch {
    return false;
  }
}

/** Renames a folder to `lib/`, unless another process has compiled the same sources in the meantime. */
function putInPlace(folder, state) {
  const old = `${folder}-old`;
  for (let attempt = 1; ; attempt += 1) {
    try {
      fs.renameSync(folder, LIB);
      return;
    } catch (error) {
      if (isCompiled(state)) return;
      // The first attempt fails if the old `lib/` still exists, a later one if another process has just created a new `lib/`.
      if (attempt === MAX_ATTEMPTS) throw error;
    }
    try {
      fs.renameSync(LIB, old);
    } catch (error) {
      // If `lib/` does not exist, another process has just removed it.
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
