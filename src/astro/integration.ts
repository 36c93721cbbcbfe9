/**
 * Joins Almanac with Astro: the API is built when Astro's build begins, its pages are rendered from what was published,
 * and both end up in one folder. In development the same handler answers /v1, and a change of the raw data shows at once.
 */

import { renameSync, rmSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import node from '@astrojs/node';
import type { AstroIntegration, AstroUserConfig } from 'astro';
import { passthroughImageService } from 'astro/config';
import type { Plugin, ViteDevServer } from 'vite';
import { markOutput } from '../build/output/output-folder.ts';
import { PROJECT, WORK_FOLDER } from '../build/output/project-folder.ts';
import { temporaryFolder } from '../build/output/temporary-folder.ts';
import { type Progress, UNCOUNTED } from '../build/progress.ts';
import { type PublishApi, publishRawData, type SiteSettings, siteOf } from '../build/publish-api.ts';
import type { BuildReport } from '../build/report.ts';
import { API_FOLDER } from '../contract/routes.ts';
import { formatCount, formatProblem } from '../problems/format-problem.ts';
import { DevApi } from './dev-api.ts';

// Astro would tell its makers of every build, and write to the home folder of who builds.
process.env.ASTRO_TELEMETRY_DISABLED = '1';

/** Thrown when the raw data has errors, so that Astro stops; the report has them. */
export class BuildFailed extends Error {
  readonly report: BuildReport;
  constructor(report: BuildReport) {
    super('the raw data has errors');
    this.name = 'BuildFailed';
    this.report = report;
  }
}

export interface IntegrationOptions {
  progress?: Progress;
  /** Makes what a build publishes; otherwise it is made from the raw data. */
  publish?: PublishApi;
}

/** Astro's configuration for some settings: the whole of it, so that every command builds the same. */
export function astroConfig(settings: SiteSettings, options: IntegrationOptions = {}): AstroUserConfig {
  return {
    root: PROJECT,
    srcDir: './src/site',
    publicDir: './public',
    output: 'static',
    base: settings.base,
    ...(settings.site === null ? {} : { site: settings.site }),
    adapter: adapter(),
    image: { service: passthroughImageService() },
    session: false,
    build: { inlineStylesheets: 'never', assets: 'assets' },
    devToolbar: { enabled: false },
    integrations: [almanac(settings, options)],
    vite: { server: { watch: { ignored: [`${WORK_FOLDER}/**`, `${join(PROJECT, 'dist')}/**`] } } },
  };
}

/** The Node adapter with a server entry of ours: its own never sees a request for a file that exists. */
function adapter(): AstroIntegration {
  const original = node({ mode: 'standalone' });
  const done = original.hooks['astro:config:done'];
  return {
    ...original,
    hooks: {
      ...original.hooks,
      'astro:config:done': (context) =>
        done?.({
          ...context,
          setAdapter: (it) =>
            context.setAdapter({
              ...it,
              serverEntrypoint: fileURLToPath(new URL('../hosts/node/server.ts', import.meta.url)),
            }),
        }),
    },
  };
}

function almanac(settings: SiteSettings, { progress = () => {}, publish }: IntegrationOptions): AstroIntegration {
  const site = siteOf(settings);
  const rawData = resolve(settings.rawData);
  const staging = stagingFolder();
  const published = join(staging, 'current');
  let outDir = '';
  let isDev = false;
  return {
    name: 'almanac',
    hooks: {
      'astro:config:setup': ({ command, updateConfig }) => {
        isDev = command === 'dev';
        updateConfig({ vite: { plugins: [publishedPlugin(published, settings.base, isDev)] } });
        // So that the output runs where there is no node_modules.
        if (command === 'build') updateConfig({ vite: { ssr: { noExternal: true } } });
      },
      'astro:config:done': ({ config }) => {
        outDir = fileURLToPath(config.outDir);
      },
      'astro:build:start': async () => {
        const report = await (publish ?? publishRawData(settings, progress))(published);
        if (!report.published) throw new BuildFailed(report);
        progress.working?.({ ...UNCOUNTED, phase: 'render' });
      },
      'astro:build:done': ({ dir, pages }) => {
        progress(`render    ${pages.length} pages`);
        renameSync(join(published, API_FOLDER), join(fileURLToPath(dir), API_FOLDER));
        markOutput(outDir);
      },
      'astro:server:setup': ({ server }) => {
        // Astro's build starts a server of its own too, to generate types.
        if (!isDev) return;
        const api = new DevApi({ rawData, site, only: settings.only }, published);
        tell(api.rebuild(), progress);
        server.middlewares.use((incoming, outgoing, next) => api.listener(() => next())(incoming, outgoing));
        onChange(server, rawData, () => {
          tell(api.rebuild(), progress);
          refreshPages(server);
        });
      },
    },
  };
}

/** A new folder for published files on their way to the output; removed when the process ends. */
function stagingFolder(): string {
  const folder = temporaryFolder(WORK_FOLDER);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function tell(report: BuildReport, progress: Progress): void {
  const errors = report.problems.filter(({ severity }) => severity === 'error');
  const hints = report.problems.filter(({ severity }) => severity === 'hint');
  for (const it of [...hints, ...errors]) progress(formatProblem(it));
  const rows = report.datasets.reduce((sum, dataset) => sum + dataset.rows, 0);
  const left = errors.length > 0 ? `; others are left out: ${errors.length} to solve, see above` : '';
  progress(
    report.published
      ? `published ${formatCount(report.datasets.length, 'dataset')}, ${formatCount(rows, 'row')}${left}`
      : 'nothing published: what was published before is still served',
  );
}

/** Editors write a file in several steps; they are taken as one change when they are this close, in milliseconds. */
const SAME_CHANGE = 100;

function onChange(server: ViteDevServer, folder: string, act: () => void): void {
  let timer: NodeJS.Timeout | undefined;
  server.watcher.add(folder);
  server.watcher.on('all', (_, path) => {
    if (!path.startsWith(folder + sep)) return;
    clearTimeout(timer);
    timer = setTimeout(act, SAME_CHANGE);
  });
}

/** Makes Astro forget its list of pages, so that a new dataset's page is none that does not exist, and reloads browsers. */
function refreshPages(server: ViteDevServer): void {
  for (const environment of Object.values(server.environments)) {
    if (environment.name !== 'client') environment.hot.send('astro:content-changed', {});
  }
  server.environments.client.hot.send({ type: 'full-reload', path: '*' });
}

const PUBLISHED_MODULE = 'virtual:almanac/published';

/**
 * Gives the pages their data: a module with a function that reads a published file, and with what they must know of the
 * site. That is not taken from `import.meta.env`, which a variable of the environment can change.
 */
function publishedPlugin(folder: string, base: string, isDev: boolean): Plugin {
  return {
    name: 'almanac:published',
    resolveId: (id) => (id === PUBLISHED_MODULE ? `\0${PUBLISHED_MODULE}` : undefined),
    load: (id) =>
      id === `\0${PUBLISHED_MODULE}`
        ? `import { readFile } from 'node:fs/promises';
export const base = ${JSON.stringify(base)};
export const isDevelopment = ${isDev};
export const readPublished = (path) => readFile(${JSON.stringify(folder + sep)} + path, 'utf8');`
        : undefined,
  };
}
