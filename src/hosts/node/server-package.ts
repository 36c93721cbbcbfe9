import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The smallest Node that runs a built server: major and minor version. */
const SMALLEST_NODE = [20, 19] as const;

/** Name of the module, in the folder of the server, that `entry.mjs` loads. */
export const SERVER_MODULE = 'server.mjs';

/**
 * Makes the folder of a built server a package that states which Node it needs, and writes its `entry.mjs`, which loads
 * the server only on such a Node: an older one could fail in the middle of an answer.
 */
export function writeServerPackage(folder: string): void {
  const [major, minor] = SMALLEST_NODE;
  const description = { private: true, type: 'module', engines: { node: `>=${major}.${minor}.0` } };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(description, null, 2)}\n`);
  writeFileSync(
    join(folder, 'entry.mjs'),
    `const { node } = process.versions;
const [major, minor] = node.split('.').map(Number);
if (major > ${major} || (major === ${major} && minor >= ${minor})) import('./${SERVER_MODULE}');
else {
  console.error('The server needs Node ${major}.${minor} or later, and this is Node ' + node + ': install a newer one.');
  process.exitCode = 1;
}
`,
  );
}
