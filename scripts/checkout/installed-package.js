/**
 * Finds the mirror of an installed package: the copy in the user's cache folder from which its commands run. Nothing is ever written inside the
 * package, which may belong to another user, and be one of several projects of this one. In addition, Node runs no TypeScript below `node_modules`.
 *
 * It runs before every command of a package, so it loads little, and sees by a few stamps whether there is a mirror of the present state.
 */

import { cacheFolder } from './cache-folder.js';
import { findIfInstalled, findPackage, modulesFolders } from './find-package.js';
import { keepInUse } from './keep-in-use.js';

const fs = process.getBuiltinModule('node:fs');
const { join } = process.getBuiltinModule('node:path');

/** Has a digest of all files of the package; `npm pack` makes it. Two packages of one version may differ. */
const CONTENT = 'lib/.package';
/** Files in which npm, pnpm and Yarn record what they have installed: a package deeper down may have been replaced. */
const RECORDS = ['.package-lock.json', '.modules.yaml', '.yarn-state.yml', '.yarn-integrity'];

/**
 * The mirror of a package, with a separator at its end, made unless one of its present state exists. It links to the dependencies of its
 * `package.json`, and to those of the optional ones that are installed. Throws an error if a dependency is not installed, or there is no folder for
 * the mirror that this user, and nobody else, may write.
 */
export async function mirrorOfPackage(project, { dependencies, optionalDependencies = {} }) {
  const packages = [
    ...Object.keys(dependencies).map((name) => [name, findPackage(project, name)]),
    ...Object.keys(optionalDependencies).map((name) => [name, findIfInstalled(project, name)]),
  ].filter(([, folder]) => folder !== null);
  const caches = cacheFolder();
  const ofProject = shortHash(project);
  const folder = join(caches, `${ofProject}-${shortHash(stateOf(project, packages))}`);
  if (!fs.existsSync(folder)) {
    const [{ makeMirror }, { fillFromPackage }] = await Promise.all([
      import('./mirror.js'),
      import('./package-mirror.js'),
    ]);
    makeMirror(caches, ofProject, folder, (place) => fillFromPackage(place, project, packages));
  }
  keepInUse(fs, folder);
  return join(folder, '/');
}

/** What a mirror is made of: the package, the packages that it links to, and what was installed when. */
function stateOf(project, packages) {
  const linked = packages.map(([, folder]) => `${folder} ${stampOf(join(folder, 'package.json'))}`);
  const records = modulesFolders(project).flatMap((folder) => RECORDS.map((name) => stampOf(join(folder, name))));
  return [fs.readFileSync(join(project, CONTENT), 'latin1'), ...linked, ...records].join('\n');
}

/** Size in bytes, and time of the last change in milliseconds; empty if there is no such file. */
function stampOf(path) {
  const stats = fs.statSync(path, { throwIfNoEntry: false });
  return stats ? `${stats.size} ${stats.mtimeMs}` : '';
}

/** 16 digits of two FNV-1a hashes. They tell apart the mirrors of one user; a digest would load Node's cryptography. */
function shortHash(text) {
  return [0x811c9dc5, 0x2c9277b5]
    .map((start) => {
      let hash = start;
      for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
      return (hash >>> 0).toString(16).padStart(8, '0');
    })
    .join('');
}
