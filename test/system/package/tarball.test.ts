import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, statSync } from 'node:fs';
import { join, posix, relative } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { type InstalledPackage, installedPackage } from '../../support/npm/installed-package.ts';

const MAX_BYTES = 1_500_000;

/** What may be in the package, by the beginnings of paths. */
const MAY_CONTAIN =
  /^(?:package\.json|tsconfig\.json|(?:README|CHANGELOG|CONTRIBUTING|SECURITY)\.md|LICENSE|docs\/(?:[\w-]+\.md|dataset-page\.png)|(?:lib|src|public)\/.+|scripts\/(?:run|compile\/name-sources)\.js|scripts\/preview\/serve\.json)$/;

let installed: InstalledPackage;
let paths: string[];
beforeAll(async () => {
  installed = await installedPackage();
  const listed = execFileSync('tar', ['-tzf', installed.tarball], { encoding: 'utf8' });
  paths = listed
    .trim()
    .split('\n')
    .map((path) => path.replace(/^package\//, ''));
}, 300_000);

describe('the package', () => {
  test('is smaller than 1.5 MB', () => {
    expect(statSync(installed.tarball).size).toBeLessThan(MAX_BYTES);
  });

  test('has what commands need, and neither tests, nor data, nor what only development needs', () => {
    expect(paths).toEqual(expect.arrayContaining(['scripts/run.js', 'lib/build.js', 'lib/handler.d.ts', 'README.md']));
    expect(paths.filter((path) => !MAY_CONTAIN.test(path))).toEqual([]);
    const others = paths.filter((path) => !path.startsWith('src/commands/init/template/'));
    expect(others.filter((path) => /(?:^|\/)(?:test|raw-data|node_modules)\/|\.test\.|\.csv$/.test(path))).toEqual([]);
    expect(paths.filter((path) => /^lib\/(?:bench|soak|screenshots|schemas|client)\b/.test(path))).toEqual([]);
  });

  test('has everything that `init` copies: npm would leave out some names', () => {
    const files = globSync('src/commands/init/template/**', { withFileTypes: true }).filter((it) => it.isFile());
    const copied = files.map(({ parentPath, name }) => relative('.', join(parentPath, name)).replaceAll('\\', '/'));
    expect(copied.length).toBeGreaterThan(3);
    expect(copied.filter((path) => !paths.includes(path))).toEqual([]);
  });

  test('has every file to which its documentation links', () => {
    // Whoever changes the code has a clone.
    const documents = paths.filter((path) => /^(?:docs\/)?[\w-]+\.md$/.test(path) && path !== 'CONTRIBUTING.md');
    const links = documents.flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link = '']) =>
        posix.join(posix.dirname(path), link),
      ),
    );
    expect(links.length).toBeGreaterThan(50);
    expect(links.filter((path) => !paths.includes(path))).toEqual([]);
  });

  test('does not run anything when it is installed, and has no script that npm warns of', () => {
    const { scripts } = descriptionOf(installed);
    expect(Object.keys(scripts).filter((name) => /^(?:pre|post)?(?:install|prepare)$/.test(name))).toEqual([]);
    // Of the package at the top alone, npm runs this one: a checkout is compiled at the end of `npm ci`.
    expect(scripts.dependencies).toBe('node scripts/run.js prepare');
  });

  test('has what its description names', () => {
    const { bin, exports } = descriptionOf(installed);
    const named = [
      ...Object.values(bin),
      ...Object.values(exports).flatMap((it) => (typeof it === 'string' ? it : Object.values(it))),
    ];
    expect(named.length).toBeGreaterThan(5);
    expect(named.map((path) => path.replace('./', '')).filter((path) => !paths.includes(path))).toEqual([]);
  });

  test('has the licences of the packages whose code is in it', () => {
    const text = readFileSync(join(installed.folder, 'node_modules/almanac/lib/licences.txt'), 'utf8');
    const sources = paths.filter((path) => /^lib\/.+\.map$/.test(path)).flatMap(sourcesOf);
    const bundled = new Set(sources.flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []));
    expect([...bundled].sort()).toEqual(['d3-array', 'js-levenshtein', 'simple-statistics']);
    for (const name of bundled) expect(text).toMatch(new RegExp(`^${name} \\d`, 'm'));
  });

  test('is installed with the versions of its dependencies that a checkout has', () => {
    const locked = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages;
    const { dependencies, optionalDependencies } = descriptionOf(installed);
    const names = Object.keys({ ...dependencies, ...optionalDependencies });
    expect(names).toEqual(expect.arrayContaining(['astro', 'serve', 'fs-native-extensions']));
    const versionOf = (name: string): string =>
      JSON.parse(readFileSync(join(installed.folder, 'node_modules', name, 'package.json'), 'utf8')).version;
    expect(names.filter((name) => versionOf(name) !== locked[`node_modules/${name}`].version)).toEqual([]);
  });
});

/** What a bundle was made from, by its source map. */
function sourcesOf(map: string): string[] {
  return JSON.parse(readFileSync(join(installed.folder, 'node_modules/almanac', map), 'utf8')).sources;
}

interface Description {
  bin: Record<string, string>;
  exports: Record<string, string | Record<string, string>>;
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
}

function descriptionOf({ folder }: InstalledPackage): Description {
  return JSON.parse(readFileSync(join(folder, 'node_modules/almanac/package.json'), 'utf8'));
}
