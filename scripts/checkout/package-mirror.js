/** Fills the mirror of an installed package. */

import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { findPackage } from './find-package.js';
import { copyTree } from './mirror.js';

/** What commands need from the package. */
const PARTS = ['package.json', 'tsconfig.json', 'scripts', 'src', 'public', 'lib'];
/** Lists the installed packages, each with its version, as a lock file would: the output depends on them. */
const INSTALLED = 'installed-packages.txt';

/**
 * Copies a package, read-only, and links to each of its dependencies, given by names and folders, and to theirs: of a site without a server, Astro
 * leaves some imports of its own packages to Node, which looks for them from where the site is built.
 */
export function fillFromPackage(folder, project, packages) {
  for (const path of PARTS) copyTree(join(project, path), join(folder, path), 0o444);
  for (const [name, from] of withTheirs(packages)) {
    const to = join(folder, 'node_modules', name);
    fs.mkdirSync(dirname(to), { recursive: true });
    fs.symlinkSync(from, to, 'junction');
  }
  fs.writeFileSync(join(folder, INSTALLED), `${listInstalled(packages).join('\n')}\n`, { mode: 0o444 });
}

/** The packages, and those that they depend on, unless there is one of that name already. */
function withTheirs(packages) {
  const all = new Map(packages);
  for (const [, folder] of packages) {
    const place = fs.realpathSync(folder);
    for (const name of Object.keys(descriptionOf(place).dependencies ?? {})) {
      const found = all.has(name) ? null : findIfInstalled(place, name);
      if (found) all.set(name, found);
    }
  }
  return all;
}

function descriptionOf(folder) {
  return JSON.parse(fs.readFileSync(join(folder, 'package.json'), 'utf8'));
}

/** `name@version` of the dependencies, and of theirs, sorted. Optional packages may not be installed. */
function listInstalled(packages) {
  const listed = new Set();
  const seen = new Set();
  const add = (folder) => {
    const place = fs.realpathSync(folder);
    if (seen.has(place)) return;
    seen.add(place);
    const description = descriptionOf(place);
    listed.add(`${description.name}@${description.version}`);
    const { dependencies, optionalDependencies } = description;
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...neededPeers(description) })) {
      const found = findIfInstalled(place, name);
      if (found) add(found);
    }
  };
  for (const [, folder] of packages) add(folder);
  return [...listed].sort();
}

/** Which packages a package expects beside it. Others belong to the user, whatever a package could do with them. */
function neededPeers({ peerDependencies = {}, peerDependenciesMeta = {} }) {
  return Object.fromEntries(Object.entries(peerDependencies).filter(([name]) => !peerDependenciesMeta[name]?.optional));
}

function findIfInstalled(from, name) {
  try {
    return findPackage(from, name);
  } catch {
    return null;
  }
}
