import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Major and minor version of the oldest Node that can run a built server. */
const OLDEST_NODE = [20, 19] as const;

/** Name of the module that `entry.mjs` loads, in the same folder. */
export const SERVER_MODULE = 'server.mjs';

/**
 * Writes the `package.json` of a built server, which states the oldest supported version of Node, and its `entry.mjs`, which does not load
 * the server on older versions: they could fail in the middle of a response.
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
