import type { ProblemExtensions } from '../contract/documents.ts';
import { API_METHODS, NOT_STORED, RANGE_HEADERS } from '../contract/headers.ts';
import { PROBLEM_TYPES, type ProblemId } from '../contract/problem-types.ts';
import { collectionFile, INDEX_FILE } from '../contract/routes.ts';
import { suggest } from '../suggestions/suggest.ts';
import type { ServiceIndex } from './service-index.ts';

/** A problem to report in a problem document (RFC 9457), and header fields to add to the response. */
export interface ProblemDetails {
  id: ProblemId;
  detail: string;
  extensions?: ProblemExtensions;
  headers?: Readonly<Record<string, string>>;
}

/** Maximum length of request text that a response repeats, in UTF-16 code units. */
export const MAX_ECHO = 200;

/** Prepares text from a request for a response: truncates it, and replaces lone surrogates. */
function echo(text: string): string {
  return text.length > MAX_ECHO ? `${text.slice(0, MAX_ECHO)}…`.toWellFormed() : text.toWellFormed();
}

/** Suggests the datasets that have or had similar names, best first. */
export function unknownDataset(given: string, index: ServiceIndex): ProblemDetails {
  const similar = suggest(given, index.configNames()).flatMap((name) => index.datasets.get(name) ?? []);
  const suggestions = Array.from(new Set(similar), ({ config, name }) => {
    return { config, name, url: index.site.prefix + collectionFile({ kind: 'records', config }) };
  });
  const [best] = suggestions;
  return {
    id: 'unknown-dataset',
    detail: `There is no dataset "${echo(given)}".${best ? ` Did you mean "${best.config}"?` : ''}`,
    extensions: { suggestion: best?.config ?? null, suggestions },
  };
}

export function unknownPath(path: string, { site }: ServiceIndex): ProblemDetails {
  const suggestions = [
    { name: 'Index of the service', url: site.prefix + INDEX_FILE },
    { name: 'List of datasets', url: site.prefix + collectionFile({ kind: 'datasets', category: null }) },
  ];
  return { id: 'unknown-path', detail: `There is nothing at "/${echo(path)}".`, extensions: { suggestions } };
}

type InvalidParameter = Required<Pick<ProblemExtensions, 'parameter' | 'received' | 'expected'>>;

/** For a category, `suggestion` is the most similar valid name, or null if no name is similar. Other parameters have no suggestion. */
export function invalidParameter(invalid: InvalidParameter, suggestion?: string | null): ProblemDetails {
  const { parameter, received, expected } = invalid;
  const wanted = typeof expected === 'string' ? expected : `one of ${expected.join(', ')}`;
  return {
    id: 'invalid-parameter',
    detail: `The parameter "${parameter}" must be ${wanted}.`,
    extensions: { ...invalid, received: echo(received), ...(suggestion !== undefined && { suggestion }) },
  };
}

/** The problem with a parameter that is named like a column. `page` is the URL of the dataset's page. */
export function filterNotSupported(parameter: string, page: string): ProblemDetails {
  const name = echo(parameter);
  const detail =
    `The service sends files, and does not filter them by the column "${name}". For some of the rows, use ${page}?where=COLUMN.eq.VALUE, ` +
    'the module almanac-query.js, or the Parquet file in any program that reads it. For all rows, leave the parameter out.';
  return { id: 'filter-not-supported', detail, extensions: { parameter: name } };
}

export const UNDECODABLE_PATH = { id: 'undecodable-path', detail: PROBLEM_TYPES['undecodable-path'].when } as const;

/** `allowed` lists the methods in the format of the `Allow` field. */
export function methodNotAllowed(method: string, allowed: string = API_METHODS): ProblemDetails {
  return {
    id: 'method-not-allowed',
    detail: `The service is read-only: it accepts ${allowed}, but not ${echo(method)}.`,
    headers: { Allow: allowed },
  };
}

/** `size` is the size of the file in bytes. Caches must not store the response, since requests for other ranges have the same URL. */
export function rangeNotSatisfiable(size: number): ProblemDetails {
  return {
    id: 'range-not-satisfiable',
    detail: `The file has ${size} bytes, and the range selects none of them.`,
    headers: { ...NOT_STORED, ...RANGE_HEADERS, 'Content-Range': `bytes */${size}` },
  };
}

/** After `retryAfter` seconds, the client may try again. */
export function temporarilyUnavailable(detail: string, retryAfter: number): ProblemDetails {
  return { id: 'temporarily-unavailable', detail, headers: { ...NOT_STORED, 'Retry-After': String(retryAfter) } };
}

/** The problem to report if a host has no capacity for a request. */
export const TOO_BUSY = temporarilyUnavailable('The service is receiving more requests than it can handle.', 5);

/**
 * The problem with a request that is refused before it is handled. The connection is closed, since it may be unknown where the next
 * request begins. Caches must not store the response, since it does not apply to other requests for the same URL.
 */
export function refusedRequest(
  id: 'bad-request' | 'request-timeout' | 'content-too-large' | 'expectation-failed' | 'header-too-large',
  detail: string = PROBLEM_TYPES[id].when,
): ProblemDetails {
  return { id, detail, headers: { ...NOT_STORED, Connection: 'close' } };
}

export const INTERNAL_ERROR: ProblemDetails = {
  id: 'internal-error',
  detail: 'The request failed because of an internal error in the service.',
  headers: NOT_STORED,
};
