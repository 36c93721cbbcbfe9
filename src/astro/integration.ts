/**
 * Integrates Almanac with Astro, for the commands and for existing sites: publishes a raw-data folder when a build starts, adds pages that
 * are rendered from the published files, and puts pages and files into one folder.
 */

import { copyFileSync, existsSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroConfig, AstroIntegration, AstroIntegrationLogger } from 'astro';
import type { ViteDevServer } from 'vite';
import { NOT_STORED } from '../contract/headers.ts';
import { FEED_FILE, ICON_FILE, MODULE_FILES } from '../contract/routes.ts';
import { pathBelow } from '../discover/path-below.ts';
import type { Reuse } from '../pipeline/incremental/reuse.ts';
import { CLIENT } from '../pipeline/output/output-names.ts';
import { PROJECT } from '../pipeline/output/project-folder.ts';
import { keptFolder, temporaryFolder } from '../pipeline/output/temporary-folder.ts';
import { type Progress, UNCOUNTED } from '../pipeline/progress.ts';
import { type PublishApi, publishRawData } from '../pipeline/publish-api.ts';
import type { BuildReport } from '../pipeline/report.ts';
import { collectGarbage } from '../pipeline/threads/collect-garbage.ts';
import { formatProblem } from '../problems/format-problem.ts';
import { ProblemError } from '../problems/problem.ts';
import type { Settings } from '../settings/settings.ts';
import { DevApi } from './development/dev-api.ts';
import { moveFiles, type PreparedPages, preparePages, refuseSameFiles } from './prepare-pages.ts';
import { publishedPlugin } from './published-plugin.ts';
import { reportBuild } from './report-build.ts';
import { sourcesPlugin } from './sources-plugin.ts';

/** Thrown to stop Astro's build if the raw data has errors; `report` lists them. */
export class BuildFailed extends Error {
  readonly report: BuildReport;
  constructor(report: BuildReport) {
    super('the raw data has errors');
    this.name = 'BuildFailed';
    this.report = report;
  }
}

/** Results of publishing the files of a build and preparing its pages, before the pages are rendered. */
export type PublishedBuild = PreparedPages & { report: BuildReport };

/** Options for making a site from a raw-data folder. */
export interface SiteParts {
  /** Which of our pages to add: all, all except the home page and the 404 page, or none. */
  pages: 'all' | 'datasets' | 'none';
  /** Content security policy of each page; null if the site has its own. Not used in development, when Astro adds its own scripts. */
  policy: string | null;
  /** Publishes the API; if absent, the API is built from the raw data. */
  publish?: PublishApi;
  /** Provides pages of unchanged datasets for reuse. */
  reuse?: Reuse | null;
  /** An object that receives the `PublishedBuild` before the pages are rendered. */
  build?: { published?: PublishedBuild };
  /** The API to serve in development, already being built; if absent, the integration makes one. */
  api?: DevApi;
  /** Shows progress; by default, with Astro's logger. */
  progress?: Progress;
}

const SITE = join(PROJECT, 'src/site');
/** Pages that we do not add to an existing site, since it has its own. */
const OWN_PAGES = ['index.astro', '404.astro'];

/** Makes the integration. The settings are those in `chosen`, but `site` and `base` come from the Astro configuration. */
export function integrationFor(
  chosen: Settings,
  { pages, policy, publish, reuse = null, build = {}, api, progress: given }: SiteParts,
): AstroIntegration {
  let settings = chosen;
  let published = '';
  let publicDir = '';
  let isDev = false;
  let served = api;
  const progressIn = (logger: AstroIntegrationLogger): Progress => given ?? ((line) => logger.info(line));
  return {
    name: 'almanac',
    hooks: {
      'astro:config:setup': ({ command, config, injectRoute, updateConfig }) => {
        isDev = command === 'dev';
        // Published files stay here until they are moved to the output.
        const staging = temporaryFolder(join(fileURLToPath(config.cacheDir), 'almanac'));
        published = served?.folder ?? join(isDev ? keptFolder(staging) : staging, CLIENT);
        const pageSettings = () => ({
          base: settings.base,
          isDevelopment: isDev,
          policy: isDev ? null : policy,
          // Pictures are not made during development.
          hasPictures: build.published?.hasPictures ?? false,
          icon: existsSync(join(publicDir, ICON_FILE)) ? ICON_FILE : null,
        });
        updateConfig({
          vite: {
            plugins: [publishedPlugin(published, pageSettings), sourcesPlugin(SITE)],
            // Vite must compile the package, since Node does not run TypeScript in node_modules.
            ssr: { noExternal: ['almanac'] },
          },
        });
        for (const route of routesOf(pages)) injectRoute({ ...route, prerender: true });
      },
      'astro:config:done': ({ config, logger }) => {
        const { root, site, base } = config;
        settings = {
          ...chosen,
          rawData: resolve(fileURLToPath(root), chosen.rawData),
          site: site === undefined ? null : site.replace(/\/$/, ''),
          base: `/${base}/`.replace(/\/{2,}/g, '/'),
        };
        publicDir = fileURLToPath(config.publicDir);
        if (pages !== 'none') warnOfFormat(config, logger);
        if (!isDev || served) return;
        served = new DevApi({ ...settings, out: dirname(published) });
        served.begin();
      },
      'astro:build:start': async ({ logger }) => {
        const progress = progressIn(logger);
        try {
          const report = await (
            publish ?? publishRawData({ ...settings, compare: settings.previous !== null }, progress)
          )(published);
          if (!report.published) throw new BuildFailed(report);
          // Code examples on the pages of datasets load the client, and the pages themselves the queries.
          for (const file of MODULE_FILES) {
            if (!existsSync(join(publicDir, file))) copyFileSync(join(PROJECT, 'public', file), join(published, file));
          }
          refuseSameFiles(published, publicDir);
          const pictures = settings.pictures && settings.site !== null;
          const drawing = { pictures, threads: settings.threads ?? availableParallelism() };
          build.published = { report, ...(await preparePages(published, { ...drawing, reuse, progress })) };
          // What publishing has left would let the heap grow to twice its size before the next collection.
          collectGarbage('major');
          progress.working?.({ ...UNCOUNTED, phase: 'render' });
        } catch (error) {
          if (error instanceof BuildFailed) reportBuild(error.report, (line) => logger.error(line));
          // Astro prints only the message of an error, without the advice of a problem.
          if (error instanceof ProblemError) logger.error(formatProblem(error.problem));
          throw error;
        }
      },
      'astro:build:done': ({ dir, pages: rendered, logger }) => {
        const { report, problems } = build.published as PublishedBuild;
        progressIn(logger)(`render    ${rendered.length} pages`);
        reportBuild({ ...report, problems: [...report.problems, ...problems] }, (line) => logger.info(line));
        const target = fileURLToPath(dir);
        // A site of others may have a feed of its own, such as that of its news.
        if (pages !== 'all' && existsSync(join(target, FEED_FILE))) rmSync(join(published, FEED_FILE));
        moveFiles(published, target);
      },
      'astro:server:setup': ({ server, logger }) => {
        // Astro's build also starts a development server, to generate types.
        if (!isDev || !served) return;
        serveInDevelopment(server, served, settings.rawData, progressIn(logger));
        // Vite compiles the largest page while the data is read. It separates paths with `/` on all platforms.
        const page = routesOf(pages).find(({ pattern }) => pattern === '/datasets/[config]');
        if (page) void server.environments.ssr.warmupRequest(page.entrypoint.split(sep).join('/'));
      },
    },
  };
}

