import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import node from '@astrojs/node';
import type { AstroIntegration } from 'astro';
import { passthroughImageService } from 'astro/config';
import { createServer, type Plugin, type ViteDevServer } from 'vite';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { astroConfig, type IntegrationOptions } from '../../../src/astro/integration.ts';
import { BuildFailed } from '../../../src/astro/publishing.ts';
import type { SiteSettings } from '../../../src/pipeline/publish-api.ts';
import { type BuildReport, unpublished } from '../../../src/pipeline/report.ts';
import { ProblemError } from '../../../src/problems/problem.ts';
import { readSettings } from '../../../src/settings/read-settings.ts';
import { folderWith, rawDataWith, sidecarWith, writeFiles } from '../../support/builds/raw-data-folder.ts';
import { askServer } from '../../support/http/raw-request.ts';

const PROJECT = join(import.meta.dirname, '../../../');

/** What the process does when it ends. */
let atExit: unknown[];

beforeEach(() => {
  atExit = process.listeners('exit');
  return () => {
    for (const listener of newExitListeners()) {
      listener();
      process.off('exit', listener);
    }
  };
});

function newExitListeners(): (() => void)[] {
  return process.listeners('exit').filter((it) => !atExit.includes(it)) as (() => void)[];
}

function settingsWith(given: Partial<SiteSettings> = {}): SiteSettings {
  return { ...readSettings('dev', {}, {}).settings, ...given };
}

/** The hooks of an integration, called as Astro calls them, but only with what they use. */
type Hooks = Record<string, (context: unknown) => unknown>;

function hooksOf(integration: AstroIntegration): Hooks {
  return integration.hooks as unknown as Hooks;
}

function almanac(settings: SiteSettings, options: IntegrationOptions = {}): AstroIntegration {
  return (astroConfig(settings, options).integrations as AstroIntegration[])[0] as AstroIntegration;
}

function callHook(integration: AstroIntegration, name: string, context: unknown): unknown {
  return hooksOf(integration)[name]?.(context);
}

interface ViteSettings {
  plugins: Plugin[];
  ssr?: unknown;
}

function viteSettingsFor(integration: AstroIntegration, command: string): ViteSettings[] {
  const all: ViteSettings[] = [];
  const updateConfig = ({ vite }: { vite: ViteSettings }): unknown => all.push(vite);
  callHook(integration, 'astro:config:setup', { command, updateConfig });
  return all;
}

describe('the configuration of Astro', () => {
  test('has the address of the site only if it is known, and its path', () => {
    const config = astroConfig(settingsWith({ site: 'https://data.example', base: '/data/' }));
    expect(config).toMatchObject({ site: 'https://data.example', base: '/data/' });
    expect(astroConfig(settingsWith({ site: null, base: '/' }))).not.toHaveProperty('site');
  });

  test('reads its pages from the project, whatever the folder of the process', () => {
    const { root, srcDir, publicDir } = astroConfig(settingsWith());
    expect(root).toBe(PROJECT);
    expect(existsSync(join(PROJECT, String(srcDir), 'pages/index.astro'))).toBe(true);
    expect(existsSync(join(PROJECT, String(publicDir), 'favicon.svg'))).toBe(true);
  });

  test('makes pages without inline styles, a toolbar, sessions, and images that need a native package', () => {
    expect(astroConfig(settingsWith())).toMatchObject({
      output: 'static',
      build: { inlineStylesheets: 'never', assets: 'assets', serverEntry: 'server.mjs' },
      devToolbar: { enabled: false },
      session: false,
      image: { service: passthroughImageService() },
    });
  });

  test('lets development watch neither what is being made nor what was built', () => {
    const { vite } = astroConfig(settingsWith());
    const isIgnored = vite?.server?.watch?.ignored as (path: string) => boolean;
    for (const folder of ['.almanac', 'dist', 'lib']) {
      expect(isIgnored(join(PROJECT, folder, 'x/y.json')), folder).toBe(true);
      expect(isIgnored(join(PROJECT, `${folder}x/y.json`)), `${folder}x`).toBe(false);
    }
    expect(isIgnored(join(PROJECT, 'raw-data/economy/x.csv'))).toBe(false);
  });

  test('reports no build to the makers of Astro', () => {
    expect(process.env.ASTRO_TELEMETRY_DISABLED).toBe('1');
  });

  test('has the adapter for Node, with all it does, and the entry of this project', () => {
    const adapter = astroConfig(settingsWith()).adapter as AstroIntegration;
    const original = node({ mode: 'standalone' });
    expect(Object.keys(adapter.hooks).sort()).toEqual(Object.keys(original.hooks).sort());
    expect(adapter.name).toBe(original.name);
    const set = (of: AstroIntegration): Record<string, unknown> => {
      const given: Record<string, unknown>[] = [];
      callHook(of, 'astro:config:done', { config: {}, setAdapter: (it: Record<string, unknown>) => given.push(it) });
      return given[0] as Record<string, unknown>;
    };
    const serverEntrypoint = join(PROJECT, 'src/astro/node-entry.ts');
    expect(existsSync(serverEntrypoint)).toBe(true);
    expect(JSON.stringify(set(adapter))).toBe(JSON.stringify({ ...set(original), serverEntrypoint }));
  });
});

