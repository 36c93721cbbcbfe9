/* Fixed values for the header fields of responses. */

/** Caches may keep an error for only one minute, since what is missing may be published soon. */
export const ERROR_CACHE = { 'Cache-Control': 'public, max-age=60' } as const;

/**
 * Header fields of every response under /v1. Errors replace `Cache-Control` with `ERROR_CACHE` or `NOT_STORED`. `Vary` is sent even if the
 * body is not compressed, so that caches keep compressed and uncompressed bodies apart.
 */
export const API_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Accept-Ranges, Content-Range, ETag, Link, Retry-After',
  // Clients and caches may keep a document for 5 minutes, and use it for another day while they fetch a new one.
  'Cache-Control': 'public, max-age=300, stale-while-revalidate=86400',
  'Vary': 'Accept-Encoding',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** Methods allowed under /v1, as listed in the `Allow` field. */
export const API_METHODS = 'GET, HEAD, OPTIONS';

/** Header fields of responses to OPTIONS, such as the preflight requests of browsers (CORS), which may cache the response for a day. */
export const OPTIONS_HEADERS = {
  ...API_HEADERS,
  'Allow': API_METHODS,
  'Access-Control-Allow-Methods': API_METHODS,
  'Access-Control-Allow-Headers': 'If-None-Match, If-Range, Range',
  'Access-Control-Max-Age': '86400',
} as const;

/** Header field of uncompressed downloads, which support requests for byte ranges (RFC 9110, section 14.3). */
export const RANGE_HEADERS = { 'Accept-Ranges': 'bytes' } as const;

/** Header field of responses that caches must not store. */
export const NOT_STORED = { 'Cache-Control': 'no-store' } as const;

export const JSON_MEDIA_TYPE = 'application/json; charset=utf-8';
export const FEED_MEDIA_TYPE = 'application/atom+xml';
export const PROBLEM_MEDIA_TYPE = 'application/problem+json; charset=utf-8';

/**
 * Content Security Policy of pages, sent as a header field and also declared in the HTML. Scripts, style sheets, images and fetched data
 * must come from the page's own origin; images may also be `data:` URLs. Inline scripts and styles are forbidden.
 */
export const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'";

/** Header fields of all pages, except pages for embedding. Only a header field can set `frame-ancestors`: browsers ignore it in HTML. */
export const PAGE_HEADERS = {
  'Accept-Ranges': 'none',
  // Caches may keep a page, but must revalidate it before each use.
  'Cache-Control': 'public, max-age=0, must-revalidate',
  'Content-Security-Policy': `${PAGE_POLICY}; frame-ancestors 'none'`,
  'X-Content-Type-Options': 'nosniff',
  'Vary': 'Accept-Encoding',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
} as const;

/** Header fields of the pages in `EMBED_FOLDER`, which any site may show in a frame. */
export const EMBED_HEADERS = { ...PAGE_HEADERS, 'Content-Security-Policy': `${PAGE_POLICY}; frame-ancestors *` };

/** Caches may keep the files in `ASSET_FOLDER` for a year, since their names contain a hash of their content. */
export const ASSET_CACHE = { 'Cache-Control': 'public, max-age=31536000, immutable' } as const;

/** Methods allowed for pages, as listed in the `Allow` field. */
export const PAGE_METHODS = 'GET, HEAD';
