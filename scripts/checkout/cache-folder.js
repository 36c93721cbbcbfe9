/** Where copies of the project lie that a user may write. Loaded before every command of an installed package, so it loads little. */

const fs = process.getBuiltinModule('node:fs');
const { homedir, tmpdir } = process.getBuiltinModule('node:os');
const { isAbsolute, join } = process.getBuiltinModule('node:path');

/**
 * The user's own cache folder for Almanac; a folder beside the temporary files for a user who can write no such folder, as without a home. Throws an
 * error if there is no folder that this user, and nobody else, may write.
 */
export function cacheFolder() {
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
