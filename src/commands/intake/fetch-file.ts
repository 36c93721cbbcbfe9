/** Fetches a file over HTTP, within limits and, unless this is allowed, from no private network. */

import { createWriteStream } from 'node:fs';
import http, { type IncomingMessage, type RequestOptions, STATUS_CODES } from 'node:http';
import https from 'node:https';
import { basename } from 'node:path';
import { PassThrough, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import type { Origin } from '../../model.ts';
import { certainWriteFailure } from '../../pipeline/output/write-errors.ts';
import { attempt } from '../../problems/attempt.ts';
import { formatCount } from '../../problems/format-problem.ts';
import { type ProblemCode, ProblemError, problem } from '../../problems/problem.ts';
import { boundedBytes, tooLarge } from './bounded-bytes.ts';
import { isPrivate, lookupPublic, PrivateAddressError } from './private-addresses.ts';

/** What a fetch may take and reach. */
export interface FetchLimits {
  /** Maximum size in bytes, as sent and unpacked. */
  maxBytes: number;
  /** Maximum time without a byte, and for a connection, in milliseconds. */
  stallMs?: number;
  /** Maximum time of the whole fetch, in milliseconds. */
  totalMs?: number;
  /** Whether addresses inside a private network may be fetched from. */
  allowPrivate: boolean;
}

/** What a server said about a file, for asking later whether it has changed. Each is null if the server did not say it. */
export interface Validators {
  etag: string | null;
  lastModified: string | null;
}

const STALL_MS = 30_000;
const TOTAL_MS = 30 * 60_000;
const MAX_REDIRECTS = 5;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

const LOOK = 'Open the address in a browser. If the file has moved, write its new address in its place.';
const LATER = 'Try again later. If this does not help, ask whoever runs the server.';

/**
 * Fetches the file at an address into the new file `to`, and waits until it is on the disk. With `known`, returns null if the server says
 * that the file has not changed since. The name is that which the server gives the file, or else that in the address. Throws a
 * `ProblemError` if the file cannot be fetched whole, exceeds a limit, or is at an address that is not allowed; `to` may then be
 * incomplete.
 */
export async function fetchFile(
  origin: Origin,
  to: string,
  known: Validators | null,
  { maxBytes, stallMs = STALL_MS, totalMs = TOTAL_MS, allowPrivate }: FetchLimits,
): Promise<{ validators: Validators; name: string } | null> {
  const headers = {
    'accept-encoding': 'gzip, br',
    'user-agent': 'Almanac',
    ...(known?.etag && { 'if-none-match': known.etag }),
    ...(known?.lastModified && { 'if-modified-since': known.lastModified }),
  };
  const signal = AbortSignal.timeout(totalMs);
  const lookup = allowPrivate ? {} : { lookup: lookupPublic };
  const stalled = failure(origin, `sent nothing for ${formatCount(stallMs / 1000, 'second')}`, LATER);
  try {
    let address = new URL(origin.url);
    for (let redirects = 0; ; redirects += 1) {
      checkAddress(origin, address, allowPrivate);
      const response = await respond(address, { headers, signal, timeout: stallMs, ...lookup }, stalled);
      const { statusCode = 0, headers: given, socket } = response;
      if (REDIRECTS.has(statusCode) && given.location !== undefined) {
        response.destroy();
        if (redirects === MAX_REDIRECTS) throw failure(origin, `redirects more than ${MAX_REDIRECTS} times`, LOOK);
        const next = URL.parse(given.location, address);
        if (next === null) throw failure(origin, 'redirects to something that is not an address', LOOK);
        address = next;
        continue;
      }
      const decoder = DECODERS[given['content-encoding']?.toLowerCase() ?? 'identity'];
      const isLarge = Number(given['content-length']) > maxBytes;
      if (statusCode !== 200 || !decoder || isLarge) response.destroy();
      if (statusCode === 304 && known) return null;
      if (statusCode !== 200) {
        const status = `${statusCode} ${STATUS_CODES[statusCode] ?? ''}`.trimEnd();
        throw failure(origin, `answers ${status}`, statusCode < 500 ? LOOK : LATER);
      }
      if (!decoder) throw failure(origin, 'is sent in an encoding that was not asked for', LATER);
      if (isLarge) throw tooLarge(origin, maxBytes);
      const decoded = boundedBytes(origin, maxBytes, () => socket.bytesRead);
      const file = createWriteStream(to, { flags: 'wx', flush: true });
      await pipeline(response, boundedBytes(origin, maxBytes), decoder(), decoded, file, { signal });
      const { etag = null, 'last-modified': lastModified = null } = given;
      return { validators: { etag, lastModified }, name: nameOf(given['content-disposition'], address) };
    }
  } catch (error) {
    if (error instanceof ProblemError) throw error;
    if (error instanceof PrivateAddressError) {
      const help = 'If this is right and the address can be trusted, use --allow-private.';
      throw refused(origin, `leads to ${error.address}, which is inside a private network`, help);
    }
    const { message } = error as Error;
    const reason = signal.aborted
      ? `was not fetched within ${formatCount(totalMs / 1000, 'second')}`
      : `cannot be fetched: ${message === 'aborted' ? 'the connection ended too early' : message}`;
    throw certainWriteFailure(to, error) ?? failure(origin, reason, LATER);
  }
}

function failure({ url, at }: Origin, message: string, help: string, code: ProblemCode = 'fetch-failed'): ProblemError {
  return new ProblemError(problem(code, at, `${url} ${message}`, help));
}

function refused(origin: Origin, message: string, help = LOOK): ProblemError {
  return failure(origin, message, help, 'address-refused');
}

/** Throws an error unless an address is one of http or https, without a password and, if it is an IP address, public. */
function checkAddress(origin: Origin, { protocol, hostname, username, password }: URL, allowPrivate: boolean): void {
  // The message leaves out the address, since logs are read by others.
  const unnamed = { ...origin, url: 'the address of the file' };
  if (username || password) throw refused(unnamed, 'contains a user name or a password');
  if (!/^https?:$/.test(protocol)) throw refused(origin, `leads to an address that begins with ${protocol}`);
  const literal = hostname.replace(/^\[|\]$/g, '');
  if (!allowPrivate && isPrivate(literal)) throw new PrivateAddressError(literal);
}

const DECODERS: Readonly<Record<string, () => Transform>> = {
  'identity': () => new PassThrough(),
  'gzip': createGunzip,
  'x-gzip': createGunzip,
  'br': createBrotliDecompress,
};

/** Asks for an address. Resolves once the headers of the response have arrived; it and its body fail with `stalled` if they stall. */
function respond(address: URL, options: RequestOptions, stalled: Error): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const { get } = address.protocol === 'https:' ? https : http;
    let response: IncomingMessage | null = null;
    // Without an agent, no proxy and no connection that was opened for something else is used.
    const request = get(address, { ...options, agent: false }, (it) => {
      response = it;
      resolve(it);
    });
    request.on('timeout', () => (response ?? request).destroy(stalled));
    // An error after the headers is one of the body, such as bytes beyond its stated length.
    request.on('error', (error) => (response ? response.destroy(error) : reject(error)));
  });
}

/** The name of a file: that in a `Content-Disposition` header (RFC 6266), or else the last part of its address, or else its host. */
function nameOf(disposition: string | undefined, { pathname, hostname }: URL): string {
  const [, given = pathname] = /;\s*filename(?:\*=utf-8''|=)"?([^";]+)/i.exec(disposition ?? '') ?? [];
  return basename(attempt(() => decodeURIComponent(given), given).replaceAll('\\', '/')) || hostname;
}
