/*
 * Header fields of the responses, for every host. Field values never repeat anything from a request.
 */

/** How long clients and caches may keep a document: 5 minutes, and for a day longer while they fetch a new one. */
const CACHE_CONTROL = 'public, max-age=300, stale-while-revalidate=86400';

/** How long caches may keep an error: a minute, since what is missing may be published soon. */
export const ERROR_CACHE = { 'Cache-Control': 'public, max-age=60' } as const;

/**
 * Of every response under /v1; errors have `ERROR_CACHE` or `NOT_STORED` instead of its `Cache-Control`. `Vary` is sent whether or not the
 * body is compressed: otherwise caches mix both.
 */
export const API_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Accept-Ranges, Content-Range, ETag, Link, Retry-After',
  'Cache-Control': CACHE_CONTROL,
  'Vary': 'Accept-Encoding',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** Methods under /v1, as the field `Allow` lists them. */
export const API_METHODS = 'GET, HEAD, OPTIONS';

/**
 * Of the response to OPTIONS, which a browser sends before a request from another origin. Browsers keep it for a day.
 */
export const PREFLIGHT_HEADERS = {
  'Access-Control-Allow-Methods': API_METHODS,
  'Access-Control-Allow-Headers': 'If-None-Match, If-Range, Range',
  'Access-Control-Max-Age': '86400',
} as const;

/**
 * Of the responses with a whole dataset that is not compressed: a request may ask for a range of its bytes (RFC 9110, section 14.3).
 */
export const RANGE_HEADERS = { 'Accept-Ranges': 'bytes' } as const;

/** Of a response that no cache may keep. */
export const NOT_STORED = { 'Cache-Control': 'no-store' } as const;

export const JSON_MEDIA_TYPE = 'application/json; charset=utf-8';
export const PROBLEM_MEDIA_TYPE = 'application/problem+json; charset=utf-8';

/**
 * Content policy of pages, which each page also states itself: scripts, style sheets, images, and what scripts read, come from the page's
 * own host. Nothing is inline except data, which no browser runs.
 */
export const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'";

/** Of every page, except that `EMBED_HEADERS` differ. HTML ignores `frame-ancestors` in a page itself. */
export const PAGE_HEADERS = {
  'Accept-Ranges': 'none',
  // Caches keep a page, but ask each time whether it is still the same.
  'Cache-Control': 'public, max-age=0, must-revalidate',
  'Content-Security-Policy': `${PAGE_POLICY}; frame-ancestors 'none'`,
  'X-Content-Type-Options': 'nosniff',
  'Vary': 'Accept-Encoding',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
} as const;

/** Of the pages in `EMBED_FOLDER`: any page may show them in a frame. */
export const EMBED_HEADERS = {
  ...PAGE_HEADERS,
  'Content-Security-Policy': `${PAGE_POLICY}; frame-ancestors *`,
} as const;

/** Of the files in `ASSET_FOLDER`, whose names contain a hash of their content. */
export const ASSET_CACHE = { 'Cache-Control': 'public, max-age=31536000, immutable' } as const;

/** Methods of pages, as the field `Allow` lists them. */
export const PAGE_METHODS = 'GET, HEAD';
