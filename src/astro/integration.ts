/**
 * Joins Almanac with Astro. The API is built when Astro's build begins, the pages are rendered from what was published, and both end up in
 * one folder. In development the same handler serves /v1, and a change to the raw data shows at once.
 */

import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import node from '@astrojs/node';
import type { AstroIntegration, AstroUserConfig } from 'astro';
import { passthroughImageService } from 'astro/config';
import type { Plugin, ViteDevServer } from 'vite';
import type { Reuse } from '../build/incremental/reuse.ts';
import { hasSameAssets } from '../build/incremental/reuse-pages.ts';
import { markOutput } from '../build/output/output-folder.ts';
import { PROJECT, WORK_FOLDER } from '../build/output/project-folder.ts';
import { temporaryFolder } from '../build/output/temporary-folder.ts';
import { type Progress, UNCOUNTED } from '../build/progress.ts';
import { type PublishApi, publishRawData, type SiteSettings, siteOf } from '../build/publish-api.ts';
import type { BuildReport } from '../build/report.ts';
import { ASSET_FOLDER, LICENCES_FILE } from '../contract/routes.ts';
import { pathBelow } from '../discover/path-below.ts';
import { SERVER_MODULE, writeServerPackage } from '../hosts/node/server-package.ts';
import type { WrittenFile } from '../model.ts';
import type { Problem } from '../problems/problem.ts';
import { DevApi } from './dev-api.ts';
import { moveBesidePages, type PreparedPages, preparePages, refuseTwoLogos } from './prepare-pages.ts';
import { publishedPlugin } from './published-plugin.ts';
import { reportBuild } from './report-build.ts';

// Astro would report every build to its makers, and write to the home folder.
process.env.ASTRO_TELEMETRY_DISABLED = '1';

/** Stops Astro's build because the raw data has errors; `report` lists them. */
export class BuildFailed extends Error {
  readonly report: BuildReport;
  constructor(report: BuildReport) {
    super('the raw data has errors');
    this.name = 'BuildFailed';
    this.report = report;
  }
}

/** Stops Astro's build because reused pages would lack a style sheet or a script: all pages must be rendered. */
export class OtherAssets extends Error {
  /** Folder with the published files, from which the pages can be rendered again. */
  readonly published: string;
  constructor(published: string) {
    super('the style sheets and scripts are not those of the reused pages');
    this.name = 'OtherAssets';
    this.published = published;
  }
}

export interface IntegrationOptions {
  progress?: Progress;
  /** Publishes the API of a build; if absent, the raw data is published. */
  publish?: PublishApi;
  /** Reuses the pages of unchanged datasets. */
  reuse?: Reuse | null;
  /** Called when the API is published and the charts are drawn, and Astro is about to render; with the files of pages that are reused. */
  onPrepared?: (reused: readonly WrittenFile[], problems: readonly Problem[]) => void;
}

/** Folders in the project that commands write to. */
const NOT_WATCHED = [WORK_FOLDER, join(PROJECT, 'dist'), join(PROJECT, 'lib')];

/** Astro's whole configuration for some settings, so that every command builds the same. */
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
    build: { inlineStylesheets: 'never', assets: ASSET_FOLDER, serverEntry: SERVER_MODULE },
    devToolbar: { enabled: false },
    integrations: [almanac(settings, options)],
    vite: {
      // The content policy of the pages allows no script in a page itself.
      build: { assetsInlineLimit: 0 },
      server: {
        // Not as patterns: a path may have characters that mean something in these, and on Windows it has backslashes.
        watch: { ignored: (path: string) => NOT_WATCHED.some((folder) => pathBelow(folder, resolve(path)) !== null) },
      },
    },
  };
}

/**
 * Bundles all dependencies, so the output runs without node_modules. One of them colours its messages with a package that is installed for
 * development only: a server must not differ by what else was installed when it was built.
 */
const SERVER_PACKAGES = { noExternal: true as const, external: ['supports-color'] };

/** The Node adapter with our own server entry: the adapter's never passes a request for an existing file to our code. */
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
              // A source, like the pages: Vite compiles it.
              serverEntrypoint: join(PROJECT, 'src/astro/node-entry.ts'),
            }),
        }),
    },
  };
}

