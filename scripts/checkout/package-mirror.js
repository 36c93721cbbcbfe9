/** Fills the mirror of an installed package. */

import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { findIfInstalled } from './find-package.js';
import { copyTree } from './mirror.js';

/** What commands need from the package. */
const PARTS = ['package.json', 'tsconfig.json', 'scripts', 'src', 'public', 'lib'];
/** Lists the installed packages, each with its version, as a lock file would: the output depends on them. */
const INSTALLED = 'installed-packages.txt';

/**
 * Copies a package, read-only, and links to each of its dependencies, given by names and folders, and to theirs: of a site without a server, Astro
 * leaves some imports of its own packages to Node, which looks for them from where the site is built. What is imported there is what Node would find
 * from the package itself.
 */
export function fillFromPackage(folder, project, packages) {
  for (const path of PARTS) copyTree(join(project, path), join(folder, path), 0o444);
  const installed = allInstalled(packages);
  for (const [name, from] of linkedFrom(project, installed)) {
    const to = join(folder, 'node_modules', name);
    fs.mkdirSync(dirname(to), { recursive: true });
    fs.symlinkSync(from, to, 'junction');
  }
  fs.writeFileSync(join(folder, INSTALLED), `${listInstalled(installed).join('\n')}\n`, { mode: 0o444 });
}

/** Where each name leads: if there are several versions, to the one that Node finds from the project, or else to the one nearest to it. */
function linkedFrom(project, installed) {
  const linked = new Map();
  for (const { name, place } of installed) {
    if (!linked.has(name)) linked.set(name, findIfInstalled(project, name) ?? place);
  }
  return linked;
}

function descriptionOf(folder) {
  return JSON.parse(fs.readFileSync(join(folder, 'package.json'), 'utf8'));
}

/**
 * The dependencies, given by names and folders, and theirs: by which name each is imported, where it is, and its description. Those of the project
 * come first, then theirs, and so on. Optional packages may not be installed.
 */
function allInstalled(packages) {
  const found = [];
  const seen = new Set();
  let next = packages;
  while (next.length > 0) {
    const level = next;
    next = [];
    for (const [name, folder] of level) {
      const place = fs.realpathSync(folder);
      const key = `${name} ${place}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const description = descriptionOf(place);
      found.push({ name, place, description });
      const { dependencies, optionalDependencies } = description;
      for (const needed of Object.keys({ ...dependencies, ...optionalDependencies, ...neededPeers(description) })) {
        const at = findIfInstalled(place, needed);
        if (at) next.push([needed, at]);
      }
    }
  }
  return found;
}

/** `name@version` of each package, sorted. */
function listInstalled(installed) {
  const listed = new Set(installed.map(({ description: { name, version } }) => `${name}@${version}`));
  return [...listed].sort();
}

/** Which packages a package expects beside it. Others belong to the user, whatever a package could do with them. */
function neededPeers({ peerDependencies = {}, peerDependenciesMeta = {} }) {
  return Object.fromEntries(Object.entries(peerDependencies).filter(([name]) => !peerDependenciesMeta[name]?.optional));
}
