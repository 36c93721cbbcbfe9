import { encodedTag, entityTag, matchesNoneOf } from './conditional.ts';
import { negotiateEncoding } from './negotiate-encoding.ts';
import { LONGEST_ECHO, type ProblemDetails } from './problem-details.ts';

/** What is needed of a request; a Web `Request` fits, and so does any method it refuses, such as TRACE. */
export interface ApiRequest {
  method: string;
  /** Absolute; only path and query count. */
  url: string;
  headers: Headers;
}

/** Content codings a host can produce, the preferred one first. */
export type Compressors = Partial<
  Record<Encoding, (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>>
>;
export type Encoding = 'br' | 'gzip';

/** Bodies below this size, in bytes, fit one packet anyway. */
const SMALLEST_COMPRESSED = 1400;

/** On everything under /v1. `Vary` stands whether something was compressed or not, else caches mix the two. */
const COMMON_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'ETag, Link',
  'Cache-Control': 'public, max-age=300, stale-while-revalidate=86400',
  'Vary': 'Accept-Encoding',
  'X-Content-Type-Options': 'nosniff',
};

/** A resource's body, and what its `Link` field names. */
export interface Representation {
  body: Uint8Array<ArrayBuffer>;
  links?: { next?: string | null; prev?: string | null; first?: string; last?: string };
  /** URL of the schema that describes the records. */
  schema?: string;
}

/** Answers 200 with a JSON body, compressed where the client takes it, or 304 when the client has it. */
export async function respondWithBody(
  { body, links, schema }: Representation,
  request: ApiRequest,
  compressors: Compressors,
): Promise<Response> {
  const encoding =
    body.length < SMALLEST_COMPRESSED
      ? null
      : negotiateEncoding(request.headers.get('Accept-Encoding'), Object.keys(compressors) as Encoding[]);
  const identityTag = await entityTag(body);
  const etag = encoding === null ? identityTag : encodedTag(identityTag, encoding);
  const headers = new Headers({ ...COMMON_HEADERS, 'ETag': etag });
  const link = linkField(links ?? {}, schema);
  if (link !== '') headers.set('Link', link);
  if (matchesNoneOf(request.headers.get('If-None-Match'), etag)) return new Response(null, { status: 304, headers });
  const compress = encoding === null ? undefined : compressors[encoding];
  const sent = compress ? await compress(body) : body;
  if (encoding !== null) headers.set('Content-Encoding', encoding);
  headers.set('Content-Type', 'application/json; charset=utf-8');
  return withBody(200, headers, sent, request);
}

/** Answers with problem details (RFC 9457). */
export function respondWithProblem(
  { kind, title, status, detail, extensions, headers }: ProblemDetails,
  request: ApiRequest,
  prefix: string,
): Response {
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
  const all = new Headers({ ...COMMON_HEADERS, ...headers, 'Content-Type': 'application/problem+json; charset=utf-8' });
  return withBody(status, all, bytes, request);
}

/** Answers an OPTIONS request, also one with which a browser asks before the real one. */
export function respondWithoutBody(status: number, headers: Record<string, string>): Response {
  return new Response(null, {
    status,
    headers: {
      ...COMMON_HEADERS,
      ...headers,
      'Access-Control-Allow-Methods': 'GET, HEAD, OPTIONS',
      'Access-Control-Allow-Headers': 'If-None-Match',
      'Access-Control-Max-Age': '86400',
    },
  });
}

/** HEAD is answered as GET, without the body (RFC 9110, section 9.3.2). */
function withBody(status: number, headers: Headers, bytes: Uint8Array<ArrayBuffer>, { method }: ApiRequest): Response {
  headers.set('Content-Length', String(bytes.length));
  return new Response(method === 'HEAD' ? null : bytes, { status, headers });
}

/** `Link` field (RFC 8288). Its URLs come from what was published, not from the request. */
function linkField({ next, prev, first, last }: NonNullable<Representation['links']>, schema?: string): string {
  const links = Object.entries({ next, prev, first, last, describedby: schema });
  return links.flatMap(([relation, url]) => (url ? [`<${url}>; rel="${relation}"`] : [])).join(', ');
}

/** A path and query as a URI reference, cut off where it is long, but not within an escape. */
function reference(text: string): string {
  return text.length > LONGEST_ECHO ? text.slice(0, LONGEST_ECHO).replace(/%[0-9A-Fa-f]?$/, '') : text;
}
