/** What our own configuration and the integration for other sites have in common: publishing for a build, and serving in development. */

import { rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import type { ViteDevServer } from 'vite';
import { NOT_STORED } from '../contract/headers.ts';
import { pathBelow } from '../discover/path-below.ts';
import type { Reuse } from '../pipeline/incremental/reuse.ts';
import { temporaryFolder } from '../pipeline/output/temporary-folder.ts';
import { type Progress, UNCOUNTED } from '../pipeline/progress.ts';
import type { PublishApi, SiteSettings } from '../pipeline/publish-api.ts';
import type { BuildReport } from '../pipeline/report.ts';
import { readingSettings, siteOf } from '../settings/settings.ts';
import { DevApi } from './development/dev-api.ts';
import { type PreparedPages, preparePages, refuseSameFiles } from './prepare-pages.ts';
import { reportBuild } from './report-build.ts';

/** Stops Astro's build because the raw data has errors; `report` lists them. */
export class BuildFailed extends Error {
  readonly report: BuildReport;
  constructor(report: BuildReport) {
    super('the raw data has errors');
    this.name = 'BuildFailed';
    this.report = report;
  }
}

/** Where and how a build publishes. */
export interface Publishing {
  settings: SiteSettings;
  /** Folder of the published files. */
  published: string;
  /** Folder of the files that Astro publishes as they are. */
  publicDir: string;
  publish: PublishApi;
  reuse: Reuse | null;
  progress: Progress;
}

/** What a build has published and prepared when its pages are rendered. */
export interface PublishedBuild extends PreparedPages {
  report: BuildReport;
}

/** What a build publishes, from its start until its pages are rendered. */
export class PagesBuild {
  #published: PublishedBuild | null = null;

  /** Publishes the API, and prepares the pages. Throws `BuildFailed` if nothing was published, and what `preparePages` throws. */
  async start({ settings, published, publicDir, publish, reuse, progress }: Publishing): Promise<void> {
    const report = await publish(published);
    if (!report.published) throw new BuildFailed(report);
    refuseSameFiles(published, publicDir);
    const drawing = { pictures: settings.pictures, threads: settings.threads ?? availableParallelism() };
    this.#published = { report, ...preparePages(published, { ...drawing, reuse, progress }) };
    progress.working?.({ ...UNCOUNTED, phase: 'render' });
  }

  get published(): PublishedBuild {
    if (!this.#published) throw new Error('Astro rendered the pages before anything was published');
    return this.#published;
  }

  /** Whether every chart has a picture; false during development. */
  get hasPictures(): boolean {
    return this.#published?.hasPictures ?? false;
  }
}

/** Serves the API and the files beside the pages during development, and publishes them again whenever the raw data changes. */
export function serveInDevelopment(
  server: ViteDevServer,
  { settings, published, progress }: Pick<Publishing, 'settings' | 'published' | 'progress'>,
): void {
  const rawData = resolve(settings.rawData);
  const { only } = settings;
  const reading = readingSettings(settings);
  const api = new DevApi({ rawData, site: siteOf(settings), only, reading }, published);
  reportBuild(api.rebuild(), progress);
  server.middlewares.use((incoming, outgoing, next) => {
    // Astro removes the base from the address before it asks others.
    const { url, originalUrl = url } = incoming;
    const others = (): void => {
      Object.assign(incoming, { url });
      const page = api.pageOfUnpublished(originalUrl ?? '/');
      if (page === null) next();
      // Vite puts its client in, which reloads the page when the problems are solved.
      else server.transformIndexHtml(url ?? '/', page).then((html) => respondNotFound(html, incoming, outgoing), next);
    };
    api.listener(others)(Object.assign(incoming, { url: originalUrl }), outgoing);
  });
  onChange(server, rawData, () => {
    reportBuild(api.rebuild(), progress);
    refreshPages(server);
  });
}

function respondNotFound(html: string, { method }: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.writeHead(404, { 'Content-Type': 'text/html; charset=utf-8', ...NOT_STORED });
  outgoing.end(method === 'HEAD' ? undefined : html);
}

/** Makes a temporary folder in `work` for published files before they move to the output. It is removed when the process ends. */
export function stagingFolder(work: string): string {
  const folder = temporaryFolder(work);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
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
