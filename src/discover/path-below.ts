import platformPath, { type PlatformPath } from 'node:path';

/**
 * A path relative to a folder, with `/` on every system; empty for the folder itself. Null if the path is outside the folder, for example
 * on another Windows drive. Both paths must be absolute. Links are not resolved. `system` decides, for example, whether case matters.
 */
export function pathBelow(folder: string, path: string, system: PlatformPath = platformPath): string | null {
  const relative = system.relative(folder, path);
  const isOutside = relative === '..' || relative.startsWith(`..${system.sep}`) || system.isAbsolute(relative);
  return isOutside ? null : relative.split(system.sep).join('/');
}
