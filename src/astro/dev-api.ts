import { existsSync, readdirSync, rmSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { dirname, join } from 'node:path';
import type { BuildOptions } from '../build/build.ts';
import { buildApi } from '../build/build-api.ts';
import { folderOutput } from '../build/output/folder-output.ts';
import { swapFolder } from '../build/output/swap-folder.ts';
import { temporaryFolder } from '../build/output/temporary-folder.ts';
import { type BuildReport, unpublished } from '../build/report.ts';
import { NOT_STORED } from '../contract/headers.ts';
import { basePath, chartFile, DATASET_PAGES, LOGO_FILE, THEME_FILE } from '../contract/routes.ts';
import { nodeCompressors } from '../hosts/node/compressors.ts';
import { DEFAULT_LIMITS } from '../hosts/node/limits.ts';
import { apiListener } from '../hosts/node/listener.ts';
import { folderOpener, folderReader } from '../hosts/node/published-folder.ts';
import { Traffic } from '../hosts/node/traffic.ts';
import { ProblemError } from '../problems/problem.ts';
import { type Api, createApi } from '../serve/handle-request.ts';
import { drawChartsAgain } from './dev-charts.ts';

/** What a build has published. */
interface Published {
  api: Api;
  /** Files outside /v1 that are sent: those of the charts, the logo, and the publisher's style sheet. Astro makes all other pages. */
  files: ReadonlySet<string>;
  /** Sends these files, and is asked for nothing else. */
  beside: Api;
}

/** The API of a raw-data folder during development. It is built again after every change, and serves the last sound build meanwhile. */
export class DevApi {
  readonly #options: BuildOptions;
  readonly #folder: string;
  readonly #traffic = new Traffic(DEFAULT_LIMITS);
  #published: Published;

  /** `folder` is the published folder: the files of /v1 are written there. */
  constructor(options: BuildOptions, folder: string) {
    this.#options = options;
    this.#folder = folder;
    this.#published = this.#open();
  }

  /**
   * Publishes the sound datasets. What was published before stays if the catalogue cannot be read, a file changes during the build, a
   * selected dataset does not exist, or nothing can be written.
   */
  rebuild(): BuildReport {
    try {
      return this.#rebuildIn(temporaryFolder(dirname(this.#folder)));
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      return unpublished([error.problem]);
    }
  }

  #rebuildIn(next: string): BuildReport {
    try {
      const report = buildApi({ ...this.#options, keepGoing: true }, folderOutput(next));
      if (!report.published) return report;
      const problems = drawChartsAgain(next, this.#folder);
      swapFolder(next, this.#folder);
      this.#published = this.#open();
      return { ...report, problems: [...report.problems, ...problems] };
    } finally {
      rmSync(next, { recursive: true, force: true, maxRetries: 3 });
    }
  }

  /**
   * Responds to requests under /v1, for the files of charts, for the logo and for the publisher's style sheet, and passes all others on. No response may be cached: the next one can differ.
   */
  listener(others: RequestListener): RequestListener {
    const api: Api = async (request) => {
      const response = await this.#apiFor(request.url)(request);
      return response && { ...response, headers: { ...response.headers, ...NOT_STORED } };
    };
    const { prefix } = this.#options.site;
    return apiListener(api, { traffic: this.#traffic, onError: console.error, prefix, others });
  }

  #apiFor(url: string): Api {
    const { api, beside, files } = this.#published;
    const { pathname } = new URL(url);
    const base = basePath(this.#options.site.prefix);
    return pathname.startsWith(base) && files.has(pathname.slice(base.length)) ? beside : api;
  }

  #open(): Published {
    const read = folderReader(this.#folder);
    const options = { open: folderOpener(this.#folder), compressors: nodeCompressors, onError: console.error };
    const files = filesBeside(this.#folder);
    return {
      api: createApi(read, options),
      beside: createApi(read, { ...options, list: async () => files }),
      files: new Set(files),
    };
  }
}

/** The files of charts in a published folder, the logo and the publisher's style sheet, as far as there are any. */
function filesBeside(folder: string): string[] {
  const pages = join(folder, DATASET_PAGES);
  const configs = existsSync(pages) ? readdirSync(pages) : [];
  const charts = configs.flatMap((config) => [chartFile('data', config), chartFile('drawing', config)]);
  return [...charts, LOGO_FILE, THEME_FILE].filter((path) => existsSync(join(folder, path)));
}