describe('Vite', () => {
  test('has the pages’ data in development, and nothing else of ours', () => {
    const [first, ...others] = viteSettingsFor(almanac(settingsWith({ base: '/data/' })), 'dev');
    expect(others).toEqual([]);
    expect(first?.plugins.map(({ name }) => name)).toEqual(['almanac:published']);
    const load = first?.plugins[0]?.load as (id: string) => string;
    expect(load('\0virtual:almanac/published')).toContain('export const isDevelopment = true;');
    expect(load('\0virtual:almanac/published')).toContain('export const base = "/data/";');
  });

  test('bundles all packages of a build but one, and their licences', () => {
    const [first, second] = viteSettingsFor(almanac(settingsWith()), 'build');
    const load = first?.plugins[0]?.load as (id: string) => string;
    expect(load('\0virtual:almanac/published')).toContain('export const isDevelopment = false;');
    expect(second?.ssr).toEqual({ noExternal: true, external: ['supports-color'] });
    expect(second?.plugins.map(({ name }) => name)).toEqual(['almanac:licences', 'almanac:unplaced']);
    const configure = second?.plugins[0]?.configEnvironment as (name: string) => unknown;
    for (const output of ['ssr', 'client']) {
      expect(configure(output)).toEqual({ build: { license: { fileName: 'licences.md' } } });
    }
    expect(configure('prerender')).toBeUndefined();
  });
});

describe('a build', () => {
  const published: BuildReport = {
    ok: true,
    published: true,
    datasets: [],
    problems: [],
    files: { written: [], reused: [] },
    fixable: [],
  };

  test('stops with the report if nothing was published', async () => {
    const report = unpublished([]);
    const integration = almanac(settingsWith(), { publish: async () => report });
    const failed = await Promise.resolve(callHook(integration, 'astro:build:start', {})).catch((error) => error);
    expect(failed).toBeInstanceOf(BuildFailed);
    expect(failed).toMatchObject({ name: 'BuildFailed', message: 'the raw data has errors', report });
  });

  test('publishes the raw data of its settings unless another way is given', async () => {
    const rawData = rawDataWith({ 'economy/x.csv': 'a\n1\n', 'economy/x.meta.json': sidecarWith() });
    const lines: string[] = [];
    const integration = almanac(settingsWith({ rawData, threads: 1 }), { progress: (line) => lines.push(line) });
    await callHook(integration, 'astro:build:start', {});
    expect(lines.length).toBeGreaterThan(0);
  });

  /** An index without datasets. */
  const INDEX = JSON.stringify({ language: 'en', direction: 'ltr', categories: [], datasets: [] });

  test('shows that it renders, moves what was published into the output, makes the server a package, and marks the output', async () => {
    const folder = folderWith({ 'out/client/datasets/x/index.html': 'x', 'out/server/server.mjs': '' });
    const out = join(folder, 'out');
    const lines: string[] = [];
    const works: unknown[] = [];
    const progress = Object.assign((line: string) => lines.push(line), {
      working: (work: unknown) => works.push(work),
    });
    let staging = '';
    const publish = async (to: string): Promise<BuildReport> => {
      staging = to;
      mkdirSync(join(to, 'v1'), { recursive: true });
      writeFileSync(join(to, 'v1/index.json'), INDEX);
      writeFiles(to, { 'datasets/x/chart.svg': 'of x', 'datasets/y/chart.svg': 'of y' });
      writeFileSync(join(to, 'logo.svg'), '<svg/>');
      return published;
    };
    const integration = almanac(settingsWith(), { progress, publish });
    const urlOf = (path: string): URL => pathToFileURL(`${join(out, path)}/`);
    const config = { outDir: urlOf(''), publicDir: urlOf('public'), build: { server: urlOf('server') } };
    callHook(integration, 'astro:config:done', { config });
    expect(() => callHook(integration, 'astro:build:done', { dir: urlOf('client'), pages: [] })).toThrow(/published/);
    await callHook(integration, 'astro:build:start', {});
    const bytes = { done: 0, all: 0, later: 0 };
    expect(works).toEqual([{ phase: 'render', datasets: null, rows: 0, files: 0, bytes }]);
    callHook(integration, 'astro:build:done', { dir: urlOf('client'), pages: [{}, {}, {}] });
    expect(lines).toEqual(['render    3 pages']);
    expect(readFileSync(join(out, 'client/v1/index.json'), 'utf8')).toBe(INDEX);
    expect(readdirSync(join(out, 'client/datasets'), { recursive: true }).sort()).toEqual(
      ['x', 'x/chart.svg', 'x/index.html', 'y', 'y/chart.svg'].map((path) => path.replace('/', sep)),
    );
    expect(readFileSync(join(out, 'client/logo.svg'), 'utf8')).toBe('<svg/>');
    expect(existsSync(join(staging, 'v1'))).toBe(false);
    expect(readdirSync(join(out, 'server')).sort()).toEqual(['entry.mjs', 'package.json', 'server.mjs']);
    expect(readdirSync(out).length).toBe(3);
    // What is left of the way there is removed when the process ends.
    expect(existsSync(staging)).toBe(true);
    for (const listener of newExitListeners()) listener();
    expect(existsSync(join(staging, '..'))).toBe(false);
  });
});

