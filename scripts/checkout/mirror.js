/**
 * Mirrors a checkout that this user may not write into the user's cache folder, and runs the command from there: builds compile their sources
 * into `lib/`, and Astro writes beside the pages that it renders. The mirror has copies of the sources, and links to the packages.
 *
 * It is JavaScript, since it runs before the sources are compiled.
 */

import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** What commands need from the checkout, apart from its packages. */
const PARTS = ['package.json', 'package-lock.json', 'tsconfig.json', 'scripts', 'src', 'public'];
/** Names which of its packages a checkout has. */
const INSTALLED = 'node_modules/.package-lock.json';
/** How folders begin in which a mirror is made. */
const TEMPORARY = '.new-';
/** A mirror that nobody has used for this time, in milliseconds, is removed when the next one is made. */
const UNUSED_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * Makes the mirror of a checkout, unless there is one of its present state; returns its folder, with a separator at its end. Throws an error if
 * there is no folder for it that this user, and nobody else, may write.
 */
export function mirror(project) {
  const caches = cacheFolder();
  const ofProject = digest(fs.realpathSync(project)).slice(0, 16);
  const name = `${ofProject}-${digest(stateOf(project)).slice(0, 16)}`;
  const folder = join(caches, name);
  if (!fs.existsSync(folder)) {
    removeUnused(caches, ofProject);
    const temporary = join(caches, TEMPORARY + randomUUID());
    try {
      fill(temporary, project);
      putInPlace(temporary, folder);
    } finally {
      fs.rmSync(temporary, { recursive: true, force: true });
    }
  }
  // Tells later runs that it is in use.
  fs.utimesSync(folder, new Date(), new Date());
  return join(folder, '/');
}

/** The user's own cache folder; a folder beside the temporary files for a user who can write no such folder, as without a home. */
function cacheFolder() {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  const usual = {
    darwin: () => join(homedir(), 'Library/Caches'),
    win32: () => LOCALAPPDATA || join(homedir(), 'AppData/Local'),
  }[process.platform];
  const home = XDG_CACHE_HOME && isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : (usual?.() ?? join(homedir(), '.cache'));
  const user = process.getuid?.() ?? '';
  const reasons = [];
  for (const folder of [join(home, 'almanac'), join(tmpdir(), `almanac-${user}`)]) {
    try {
      fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
      const { uid, mode } = fs.lstatSync(folder);
      // What is run from there must not be another user's.
      if (process.getuid && (uid !== user || mode & 0o022)) throw new Error(`others may write to ${folder}`);
      fs.accessSync(folder, fs.constants.W_OK);
      return folder;
    } catch (error) {
      reasons.push(error.message);
    }
  }
  throw new Error(reasons.join('; '));
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
  fs.mkdirSync(join(folder, 'node_modules'), { recursive: true });
  const copy = (path) => {
    const [from, to] = [join(project, path), join(folder, path)];
    const stats = fs.statSync(from, { throwIfNoEntry: false });
    if (stats?.isDirectory()) {
      fs.mkdirSync(to);
      for (const name of fs.readdirSync(from)) copy(join(path, name));
    } else if (stats) {
      fs.writeFileSync(to, fs.readFileSync(from));
      fs.utimesSync(to, stats.atime, stats.mtime);
    }
  };
  for (const path of PARTS) copy(path);
  const packages = fs.realpathSync(join(project, 'node_modules'));
  for (const name of fs.readdirSync(packages)) {
    if (name.startsWith('.') && name !== '.bin') continue;
    fs.symlinkSync(join(packages, name), join(folder, 'node_modules', name), 'junction');
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

/** Removes mirrors of earlier states of a checkout, and folders of killed processes. */
function removeUnused(caches, ofProject) {
  for (const name of fs.readdirSync(caches)) {
    if (!name.startsWith(`${ofProject}-`) && !name.startsWith(TEMPORARY)) continue;
    const { mtimeMs } = fs.lstatSync(join(caches, name), { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() };
    if (Date.now() - mtimeMs > UNUSED_MS) fs.rmSync(join(caches, name), { recursive: true, force: true });
  }
}
