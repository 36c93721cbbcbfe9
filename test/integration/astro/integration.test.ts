import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve, sep } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { createServer, type Plugin, type ViteDevServer } from 'vite';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { DevApi } from '../../../src/astro/development/dev-api.ts';
import { firstPagePlugin } from '../../../src/astro/development/first-page-plugin.ts';
import { BuildFailed, integrationFor, type SiteParts } from '../../../src/astro/integration.ts';
import { siteConfig } from '../../../src/astro/site-config.ts';
import { type BuildReport, unpublished } from '../../../src/pipeline/report.ts';
import { ProblemError } from '../../../src/problems/problem.ts';
import { readSettings } from '../../../src/settings/read-settings.ts';
import type { Settings } from '../../../src/settings/settings.ts';
import { folderWith, rawDataWith, sidecarWith, withSidecar, writeFiles } from '../../support/builds/raw-data-folder.ts';
import { askServer } from '../../support/http/raw-request.ts';

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

function settingsWith(given: Partial<Settings> = {}): Settings {
  return { ...readSettings('dev', {}, {}).settings, ...given };
}

/** A site whose root is a folder, with the hooks of the integration called as Astro calls them. */
interface Site {
  call(hook: string, context?: object): unknown;
  /** The module with what pages know of the site. */
  pageModule(): string;
}

function siteIn(
  folder: string,
  settings: Settings,
  parts: Partial<SiteParts> = {},
  command = 'build',
  site?: string,
): Site {
  const integration = integrationFor(settings, { pages: 'all', policy: null, progress: () => {}, ...parts });
  const hooks = integration.hooks as unknown as Record<string, (context: object) => unknown>;
  const logger = { info() {}, warn() {}, error() {} };
  const call = (hook: string, context: object = {}): unknown => hooks[`astro:${hook}`]?.({ logger, ...context });
  const urlOf = (path: string): URL => pathToFileURL(`${join(folder, path)}/`);
  const config = {
    ...{ root: urlOf('.'), cacheDir: urlOf('cache'), publicDir: urlOf('public'), base: settings.base, site },
    ...{ build: { format: 'directory' }, trailingSlash: 'ignore' },
  };
  const plugins: Plugin[] = [];
  const updateConfig = ({ vite }: { vite: { plugins: Plugin[] } }): unknown => plugins.push(...vite.plugins);
  call('config:setup', { command, config, injectRoute() {}, updateConfig });
  call('config:done', { config });
  return {
    call,
    pageModule: () => {
      const load = plugins.find(({ name }) => name === 'almanac:published')?.load as (id: string) => string;
      return load('\0virtual:almanac/published');
    },
  };
}

test('development does not watch the folder in which Astro works', () => {
  const root = folderWith({});
  const isIgnored = siteConfig(root, settingsWith(), {}).vite?.server?.watch?.ignored as (path: string) => boolean;
  expect([join(root, 'x/y.json'), `${root}x/y.json`].map(isIgnored)).toEqual([true, false]);
});

test('pages state a policy in a build, and not in development', () => {
  const pageOf = (command: string): string =>
    siteIn(folderWith({}), settingsWith(), { policy: 'of pages' }, command).pageModule();
  expect(pageOf('build')).toContain('policy = "of pages"');
  expect(pageOf('dev')).toContain('policy = null');
});

