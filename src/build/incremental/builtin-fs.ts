/**
 * Node's file system, for what runs in front of every build. To `import` it from `node:fs` makes Node load its streams and promises too,
 * which takes as long as a third of what is done to see that nothing has changed.
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
  renameSync,
  rmSync,
  writeFileSync,
} = process.getBuiltinModule('node:fs');
