/** Finds packages as Node does. Loaded before every command of an installed package, so it loads little. */

const { existsSync } = process.getBuiltinModule('node:fs');
const { basename, dirname, join } = process.getBuiltinModule('node:path');

/** The folder of a dependency, as Node finds it: in the nearest `node_modules`, whether npm has hoisted it, or pnpm has linked it; null without it. */
export function findIfInstalled(from, name) {
  const found = modulesFolders(from).find((folder) => existsSync(join(folder, name, 'package.json')));
  return found ? join(found, name) : null;
}

/** The same, of a package that is needed. */
export function findPackage(from, name) {
  const found = findIfInstalled(from, name);
  if (found) return found;
  throw new Error(`the package ${name} is not installed beside Almanac, in a folder node_modules`);
}

/** Every folder `node_modules` in which Node looks for the packages that a folder imports, the nearest first. */
export function modulesFolders(from) {
  const folders = [];
  for (let folder = from, below = ''; folder !== below; [below, folder] = [folder, dirname(folder)]) {
    if (basename(folder) !== 'node_modules') folders.push(join(folder, 'node_modules'));
  }
  return folders;
}
