import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Oldest version of Node that runs a built server: major and minor version. */
const OLDEST_NODE = [20, 19] as const;

/** Name of the module in the server folder that `entry.mjs` loads. */
export const SERVER_MODULE = 'server.mjs';

/**
 * Writes the `package.json` of a built server, with the versions of Node that it needs, and its `entry.mjs`, which loads the server only on
 * these versions: an older one could fail in the middle of a response.
 */
export function writeServerPackage(folder: string): void {
  const [major, minor] = OLDEST_NODE;
  const description = { private: true, type: 'module', engines: { node: `>=${major}.${minor}.0` } };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(description, null, 2)}\n`);
  writeFileSync(
    join(folder, 'entry.mjs'),
    `const { node } = process.versions;
const [major, minor] = node.split('.').map(Number);
if (major > ${major} || (major === ${major} && minor >= ${minor})) import('./${SERVER_MODULE}');
else {
  console.error('The server needs Node ${major}.${minor} or later, but this is Node ' + node + ': install a newer version.');
  process.exitCode = 1;
}
`,
  );
}
