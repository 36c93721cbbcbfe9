import type { DatasetSummary, IndexDocument } from '../contract/documents.ts';
import { DEFAULT_LIMIT, INDEX_FILE, MAX_LIMIT, type Site } from '../contract/routes.ts';
import { COUNT, checked, list, must, OBJECT, object, TEXT, whole } from './check.ts';
import { AlmanacError } from './errors.ts';
import { type ReadBody, type RequestOptions, request } from './request.ts';

const HAS_DEFAULT = must(`include ${DEFAULT_LIMIT}`, (sizes) => (sizes as number[]).includes(DEFAULT_LIMIT));

/** Checks the members of the index by which the client finds datasets and decides what to request. */
const INDEX = object({
  links: object({ self: must(`end in ${INDEX_FILE}`, (url) => String(url).endsWith(INDEX_FILE)) }),
  page_sizes: (sizes) => list(whole(1, MAX_LIMIT))(sizes) ?? HAS_DEFAULT(sizes),
  layout: must('be "pages" or "packed", if present', (layout) => /^(pages|packed|undefined)$/.test(String(layout))),
  datasets: list(object({ config: TEXT, row_count: COUNT, links: OBJECT })),
});

/** A published folder on a host, and what requests have revealed about it so far. */
export class Service {
  readonly prefix: string;
  /** The index as it was last read. */
  index!: IndexDocument;
  /** Whether the host runs code that answers queries; undefined until a request reveals it. */
  hasCode: boolean | undefined;
  readonly options: RequestOptions;

  /** `refresh`, which reads the index below the prefix, must be awaited before anything else is called. */
  constructor(prefix: string, options: RequestOptions) {
    this.prefix = prefix;
    this.options = options;
  }

  /** Reads the index. Rejects if the site has no index. */
  async refresh(signal?: AbortSignal): Promise<void> {
    this.index = await this.read(INDEX_FILE, (text) => checked<IndexDocument>(JSON.parse(text), INDEX), signal);
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
    const given = lettersOf(config);
    const isNear = (ours: string): boolean => given !== '' && (ours.includes(given) || given.includes(ours));
    const suggestion = datasets.find((dataset) => isNear(lettersOf(dataset.config)))?.config ?? null;
    const hint = suggestion === null ? '' : ` Did you mean ${suggestion}?`;
    throw new AlmanacError(`The catalogue has no dataset ${config}.${hint}`, { type: 'unknown-dataset', suggestion });
  }

  /** Requests and reads a file; `retries` overrides the option of the same name. */
  read<T>(path: string, read: ReadBody<T>, signal?: AbortSignal, retries = this.options.retries): Promise<T> {
    return request(this.prefix + path, { ...this.options, retries }, read, signal);
  }
}

function lettersOf(config: string): string {
  return config.toLowerCase().replace(/[^a-z0-9]/g, '');
}
