import type { ProblemDocument } from '../contract/documents.ts';
import { checked, object, TEXT } from './check.ts';
import { AlmanacError, EditionChanged, isRefused } from './errors.ts';

/** Options for requests. */
export interface RequestOptions {
  /** Makes the requests; the platform's `fetch` if absent. */
  fetch?: typeof globalThis.fetch | undefined;
  /** Maximum number of retries after a temporary failure; 4 if absent. */
  retries?: number | undefined;
  /** Maximum delay before the first retry, in milliseconds; 500 if absent. Doubles with each retry. Responses may ask for longer delays. */
  retryDelay?: number | undefined;
}

/** Reads the body of a response from a URL. If it throws an error other than `EditionChanged`, the response counts as damaged. */
export type ReadBody<T, B = string> = (body: B, headers: Headers, url: string) => T;

/** Longest wait, in milliseconds, that a response may ask for. If it asks for more, the request is not repeated. */
const MAX_WAIT = 60_000;

/**
 * Requests a file and reads it, as text unless `take` takes the body otherwise. Retries if the network fails, if the status is that of a temporary failure, or if `read`
 * throws an error other than `EditionChanged`. Rejects with an `AlmanacError`, or with the signal's reason.
 */
export async function request<T, B = string>(
  url: string,
  { fetch = globalThis.fetch, retries = 4, retryDelay = 500 }: RequestOptions,
  read: ReadBody<T, B>,
  signal?: AbortSignal,
  take: (response: Response) => Promise<B | string> = (response) => response.text(),
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    signal?.throwIfAborted();
    let response: Response | undefined;
    let body: B | string | undefined;
    try {
      // A cached page may belong to an earlier edition. `no-cache` makes the cache ask the host whether the page has changed.
      response = await fetch(url, { cache: 'no-cache', signal: signal as AbortSignal });
      body = await (response.ok ? take(response) : response.text());
      signal?.throwIfAborted();
      // Some hosts answer unknown paths with an HTML page instead of an error.
      if (!response.ok || (body as string)[0] === '<') throw problemOf(url, response.status, body as string);
      return read(body as B, response.headers, url);
    } catch (cause) {
      signal?.throwIfAborted();
      const [what, type] =
        body === undefined ? ['cannot be read', 'network-error'] : ['has invalid content', 'invalid-response'];
      const detail = `${url} ${what}: ${(cause as Error).message}`;
      const error = cause instanceof AlmanacError ? cause : new AlmanacError(detail, { type, url, cause });
      const wait = waitOf(response);
      if (attempt >= retries || wait > MAX_WAIT || isRefused(error) || error instanceof EditionChanged) throw error;
      // Half of the delay is random, so that clients that failed at the same moment do not all retry at the same moment.
      await sleep(Math.max(wait, retryDelay * 2 ** attempt * (0.5 + Math.random() / 2)), signal);
    }
  }
}

/** The error for an unsuccessful response, with details if the service provides them. Plain file hosts do not. */
function problemOf(url: string, status: number, text: string): AlmanacError {
  let problem: Partial<ProblemDocument> = {};
  try {
    problem = checked(JSON.parse(text), object({ detail: TEXT }));
  } catch {
    // The response is not a problem document, so only its status is reported.
  }
  const { type = 'http-error', detail = `${url} is not available: status ${status}.`, suggestion = null } = problem;
  return new AlmanacError(detail, { type, status, suggestion, url });
}

/** Delay that a response asks for, in milliseconds. `Retry-After` is a number of seconds or a date (RFC 9110, section 10.2.3). */
function waitOf(response: Response | undefined): number {
  const after = response?.headers.get('Retry-After') ?? '';
  const seconds = Number(after);
  return (Number.isNaN(seconds) ? Date.parse(after) - Date.now() : seconds * 1000) || 0;
}

/** Waits. Rejects with the signal's reason if the signal is aborted, before or while it waits. */
export async function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener('abort', end);
  });
  signal?.throwIfAborted();
}