test.each([
  [true, ['chart.json', 'chart.png', 'chart.svg', 'index.html']],
  [false, ['chart.json', 'chart.svg', 'index.html']],
])('pages know whether charts have pictures, and these are beside them in the output: %j', async (pictures, files) => {
  const prices = Array.from({ length: 40 }, (_, at) => `${1980 + at},${(at * 37) % 101}\n`).join('');
  const columns = { year: { description: 'Year' }, price: { description: 'Price', unit: 'shillings' } };
  const rawData = rawDataWith({
    'economy/rye.csv': `year,price\n${prices}`,
    'economy/rye.meta.json': sidecarWith({ columns }),
  });
  const out = folderWith({ 'client/datasets/rye/index.html': 'a page', 'server/server.mjs': '' });
  const integration = almanac(settingsWith({ rawData, threads: 1, pictures }));
  const load = viteSettingsFor(integration, 'build')[0]?.plugins[0]?.load as (id: string) => string;
  const urlOf = (path: string): URL => pathToFileURL(`${join(out, path)}/`);
  const config = { outDir: urlOf(''), publicDir: urlOf('public'), build: { server: urlOf('server') } };
  callHook(integration, 'astro:config:done', { config });
  await callHook(integration, 'astro:build:start', {});
  expect(load('\0virtual:almanac/published')).toContain(`export const hasPictures = ${pictures};`);
  callHook(integration, 'astro:build:done', { dir: urlOf('client'), pages: [] });
  expect(readdirSync(join(out, 'client/datasets/rye')).sort()).toEqual(files);
  expect(existsSync(join(out, 'client/drawn'))).toBe(false);
});

test('a logo of the catalogue beside one that is published as it is, is a problem that names both', async () => {
  const folder = folderWith({ 'public/logo.svg': '<svg/>' });
  const publish = async (to: string): Promise<BuildReport> => {
    writeFiles(to, { 'logo.svg': '<svg/>', 'v1/index.json': '{"categories": [], "datasets": []}' });
    return { ...unpublished([]), published: true };
  };
  const integration = almanac(settingsWith(), { publish });
  const urlOf = (path: string): URL => pathToFileURL(`${join(folder, path)}/`);
  const config = { outDir: urlOf('out'), publicDir: urlOf('public'), build: { server: urlOf('server') } };
  callHook(integration, 'astro:config:done', { config });
  const failed = await Promise.resolve(callHook(integration, 'astro:build:start', {})).catch((error) => error);
  expect(failed).toBeInstanceOf(ProblemError);
  const { code, file, message, help } = (failed as ProblemError).problem;
  expect({ code, file }).toEqual({ code: 'logo-invalid', file: 'public/logo.svg' });
  expect(message).toContain('"logo" of catalogue.json');
  expect(help).toContain('Rename or delete public/logo.svg');
});

