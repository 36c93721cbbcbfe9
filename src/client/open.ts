import { Catalogue } from './catalogue.ts';
import type { Dataset } from './dataset.ts';
import { AlmanacError, isRefused } from './errors.ts';
import type { RequestOptions } from './request.ts';
import { Service } from './service.ts';

/** How a catalogue is opened, and read from then on. */
export interface OpenOptions extends RequestOptions {
  /** Stops the opening. */
  signal?: AbortSignal | undefined;
}

/** Paths below /v1: the index, lists, and everything of a dataset, whose config name follows. */
const API_PATH =
  /^(.*?\/)v1(?:\/(?:index(?:\.json)?|datasets(?:\.json|\/(?:category|limit)\/.*|\/([^/]+?)(?:\.json|\/.*)?)?)?)?\/?$/;
/** The page of a dataset. */
const PAGE_PATH = /^(.*?\/)datasets\/([^/]+)(?:\/(?:index\.html)?)?$/;

/**
 * Opens a catalogue, given any URL of it: of the site, of a dataset's page, or of anything under /v1. In browsers the URL may be relative.
 * If it is the URL of one dataset, `catalogue.dataset()` is that one.
 */
export async function open(url: string | URL, { signal, ...options }: OpenOptions = {}): Promise<Catalogue> {
  const { origin, pathname } = new URL(url, globalThis.location?.href);
  let failure: unknown;
  for (const [path, config] of placesOf(pathname)) {
    try {
      return new Catalogue(await Service.open(origin + path, options, signal), config);
    } catch (error) {
      if (!isRefused(error) && (error as AlmanacError).type !== 'invalid-response') throw error;
      failure = error;
    }
  }
  throw new AlmanacError(`There is no catalogue at ${url}.`, {
    type: 'no-catalogue',
    url: String(url),
    cause: failure,
  });
}

/** Opens the dataset that a URL names: that of its page, or of anything under /v1 that belongs to it. */
export async function openDataset(url: string | URL, options?: OpenOptions): Promise<Dataset> {
  return (await open(url, options)).dataset();
}

/** What a path may mean, the likeliest first: the path of a catalogue, and the config name of a dataset, if it names one. */
function placesOf(path: string): [catalogue: string, config: string | null][] {
  const matches = [API_PATH.exec(path), PAGE_PATH.exec(path)].filter((match) => match !== null);
  const folder = path.replace(/\/(?:[^/]*\.[^/]*)?$/, '');
  return [
    ...matches.map(([, base = '', config = null]): [string, string | null] => [base, config]),
    [`${folder}/`, null],
  ];
}
