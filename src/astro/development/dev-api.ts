import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import type { IndexDocument } from '../../contract/documents.ts';
import { NOT_STORED } from '../../contract/headers.ts';
import {
  API_FOLDER,
  basePath,
  chartFile,
  DATASET_PAGES,
  INDEX_FILE,
  LOGO_FILE,
  THEME_FILE,
} from '../../contract/routes.ts';
import { nodeCompressors } from '../../hosts/node/compressors.ts';
import { DEFAULT_LIMITS } from '../../hosts/node/limits.ts';
import { apiListener } from '../../hosts/node/listener.ts';
import { folderOpener, folderReader } from '../../hosts/node/published-folder.ts';
import { Traffic } from '../../hosts/node/traffic.ts';
import type { BuildOptions } from '../../pipeline/build.ts';
import { buildApi } from '../../pipeline/build-api.ts';
import { drawCharts } from '../../pipeline/charts/draw-charts.ts';
import { folderOutput } from '../../pipeline/output/folder-output.ts';
import { swapFolder } from '../../pipeline/output/swap-folder.ts';
import { temporaryFolder } from '../../pipeline/output/temporary-folder.ts';
import { type BuildReport, unpublished } from '../../pipeline/report.ts';
import { type Problem, ProblemError } from '../../problems/problem.ts';
import { type Api, createApi } from '../../serve/handle-request.ts';
import { type ApiRequest, type ApiResponse, respondWithProblem } from '../../serve/respond.ts';
import {
  datasetOfPath,
  type UnpublishedDatasets,
  unpublishedDatasets,
  unpublishedPage,
  whyUnpublished,
} from './dev-problems.ts';

/** The output of the last build that published anything. */
interface Published {
  api: Api;
  /** Files outside /v1 to serve: chart files, the logo and the publisher's style sheet. Astro renders the pages. */
  files: ReadonlySet<string>;
  /** Like `api`, but also serves `files`. */
  beside: Api;
}

/** Serves the API of a raw-data folder during development, from the last build that published anything. */
export class DevApi {
  readonly #options: BuildOptions;
  readonly #folder: string;
  readonly #traffic = new Traffic(DEFAULT_LIMITS);
  #published: Published;
  #unpublished: UnpublishedDatasets = new Map();

  /** `folder` is the published folder, which is replaced by each build that publishes anything. */
  constructor(options: BuildOptions, folder: string) {
    this.#options = options;
    this.#folder = folder;
    this.#published = this.#open();
  }

  /**
   * Publishes all datasets that have no errors. Keeps the previously published files if the catalogue cannot be read, a file changes during
   * the build, a selected dataset does not exist, or writing fails.
   */
  async rebuild(): Promise<BuildReport> {
    try {
      return await this.#rebuildIn(temporaryFolder(dirname(this.#folder)));
    } catch (error) {
      if (error instanceof ProblemError) return unpublished([error.problem]);
      throw error;
    }
  }

  async #rebuildIn(next: string): Promise<BuildReport> {
    try {
      const report = buildApi({ ...this.#options, keepGoing: true }, folderOutput(next));
      if (!report.published) return report;
      const problems = await drawAll(next);
      swapFolder(next, this.#folder);
      this.#published = this.#open();
      this.#unpublished = unpublishedDatasets(report);
      return { ...report, problems: [...report.problems, ...problems] };
    } finally {
      rmSync(next, { recursive: true, force: true, maxRetries: 3 });
    }
  }

  /**
   * Makes a listener that responds to requests under /v1 and for chart files, the logo and the publisher's style sheet. It passes other
   * requests to `others`. Its responses must not be cached, because the next build can change them.
   */
  listener(others: RequestListener): RequestListener {
    const api: Api = async (request) => {
      const response = this.#refusal(request) ?? (await this.#apiFor(request.url)(request));
      return response && { ...response, headers: { ...response.headers, ...NOT_STORED } };
    };
    const { prefix } = this.#options.site;
    return apiListener(api, { traffic: this.#traffic, onError: console.error, prefix, others });
  }

  /** For the URL of a page of an unpublished dataset: an HTML page that explains what is wrong. Null for any other URL. */
  pageOfUnpublished(url: string): string | null {
    const found = this.#unpublishedAt(url);
    return found && !found.path.startsWith(`${API_FOLDER}/`) ? unpublishedPage(found.config, found.problems) : null;
  }

  #refusal(request: ApiRequest): ApiResponse | null {
    const found = this.#unpublishedAt(request.url);
    if (!found?.path.startsWith(`${API_FOLDER}/`) || !['GET', 'HEAD'].includes(request.method)) return null;
    const detail = whyUnpublished(found.config, found.problems);
    const extensions = { suggestion: null, suggestions: [] };
    return respondWithProblem({ id: 'unknown-dataset', detail, extensions }, request, this.#options.site.prefix);
  }

  #unpublishedAt(url: string): { config: string; path: string; problems: readonly Problem[] } | null {
    const path = this.#pathOf(url);
    const config = datasetOfPath(path) ?? '';
    const problems = this.#unpublished.get(config);
    return problems ? { config, path, problems } : null;
  }

  #apiFor(url: string): Api {
    const { api, beside, files } = this.#published;
    return files.has(this.#pathOf(url)) ? beside : api;
  }

  /** Path of a URL relative to the base; empty if the URL is not below it. */
  #pathOf(url: string): string {
    const base = basePath(this.#options.site.prefix);
    const { pathname } = new URL(url, 'http://localhost');
    return pathname.startsWith(base) ? pathname.slice(base.length) : '';
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

/**
 * Draws the charts of all datasets in a published folder, without pictures for link previews. The pictures would take most of the time, and
 * nobody shares links to a development server.
 */
async function drawAll(folder: string): Promise<Problem[]> {
  const catalogue: IndexDocument = JSON.parse(readFileSync(join(folder, INDEX_FILE), 'utf8'));
  const configs = catalogue.datasets.map(({ config }) => config);
  const drawing = { configs, catalogue, pictures: false, threads: availableParallelism(), progress: () => {} };
  return (await drawCharts(folder, drawing)).problems;
}

/** Paths of the chart files in a published folder, and of the logo and the publisher's style sheet if they exist. */
function filesBeside(folder: string): string[] {
  const pages = join(folder, DATASET_PAGES);
  const configs = existsSync(pages) ? readdirSync(pages) : [];
  const charts = configs.flatMap((config) => [chartFile('data', config), chartFile('drawing', config)]);
  return [...charts, LOGO_FILE, THEME_FILE].filter((path) => existsSync(join(folder, path)));
}
