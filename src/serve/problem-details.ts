import type { DatasetSummary, ProblemExtensions } from '../contract/documents.ts';
import { API_METHODS, NOT_STORED, RANGE_HEADERS } from '../contract/headers.ts';
import { PROBLEM_TYPES, type ProblemId } from '../contract/problem-types.ts';
import type { InvalidParameter } from './parameters.ts';

/** A problem with one request: what a problem document (RFC 9457) says beyond its type. */
export interface ProblemDetails {
  id: ProblemId;
  detail: string;
  extensions?: ProblemExtensions;
  headers?: Readonly<Record<string, string>>;
}

/** A dataset that is suggested for an unknown name. */
export type Suggestion = Pick<DatasetSummary, 'config' | 'name'> & { url: string };

/** Maximum length of what a response repeats of a request, in UTF-16 code units. */
export const MAX_ECHO = 200;

/** Shortens a part of a request for a response. */
function echo(text: string): string {
  return text.length > MAX_ECHO ? `${text.slice(0, MAX_ECHO)}…`.toWellFormed() : text.toWellFormed();
}

/** `suggestions` are ordered, best first. */
export function unknownDataset(given: string, suggestions: readonly Suggestion[]): ProblemDetails {
  const [best] = suggestions;
  return {
    id: 'unknown-dataset',
    detail: `There is no dataset "${echo(given)}".${best ? ` Did you mean "${best.config}"?` : ''}`,
    extensions: { suggestion: best?.config ?? null, suggestions },
  };
}

export function unknownPath(path: string, suggestions: readonly { name: string; url: string }[]): ProblemDetails {
  return { id: 'unknown-path', detail: `There is nothing at "/${echo(path)}".`, extensions: { suggestions } };
}

/** `suggestion` is for a category only; null if none comes close. */
export function invalidParameter(
  { parameter, received, expected }: InvalidParameter,
  suggestion?: string | null,
): ProblemDetails {
  const wanted = typeof expected === 'string' ? expected : `one of ${expected.join(', ')}`;
  return {
    id: 'invalid-parameter',
    detail: `The parameter "${parameter}" must be ${wanted}.`,
    extensions: {
      parameter,
      received: echo(received),
      expected,
      ...(suggestion === undefined ? {} : { suggestion }),
    },
  };
}

export function undecodablePath(): ProblemDetails {
  return { id: 'undecodable-path', detail: PROBLEM_TYPES['undecodable-path'].when };
}

/** `allowed` lists the methods as the field `Allow` does. */
export function methodNotAllowed(method: string, allowed: string = API_METHODS): ProblemDetails {
  return {
    id: 'method-not-allowed',
    detail: `The service is read-only: ${echo(method)} is not one of ${allowed}.`,
    headers: { Allow: allowed },
  };
}

/**
 * `size` is that of the file, in bytes. No cache may keep the response: a request for another range, or for the whole file, has the same
 * URL.
 */
export function rangeNotSatisfiable(size: number): ProblemDetails {
  return {
    id: 'range-not-satisfiable',
    detail: `The file has ${size} bytes, and the range begins after its end, or asks for its last 0 bytes.`,
    headers: { ...NOT_STORED, ...RANGE_HEADERS, 'Content-Range': `bytes */${size}` },
  };
}

/** `retryAfter` is in seconds. */
export function temporarilyUnavailable(detail: string, retryAfter: number): ProblemDetails {
  return {
    id: 'temporarily-unavailable',
    detail,
    headers: { ...NOT_STORED, 'Retry-After': String(retryAfter) },
  };
}

/**
 * A problem with the form of a request. The connection is closed, since where the next request begins is not known. No cache may keep the
 * response: a well-formed request for the same URL would get it too.
 */
export function refusedRequest(
  id: 'bad-request' | 'request-timeout' | 'content-too-large' | 'expectation-failed' | 'header-too-large',
  detail: string = PROBLEM_TYPES[id].when,
): ProblemDetails {
  return { id, detail, headers: { ...NOT_STORED, Connection: 'close' } };
}

export function internalError(): ProblemDetails {
  return {
    id: 'internal-error',
    detail: 'The request could not be answered because of an error in the service.',
    headers: NOT_STORED,
  };
}
