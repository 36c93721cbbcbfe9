/**
 * Node's file system, for the code that runs before every build. An import of `node:fs` makes Node load its streams and promises too, which
 * takes a third of the time in which the build sees that nothing has changed.
 */
export const {
  closeSync,
  constants,
  existsSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} = process.getBuiltinModule('node:fs');
