import { existsSync, readFileSync, rmSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { dirname, join } from 'node:path';
import type { BuildOptions } from '../build/build.ts';
import { buildApi } from '../build/build-api.ts';
import { folderOutput } from '../build/output/folder-output.ts';
import { swapFolder } from '../build/output/swap-folder.ts';
import { temporaryFolder } from '../build/output/temporary-folder.ts';
import { type BuildReport, unpublished } from '../build/report.ts';
import { NOT_STORED } from '../contract/headers.ts';
import { basePath, LOGO_FILE } from '../contract/routes.ts';
import { nodeCompressors } from '../hosts/node/compressors.ts';
import { DEFAULT_LIMITS } from '../hosts/node/limits.ts';
import { apiListener } from '../hosts/node/listener.ts';
import { folderOpener, folderReader } from '../hosts/node/published-folder.ts';
import { Traffic } from '../hosts/node/traffic.ts';
import { ProblemError } from '../problems/problem.ts';
import { type Api, createApi } from '../serve/handle-request.ts';

const LOGO_MEDIA_TYPE = 'image/svg+xml; charset=utf-8';

/** The API of a raw-data folder during development. It is built again after every change, and serves the last sound build meanwhile. */
export class DevApi {
  readonly #options: BuildOptions;
  readonly #folder: string;
  readonly #traffic = new Traffic(DEFAULT_LIMITS);
  #api: Api;

  /** `folder` is the published folder: the files of /v1 are written there. */
  constructor(options: BuildOptions, folder: string) {
    this.#options = options;
    this.#folder = folder;
    this.#api = this.#newApi();
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
      if (report.published) {
        swapFolder(next, this.#folder);
        this.#api = this.#newApi();
      }
      return report;
    } finally {
      rmSync(next, { recursive: true, force: true });
    }
  }

  /** Responds to requests under /v1 and to those of the logo, and passes all others on. No response may be cached: the next one can differ. */
  listener(others: RequestListener): RequestListener {
    const api: Api = async (request) => {
      const response = await this.#api(request);
      return response && { ...response, headers: { ...response.headers, ...NOT_STORED } };
    };
    const { prefix } = this.#options.site;
    const logoPath = basePath(prefix) + LOGO_FILE;
    const afterApi: RequestListener = (incoming, outgoing) => {
      const logo = join(this.#folder, LOGO_FILE);
      if (incoming.url?.split('?', 1)[0] !== logoPath || !existsSync(logo)) return others(incoming, outgoing);
      outgoing.writeHead(200, { 'Content-Type': LOGO_MEDIA_TYPE, ...NOT_STORED }).end(readFileSync(logo));
    };
    return apiListener(api, { traffic: this.#traffic, onError: console.error, prefix, others: afterApi });
  }

  #newApi(): Api {
    return createApi(folderReader(this.#folder), {
      open: folderOpener(this.#folder),
      compressors: nodeCompressors,
      onError: console.error,
    });
  }
}
