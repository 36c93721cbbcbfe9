import type { ProblemDocument } from '../contract/documents.ts';
import {
  API_HEADERS,
  API_METHODS,
  JSON_MEDIA_TYPE,
  PREFLIGHT_HEADERS,
  PROBLEM_MEDIA_TYPE,
} from '../contract/headers.ts';
import { lengthOf } from '../contract/page-text.ts';
import { PROBLEM_TYPES } from '../contract/problem-types.ts';
import { SMALLEST_COMPRESSED } from '../contract/routes.ts';
import { encodedTag, matchesNoneOf } from './conditional.ts';
import { negotiateEncoding } from './negotiate-encoding.ts';
import { LONGEST_ECHO, type ProblemDetails } from './problem-details.ts';
import { bytesOf, type Compressors, type Content, type Encoding, type PublishedVersion } from './published-version.ts';
import { whenReady } from './when-ready.ts';

/** What is needed of a request. A Web `Request` fits, and so do methods that it refuses, such as TRACE. */
export interface ApiRequest {
  method: string;
  /** Absolute; only path and query count. */
  url: string;
  headers: Pick<Headers, 'get'>;
}

/** A response that each host sends in its own way. */
export interface ApiResponse {
  status: number;
  headers: Record<string, string>;
  /** Bytes in parts, in order; null for no body. */
  body: Content['parts'] | null;
}

/** Converts a response to the Web platform's. */
export function toResponse({ status, headers, body }: ApiResponse): Response {
  return new Response(body && bytesOf({ parts: body }), { status, headers });
}

/** Responds 200 with a content, compressed if the client accepts it, or 304 if the client has the same. */
export function respondWithContent(
  content: Content,
  request: ApiRequest,
  version: PublishedVersion,
  compressors: Compressors,
): ApiResponse | Promise<ApiResponse> {
  const encoding =
    lengthOf(content.parts) < SMALLEST_COMPRESSED
      ? null
      : negotiateEncoding(request.headers.get('accept-encoding'), Object.keys(compressors) as Encoding[]);
  const etag = encoding === null ? content.etag : encodedTag(content.etag, encoding);
  const headers: Record<string, string> = { ...API_HEADERS, ETag: etag };
  if (content.link) headers.Link = content.link;
  if (matchesNoneOf(request.headers.get('if-none-match'), etag)) return { status: 304, headers, body: null };
  const compress = encoding === null ? undefined : compressors[encoding];
  if (encoding !== null) headers['Content-Encoding'] = encoding;
  headers['Content-Type'] = content.mediaType ?? JSON_MEDIA_TYPE;
  const sent = encoding === null || !compress ? content : version.encode(content, encoding, compress);
  return whenReady(sent, ({ parts }) => withBody(200, headers, parts, request));
}

/** Responds with a problem document (RFC 9457). */
export function respondWithProblem(
  { id, detail, extensions, headers }: ProblemDetails,
  request: ApiRequest,
  prefix: string,
): ApiResponse {
  const { pathname, search } = new URL(request.url);
  const { title, status } = PROBLEM_TYPES[id];
  const body: ProblemDocument = {
    type: `${prefix}api/#${id}`,
    title,
    status,
    detail,
    instance: reference(pathname + search),
    ...extensions,
  };
  const bytes = new TextEncoder().encode(`${JSON.stringify(body, null, 2)}\n`);
  return withBody(status, { ...API_HEADERS, ...headers, 'Content-Type': PROBLEM_MEDIA_TYPE }, [bytes], request);
}

/** Responds to OPTIONS, which a browser also sends before a request from another origin. */
export function respondToOptions(): ApiResponse {
  return { status: 204, headers: { ...API_HEADERS, Allow: API_METHODS, ...PREFLIGHT_HEADERS }, body: null };
}

/** A response to HEAD is that to GET, without the body (RFC 9110, section 9.3.2). */
function withBody(
  status: number,
  headers: Record<string, string>,
  parts: Content['parts'],
  { method }: ApiRequest,
): ApiResponse {
  headers['Content-Length'] = String(lengthOf(parts));
  return { status, headers, body: method === 'HEAD' ? null : parts };
}

/** A path and query as a URI reference. A long one is cut off, but not within an escape. */
function reference(text: string): string {
  return text.length > LONGEST_ECHO ? text.slice(0, LONGEST_ECHO).replace(/%[0-9A-Fa-f]?$/, '') : text;
}
