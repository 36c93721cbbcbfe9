import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

/*
 * What is installed is what the lock files name, byte for byte: each package has a digest, comes from the public registry, and none runs a
 * script unless `allowScripts` says so.
 */

interface Entry {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  inBundle?: boolean;
  hasInstallScript?: boolean;
}

interface Lock {
  lockfileVersion: number;
  packages: Record<string, Entry>;
}

interface Manifest {
  version?: string;
  allowScripts?: Record<string, boolean>;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

const REGISTRY = 'https://registry.npmjs.org/';
/** A version, or a range of versions: no address, folder, or tag. */
const RANGE = /^[\^~]?\d+\.\d+\.\d+(?:-[\w.]+)?$/;

/** What is wrong with a lock file, each in a sentence. */
function mistakesOf({ lockfileVersion, packages }: Lock, { allowScripts = {} }: Manifest): string[] {
  const mistakes = lockfileVersion === 3 ? [] : ['its version is not 3'];
  for (const [path, entry] of Object.entries(packages)) {
    if (path === '') continue;
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    if (entry.link || !path.startsWith('node_modules/')) mistakes.push(`${path} is a folder`);
    if (!RANGE.test(entry.version ?? '')) mistakes.push(`${path} has no version`);
    // A package in the archive of another one is covered by the digest of that archive.
    if (!entry.inBundle && !/^sha512-[A-Za-z0-9+/]{86}==$/.test(entry.integrity ?? ''))
      mistakes.push(`${path} has no SHA-512 digest`);
    // Without an address, npm takes the package from the registry that it is configured for; the digest holds there too.
    if (entry.resolved !== undefined && !entry.resolved.startsWith(`${REGISTRY}${name}/-/`))
      mistakes.push(`${path} comes from ${entry.resolved}`);
    if (entry.hasInstallScript && !Object.hasOwn(allowScripts, name))
      mistakes.push(`${path} has a script that nobody decided on`);
  }
  return mistakes;
}

const locks = globSync('**/package-lock.json', { exclude: (path) => path.includes('node_modules') }).sort();

test('there is a lock file for the project, and one for the programs that benchmarks compare it with', () => {
  expect(locks).toEqual(['package-lock.json', 'scripts/bench/peers/package-lock.json']);
});

describe.each(locks)('%s', (path) => {
  const folder = dirname(path);
  const lock = JSON.parse(readFileSync(path, 'utf8')) as Lock;
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

  test('names for each package its version, its digest, and no other place than the public registry', () => {
    expect(Object.keys(lock.packages).length).toBeGreaterThan(100);
    expect(mistakesOf(lock, manifest)).toEqual([]);
  });

  test('is for dependencies that are named by their versions', () => {
    const namedIn = ({ dependencies, optionalDependencies, devDependencies }: Manifest): Record<string, string> => ({
      ...dependencies,
      ...optionalDependencies,
      ...devDependencies,
    });
    const ranges = Object.entries(namedIn(manifest));
    expect(ranges.length).toBeGreaterThan(2);
    expect(ranges.filter(([, range]) => !RANGE.test(range))).toEqual([]);
    const { '': root } = lock.packages as unknown as Record<'', Manifest>;
    expect(namedIn(root)).toEqual(Object.fromEntries(ranges));
  });

  test('is not used with another registry', () => {
    const settings = join(folder, '.npmrc');
    if (existsSync(settings)) expect(readFileSync(settings, 'utf8')).not.toMatch(/registry|_auth|ca=|strict-ssl/);
  });
});
