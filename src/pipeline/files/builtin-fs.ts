/**
 * Node's file-system functions, for code that runs before every build. Importing `node:fs` would load streams and promises as well, which
 * takes a third of the time needed to detect that nothing has changed.
 */
export const fs = process.getBuiltinModule('node:fs');
