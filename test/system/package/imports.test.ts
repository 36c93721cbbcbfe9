import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { CATALOGUE, folderWith, withSidecar } from '../../support/builds/raw-data-folder.ts';
import { ENVIRONMENT } from '../../support/builds/run-build.ts';
import { type InstalledPackage, installedPackage } from '../../support/npm/installed-package.ts';

const run = promisify(execFile);

/** What somebody writes for a host at the edge: the files are fetched from where the host keeps them. */
const WORKER = `import { createHandler, type Handler, type ReadPublished } from 'almanac/handler';

export function handlerOf(assets: { fetch(request: Request): Promise<Response> }): Handler {
  const read: ReadPublished = async (path) => {
    const response = await assets.fetch(new Request(new URL(path, 'https://assets.example')));
    return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined;
  };
  return createHandler(read);
}

export default {
  async fetch(request: Request, environment: { ASSETS: { fetch(request: Request): Promise<Response> } }) {
    return (await handlerOf(environment.ASSETS)(request)) ?? environment.ASSETS.fetch(request);
  },
};
`;

const READER = `import { openDataset, type Dataset } from 'almanac/client';

export const dataset: Promise<Dataset> = openDataset('https://data.example.org/v1/datasets/prices');
`;

/** The configuration of a site of somebody else. Its caches lie beside the packages by default, which it shares here with other tests. */
const CONFIGURATION = `import { defineConfig } from 'astro/config';
import { almanac } from 'almanac/astro';

export default defineConfig({
  integrations: [almanac({ formats: ['csv'], pictures: false })],
  cacheDir: './cache',
  vite: { cacheDir: './cache/vite' },
});
`;

/** What the types of the integration need of Astro's own, which are many. */
const TYPES_OF_ASTRO = 'export interface AstroIntegration { name: string; hooks: object }';

let installed: InstalledPackage;
beforeAll(async () => {
  installed = await installedPackage();
}, 300_000);

/** A folder with some files, in which the package can be imported. */
function project(files: Readonly<Record<string, string>>): string {
  const folder = folderWith({ 'package.json': '{ "type": "module" }', ...files });
  symlinkSync(join(installed.folder, 'node_modules'), join(folder, 'node_modules'), 'junction');
  return folder;
}

describe('a program imports from the package', () => {
  test('the handler, which answers requests from published files', async () => {
    const folder = project({
      'ask.js': `import { readFile } from 'node:fs/promises';
import { createHandler } from 'almanac/handler';
const handler = createHandler((path) => readFile(process.argv[2] + '/' + path).catch(() => undefined));
const ask = async (path) => {
  const response = await handler(new Request('https://data.example.org' + path));
  return response && [response.status, await response.json()];
};
console.log(JSON.stringify([await ask('/v1/datasets?limit=2'), await ask('/v1/datasets/wheat'), await ask('/about')]));
`,
    });
    const { stdout } = await run(process.execPath, ['ask.js', join(inject('builtSite'), 'client')], { cwd: folder });
    const [listed, unknown, page] = JSON.parse(stdout);
    expect(listed).toMatchObject([200, { metadata: { resultset: { limit: 2 } } }]);
    expect(unknown).toMatchObject([404, { detail: expect.stringContaining('wheat') }]);
    expect(page).toBe(null);
  });

  test('the client', async () => {
    const folder = project({ 'names.js': `console.log(Object.keys(await import('almanac/client')).join());` });
    const { stdout } = await run(process.execPath, ['names.js'], { cwd: folder });
    expect(stdout).toContain('openDataset');
  });

  test('the integration, with which an Astro site has pages of its own and those of datasets', async () => {
    const folder = project({
      'astro.config.mjs': CONFIGURATION,
      'src/pages/index.astro': '<h1>A site</h1>',
      'raw-data/catalogue.json': CATALOGUE,
      ...withSidecar('raw-data/economy/prices', 'year,price\n2020,1.50\n', { name: 'Prices' }),
    });
    const astro = join(folder, 'node_modules/astro/bin/astro.mjs');
    const env = { ...ENVIRONMENT, ASTRO_TELEMETRY_DISABLED: '1' };
    const before = readdirSync(join(installed.folder, 'node_modules'));
    await run(process.execPath, [astro, 'build'], { cwd: folder, env });
    expect(readdirSync(join(installed.folder, 'node_modules'))).toEqual(before);
    const built = (path: string): string => readFileSync(join(folder, 'dist', path), 'utf8');
    expect(built('index.html')).toContain('A site');
    expect(built('datasets/prices/index.html')).toContain('Prices');
    expect(built('v1/datasets/prices.json')).toContain('"price":1.50');
  }, 60_000);

  test('their types, which are complete, and need no others', async () => {
    const compilerOptions = {
      ...{ moduleResolution: 'nodenext', module: 'nodenext', target: 'es2024', types: [] },
      ...{ lib: ['es2024', 'dom', 'dom.iterable'], strict: true, exactOptionalPropertyTypes: true },
      ...{ skipLibCheck: false, noEmit: true, paths: { astro: ['./astro.d.ts'] } },
    };
    const folder = project({
      'worker.ts': WORKER,
      'reader.ts': READER,
      'astro.config.ts': CONFIGURATION.replace(/import.*astro\/config.*\n/, '').replace('defineConfig', 'Object'),
      'astro.d.ts': TYPES_OF_ASTRO,
      'tsconfig.json': JSON.stringify({ compilerOptions, files: ['worker.ts', 'reader.ts', 'astro.config.ts'] }),
    });
    const compiled = run(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '-p', folder], { cwd: folder });
    expect(await compiled.catch(({ stdout }) => ({ stdout }))).toMatchObject({ stdout: '' });
  }, 60_000);
});
