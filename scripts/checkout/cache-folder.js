/** Where copies of the project lie that a user may write. Loaded before every command of an installed package, so it loads little. */

const fs = process.getBuiltinModule('node:fs');
const { homedir, tmpdir } = process.getBuiltinModule('node:os');
const { isAbsolute, join } = process.getBuiltinModule('node:path');

/**
 * The user's own cache folder for Almanac; a folder beside the temporary files for a user who can write no such folder, as without a home. Throws an
 * error if there is no folder that this user, and nobody else, may write.
 */
export function cacheFolder() {
  const user = process.getuid?.() ?? '';
  const reasons = [];
  for (const place of [() => join(usualFolder(), 'almanac'), () => join(tmpdir(), `almanac-${user}`)]) {
    try {
      const folder = place();
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

/** Where programs of this system keep what they can make again. Throws an error for a user whom the system does not know, as in a container. */
function usualFolder() {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  if (XDG_CACHE_HOME && isAbsolute(XDG_CACHE_HOME)) return XDG_CACHE_HOME;
  if (process.platform === 'darwin') return join(homedir(), 'Library/Caches');
  if (process.platform === 'win32') return LOCALAPPDATA || join(homedir(), 'AppData/Local');
  return join(homedir(), '.cache');
}