describe('development', () => {
  const sidecar = sidecarWith({ columns: { a: { description: 'A' } } });

  async function viteServer(): Promise<ViteDevServer> {
    const server = await createServer({
      configFile: false,
      root: folderWith({}),
      appType: 'custom',
      logLevel: 'silent',
      server: { middlewareMode: true, ws: false, watch: null },
      optimizeDeps: { noDiscovery: true },
    });
    onTestFinished(() => server.close());
    return server;
  }

  test('the development server that a build starts gets nothing', async () => {
    const lines: string[] = [];
    const integration = almanac(settingsWith(), { progress: (line) => lines.push(line) });
    viteSettingsFor(integration, 'build');
    const server = await viteServer();
    const before = server.middlewares.stack.length;
    callHook(integration, 'astro:server:setup', { server });
    expect([lines, server.middlewares.stack.length]).toEqual([[], before]);
  });

  test('serves what the settings select, and builds it again 100 ms after the last of several changes', async () => {
    const rawData = rawDataWith({
      'economy/x.csv': 'a\n1\n',
      'economy/x.meta.json': sidecar,
      'economy/y.csv': 'a\n1\n',
      'economy/y.meta.json': sidecar,
    });
    const lines: string[] = [];
    const settings = settingsWith({ rawData, only: ['x'], maxColumns: 2, base: '/data/' });
    const integration = almanac(settings, { progress: (line) => lines.push(line) });
    viteSettingsFor(integration, 'dev');
    const server = await viteServer();
    const watch = vi.spyOn(server.watcher, 'add');
    const sent: unknown[] = [];
    for (const { name, hot } of Object.values(server.environments)) {
      vi.spyOn(hot, 'send').mockImplementation((...message: unknown[]) => {
        sent.push([name, ...message]);
      });
    }
    callHook(integration, 'astro:server:setup', { server });
    expect(lines.splice(0)).toEqual(['published 1 dataset, 1 row']);
    expect(watch).toHaveBeenCalledWith(rawData);

    const http = createHttpServer(server.middlewares);
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      http.close();
    });
    const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
    const answer = await askServer(url, '/data/v1/datasets/x');
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store']);
    const { status, text } = await askServer(url, '/elsewhere');
    expect([status, text]).toEqual([404, expect.stringContaining('Cannot GET /elsewhere')]);

    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const change = (path: string): unknown => server.watcher.emit('all', 'change', path);
    writeFiles(rawData, { 'economy/x.csv': 'a\n1\n2\n' });
    change(`${rawData}-elsewhere/x.csv`);
    vi.advanceTimersByTime(1000);
    expect(lines).toEqual([]);
    change(join(rawData, 'economy/x.csv'));
    vi.advanceTimersByTime(99);
    change(join(rawData, 'economy/x.csv'));
    vi.advanceTimersByTime(99);
    expect([lines, sent]).toEqual([[], []]);
    vi.advanceTimersByTime(1);
    expect(lines.splice(0)).toEqual(['published 1 dataset, 2 rows']);
    expect(sent.splice(0)).toEqual([
      ['ssr', 'astro:content-changed', {}],
      ['client', { type: 'full-reload', path: '*' }],
    ]);
    vi.advanceTimersByTime(1000);
    expect(lines).toEqual([]);

    writeFiles(rawData, { 'economy/x.csv': 'a,b,c\n1,2,3\n' });
    change(join(rawData, 'economy/x.csv'));
    vi.advanceTimersByTime(100);
    expect(lines[0]).toContain('columns-too-many  there are more than 2 columns');
  });

  test('the folder that it publishes into is removed when the process ends', async () => {
    const rawData = rawDataWith({ 'economy/x.csv': 'a\n1\n', 'economy/x.meta.json': sidecar });
    const work = join(PROJECT, '.almanac');
    const own = (): string[] => readdirSync(work).filter((name) => name.startsWith(`${process.pid}-`));
    const integration = almanac(settingsWith({ rawData }), { progress: () => {} });
    viteSettingsFor(integration, 'dev');
    callHook(integration, 'astro:server:setup', { server: await viteServer() });
    expect(own().length).toBe(1);
    for (const listener of newExitListeners()) listener();
    expect(own()).toEqual([]);
    rmSync(rawData, { recursive: true });
  });
});