describe('a build', () => {
  const published: BuildReport = {
    ok: true,
    published: true,
    datasets: [],
    problems: [],
    files: [],
    fixable: [],
  };

  test('stops with the report if nothing was published', async () => {
    const report = unpublished([]);
    const site = siteIn(folderWith({}), settingsWith(), { publish: async () => report });
    const failed = await Promise.resolve(site.call('build:start')).catch((error) => error);
    expect(failed).toBeInstanceOf(BuildFailed);
    expect(failed).toMatchObject({ name: 'BuildFailed', message: 'the raw data has errors', report });
  });

  test('publishes the raw data of its settings unless another way is given', async () => {
    const rawData = rawDataWith(withSidecar('economy/x', 'a\n1\n'));
    const lines: string[] = [];
    const settings = settingsWith({ rawData, threads: 1 });
    await siteIn(folderWith({}), settings, { progress: (line) => lines.push(line) }).call('build:start');
    expect(lines.length).toBeGreaterThan(0);
  });

  /** An index without datasets. */
  const INDEX = JSON.stringify({ language: 'en', direction: 'ltr', categories: [], datasets: [] });

  test('shows that it renders, and moves what was published into the output', async () => {
    const folder = folderWith({ 'client/datasets/x/index.html': 'x' });
    const client = join(folder, 'client');
    const dir = pathToFileURL(`${client}/`);
    const lines: string[] = [];
    const works: unknown[] = [];
    const progress = Object.assign((line: string) => lines.push(line), {
      working: (work: unknown) => works.push(work),
    });
    let staging = '';
    const publish = async (to: string): Promise<BuildReport> => {
      staging = to;
      writeFiles(to, {
        'v1/index.json': INDEX,
        'v1/changes.json': '{"since":null,"changes":[]}',
        'feed.xml': '<feed/>',
      });
      writeFiles(to, { 'datasets/x/chart.svg': 'of x', 'datasets/y/chart.svg': 'of y' });
      writeFileSync(join(to, 'logo.svg'), '<svg/>');
      return published;
    };
    const site = siteIn(folder, settingsWith(), { progress, publish });
    expect(() => site.call('build:done', { dir, pages: [] })).toThrow(/published/);
    await site.call('build:start');
    const bytes = { done: 0, all: 0, later: 0 };
    expect(works).toEqual([{ phase: 'render', datasets: null, rows: 0, files: 0, bytes }]);
    site.call('build:done', { dir, pages: [{}, {}, {}] });
    expect(lines).toEqual(['render    3 pages']);
    expect(readFileSync(join(client, 'v1/index.json'), 'utf8')).toBe(INDEX);
    expect(readdirSync(join(client, 'datasets'), { recursive: true }).sort()).toEqual(
      ['x', 'x/chart.svg', 'x/index.html', 'y', 'y/chart.svg'].map((path) => path.replace('/', sep)),
    );
    expect(readFileSync(join(client, 'logo.svg'), 'utf8')).toBe('<svg/>');
    expect(readFileSync(join(client, 'feed.xml'), 'utf8')).toBe('<feed/>');
    expect(existsSync(join(staging, 'v1'))).toBe(false);
    // What is left of the way there is removed when the process ends.
    expect(existsSync(staging)).toBe(true);
    for (const listener of newExitListeners()) listener();
    expect(existsSync(join(staging, '..'))).toBe(false);
  });
});

test.each([
  [true, 'https://data.example.org', ['chart.json', 'chart.png', 'chart.svg', 'index.html']],
  [false, 'https://data.example.org', ['chart.json', 'chart.svg', 'index.html']],
  // Link previews need the address of the site.
  [true, undefined, ['chart.json', 'chart.svg', 'index.html']],
])(
  'charts have pictures if they are wanted, %j, at a known address, %j, and pages know it',
  async (pictures, address, files) => {
    const prices = Array.from({ length: 40 }, (_, at) => `${1980 + at},${(at * 37) % 101}\n`).join('');
    const columns = { year: { description: 'Year' }, price: { description: 'Price', unit: 'shillings' } };
    const rawData = rawDataWith(withSidecar('economy/rye', `year,price\n${prices}`, { columns }));
    const out = folderWith({ 'client/datasets/rye/index.html': 'a page' });
    const site = siteIn(out, settingsWith({ rawData, threads: 1, pictures }), {}, 'build', address);
    await site.call('build:start');
    expect(site.pageModule()).toContain(`export const hasPictures = ${files.includes('chart.png')};`);
    site.call('build:done', { dir: pathToFileURL(`${join(out, 'client')}/`), pages: [] });
    expect(readdirSync(join(out, 'client/datasets/rye')).sort()).toEqual(files);
    expect(existsSync(join(out, 'client/drawn'))).toBe(false);
  },
);

