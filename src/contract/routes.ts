/*
 * The only place that knows a path: which file holds which resource, which URL leads to it, and which resource a request
 * asks for. One rule makes every page's file: write the query as a path, `?limit=100&offset=200` → `/limit/100/offset/200.json`.
 */

import type { Layout } from '../model.ts';

/** Limit of a page when none is asked for, and the largest there is. */
export const DEFAULT_LIMIT = 100;
export const MAX_LIMIT = 100;

/** What comes in pages: the list of datasets, perhaps of one category, or the records of one dataset. */
export type Collection = { kind: 'datasets'; category: string | null } | { kind: 'records'; config: string };

/** Part of a collection: `limit` from 1 to 100 and `offset` from 0, both in records. */
export interface Window {
  limit: number;
  offset: number;
}

/** Links of a page to its neighbours; null where there is none. */
export interface PageLinks {
  self: string;
  first: string;
  prev: string | null;
  next: string | null;
  last: string;
}

/** What a published folder is known by: the prefix of its URLs, ending in `/`, and the page sizes that have URLs of files. */
export interface Site {
  prefix: string;
  pageSizes: readonly number[];
  /** `pages` when absent. */
  layout?: Layout;
}

/** Content codings, and what stands behind the name of a published file for the file that holds it in them. */
export const COMPRESSED_ENDINGS = { br: '.br', gzip: '.gz' } as const;
/** Files below this size, in bytes, fit one packet as they are, and are not compressed. */
export const SMALLEST_COMPRESSED = 1400;

export const INDEX_FILE = 'v1/index.json';
export const API_FOLDER = 'v1';

/** Prefix of all URLs: from the root of the host when the host's own URL is not known. */
export function urlPrefix(site: string | null, base: string): string {
  return site === null ? base : new URL(base, site).href;
}

/** Path below which a host serves the catalogue, such as `/` or `/data/`: the path part of the prefix. */
export function basePath(prefix: string): string {
  return new URL(prefix, 'http://localhost').pathname;
}

/** Prefix of all URLs, from the index's link to itself. */
export function prefixOfIndex(self: string): string {
  return self.slice(0, -INDEX_FILE.length);
}

export function infoFile(config: string): string {
  return `v1/datasets/${config}/info.json`;
}

export function schemaFile(config: string): string {
  return `v1/datasets/${config}/schema.json`;
}

export function qualityFile(config: string): string {
  return `v1/datasets/${config}/quality.json`;
}

/** File of a collection's first page in the default size. */
export function collectionFile(collection: Collection): string {
  return `${collectionPath(collection)}.json`;
}

/** File of a page; see `hasPageUrl`. */
export function pageFile(collection: Collection, { limit, offset }: Window): string {
  return `${collectionPath(collection)}/limit/${limit}/offset/${offset}.json`;
}

/** Folder of a packed dataset's chunks. */
const CHUNKS = 'chunks';

/** File of the chunk of records that begins with some record, counted from 0. */
export function chunkFile(config: string, first: number): string {
  return `v1/datasets/${config}/${CHUNKS}/${first}.json`;
}

/** File that says which chunks a dataset has. */
export function chunkIndexFile(config: string): string {
  return `v1/datasets/${config}/${CHUNKS}/index.json`;
}

/** True for a file that pages are made of and that is never an answer itself. */
export function isChunkFile(path: string): boolean {
  const [api, datasets, , folder] = path.split('/');
  return api === API_FOLDER && datasets === 'datasets' && folder === CHUNKS;
}

/** True for a collection whose pages are no files, but for the first one in the default size. */
export function isPacked({ layout }: Site, { kind }: Collection): boolean {
  return layout === 'packed' && kind === 'records';
}

function collectionPath(collection: Collection): string {
  if (collection.kind === 'records') return `v1/datasets/${collection.config}`;
  return collection.category === null ? 'v1/datasets' : `v1/datasets/category/${collection.category}`;
}

