/**
 * Mirrors a checkout that this user may not write into the user's cache folder, for commands to run from there: builds compile their sources
 * into `lib/`, and Astro writes beside the pages that it renders. The mirror has copies of the sources, and links to the packages.
 *
 * It is JavaScript, since it runs before the sources are compiled.
 */

import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from './cache-folder.js';
import { DAY_MS, keepInUse } from './keep-in-use.js';

/** What commands need from the checkout, apart from its packages. */
const PARTS = ['package.json', 'package-lock.json', 'tsconfig.json', 'scripts', 'src', 'public'];
/** Names which of its packages a checkout has. */
const INSTALLED = 'node_modules/.package-lock.json';
/** How folders begin in which a mirror is made. */
const TEMPORARY = '.new-';
/** How all mirrors are named: by what is mirrored, and by its state. */
const MIRROR = /^[0-9a-f]{16}-[0-9a-f]{16}$/;
/** When the next mirror is made, one of an earlier state is removed that nobody has used for this time, in milliseconds. */
const UNUSED_MS = 7 * DAY_MS;
/** The same for one of anything else, such as of a package that `npx` has since replaced. */
const LONG_UNUSED_MS = 30 * DAY_MS;

/**
 * Makes the mirror of a checkout, unless there is one of its present state; returns its folder, with a separator at its end. Throws an error if
 * there is no folder for it that this user, and nobody else, may write.
 */
export function mirror(project) {
  const caches = cacheFolder();
  const ofProject = digest(fs.realpathSync(project)).slice(0, 16);
  const folder = join(caches, `${ofProject}-${digest(stateOf(project)).slice(0, 16)}`);
  if (!fs.existsSync(folder)) makeMirror(caches, ofProject, folder, (place) => fill(place, project));
  keepInUse(fs, folder);
  return join(folder, '/');
}

/** Makes a mirror in the folder of caches. Its name, and those of earlier mirrors of the same project, begin with `ofProject`. */
export function makeMirror(caches, ofProject, folder, fillFolder) {
  removeUnused(caches, ofProject);
  const temporary = join(caches, TEMPORARY + randomUUID());
  try {
    fs.mkdirSync(join(temporary, 'node_modules'), { recursive: true });
    fillFolder(temporary);
    putInPlace(temporary, folder);
  } finally {
    fs.rmSync(temporary, { recursive: true, force: true });
  }
}

function digest(text) {
  return createHash('sha256').update(text).digest('hex');
}

/** The files of a checkout, with their sizes and times. */
function stateOf(project) {
  const rows = [process.version];
  const list = (path) => {
    const stats = fs.statSync(join(project, path), { throwIfNoEntry: false });
    if (!stats) return;
    if (!stats.isDirectory()) rows.push(`${path} ${stats.size} ${stats.mtimeMs}`);
    else for (const name of fs.readdirSync(join(project, path)).sort()) list(`${path}/${name}`);
  };
  for (const path of [...PARTS, INSTALLED]) list(path);
  return rows.join('\n');
}

/** Copies the sources, writable for this user, and links to each package: tools keep caches of their own beside the packages. */
function fill(folder, project) {
  for (const path of PARTS) copyTree(join(project, path), join(folder, path), 0o666);
  const packages = fs.realpathSync(join(project, 'node_modules'));
  for (const name of fs.readdirSync(packages)) {
    if (name.startsWith('.') && name !== '.bin') continue;
    fs.symlinkSync(join(packages, name), join(folder, 'node_modules', name), 'junction');
  }
}

/** Copies a file or a folder with its times, if it exists. The copies get a mode of their own, so that those of read-only files are not. */
export function copyTree(from, to, mode) {
  const stats = fs.statSync(from, { throwIfNoEntry: false });
  if (stats?.isDirectory()) {
    fs.mkdirSync(to);
    for (const name of fs.readdirSync(from)) copyTree(join(from, name), join(to, name), mode);
  } else if (stats) {
    fs.writeFileSync(to, fs.readFileSync(from), { mode });
    fs.utimesSync(to, stats.atime, stats.mtime);
  }
}

/** Renames a folder, unless another process has put the same there meanwhile. */
function putInPlace(folder, place) {
  try {
    fs.renameSync(folder, place);
  } catch (error) {
    if (!fs.existsSync(place)) throw error;
  }
}

/** Removes mirrors that nobody uses any more, and folders of killed processes. */
function removeUnused(caches, ofProject) {
  for (const name of fs.readdirSync(caches)) {
    const isLeftover = name.startsWith(`${ofProject}-`) || name.startsWith(TEMPORARY);
    if (!isLeftover && !MIRROR.test(name)) continue;
    const { mtimeMs } = fs.lstatSync(join(caches, name), { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() };
    if (Date.now() - mtimeMs > (isLeftover ? UNUSED_MS : LONG_UNUSED_MS))
      fs.rmSync(join(caches, name), { recursive: true, force: true });
  }
}
