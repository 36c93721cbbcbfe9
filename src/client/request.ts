import type { ProblemDocument } from '../contract/documents.ts';
import { AlmanacError, EditionChanged, isRefused } from './errors.ts';

/** How requests are made. */
export interface RequestOptions {
  /** Makes the requests; the platform's `fetch` if absent. */
  fetch?: typeof globalThis.fetch | undefined;
  /** How often a request is repeated after a failure that may pass; 4 if absent. */
  retries?: number | undefined;
  /** Maximum wait before the first repetition, in milliseconds, doubled before each further one; 500 if absent. */
  retryDelay?: number | undefined;
}

/** Reads the text of a response. What it throws counts as damage of the body, except an `EditionChanged`. */
export type ReadText<T> = (text: string, headers: Headers) => T;

/** Maximum time that a service may ask to wait, in milliseconds. */
const MAX_WAIT = 60_000;

/**
 * Requests a file, and reads its text. Repeats the request after failures that may pass: of the network, of a busy service, and of a body
 * that `read` refuses. Rejects with an `AlmanacError`, or with the signal's reason.
 */
export async function request<T>(
  url: string,
  { fetch = globalThis.fetch, retries = 4, retryDelay = 500 }: RequestOptions,
  read: ReadText<T>,
  signal?: AbortSignal,
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    signal?.throwIfAborted();
    let response: Response | undefined;
    let text: string | undefined;
    try {
      // A cache may keep a page of an earlier edition for a day, so it has to ask whether that is still the same.
      response = await fetch(url, { cache: 'no-cache', signal: signal ?? null });
      text = await response.text();
      // Some hosts answer every path with a page of their own.
      if (!response.ok || text.startsWith('<')) throw problemOf(url, response.status, text);
      return read(text, response.headers);
    } catch (cause) {
      signal?.throwIfAborted();
      const error = cause instanceof AlmanacError ? cause : failureOf(url, text === undefined, cause);
      const wait = waitOf(response);
      if (attempt >= retries || wait > MAX_WAIT || isRefused(error) || error instanceof EditionChanged) throw error;
      // Half of the wait is random, so that clients which failed at the same moment do not come back at the same moment.
      await sleep(Math.max(wait, retryDelay * 2 ** attempt * (0.5 + Math.random() / 2)), signal);
    }
  }
}

function failureOf(url: string, isOfNetwork: boolean, cause: unknown): AlmanacError {
  const [what, type] = isOfNetwork ? ['cannot be read', 'network-error'] : ['is not as published', 'invalid-response'];
  return new AlmanacError(`${url} ${what}: ${cause}`, { type, url, cause });
}

/** The error of a response with the status of a failure. Plain hosts do not describe it. */
function problemOf(url: string, status: number, text: string): AlmanacError {
  let problem: Partial<ProblemDocument> = {};
  try {
    problem = JSON.parse(text) ?? {};
  } catch {
    // The status says enough.
  }
  const { type = 'http-error', detail = `${url} is not there: status ${status}.`, suggestion = null } = problem;
  return new AlmanacError(detail, { type, status, suggestion, url });
}

/** How long a response asks to wait, in milliseconds. `Retry-After` has seconds or a date (RFC 9110, section 10.2.3). */
function waitOf(response: Response | undefined): number {
  const after = response?.headers.get('Retry-After');
  if (!after) return 0;
  const seconds = Number(after);
  return (Number.isNaN(seconds) ? Date.parse(after) - Date.now() : seconds * 1000) || 0;
}

/** Waits; rejects with the signal's reason when it is aborted. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      if (signal?.aborted) reject(signal.reason);
      else resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener('abort', end);
  });
}
