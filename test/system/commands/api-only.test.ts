import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, utimesSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { MODULE_FILES } from '../../../src/contract/routes.ts';
import { CATALOGUE, folderForAll, sidecarWith, withSidecar, writeFiles } from '../../support/builds/raw-data-folder.ts';
import { type CommandResult, contentOf, ENVIRONMENT, runBuild } from '../../support/builds/run-build.ts';

const folder = folderForAll();

/** Files of the API in an output, by their paths below it. */
function apiOf(output: string): Map<string, string> {
  return new Map([...contentOf(join(output, 'client'))].filter(([path]) => path.startsWith('v1/')));
}

describe('a build of the API alone', () => {
  const out = join(folder, 'out');
  let ran: CommandResult;
  beforeAll(async () => {
    // A previous, whole output, of which nothing may remain.
    writeFiles(out, { '.almanac-output': '', 'client/index.html': 'old', 'server/entry.mjs': 'old' });
    ran = await runBuild(['--api-only', '--quiet', '--json', '--out', out]);
  });

  test('has the same files under /v1 as a whole build, in the same place', () => {
    expect(ran.code).toBe(0);
    expect(apiOf(out)).toEqual(apiOf(inject('builtSite')));
  });

  test('contains the client and nothing else, and replaces a whole output completely', () => {
    expect(readdirSync(out).sort()).toEqual(['.almanac-build.json', '.almanac-output', 'client']);
    expect(readdirSync(join(out, 'client')).sort()).toEqual([
      'almanac-query.js',
      'almanac.js',
      'feed.xml',
      'feeds',
      'v1',
    ]);
    for (const file of MODULE_FILES) {
      expect(readFileSync(join(out, 'client', file))).toEqual(readFileSync(join('public', file)));
    }
  });

  test('is left as it was by a build that fails', async () => {
    const before = contentOf(out);
    const rawData = join(folder, 'broken');
    const sidecar = sidecarWith();
    writeFiles(rawData, { 'catalogue.json': CATALOGUE, ...withSidecar('economy/x', 'x\n1,2\n', sidecar) });
    const { code, stderr } = await runBuild(['--api-only', '--raw-data', rawData, '--out', out]);
    expect(code).toBe(1);
    expect(stderr).toContain('economy/x.csv:2:3  row-too-long');
    expect(contentOf(out)).toEqual(before);
    expect(readdirSync(folder).filter((name) => name.startsWith('.out'))).toEqual([]);
  });
});

/** Prints every module that is loaded to standard error. */
const PRINT_MODULES = `import { registerHooks } from 'node:module';
registerHooks({ load: (url, context, next) => { console.error('loaded ' + url); return next(url, context); } });
`;

/** URLs of the files that a build of a small folder loads. */
async function loadedBy(...command: string[]): Promise<string[]> {
  const rawData = join(folder, 'small');
  writeFiles(rawData, { 'catalogue.json': CATALOGUE });
  writeFiles(folder, { 'print-modules.mjs': PRINT_MODULES });
  const node = ['--import', join(folder, 'print-modules.mjs'), ...command];
  const args = [...node, '--api-only', '--raw-data', rawData, '--out', join(folder, 'none')];
  const { stderr } = await promisify(execFile)(process.execPath, args, { env: ENVIRONMENT, encoding: 'utf8' });
  return stderr.split('\n').filter((line) => line.startsWith('loaded file:'));
}

test('the API alone is built without loading Astro or its dependencies', async () => {
  const loaded = await loadedBy('scripts/build.ts');
  expect(loaded.join('\n')).toContain('src/pipeline/build-api.ts');
  expect(loaded.filter((url) => /node_modules\/(?:astro|@astrojs|vite|rolldown)\//.test(url))).toEqual([]);
  expect(readFileSync(join(folder, 'none/client/v1/index.json'), 'utf8')).toContain('"datasets": []');
});

/**
 * The sources and the files of packages that a file of `lib/` was bundled from, such as `../src/model.ts`; none if it only names others.
 */
function modulesOf(url: string): string[] {
  const map = `${fileURLToPath(url)}.map`;
  return existsSync(map) ? JSON.parse(readFileSync(map, 'utf8')).sources : [];
}

test('an unchanged build loads few files, with nothing that reads, checks or publishes data', async () => {
  await loadedBy('scripts/run.js', 'build');
  const loaded = (await loadedBy('scripts/run.js', 'build')).map((line) => line.replace('loaded ', ''));
  const bundles = loaded.filter((url) => url.includes('/lib/') && !url.includes('node_modules'));
  expect(bundles.map((url) => basename(url))).toEqual(['build.js', 'quick.js']);
  const modules = [...loaded, ...bundles.flatMap(modulesOf)];
  expect(modules).toContain('../src/pipeline/incremental/up-to-date.ts');
  expect(
    modules.filter((path) =>
      /\/scripts\/compile\/|\/src\/(?:pipeline\/build(?:-api)?\.ts|commands\/make-site|discover|parse|profile)\b/.test(
        path,
      ),
    ),
  ).toEqual([]);
  expect(
    modules.filter((path) =>
      /node_modules\/(?!js-levenshtein|fs-native-extensions|require-addon|which-runtime|bare-)/.test(path),
    ),
  ).toEqual([]);
});

/** Writes the names of the loaded modules of Node itself into a file. */
const WRITE_NODE_MODULES = `
process.on('exit', () => process.getBuiltinModule('node:fs').writeFileSync(process.env.MODULE_LIST, process.moduleLoadList.join('\\n')));
`;

test('an unchanged build does without the parts of Node that take long to load', async () => {
  const rawData = join(folder, 'settled');
  writeFiles(rawData, { 'catalogue.json': CATALOGUE });
  writeFiles(folder, { 'write-node-modules.mjs': WRITE_NODE_MODULES });
  // A file that was written just now is read again.
  const before = new Date(Date.now() - 60_000);
  utimesSync(join(rawData, 'catalogue.json'), before, before);
  const args = [
    'scripts/run.js',
    'build',
    '--api-only',
    '--quiet',
    '--raw-data',
    rawData,
    '--out',
    join(folder, 'settled-out'),
  ];
  const list = join(folder, 'modules');
  const loaded: string[] = [];
  for (let time = 0; time < 2; time += 1) {
    const node = ['--import', join(folder, 'write-node-modules.mjs'), ...args];
    await promisify(execFile)(process.execPath, node, { env: { ...ENVIRONMENT, MODULE_LIST: list } });
    loaded[time] = readFileSync(list, 'utf8');
  }
  const [whole, unchanged] = loaded.map(
    (names) => names.match(/(?<=^NativeModule )(?:internal\/fs\/streams|perf_hooks|crypto)$/gm) ?? [],
  );
  expect(whole?.sort()).toEqual(['crypto', 'internal/fs/streams']);
  expect(unchanged).toEqual([]);
});