function almanac(
  settings: SiteSettings,
  { progress = () => {}, publish, reuse = null, onPrepared = () => {} }: IntegrationOptions,
): AstroIntegration {
  let prepared: PreparedPages | null = null;
  const site = siteOf(settings);
  const drawing = { pictures: settings.pictures, threads: settings.threads ?? availableParallelism() };
  const rawData = resolve(settings.rawData);
  // After an error, threads may still write there.
  const staging = stagingFolder(() => prepared?.stop());
  const published = join(staging, 'current');
  let outDir = '';
  let publicDir = '';
  let serverDir = '';
  let isDev = false;
  let isReady = false;
  const finishCharts = (): void => {
    if (!prepared) return;
    onPrepared(prepared.reused, prepared.finishCharts());
    isReady = true;
    progress.working?.({ ...UNCOUNTED, phase: 'render' });
  };
  return {
    name: 'almanac',
    hooks: {
      'astro:config:setup': ({ command, updateConfig }) => {
        isDev = command === 'dev';
        updateConfig({ vite: { plugins: [publishedPlugin(published, settings.base, isDev)] } });
        if (command !== 'build') return;
        updateConfig({ vite: { ssr: SERVER_PACKAGES, plugins: [bundledLicences(), beforeRendering(finishCharts)] } });
      },
      'astro:config:done': ({ config }) => {
        outDir = fileURLToPath(config.outDir);
        publicDir = fileURLToPath(config.publicDir);
        serverDir = fileURLToPath(config.build.server);
      },
      'astro:build:start': async () => {
        const report = await (publish ?? publishRawData(settings, progress))(published);
        if (!report.published) throw new BuildFailed(report);
        refuseTwoLogos(published, publicDir);
        prepared = preparePages(published, { ...drawing, reuse, progress });
      },
      'astro:build:done': ({ dir, pages }) => {
        if (!prepared || !isReady) throw new Error('Astro rendered the pages before their charts were drawn');
        const client = fileURLToPath(dir);
        const hasReused = prepared.reused.length > 0;
        if (hasReused && reuse?.pages && !hasSameAssets(reuse.pages, client)) throw new OtherAssets(published);
        progress(`render    ${pages.length} pages`);
        moveBesidePages(published, client);
        writeServerPackage(serverDir);
        markOutput(outDir);
      },
      'astro:server:setup': ({ server }) => {
        // Astro's build also starts a development server, to generate types.
        if (!isDev) return;
        const api = new DevApi({ rawData, site, only: settings.only, maxColumns: settings.maxColumns }, published);
        reportBuild(api.rebuild(), progress);
        server.middlewares.use((incoming, outgoing, next) => api.listener(() => next())(incoming, outgoing));
        onChange(server, rawData, () => {
          reportBuild(api.rebuild(), progress);
          refreshPages(server);
        });
      },
    },
  };
}

/** Environments of Vite whose output has copies of packages: the server, and the scripts of the pages. */
const WITH_PACKAGES = ['ssr', 'client'];

/** Puts the licences of the bundled packages beside the server and the pages, as these demand. */
function bundledLicences(): Plugin {
  return {
    name: 'almanac:licences',
    configEnvironment: (name) =>
      WITH_PACKAGES.includes(name) ? { build: { license: { fileName: LICENCES_FILE } } } : undefined,
  };
}

/** Does something when all is bundled and no page is rendered yet. Astro has no hook for that; it renders in a later hook of the same kind. */
function beforeRendering(act: () => void): Plugin {
  return { name: 'almanac:before-rendering', buildApp: { order: 'post', handler: async () => act() } };
}

/** Makes a temporary folder for published files before they move to the output. It is removed when the process ends, after `stop`. */
function stagingFolder(stop: () => void): string {
  const folder = temporaryFolder(WORK_FOLDER);
  process.once('exit', () => {
    stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  });
  return folder;
}

/** Editors write a file in several steps. Events within this time are one change. */
const SAME_CHANGE_MS = 100;

function onChange(server: ViteDevServer, folder: string, act: () => void): void {
  let timer: NodeJS.Timeout | undefined;
  server.watcher.add(folder);
  server.watcher.on('all', (_, path) => {
    if (!pathBelow(folder, resolve(path))) return;
    clearTimeout(timer);
    timer = setTimeout(act, SAME_CHANGE_MS);
  });
}

/** Makes Astro forget its list of pages, so that the page of a new dataset is not a 404, and reloads browsers. */
function refreshPages(server: ViteDevServer): void {
  for (const environment of Object.values(server.environments)) {
    if (environment.name !== 'client') environment.hot.send('astro:content-changed', {});
  }
  server.environments.client.hot.send({ type: 'full-reload', path: '*' });
}
