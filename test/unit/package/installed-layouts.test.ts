import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { folderWith, writeFiles } from '../../support/builds/raw-data-folder.ts';

interface Packages {
  dependencies: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

interface Finder {
  mirrorOfPackage(project: string, description: Packages): Promise<string>;
}
const { mirrorOfPackage }: Finder = await import(pathToFileURL(resolve('scripts/checkout/installed-package.js')).href);

const DESCRIPTION = { dependencies: { one: '1.0.0', '@scope/two': '1.0.0' } };

function packageFile(name: string, version = '1.0.0', rest: object = {}): string {
  return JSON.stringify({ name, version, ...rest });
}

/** The files of a package that are enough for a mirror. */
function almanacIn(folder: string, content = 'first build'): Record<string, string> {
  return {
    [`${folder}/package.json`]: packageFile('almanac', '1.0.0', DESCRIPTION),
    [`${folder}/lib/.package`]: content,
    [`${folder}/lib/build.js`]: '',
    [`${folder}/src/model.ts`]: 'export {};',
  };
}

let cacheHome: string | undefined;
let root: string;
beforeEach(() => {
  cacheHome = process.env.XDG_CACHE_HOME;
  root = realpathSync(folderWith({}));
  process.env.XDG_CACHE_HOME = join(root, 'cache');
});
afterEach(() => {
  if (cacheHome === undefined) delete process.env.XDG_CACHE_HOME;
  else process.env.XDG_CACHE_HOME = cacheHome;
});

function mirrorIn(project: string): Promise<string> {
  return mirrorOfPackage(join(root, project, '/'), DESCRIPTION);
}

/** Where the links of a mirror lead. */
function linkedIn(mirror: string): string[] {
  return ['one', '@scope/two'].map((name) => realpathSync(join(mirror, 'node_modules', name)).slice(root.length + 1));
}

describe('the mirror of an installed package links to the packages that Node finds', () => {
  test('beside it, where npm and Yarn put them', async () => {
    writeFiles(root, {
      ...almanacIn('node_modules/almanac'),
      'node_modules/one/package.json': packageFile('one'),
      'node_modules/@scope/two/package.json': packageFile('@scope/two'),
    });
    const mirror = await mirrorIn('node_modules/almanac');
    expect(linkedIn(mirror)).toEqual(['node_modules/one', 'node_modules/@scope/two']);
  });

  test('inside it, where npm puts a version that is not that of the project, or is locked', async () => {
    writeFiles(root, {
      ...almanacIn('node_modules/almanac'),
      'node_modules/one/package.json': packageFile('one', '2.0.0'),
      'node_modules/almanac/node_modules/one/package.json': packageFile('one'),
      'node_modules/@scope/two/package.json': packageFile('@scope/two'),
    });
    expect(linkedIn(await mirrorIn('node_modules/almanac'))).toEqual([
      'node_modules/almanac/node_modules/one',
      'node_modules/@scope/two',
    ]);
  });

  test('in the store of pnpm, which links to all packages', async () => {
    const store = 'node_modules/.pnpm/almanac@1.0.0/node_modules';
    writeFiles(root, {
      ...almanacIn(`${store}/almanac`),
      'node_modules/.pnpm/one@1.0.0/node_modules/one/package.json': packageFile('one'),
      'node_modules/.pnpm/two@1.0.0/node_modules/@scope/two/package.json': packageFile('@scope/two'),
    });
    mkdirSync(join(root, store, '@scope'));
    symlinkSync(join(root, 'node_modules/.pnpm/one@1.0.0/node_modules/one'), join(root, store, 'one'), 'junction');
    symlinkSync(
      join(root, 'node_modules/.pnpm/two@1.0.0/node_modules/@scope/two'),
      join(root, store, '@scope/two'),
      'junction',
    );
    expect(linkedIn(await mirrorIn(`${store}/almanac`))).toEqual([
      'node_modules/.pnpm/one@1.0.0/node_modules/one',
      'node_modules/.pnpm/two@1.0.0/node_modules/@scope/two',
    ]);
  });

  test('in a folder above, where a workspace puts them', async () => {
    writeFiles(root, {
      ...almanacIn('site/node_modules/almanac'),
      'node_modules/one/package.json': packageFile('one'),
      'site/node_modules/@scope/two/package.json': packageFile('@scope/two'),
    });
    expect(linkedIn(await mirrorIn('site/node_modules/almanac'))).toEqual([
      'node_modules/one',
      'site/node_modules/@scope/two',
    ]);
  });
});

/** A package that says its version, and which versions of others it gets. */
function moduleIn(folder: string, version: string, needs: Record<string, string> = {}): Record<string, string> {
  const name = folder.split('node_modules/').at(-1) as string;
  const imports = Object.keys(needs).map((it) => `import ${it} from '${it}';`);
  const code = `${imports.join('\n')}\nexport default ['${name}@${version}', ...[${Object.keys(needs)}].flat()].join(' ');\n`;
  const description = { type: 'module', exports: './index.js', dependencies: needs };
  return { [`${folder}/package.json`]: packageFile(name, version, description), [`${folder}/index.js`]: code };
}

/** What Node imports by a name from a folder. */
async function importedFrom(folder: string, name: string): Promise<unknown> {
  writeFiles(folder, { [`ask-${name}.mjs`]: `export { default } from '${name}';\n` });
  return (await import(pathToFileURL(join(folder, `ask-${name}.mjs`)).href)).default;
}

describe('where two versions of a package are installed, the mirror resolves imports as Node does from the package', () => {
  const description = { dependencies: { b: '1.0.0', a: '1.0.0' } };
  const modules = 'node_modules';
  const layouts: Record<string, Record<string, string>> = {
    'one beside the package, the other inside what needs it': {
      ...moduleIn(`${modules}/a`, '1.0.0', { x: '1.0.0' }),
      ...moduleIn(`${modules}/b`, '1.0.0', { x: '2.0.0' }),
      ...moduleIn(`${modules}/x`, '1.0.0', { deep: '1.0.0' }),
      ...moduleIn(`${modules}/b/node_modules/x`, '2.0.0', { deep: '2.0.0' }),
      ...moduleIn(`${modules}/deep`, '1.0.0'),
      ...moduleIn(`${modules}/b/node_modules/deep`, '2.0.0'),
    },
    'both inside what needs them, and another that the project of the user needs': {
      ...moduleIn(`${modules}/almanac/node_modules/a`, '1.0.0', { x: '1.0.0' }),
      ...moduleIn(`${modules}/almanac/node_modules/b`, '1.0.0', { x: '2.0.0' }),
      ...moduleIn(`${modules}/almanac/node_modules/x`, '1.0.0', { deep: '1.0.0' }),
      ...moduleIn(`${modules}/almanac/node_modules/b/node_modules/x`, '2.0.0', { deep: '2.0.0' }),
      ...moduleIn(`${modules}/almanac/node_modules/x/node_modules/deep`, '1.0.0'),
      ...moduleIn(`${modules}/almanac/node_modules/b/node_modules/deep`, '2.0.0'),
      ...moduleIn(`${modules}/x`, '3.0.0'),
      ...moduleIn(`${modules}/deep`, '3.0.0'),
    },
  };

  test.each(Object.keys(layouts))('%s', async (layout) => {
    const project = join(root, modules, 'almanac');
    writeFiles(root, { ...almanacIn(`${modules}/almanac`), ...(layouts[layout] as Record<string, string>) });
    const mirror = await mirrorOfPackage(join(project, '/'), description);
    for (const name of ['a', 'b', 'x', 'deep'])
      expect(await importedFrom(mirror, name), name).toBe(await importedFrom(project, name));
    expect(await importedFrom(mirror, 'a')).toBe('a@1.0.0 x@1.0.0 deep@1.0.0');
    expect(await importedFrom(mirror, 'b')).toBe('b@1.0.0 x@2.0.0 deep@2.0.0');
    const listed = readFileSync(join(mirror, 'installed-packages.txt'), 'utf8');
    expect(listed).toBe('a@1.0.0\nb@1.0.0\ndeep@1.0.0\ndeep@2.0.0\nx@1.0.0\nx@2.0.0\n');
  });

  test('the nearest to the package, if Node finds neither from there', async () => {
    writeFiles(root, {
      ...almanacIn(`${modules}/almanac`),
      ...moduleIn(`${modules}/a`, '1.0.0', { c: '1.0.0' }),
      ...moduleIn(`${modules}/a/node_modules/c`, '1.0.0', { x: '1.0.0' }),
      ...moduleIn(`${modules}/a/node_modules/c/node_modules/x`, '1.0.0'),
      ...moduleIn(`${modules}/b`, '1.0.0', { x: '2.0.0' }),
      ...moduleIn(`${modules}/b/node_modules/x`, '2.0.0'),
    });
    const mirror = await mirrorOfPackage(join(root, modules, 'almanac', '/'), { dependencies: { a: '1', b: '1' } });
    expect(await importedFrom(mirror, 'x')).toBe('x@2.0.0');
    expect(await importedFrom(mirror, 'a')).toBe('a@1.0.0 c@1.0.0 x@1.0.0');
  });
});

describe('the mirror of an installed package', () => {
  beforeEach(() =>
    writeFiles(root, {
      ...almanacIn('node_modules/almanac'),
      'node_modules/one/package.json': packageFile('one', '1.0.0', {
        dependencies: { deep: '^3.0.0' },
        optionalDependencies: { absent: '1.0.0' },
        peerDependencies: { beside: '*', unwanted: '*' },
        peerDependenciesMeta: { unwanted: { optional: true } },
      }),
      'node_modules/deep/package.json': packageFile('deep', '3.4.5'),
      'node_modules/beside/package.json': packageFile('beside'),
      'node_modules/unwanted/package.json': packageFile('unwanted'),
      'node_modules/@scope/two/package.json': packageFile('@scope/two'),
    }),
  );

  test('has copies that nobody changes by mistake, in folders that tools may write to', async () => {
    const mirror = await mirrorIn('node_modules/almanac');
    for (const path of ['package.json', 'lib/build.js', 'src/model.ts'])
      expect(statSync(join(mirror, path)).mode & 0o222).toBe(0);
    expect(statSync(join(mirror, 'node_modules')).mode & 0o200).toBe(0o200);
    expect(lstatSync(join(mirror, 'lib')).isSymbolicLink()).toBe(false);
  });

  test('links to what its packages depend on too, as Astro leaves imports of these to Node', async () => {
    const mirror = await mirrorIn('node_modules/almanac');
    expect(realpathSync(join(mirror, 'node_modules/deep'))).toBe(join(root, 'node_modules/deep'));
    expect(existsSync(join(mirror, 'node_modules/absent'))).toBe(false);
  });

  test('lists what is installed with the package, which its output depends on', async () => {
    const mirror = await mirrorIn('node_modules/almanac');
    const listed = readFileSync(join(mirror, 'installed-packages.txt'), 'utf8');
    expect(listed).toBe('@scope/two@1.0.0\nbeside@1.0.0\ndeep@3.4.5\none@1.0.0\n');
  });

  test('is made once', async () => {
    const first = await mirrorIn('node_modules/almanac');
    const { ino } = statSync(first);
    expect(await mirrorIn('node_modules/almanac')).toBe(first);
    expect(statSync(first).ino).toBe(ino);
    expect(readdirSync(join(root, 'cache/almanac'))).toHaveLength(1);
  });

  test.each([
    ['another build of the same version', { 'node_modules/almanac/lib/.package': 'second build' }],
    ['another version of a dependency', { 'node_modules/one/package.json': packageFile('one', '1.0.10') }],
    ['anything else, as npm records', { 'node_modules/.package-lock.json': '{}' }],
    ['anything else, as pnpm records', { 'node_modules/.modules.yaml': '' }],
    ['anything else, as Yarn records', { 'node_modules/.yarn-state.yml': '' }],
  ])(
    'is made again after %s was installed, also with the times of old files',
    async (_, files: Record<string, string>) => {
      const long = new Date('1985-10-26T08:15:00Z');
      const first = await mirrorIn('node_modules/almanac');
      writeFiles(root, files);
      for (const path of Object.keys(files)) utimesSync(join(root, path), long, long);
      const second = await mirrorIn('node_modules/almanac');
      expect(second).not.toBe(first);
      // A command may still run from the first.
      expect(existsSync(first)).toBe(true);
    },
  );

  test('replaces those of earlier states after a week, and those of other packages after a month', async () => {
    const first = basename(await mirrorIn('node_modules/almanac'));
    const [family = ''] = first.split('-');
    const other = `${'0'.repeat(16)}-${'1'.repeat(16)}`;
    const folder = (name: string, days: number): void => {
      const place = join(root, 'cache/almanac', name);
      mkdirSync(place, { recursive: true });
      const used = new Date(Date.now() - days * 24 * 60 * 60 * 1000);
      utimesSync(place, used, used);
    };
    folder(`${family}-${'2'.repeat(16)}`, 6);
    folder(`${family}-${'3'.repeat(16)}`, 8);
    folder(other, 29);
    folder(other.replaceAll('1', '4'), 31);
    folder('of-somebody-else', 100);
    writeFiles(root, { 'node_modules/almanac/lib/.package': 'second build' });
    const second = basename(await mirrorIn('node_modules/almanac'));
    expect(readdirSync(join(root, 'cache/almanac')).sort()).toEqual(
      [first, second, `${family}-${'2'.repeat(16)}`, other, 'of-somebody-else'].sort(),
    );
  });

  test('links to optional dependencies that are installed, and does without the others', async () => {
    const description = { ...DESCRIPTION, optionalDependencies: { '@scope/two': '1.0.0', three: '1.0.0' } };
    const mirror = await mirrorOfPackage(join(root, 'node_modules/almanac/'), { ...description, dependencies: {} });
    expect(readdirSync(join(mirror, 'node_modules'))).toEqual(['@scope']);
  });

  test('is not made without a dependency, which the error names', async () => {
    const description = { dependencies: { ...DESCRIPTION.dependencies, three: '1.0.0' } };
    await expect(mirrorOfPackage(join(root, 'node_modules/almanac/'), description)).rejects.toThrow(
      'the package three is not installed beside Almanac',
    );
    expect(existsSync(join(root, 'cache'))).toBe(false);
  });
});
