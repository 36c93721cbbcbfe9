import { lengthOf } from '../contract/page-text.ts';
import { SMALLEST_COMPRESSED } from '../contract/routes.ts';
import { encodedTag, matchesNoneOf } from './conditional.ts';
import { negotiateEncoding } from './negotiate-encoding.ts';
import { LONGEST_ECHO, type ProblemDetails } from './problem-details.ts';
import { type Compressors, type Content, type Encoding, type PublishedVersion, wholeOf } from './published-version.ts';
import { whenReady } from './when-ready.ts';

/** What is needed of a request; a Web `Request` fits, and so does any method it refuses, such as TRACE. */
export interface ApiRequest {
  method: string;
  /** Absolute; only path and query count. */
  url: string;
  headers: Pick<Headers, 'get'>;
}

/** An answer that each host sends in its own way. */
export interface ApiResponse {
  status: number;
  headers: Record<string, string>;
  /** Its parts, in order; null for none. */
  body: Content['parts'] | null;
}

/** An answer as the Web platform sends it. */
export function toResponse({ status, headers, body }: ApiResponse): Response {
  return new Response(body && wholeOf({ parts: body }), { status, headers });
}

/** On everything under /v1. `Vary` stands whether something was compressed or not, else caches mix the two. */
const COMMON_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'ETag, Link',
  'Cache-Control': 'public, max-age=300, stale-while-revalidate=86400',
  'Vary': 'Accept-Encoding',
  'X-Content-Type-Options': 'nosniff',
};

/** Answers 200 with a JSON body, compressed where the client takes it, or 304 when the client has it. */
export function respondWithContent(
  content: Content,
  request: ApiRequest,
  edition: PublishedVersion,
  compressors: Compressors,
): ApiResponse | Promise<ApiResponse> {
  const encoding =
    lengthOf(content.parts) < SMALLEST_COMPRESSED
      ? null
      : negotiateEncoding(request.headers.get('accept-encoding'), Object.keys(compressors) as Encoding[]);
  const etag = encoding === null ? content.etag : encodedTag(content.etag, encoding);
  const headers: Record<string, string> = { ...COMMON_HEADERS, ETag: etag };
  if (content.link) headers.Link = content.link;
  if (matchesNoneOf(request.headers.get('if-none-match'), etag)) return { status: 304, headers, body: null };
  const compress = encoding === null ? undefined : compressors[encoding];
  if (encoding !== null) headers['Content-Encoding'] = encoding;
  headers['Content-Type'] = 'application/json; charset=utf-8';
  const sent = encoding === null || !compress ? content : edition.encode(content, encoding, compress);
  return whenReady(sent, ({ parts }) => withBody(200, headers, parts, request));
}

/** Answers with problem details (RFC 9457). */
export function respondWithProblem(
  { kind, title, status, detail, extensions, headers }: ProblemDetails,
  request: ApiRequest,
  prefix: string,
): ApiResponse {
  const { pathname, search } = new URL(request.url);
  const body = {
    type: `${prefix}api/#${kind}`,
    title,
    status,
    detail,
    instance: reference(pathname + search),
    ...extensions,
  };
  const bytes = new TextEncoder().encode(`${JSON.stringify(body, null, 2)}\n`);
  const all = { ...COMMON_HEADERS, ...headers, 'Content-Type': 'application/problem+json; charset=utf-8' };
  return withBody(status, all, [bytes], request);
}

/** Answers an OPTIONS request, also one with which a browser asks before the real one. */
export function respondWithoutBody(status: number, headers: Record<string, string>): ApiResponse {
  return {
    status,
    headers: {
      ...COMMON_HEADERS,
      ...headers,
      'Access-Control-Allow-Methods': 'GET, HEAD, OPTIONS',
      'Access-Control-Allow-Headers': 'If-None-Match',
      'Access-Control-Max-Age': '86400',
    },
    body: null,
  };
}

/** HEAD is answered as GET, without the body (RFC 9110, section 9.3.2). */
function withBody(
  status: number,
  headers: Record<string, string>,
  parts: Content['parts'],
  { method }: ApiRequest,
): ApiResponse {
  headers['Content-Length'] = String(lengthOf(parts));
  return { status, headers, body: method === 'HEAD' ? null : parts };
}

/** A path and query as a URI reference, cut off where it is long, but not within an escape. */
function reference(text: string): string {
  return text.length > LONGEST_ECHO ? text.slice(0, LONGEST_ECHO).replace(/%[0-9A-Fa-f]?$/, '') : text;
}
