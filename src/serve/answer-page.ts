import { ASSET_CACHE, EMBED_HEADERS, ERROR_CACHE, FEED_MEDIA_TYPE, PAGE_HEADERS } from '../contract/headers.ts';
import { ASSET_FOLDER, EMBED_FOLDER, isFeed, MODULE_FILES, NOT_FOUND_PAGE, PAGE_FILE } from '../contract/routes.ts';
import type { PublishedVersion } from './published-version.ts';
import type { ResponseKind } from './respond.ts';
import { whenReady } from './when-ready.ts';

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  gif: 'image/gif',
  html: 'text/html; charset=utf-8',
  ico: 'image/x-icon',
  jpg: 'image/jpeg',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  wasm: 'application/wasm',
  webmanifest: 'application/manifest+json; charset=utf-8',
  webp: 'image/webp',
  woff2: 'font/woff2',
  xml: 'application/xml; charset=utf-8',
};
const UNKNOWN_TYPE = 'application/octet-stream';

const PAGE: ResponseKind = { status: 200, headers: PAGE_HEADERS };
const ASSET: ResponseKind = { status: 200, headers: { ...PAGE_HEADERS, ...ASSET_CACHE } };
const EMBED: ResponseKind = { status: 200, headers: EMBED_HEADERS };
/** For files that scripts of any site may read. */
const SHARED: ResponseKind = { status: 200, headers: { ...PAGE_HEADERS, 'Access-Control-Allow-Origin': '*' } };
const NOT_FOUND: ResponseKind = { status: 404, headers: { ...PAGE_HEADERS, ...ERROR_CACHE } };

/**
 * Finds the file for a path outside /v1. `path` is decoded and relative to the base, without a leading slash; null if it is not under
 * the base or cannot be decoded. Folders are found with or without a trailing slash, so nothing is redirected. Only files in
 * `version.pages` are found; for any other path, returns the 404 page, or null if the site has none. `kind` is the status and headers.
 */
export function answerPage(path: string | null, version: PublishedVersion) {
  const file = path === null ? null : fileOf(path, version.pages as ReadonlySet<string>);
  if (file !== null) return open(file, kindOf(file), version);
  return version.pages?.has(NOT_FOUND_PAGE) ? open(NOT_FOUND_PAGE, NOT_FOUND, version) : null;
}

/** Status and headers of a file outside /v1. */
export function kindOf(file: string): ResponseKind {
  if (MODULE_FILES.includes(file) || isFeed(file)) return SHARED;
  if (file.startsWith(`${ASSET_FOLDER}/`)) return ASSET;
  return file.startsWith(`${EMBED_FOLDER}/`) ? EMBED : PAGE;
}

function fileOf(path: string, pages: ReadonlySet<string>): string | null {
  const names = path === '' || path.endsWith('/') ? [path + PAGE_FILE] : [path, `${path}/${PAGE_FILE}`];
  return names.find((name) => pages.has(name)) ?? null;
}

function open(file: string, kind: ResponseKind, version: PublishedVersion) {
  return whenReady(version.open(file), (content) => {
    const byEnding = MEDIA_TYPES[file.slice(file.lastIndexOf('.') + 1)] ?? UNKNOWN_TYPE;
    content.mediaType = isFeed(file) ? `${FEED_MEDIA_TYPE}; charset=utf-8` : byEnding;
    return { content, kind };
  });
}
