import type { ProblemDocument } from '../contract/documents.ts';
import { API_HEADERS, ERROR_CACHE, JSON_MEDIA_TYPE, PROBLEM_MEDIA_TYPE, RANGE_HEADERS } from '../contract/headers.ts';
import { lengthOf } from '../contract/page-layout.ts';
import { PROBLEM_TYPES } from '../contract/problem-types.ts';
import { MAX_IN_MEMORY, SMALLEST_COMPRESSED } from '../contract/routes.ts';
import { type Bytes, bytesOf, type FileRange, type StreamedBody, toStream } from './body.ts';
import { readRange } from './byte-range.ts';
import { allowsRange, encodedTag, matchesNoneOf } from './conditional.ts';
import { negotiateEncoding } from './negotiate-encoding.ts';
import { MAX_ECHO, type ProblemDetails, rangeNotSatisfiable } from './problem-details.ts';
import type { Content, Encoding, PublishedVersion } from './published-version.ts';
import { whenReady } from './when-ready.ts';

/** The parts of a Web `Request` that the handler needs. The method may also be one that `Request` forbids, such as TRACE. */
export interface ApiRequest {
  method: string;
  /** Absolute URL. Only its path and query are used. */
  url: string;
  headers: Pick<Headers, 'get'>;
  /**
   * Waits until the given number of files may be streamed from the disk. Resolves to a function that must be called once they are closed.
   * May reject with `TooBusy`. Absent if there is no limit.
   */
  reserve?: (files: number) => Promise<() => void>;
}

/** A response, independent of the host that sends it. */
export interface ApiResponse {
  status: number;
  headers: Record<string, string>;
  /** The body in parts, in order; null if there is no body or if it is streamed. */
  body: readonly Bytes[] | null;
  /** The body, if it is read from the disk while being sent. The host must close it. */
  streamed?: StreamedBody;
  /** May be called once the body has been sent, if it is not used after that. */
  release?: (() => void) | undefined;
}

/** Converts a response to a Web `Response`. */
export function toResponse({ status, headers, body, streamed }: ApiResponse): Response {
  return new Response(streamed ? toStream(streamed) : body && bytesOf({ parts: body }), { status, headers });
}

const COMPRESSIBLE = /^(?:text\/|application\/(?:json|x-ndjson|xml|atom\+xml|manifest\+json)|image\/svg)/;

/** Status and headers shared by the responses to one kind of path. */
export type ResponseKind = Readonly<Pick<ApiResponse, 'status' | 'headers'>>;

const API_KIND: ResponseKind = { status: 200, headers: API_HEADERS };

/**
 * Responds with the content or the requested range, or with 304 if the client has a current copy. Content is compressed if worthwhile
 * and accepted by the client, but streamed content only if the build wrote a compressed copy: compressing it here could take seconds.
 */
export function respondWithContent(content: Content, request: ApiRequest, version: PublishedVersion, kind = API_KIND) {
  // Range requests are only defined for GET (RFC 9110, section 14.2).
  const mayBeRange = content.hasRanges && request.method === 'GET';
  const isRange = mayBeRange && allowsRange(request.headers.get('if-range'), content.etag);
  const range = isRange ? readRange(request.headers.get('range'), lengthOf(content.parts)) : null;
  if (range !== null) return respondWithRange(content, range, request, version);
  if (content.isStreamed) {
    version.beforeWaiting();
    return version.compressedForms(content).then(async (forms) => {
      const encoding = negotiateEncoding(request.headers.get('accept-encoding'), [...forms.keys()]);
      const form = (encoding === null ? undefined : forms.get(encoding)) ?? content;
      const headers = contentHeaders(content, encoding, kind);
      if (isKnown(headers, request)) return notModified(headers);
      headers['Content-Length'] = String(lengthOf(form.parts));
      if (request.method === 'HEAD') return { status: kind.status, headers, body: null };
      return { status: kind.status, headers, body: null, streamed: await version.body(form, request.reserve) };
    });
  }
  const { parts: all, mediaType = JSON_MEDIA_TYPE } = content;
  const isCompressible = lengthOf(all) >= SMALLEST_COMPRESSED && COMPRESSIBLE.test(mediaType);
  const encoding = isCompressible ? negotiateEncoding(request.headers.get('accept-encoding'), version.encodings) : null;
  const headers = contentHeaders(content, encoding, kind);
  if (isKnown(headers, request)) return notModified(headers);
  const sent = encoding === null ? content : version.encode(content, encoding);
  return whenReady(sent, ({ parts, release }) => ({
    ...withBody(kind.status, headers, parts as readonly Bytes[], request),
    release,
  }));
}

