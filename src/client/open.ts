import { Catalogue } from './catalogue.ts';
import type { Dataset } from './dataset.ts';
import { AlmanacError, isRefused } from './errors.ts';
import type { RequestOptions } from './request.ts';
import { Service } from './service.ts';

/** Options for opening a catalogue and for all requests to it. */
export interface OpenOptions extends RequestOptions {
  /** Stops opening the catalogue. */
  signal?: AbortSignal | undefined;
}

/** Matches paths under /v1: the index, lists and the files of datasets. Captures the path of the catalogue and the config name. */
const API_PATH =
  /^(.*?\/)v1(?:\/(?:index(?:\.json)?|datasets(?:\.json|\/(?:category|limit)\/.*|\/([^/]+?)(?:\.json|\/.*)?)?)?)?\/?$/;
/** Matches the path of a dataset's page. Captures the path of the catalogue and the config name. */
const PAGE_PATH = /^(.*?\/)datasets\/([^/]+)(?:\/(?:index\.html)?)?$/;

/**
 * Opens a catalogue by the URL of its site, its index, one of its lists, or a page or file of one of its datasets. In browsers, the URL may
 * be relative. If it belongs to a dataset, `catalogue.dataset()` returns that dataset.
 */
export async function open(url: string | URL, { signal, ...options }: OpenOptions = {}): Promise<Catalogue> {
  const { origin, pathname } = new URL(url, globalThis.location?.href);
  const failures: unknown[] = [];
  for (const [path, config] of placesOf(pathname)) {
    try {
      const service = new Service(origin + path, options);
      await service.refresh(signal);
      return new Catalogue(service, config);
    } catch (error) {
      if (!isRefused(error) && (error as AlmanacError).type !== 'invalid-response') throw error;
      failures.push(error);
    }
  }
  const detail = [`There is no catalogue at ${url}.`, ...failures.map((error) => (error as Error).message)].join('\n');
  throw new AlmanacError(detail, { type: 'no-catalogue', url: String(url), cause: failures[0] });
}

/** Opens the dataset that a URL belongs to: the URL of its page, or of any of its files under /v1. */
export async function openDataset(url: string | URL, options?: OpenOptions): Promise<Dataset> {
  return (await open(url, options)).dataset();
}

/** Possible meanings of a path, the likeliest first: the path of a catalogue, and the config name of a dataset, if any. */
function placesOf(path: string): [catalogue: string, config: string | null][] {
  const matches = [API_PATH.exec(path), PAGE_PATH.exec(path), [path, `${path.replace(/\/(?:[^/]*\.[^/]*)?$/, '')}/`]];
  return matches.filter((match) => match !== null).map(([, base = '', config = null]) => [base, config]);
}