/**
 * True when a page has the URL of a file, which is there unless the collection is packed: its limit is one of the site's page sizes and its
 * offset a multiple of it. The page at offset = count has one when it is such a multiple: the specification's formula for the last page,
 * count − (count % limit), leads to it.
 */
export function hasPageUrl(site: Site, count: number, { limit, offset }: Window): boolean {
  return site.pageSizes.includes(limit) && offset % limit === 0 && offset <= count;
}

/** Offsets of the pages of one size that have URLs of files, in order. */
export function* pageOffsets(count: number, limit: number): Generator<number, void, undefined> {
  for (let offset = 0; offset <= count; offset += limit) yield offset;
}

/** URL of a page, the same whether it is a file or made when it is asked for. */
export function pageUrl(site: Site, collection: Collection, count: number, window: Window): string {
  if (window.limit === DEFAULT_LIMIT && window.offset === 0) return site.prefix + collectionFile(collection);
  if (hasPageUrl(site, count, window)) return site.prefix + pageFile(collection, window);
  const category =
    collection.kind === 'datasets' && collection.category !== null ? `category=${collection.category}&` : '';
  const path = collection.kind === 'records' ? collectionPath(collection) : 'v1/datasets';
  return `${site.prefix}${path}?${category}limit=${window.limit}&offset=${window.offset}`;
}

/** Links of a page of `count` records. Whoever follows `next` from `first` sees every record once. */
export function pageLinks(site: Site, collection: Collection, count: number, { limit, offset }: Window): PageLinks {
  const to = (at: number): string => pageUrl(site, collection, count, { limit, offset: at });
  const last = count === 0 ? 0 : Math.floor((count - 1) / limit) * limit;
  return {
    self: to(offset),
    first: to(0),
    prev: offset === 0 ? null : to(offset > count ? last : Math.max(0, offset - limit)),
    next: offset + limit < count ? to(offset + limit) : null,
    last: to(last),
  };
}

/** What a path under /v1 asks for; `limit` and `offset` as they stand there, when the path names a page. */
export type Route =
  | { kind: 'index' }
  | { kind: 'collection'; collection: Collection; page: { limit: string; offset: string } | null }
  | { kind: 'info' | 'schema' | 'quality'; config: string };

/**
 * Reads a request's path, decoded and from `v1` on, without its slash at either end. Null for what is no endpoint. Names are taken as they
 * stand: whether there is such a dataset is for the caller to look up.
 */
export function matchRoute(path: string): Route | null {
  const segments = path.replace(/\.json$/, '').split('/');
  if (segments[0] !== API_FOLDER || segments.some((segment) => segment === '')) return null;
  const rest = segments.slice(1);
  if (rest.length === 0 || (rest.length === 1 && rest[0] === 'index')) return { kind: 'index' };
  if (rest[0] !== 'datasets') return null;
  return matchDatasets(rest.slice(1));
}

function matchDatasets(segments: readonly string[]): Route | null {
  const [first, second, ...others] = segments;
  if (first === undefined || first === 'limit') {
    return matchPage({ kind: 'datasets', category: null }, segments);
  }
  if (first === 'category') {
    return second === undefined ? null : matchPage({ kind: 'datasets', category: second }, others);
  }
  const isFile = second === 'info' || second === 'schema' || second === 'quality';
  if (isFile && others.length === 0) return { kind: second, config: first };
  return matchPage({ kind: 'records', config: first }, segments.slice(1));
}

function matchPage(collection: Collection, segments: readonly string[]): Route | null {
  if (segments.length === 0) return { kind: 'collection', collection, page: null };
  const [limitWord, limit, offsetWord, offset] = segments;
  if (segments.length !== 4 || limitWord !== 'limit' || offsetWord !== 'offset') return null;
  return { kind: 'collection', collection, page: { limit: limit as string, offset: offset as string } };
}