/**
 * Responds with a range of the uncompressed content, whatever encodings the client accepts: compressed forms differ between hosts, and
 * readers of Parquet files use offsets in the uncompressed file. `If-None-Match` takes precedence (RFC 9110, section 13.2.2). A 206 has
 * all header fields of a 200, even if the request has `If-Range`, since a client that resumes a download may not have kept them.
 */
function respondWithRange(
  content: Content,
  range: NonNullable<ReturnType<typeof readRange>>,
  request: ApiRequest,
  version: PublishedVersion,
): ApiResponse | Promise<ApiResponse> {
  const headers = contentHeaders(content, null, API_KIND);
  if (isKnown(headers, request)) return notModified(headers);
  const size = lengthOf(content.parts);
  if (range === 'unsatisfiable') {
    return respondWithProblem(rangeNotSatisfiable(size), request, version.index.site.prefix);
  }
  const [whole] = content.parts as readonly [Bytes | FileRange];
  const part = whole.subarray(range.start, range.end);
  headers['Content-Range'] = `bytes ${range.start}-${range.end - 1}/${size}`;
  headers['Content-Length'] = String(part.length);
  if (part instanceof Uint8Array) return { status: 206, headers, body: [part] };
  version.beforeWaiting();
  const ranged = { ...content, parts: [part] };
  if (part.length <= MAX_IN_MEMORY) {
    // Read small ranges into memory, so that they need not wait for large files that are being sent to slow clients.
    return version.readRange(ranged).then((bytes) => ({ status: 206, headers, body: [bytes] }));
  }
  return version.body(ranged, request.reserve).then((streamed) => ({ status: 206, headers, body: null, streamed }));
}

/** Header fields for the content. A 404 has no entity tag: preconditions do not apply to it (RFC 9110, section 13.2.1). */
function contentHeaders(
  { etag, link, mediaType = JSON_MEDIA_TYPE, hasRanges }: Content,
  encoding: Encoding | null,
  kind: ResponseKind,
): Record<string, string> {
  const headers: Record<string, string> = { ...kind.headers };
  if (kind.status === 200) headers.ETag = encoding === null ? etag : encodedTag(etag, encoding);
  if (link) headers.Link = link;
  // Ranges of compressed content are not supported.
  if (hasRanges && encoding === null) Object.assign(headers, RANGE_HEADERS);
  if (encoding !== null) headers['Content-Encoding'] = encoding;
  headers['Content-Type'] = mediaType;
  return headers;
}

function isKnown({ ETag }: Record<string, string>, request: ApiRequest): boolean {
  return ETag !== undefined && matchesNoneOf(request.headers.get('if-none-match'), ETag);
}

/** A 304 omits header fields that describe the body, since it has none (RFC 9110, section 15.4.5). */
function notModified(headers: Record<string, string>): ApiResponse {
  const { 'Content-Encoding': _coding, 'Content-Type': _type, ...rest } = headers;
  return { status: 304, headers: rest, body: null };
}

/** Responds with a problem document (RFC 9457). */
export function respondWithProblem(problem: ProblemDetails, request: ApiRequest, prefix: string): ApiResponse {
  const { id, detail, extensions, headers } = problem;
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
  const fields = { ...API_HEADERS, ...ERROR_CACHE, ...headers, 'Content-Type': PROBLEM_MEDIA_TYPE };
  return withBody(status, fields, [bytes], request);
}

/** Creates a response with a body; for HEAD, with the same header fields but no body (RFC 9110, section 9.3.2). */
function withBody(status: number, headers: Record<string, string>, parts: readonly Bytes[], { method }: ApiRequest) {
  headers['Content-Length'] = String(lengthOf(parts));
  return { status, headers, body: method === 'HEAD' ? null : parts };
}

/** A path and query as a URI reference. If it is too long, it is truncated, but never within a percent-encoded byte. */
function reference(text: string): string {
  return text.length > MAX_ECHO ? text.slice(0, MAX_ECHO).replace(/%[0-9A-Fa-f]?$/, '') : text;
}
