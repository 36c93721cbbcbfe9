import platformPath, { type PlatformPath } from 'node:path';

/**
 * A path relative to a folder, with `/` on every system; empty for the folder itself. Null if the path is not in the folder, as on another
 * Windows drive. Both paths are absolute, and without links. `system` has the rules of paths: Windows paths do not tell upper from lower
 * case.
 */
export function pathBelow(folder: string, path: string, system: PlatformPath = platformPath): string | null {
  const way = system.relative(folder, path);
  const isOutside = way === '..' || way.startsWith(`..${system.sep}`) || system.isAbsolute(way);
  return isOutside ? null : way.split(system.sep).join('/');
}
