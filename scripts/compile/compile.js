/**
 * Compiles `src/` and `scripts/` into `lib/`, which has a file for each command, and files that commands share, all with source maps. Astro compiles
 * the pages in `src/site/`.
 *
 * It is JavaScript, since not every Node that can strip types runs TypeScript.
 */

import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const LIB = join(PROJECT, 'lib');
/** Records what `lib/` was compiled from: a digest, and the state that `run.js` compares. */
const STATE_FILE = '.compiled';
/** How folders begin in which `lib/` is made; they are beside it, so that renaming them is a single step. */
const TEMPORARY = '.lib-';
/** A temporary folder that is older than this, in milliseconds, belongs to a process that was killed. */
const ABANDONED_MS = 10 * 60 * 1000;
const MOST_ATTEMPTS = 10;

/**
 * Compiles the sources that a state lists; `entries` are pairs of a file's name in `lib/`, without its ending, and its
 * source. Throws an error if `lib/` cannot be written, or a source is not TypeScript that Node can run. If a
 * source changes meanwhile, the next state differs.
 */
export async function compile(state, entries) {
  const paths = state.split('\n').flatMap((row) => row.match(/^.+?[^/](?=\t)/) ?? []);
  const texts = new Map(paths.map((path) => [path, fs.readFileSync(join(PROJECT, path))]));
  const digest = digestOf(texts);
  if (isCompiled(digest)) return recordState(state, digest);
  removeAbandoned();
  const folder = join(PROJECT, TEMPORARY + randomUUID());
  try {
    fs.mkdirSync(folder);
    for (const [name, text] of await bundled(texts, entries)) fs.writeFileSync(join(folder, name), text);
    fs.writeFileSync(join(folder, STATE_FILE), `${digest}\n${state}`);
    putInPlace(folder, digest);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** The files of `lib/`, apart from what it was compiled from. */
async function bundled(texts, entries) {
  const sources = [...texts]
    .filter(([path]) => /^(?:src|scripts)\//.test(path))
    .map(([path, bytes]) => [path, String(bytes)]);
  // Loaded only here, since the bundler takes longer to load than to find that no source has changed.
  const { bundle } = await import('./bundle.js');
  const present = entries.filter(([, path]) => texts.has(path));
  return bundle(PROJECT, new Map(sources), Object.fromEntries(present), LIB);
}

/** A digest of the sources, among them the compiler, and of Node's version. */
function digestOf(texts) {
  const hash = createHash('sha256').update(process.version);
  for (const [path, bytes] of texts) hash.update(`\n${path} ${bytes.length}\n`).update(bytes);
  return hash.digest('hex');
}

/** True if `lib/` was compiled from sources with a digest. */
function isCompiled(digest) {
  try {
    return fs.readFileSync(join(LIB, STATE_FILE), 'latin1').startsWith(`${digest}\n`);
  } catch {
    return false;
  }
}

/** Records a new state of the same sources: they were copied, or checked out again. */
function recordState(state, digest) {
  const file = join(LIB, `${STATE_FILE}.${process.pid}`);
  try {
    fs.writeFileSync(file, `${digest}\n${state}`);
    fs.renameSync(file, join(LIB, STATE_FILE));
  } catch {
    // If this user may not write, the next run reads the sources again.
  }
}

/** Renames a folder to `lib/`, unless another process has compiled the same sources meanwhile. */
function putInPlace(folder, digest) {
  const old = `${folder}-old`;
  for (let attempt = 1; ; attempt += 1) {
    try {
      fs.renameSync(folder, LIB);
      return;
    } catch (error) {
      if (isCompiled(digest)) return;
      // The old `lib/` is in the way. All attempts fail only if other processes win each time.
      if (attempt === MOST_ATTEMPTS) throw error;
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