test('a logo of the catalogue beside one that is published as it is, is a problem that names both', async () => {
  const folder = folderWith({ 'public/logo.svg': '<svg/>' });
  const publish = async (to: string): Promise<BuildReport> => {
    writeFiles(to, { 'logo.svg': '<svg/>', 'v1/index.json': '{"categories": [], "datasets": []}' });
    return { ...unpublished([]), published: true };
  };
  const site = siteIn(folder, settingsWith(), { publish });
  const failed = await Promise.resolve(site.call('build:start')).catch((error) => error);
  expect(failed).toBeInstanceOf(ProblemError);
  const { code, file, message, help } = (failed as ProblemError).problem;
  expect({ code, file }).toEqual({ code: 'logo-invalid', file: 'public/logo.svg' });
  expect(message).toContain('"logo" in catalogue.json');
  expect(help).toContain('Rename or delete public/logo.svg');
});

describe('development', () => {
  const sidecar = sidecarWith({ columns: { a: { description: 'A' } } });

  async function viteServer(...plugins: Plugin[]): Promise<ViteDevServer> {
    const server = await createServer({
      plugins,
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
    const site = siteIn(folderWith({}), settingsWith(), { progress: (line) => lines.push(line) });
    const server = await viteServer();
    const before = server.middlewares.stack.length;
    await site.call('server:setup', { server });
    expect([lines, server.middlewares.stack.length]).toEqual([[], before]);
  });

  test('serves what the settings select, and builds it again 100 ms after the last of several changes', async () => {
    const rawData = rawDataWith({
      ...withSidecar('economy/x', 'a\n1\n', sidecar),
      ...withSidecar('economy/y', 'a\n1\n', sidecar),
    });
    const lines: string[] = [];
    const settings = settingsWith({ rawData, only: ['x'], maxColumns: 2, base: '/data/' });
    const site = siteIn(folderWith({}), settings, { progress: (line) => lines.push(line) }, 'dev');
    const server = await viteServer();
    const watch = vi.spyOn(server.watcher, 'add');
    const rebuild = vi.spyOn(DevApi.prototype, 'rebuild');
    onTestFinished(() => rebuild.mockRestore());
    const sent: unknown[] = [];
    for (const { name, hot } of Object.values(server.environments)) {
      vi.spyOn(hot, 'send').mockImplementation((...message: unknown[]) => {
        sent.push([name, ...message]);
      });
    }
    site.call('server:setup', { server });
    /** Waits until a build has been reported, with real time. */
    const reported = async (): Promise<string[]> => {
      while (sent.length === 0) await setImmediate();
      return lines.splice(0);
    };
    expect(await reported()).toEqual(['published 1 dataset, 1 row']);
    expect(sent.splice(0).length).toBe(2);
    expect(rebuild).toHaveBeenCalledTimes(1);
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
    change(join(rawData, 'economy/.x.csv.swp'));
    await vi.advanceTimersByTimeAsync(1000);
    expect(rebuild).toHaveBeenCalledTimes(1);
    change(join(rawData, 'economy/x.csv'));
    await vi.advanceTimersByTimeAsync(99);
    change(join(rawData, 'economy/x.csv'));
    await vi.advanceTimersByTimeAsync(99);
    expect(rebuild).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(rebuild).toHaveBeenCalledTimes(2);
    expect(await reported()).toEqual(['published 1 dataset, 2 rows']);
    expect(sent.splice(0)).toEqual([
      ['ssr', 'astro:content-changed', {}],
      ['client', { type: 'full-reload', path: '*' }],
    ]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(rebuild).toHaveBeenCalledTimes(2);

    writeFiles(rawData, { 'economy/x.csv': 'a,b,c\n1,2,3\n' });
    change(join(rawData, 'economy/x.csv'));
    await vi.advanceTimersByTimeAsync(100);
    expect((await reported())[0]).toContain('columns-too-many  the file has more than 2 columns');
  });

  test('modules of Astro that need nothing of Vite are left to Node', async () => {
    const server = await viteServer(firstPagePlugin());
    const idOf = async (path: string): Promise<string | undefined> => {
      const file = resolve('node_modules/astro/dist', path);
      return (await server.environments.ssr.pluginContainer.resolveId(file))?.id;
    };
    expect(await idOf('runtime/server/index.js')).toMatch(/^file:.*runtime.server.index\.js$/);
    // The first imports a module that Vite makes, the second another module that does, and the third reads import.meta.env.
    for (const path of ['vite-plugin-app/environment.js', 'core/app/dev-facade.js', 'actions/runtime/server.js'])
      expect(await idOf(path)).toMatch(/^(?!file:).*\.js$/);
  });
});
