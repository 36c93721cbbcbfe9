import { rmSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { dirname } from 'node:path';
import type { BuildOptions } from '../build/build.ts';
import { buildApi } from '../build/build-api.ts';
import { folderOutput } from '../build/output/folder-output.ts';
import { swapFolder } from '../build/output/swap-folder.ts';
import { temporaryFolder } from '../build/output/temporary-folder.ts';
import { type BuildReport, unpublished } from '../build/report.ts';
import { apiListener, nodeCompressors } from '../hosts/node/listener.ts';
import { folderReader } from '../hosts/node/published-folder.ts';
import { ProblemError } from '../problems/problem.ts';
import { type Api, createApi } from '../serve/handle-request.ts';

/** The API of a raw-data folder while people work on it: built again on every change, and answering in between. */
export class DevApi {
  readonly #options: BuildOptions;
  readonly #folder: string;
  #api: Api;

  /** `folder` is where the files of /v1 are put. */
  constructor(options: BuildOptions, folder: string) {
    this.#options = options;
    this.#folder = folder;
    this.#api = this.#newApi();
  }

  /**
   * Publishes the sound datasets; what was published before stays where the catalogue cannot be read, a file changes
   * meanwhile, what is to be built is not there, or nothing can be written.
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

  /** Answers /v1, and passes other requests on. Nothing may be kept: the next answer can be another. */
  listener(others: RequestListener): RequestListener {
    const api: Api = async (request) => {
      const response = await this.#api(request);
      return response && { ...response, headers: { ...response.headers, 'Cache-Control': 'no-store' } };
    };
    return apiListener(api, others);
  }

  #newApi(): Api {
    return createApi(folderReader(this.#folder), { compressors: nodeCompressors, onError: console.error });
  }
}
