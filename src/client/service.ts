import type { DatasetSummary, IndexDocument } from '../contract/documents.ts';
import { DEFAULT_LIMIT, INDEX_FILE, type Site } from '../contract/routes.ts';
import { AlmanacError } from './errors.ts';
import { type ReadText, type RequestOptions, request } from './request.ts';

/** A published folder on a host, and what requests have revealed about it so far. */
export class Service {
  readonly prefix: string;
  /** The index as it was last read. */
  index: IndexDocument;
  /** Whether the host runs code that answers queries; undefined until a request reveals it. */
  hasCode: boolean | undefined;
  readonly options: RequestOptions;

  private constructor(prefix: string, index: IndexDocument, options: RequestOptions) {
    this.prefix = prefix;
    this.index = index;
    this.options = options;
  }

  /** Reads the index below a prefix. Rejects if there is none. */
  static async open(prefix: string, options: RequestOptions, signal?: AbortSignal): Promise<Service> {
    return new Service(prefix, await readIndex(prefix, options, signal), options);
  }

  async refresh(signal?: AbortSignal): Promise<void> {
    this.index = await readIndex(this.prefix, this.options, signal);
  }

  /** The site with relative paths instead of URLs, since the URLs in the index may name another host. */
  get site(): Site {
    return { prefix: '', pageSizes: this.index.page_sizes, layout: this.index.layout };
  }

  /** Finds a dataset in the index. Throws an error if it is missing; the error suggests a dataset with a similar name, if there is one. */
  summary(config: string): DatasetSummary {
    const { datasets } = this.index;
    const found = datasets.find((dataset) => dataset.config === config);
    if (found) return found;
    const near = datasets.find((dataset) => isNear(lettersOf(dataset.config), lettersOf(config)));
    const suggestion = near?.config ?? null;
    const hint = suggestion === null ? '' : ` Did you mean ${suggestion}?`;
    throw new AlmanacError(`The catalogue has no dataset ${config}.${hint}`, { type: 'unknown-dataset', suggestion });
  }

  /** Requests and reads a file; `retries` overrides the option of the same name. */
  read<T>(path: string, read: ReadText<T>, signal?: AbortSignal, retries = this.options.retries): Promise<T> {
    const options = retries === undefined ? this.options : { ...this.options, retries };
    return request(this.prefix + path, options, read, signal);
  }
}

function readIndex(prefix: string, options: RequestOptions, signal?: AbortSignal): Promise<IndexDocument> {
  return request(
    prefix + INDEX_FILE,
    options,
    (text) => {
      const index: IndexDocument = JSON.parse(text);
      const isIndex = index.links.self.endsWith(INDEX_FILE) && index.page_sizes.includes(DEFAULT_LIMIT);
      if (!isIndex) throw new Error('it is not an index');
      return index;
    },
    signal,
  );
}

function lettersOf(config: string): string {
  return config.toLowerCase().replace(/[^a-z0-9]/g, '');
}

function isNear(ours: string, given: string): boolean {
  return given !== '' && (ours.includes(given) || given.includes(ours));
}
