import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onceForAll } from './once-for-all.ts';
import { npm } from './run-npm.ts';

/** The smallest version of Node that a package runs on. */
export function smallestNode(packageFile: string): string {
  const { engines } = JSON.parse(readFileSync(packageFile, 'utf8')) as { engines: { node: string } };
  return /\d+\.\d+\.\d+/.exec(engines.node)?.[0] ?? '';
}

/**
 * Installs a version of Node, or the one of a tag, once for all tests, and gives the path of its program. npm brings it from its registry.
 */
export async function installNode(version: string): Promise<string> {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const place = await onceForAll(`node-${version}`, async (folder) => {
    await npm(['install', '--prefix', folder, '--no-save', '--prefer-offline', `${name}@${version}`], folder);
  });
  return join(place, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}
