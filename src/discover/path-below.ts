import platformPath, { type PlatformPath } from 'node:path';

/**
 * Path of something relative to a folder that it lies in, with `/`, whatever the system writes; empty for the folder itself. Null if it
 * lies elsewhere, as on another drive of Windows. Both paths are absolute, and without links. `system` has the rules of paths: those of
 * Windows do not tell upper from lower case.
 */
export function pathBelow(folder: string, path: string, system: PlatformPath = platformPath): string | null {
  const way = system.relative(folder, path);
  const isOutside = way === '..' || way.startsWith(`..${system.sep}`) || system.isAbsolute(way);
  return isOutside ? null : way.split(system.sep).join('/');
}