function routesOf(pages: SiteParts['pages']): { pattern: string; entrypoint: string }[] {
  if (pages === 'none') return [];
  const folder = join(SITE, 'pages');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:astro|ts)$/.test(file))
    .map((file) => file.split(sep).join('/'))
    .filter((file) => pages === 'all' || !OWN_PAGES.includes(file))
    .sort()
    .map((file) => ({
      pattern: `/${file.replace(/(?:\/?index)?\.(?:astro|ts)$/, '')}`,
      entrypoint: join(folder, file),
    }));
}

/** Warns if the site does not support links that end in a slash, such as the links to our pages. */
function warnOfFormat(config: AstroConfig, logger: AstroIntegrationLogger): void {
  if (config.build.format === 'directory' && config.trailingSlash !== 'never') return;
  logger.warn(
    'Links to the pages of datasets end in a slash, which the configuration of this site does not support. ' +
      'Set build.format to "directory" and trailingSlash to "ignore", or set pages: false in almanac().',
  );
}

/** In development, serves the API and other published files, such as charts, and rebuilds them whenever the raw data changes. */
function serveInDevelopment(server: ViteDevServer, api: DevApi, rawData: string, progress: Progress): void {
  const rebuild = async (): Promise<void> => {
    try {
      reportBuild(await api.rebuild(), progress);
    } catch (error) {
      server.config.logger.error(`The raw data could not be built: ${(error as Error).message}`);
    }
    // Clears Astro's cached list of pages, so that it finds the page of a new dataset, and reloads browsers.
    for (const environment of Object.values(server.environments)) {
      if (environment.name !== 'client') environment.hot.send('astro:content-changed', {});
    }
    server.environments.client.hot.send({ type: 'full-reload', path: '*' });
  };
  server.middlewares.use((incoming, outgoing, next) => {
    // Astro removes the base from the URL before it calls other middleware.
    const { url, originalUrl = url } = incoming;
    const others = () => {
      Object.assign(incoming, { url });
      const page = api.pageOfUnpublished(originalUrl ?? '/');
      if (page === null) return next();
      // Vite adds its client, which reloads the page whenever the raw data changes.
      server.transformIndexHtml(url ?? '/', page).then((html) => {
        outgoing.writeHead(404, { 'Content-Type': 'text/html; charset=utf-8', ...NOT_STORED });
        outgoing.end(incoming.method === 'HEAD' ? undefined : html);
      }, next);
    };
    api.listener(others)(Object.assign(incoming, { url: originalUrl }), outgoing);
  });
  onChange(server, rawData, rebuild);
  // Adds what the first build has left out, and what has changed before changes were noticed.
  void rebuild();
}

/** Editors may write a file in several steps, so events less than this time apart count as one change. */
const SAME_CHANGE_MS = 100;

function onChange(server: ViteDevServer, folder: string, act: () => void): void {
  let timer: NodeJS.Timeout | undefined;
  server.watcher.add(folder);
  server.watcher.on('all', (_, path) => {
    // Hidden files are not read; they may be our own, if the raw data is in the current folder.
    if (!/^[^./](?!.*\/\.)/.test(pathBelow(folder, resolve(path)) ?? '')) return;
    clearTimeout(timer);
    timer = setTimeout(act, SAME_CHANGE_MS);
  });
}
