import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { getCompileCacheDir } from 'node:module';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { NOT_STORED } from '../../contract/headers.ts';
import {
  API_FOLDER,
  basePath,
  chartFile,
  DATASET_PAGES,
  LOGO_FILE,
  MODULE_FILES,
  OF_DATASET,
  THEME_FILE,
} from '../../contract/routes.ts';
import { nodeCompressors } from '../../hosts/node/compressors.ts';
import { apiListener } from '../../hosts/node/listener.ts';
import { folderOpener, folderReader } from '../../hosts/node/published-folder.ts';
import { createTraffic, DEFAULT_LIMITS } from '../../hosts/node/traffic.ts';
import { CLIENT } from '../../pipeline/output/output-names.ts';
import type { SiteReport } from '../../pipeline/report.ts';
import { type Api, createApi } from '../../serve/handle-request.ts';
import { type ApiRequest, type ApiResponse, respondWithProblem } from '../../serve/respond.ts';
import { type Settings, siteOf } from '../../settings/settings.ts';
import type { DevBuild } from './build-for-development.ts';
import { type UnpublishedDatasets, unpublishedDatasets, unpublishedPage, whyUnpublished } from './dev-problems.ts';

/** Serves the API of a raw-data folder during development, from the last build that published anything. Another thread builds. */
export class DevApi {
  /** The published folder, which is replaced by each build that publishes anything. */
  readonly folder: string;
  readonly #settings: Settings;
  readonly #prefix: string;
  readonly #traffic = createTraffic(DEFAULT_LIMITS);
  /** The output of the last build that published anything. */
  #published: ReturnType<typeof openPublished>;
  #unpublished: UnpublishedDatasets = new Map();
  #thread: Worker | null = null;
  /** The first build, for which requests wait, and the last one, for which the next build waits. */
  #first: Promise<unknown> = Promise.resolve();
  #last: Promise<unknown> = Promise.resolve();

  /** `out` is the output folder; what an earlier server has built there is reused. */
  constructor(settings: Settings) {
    this.folder = join(settings.out, CLIENT);
    this.#settings = { ...settings, keepGoing: true };
    this.#prefix = siteOf(settings).prefix;
    this.#published = openPublished(this.folder);
  }

  /** Builds what the first requests need, and lets requests wait for it. `rebuild`, called later, adds what is missing, such as downloads. */
  begin(): void {
    this.#first = this.rebuild(true).catch(() => {});
  }

  /**
   * Publishes all datasets that have no errors. Keeps the previously published files if the catalogue cannot be read, a file changes during
   * the build, a selected dataset does not exist, or writing fails. `isFirst` is for the build that requests wait for.
   */
  async rebuild(isFirst = false): Promise<SiteReport> {
    // The first build begins at once, since loading Astro soon blocks this thread.
    const building = isFirst ? this.#askThread(true) : this.#last.then(() => this.#askThread(false));
    this.#last = building.catch(() => {});
    const report = await building;
    if (report.published) {
      this.#published = openPublished(this.folder);
      this.#unpublished = unpublishedDatasets(report);
    }
    return report;
  }

  async #askThread(isFirst: boolean): Promise<SiteReport> {
    this.#thread ??= this.#startThread();
    this.#thread.postMessage({ settings: this.#settings, isFirst } satisfies DevBuild);
    const [report] = await once(this.#thread, 'message');
    return report;
  }

  #startThread(): Worker {
    const url = new URL('./build-thread.ts', import.meta.url);
    const thread = new Worker(url, { workerData: getCompileCacheDir() ?? null });
    // A thread with an error still receives messages until it exits, but answers none.
    for (const end of ['error', 'exit']) {
      thread.once(end, () => {
        if (this.#thread === thread) this.#thread = null;
      });
    }
    thread.unref();
    return thread;
  }

  /**
   * Makes a listener that responds to requests under /v1 and for the client, chart files, the logo and the publisher's style sheet. It
   * passes other requests to `others`. Its responses must not be cached, because the next build can change them.
   */
  listener(others: RequestListener): RequestListener {
    const api: Api = async (request) => {
      const { api: published, files } = this.#published;
      const path = this.#pathOf(request.url);
      if (!/^v1(?:\/|$)/.test(path) && !files.has(path)) return null;
      const response = this.#refusal(request) ?? (await published(request));
      return response && { ...response, headers: { ...response.headers, ...NOT_STORED } };
    };
    const answer = apiListener(api, { traffic: this.#traffic, onError: console.error, prefix: this.#prefix, others });
    return async (incoming, outgoing) => {
      await this.#first;
      answer(incoming, outgoing);
    };
  }

  /** For the URL of a page of an unpublished dataset: an HTML page that explains what is wrong. Null for any other URL. */
  pageOfUnpublished(url: string): string | null {
    const found = this.#unpublishedAt(url);
    return found && !found.isApi ? unpublishedPage(found.config, found.problems) : null;
  }

  #refusal(request: ApiRequest): ApiResponse | null {
    const found = this.#unpublishedAt(request.url);
    if (!found?.isApi || !['GET', 'HEAD'].includes(request.method)) return null;
    const detail = whyUnpublished(found.config, found.problems);
    const extensions = { suggestion: null, suggestions: [] };
    return respondWithProblem({ id: 'unknown-dataset', detail, extensions }, request, this.#prefix);
  }

  #unpublishedAt(url: string) {
    const [, folder = '', config = ''] = OF_DATASET.exec(this.#pathOf(url)) ?? [];
    const problems = this.#unpublished.get(config);
    return problems ? { config, isApi: folder.startsWith(API_FOLDER), problems } : null;
  }

  /** Path of a URL relative to the base; empty if the URL is not below it. */
  #pathOf(url: string): string {
    const base = basePath(this.#prefix);
    const { pathname } = new URL(url, 'http://localhost');
    return pathname.startsWith(base) ? pathname.slice(base.length) : '';
  }
}

/** The API of a published folder, which serves `files` too: the client, chart files, the logo and the publisher's style sheet. */
function openPublished(folder: string): { api: Api; files: ReadonlySet<string> } {
  const pages = join(folder, DATASET_PAGES);
  const configs = existsSync(pages) ? readdirSync(pages) : [];
  const charts = configs.flatMap((config) => [chartFile('data', config), chartFile('drawing', config)]);
  const files = [...charts, ...MODULE_FILES, LOGO_FILE, THEME_FILE].filter((path) => existsSync(join(folder, path)));
  const options = { open: folderOpener(folder), list: async () => files, compressors: nodeCompressors };
  const api = createApi(folderReader(folder), { ...options, onError: console.error });
  return { api, files: new Set(files) };
}
