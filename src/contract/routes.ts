/*
 * The only place that knows a path: which file holds which resource, which URL leads to it, and which resource a request
 * names. One rule makes the file of every page: write the query as a path, `?limit=100&offset=200` → `/limit/100/offset/200.json`.
 */

import type { DownloadFormat, Layout } from '../model.ts';
import type { PageLinks } from './documents.ts';

/** Limit of a page if the request names none, and the largest limit. Both are in results. */
export const DEFAULT_LIMIT = 100;
export const MAX_LIMIT = 100;

/** What is published in pages: the list of datasets, or of one category's, or the records of one dataset. */
export type Collection = { kind: 'datasets'; category: string | null } | { kind: 'records'; config: string };

/** Part of a collection, in results: `limit` is from 1 to `MAX_LIMIT`, `offset` from 0. */
export interface Window {
  limit: number;
  offset: number;
}

/** What decides the URLs of a published folder. */
export interface Site {
  /** What every URL begins with; ends in `/`. */
  prefix: string;
  /** Limits for which pages have URLs of files. */
  pageSizes: readonly number[];
  /** `pages` if absent. */
  layout?: Layout | undefined;
  /** The formats in which each dataset can be downloaded as a whole; none if absent. */
  formats?: readonly DownloadFormat[] | undefined;
}

/** Content codings, and what each appends to the name of a published file for its compressed copy. */
export const COMPRESSED_ENDINGS = { br: '.br', gzip: '.gz' } as const;
/** Files below this size, in bytes, fit one packet uncompressed, so compressing them saves nothing. */
export const SMALLEST_COMPRESSED = 1400;

export const INDEX_FILE = 'v1/index.json';
export const API_FOLDER = 'v1';
/** The catalogue's logo, if it has one. */
export const LOGO_FILE = 'logo.svg';
/** The publisher's own style sheet, if there is one. */
export const THEME_FILE = 'theme.css';
/** Folder of the pages that the publisher has written. */
export const TEXT_PAGES = 'pages';
/** What the publisher has written for the home page and for pages of its own, if anything. */
export const TEXTS_FILE = `${TEXT_PAGES}/texts.json`;
/** The icon of the pages of a catalogue without a logo. */
export const ICON_FILE = 'favicon.svg';
/** Files beside those of /v1 that say how the pages look, and what the publisher has written. A catalogue may have any of them. */
export const LOOK_FILES = [LOGO_FILE, THEME_FILE, TEXTS_FILE] as const;
/** The client, which programs of any site may load. */
export const CLIENT_FILE = 'almanac.js';
/** The licences of the packages that the scripts of the pages contain. The server has such a file too. */
export const LICENCES_FILE = 'licences.md';
/** Folder of the pages' style sheets and scripts. */
export const ASSET_FOLDER = 'assets';
/** Folder of the pages of datasets, and of the pages that other sites show in a frame. Each dataset has a folder of its own in both. */
export const DATASET_PAGES = 'datasets';
export const EMBED_FOLDER = 'embed';
/** Folder of the pages that list a category's datasets. */
export const CATEGORY_PAGES = 'categories';
/** The page for paths that lead nowhere, and the file of each page in its folder. */
export const NOT_FOUND_PAGE = '404.html';
export const PAGE_FILE = 'index.html';
/** Files larger than this, in bytes, are sent piece by piece, and not compressed for a request. So are windows of more bytes. */
export const MAX_IN_MEMORY = 1 << 20;

/** Prefix of all URLs. It begins at the root of the host if the host's own URL is not known. */
export function urlPrefix(site: string | null, base: string): string {
  return site === null ? base : new URL(base, site).href;
}

/** Path below which a host serves the catalogue, such as `/` or `/data/`: the path of the prefix. */
export function basePath(prefix: string): string {
  return new URL(prefix, 'http://localhost').pathname;
}

/** Prefix of all URLs, from the index's link to itself. */
export function prefixOfIndex(self: string): string {
  return self.slice(0, -INDEX_FILE.length);
}

/** The JSON files that each dataset has besides the pages of its records. A request may leave out `.json`. */
export const DATASET_FILES = ['info', 'about', 'schema', 'quality', 'profile', 'downloads'] as const;

export type DatasetFile = (typeof DATASET_FILES)[number];

/** Path of one of a dataset's files. */
export function datasetFile(file: DatasetFile, config: string): string {
  return `v1/datasets/${config}/${file}.json`;
}

/**
 * The files in which tools take a whole dataset, by format. `text/csv` has its parameters from RFC 4180, section 3; NDJSON has no
 * registered media type, and this is the one that tools know.
 */
export const DOWNLOADS = {
  csv: { name: 'data.csv', mediaType: 'text/csv; charset=utf-8; header=present' },
  ndjson: { name: 'data.ndjson', mediaType: 'application/x-ndjson; charset=utf-8' },
  parquet: { name: 'data.parquet', mediaType: 'application/vnd.apache.parquet' },
  xlsx: { name: 'data.xlsx', mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
} as const satisfies Record<DownloadFormat, { name: string; mediaType: string }>;

export const DOWNLOAD_FORMATS = Object.keys(DOWNLOADS) as DownloadFormat[];

/**
 * The files of a dataset's main chart, beside the dataset's page: what it shows, as a picture that scales, and as a picture that is shared.
 * A dataset without a chart has none of them.
 */
export const CHART_FILES = { data: 'chart.json', drawing: 'chart.svg', picture: 'chart.png' } as const;

export type ChartFile = keyof typeof CHART_FILES;

/** Path of a file of a dataset's chart. */
export function chartFile(file: ChartFile, config: string): string {
  return `${DATASET_PAGES}/${config}/${CHART_FILES[file]}`;
}

/** File beside the published ones, while pages are rendered: the datasets whose pages are. Without it, all are. */
export const RENDER_LIST = 'render.json';

/** File beside the published ones, while pages are rendered: what a dataset's page shows of its chart besides the files of the chart. */
export function chartPageFile(config: string): string {
  return `drawn/${config}.json`;
}

/** Size of the picture that is shared, in pixels, as Open Graph and social networks show it. */
export const PICTURE_SIZE = { width: 1200, height: 630 } as const;

/** Path of a whole dataset in a format. */
export function downloadFile(format: DownloadFormat, config: string): string {
  return `v1/datasets/${config}/${DOWNLOADS[format].name}`;
}

/** File of a collection's first page, with `DEFAULT_LIMIT` results. */
export function collectionFile(collection: Collection): string {
  return `${collectionFolder(collection)}.json`;
}

/** File of a page; `hasPageUrl` says which pages have one. */
export function pageFile(collection: Collection, { limit, offset }: Window): string {
  return `${collectionFolder(collection)}/limit/${limit}/offset/${offset}.json`;
}

/** Folder of a packed dataset's chunks. */
const CHUNKS = 'chunks';

/** File of a chunk of records; `first` is the number of its first record, from 0. */
export function chunkFile(config: string, first: number): string {
  return `v1/datasets/${config}/${CHUNKS}/${first}.json`;
}

/** File that lists a dataset's chunks. */
export function chunkIndexFile(config: string): string {
  return `v1/datasets/${config}/${CHUNKS}/index.json`;
}

/**
 * Whether a file is a chunk or an index of chunks. Code never sends these: it makes pages from them. Hosts without code send them to the
 * client.
 */
export function isChunkFile(path: string): boolean {
  const [api, datasets, , folder] = path.split('/');
  return api === API_FOLDER && datasets === 'datasets' && folder === CHUNKS;
}

/** Whether only the first page of a collection, with `DEFAULT_LIMIT` results, is a file. */
export function isPacked({ layout }: Site, { kind }: Collection): boolean {
  return layout === 'packed' && kind === 'records';
}

/** Folder of a collection's other files. */
export function collectionFolder(collection: Collection): string {
  if (collection.kind === 'records') return `v1/datasets/${collection.config}`;
  return collection.category === null ? 'v1/datasets' : `v1/datasets/category/${collection.category}`;
}

/**
 * Whether a page has the URL of a file: its limit is one of the site's page sizes, and its offset is a multiple of the limit. The file
 * exists unless the collection is packed. The empty page at offset = count is included: the specification's formula for the last page,
 * count − (count % limit), can lead to it.
 */
export function hasPageUrl(site: Site, count: number, { limit, offset }: Window): boolean {
  return site.pageSizes.includes(limit) && offset % limit === 0 && offset <= count;
}

/** Offsets of the pages of one size that have URLs of files, in order. */
export function* pageOffsets(count: number, limit: number): Generator<number, void, undefined> {
  for (let offset = 0; offset <= count; offset += limit) yield offset;
}

/** URL of a page: of its file if it has one, otherwise with a query. */
export function pageUrl(site: Site, collection: Collection, count: number, window: Window): string {
  if (window.limit === DEFAULT_LIMIT && window.offset === 0) return site.prefix + collectionFile(collection);
  if (hasPageUrl(site, count, window)) return site.prefix + pageFile(collection, window);
  const category =
    collection.kind === 'datasets' && collection.category !== null ? `category=${collection.category}&` : '';
  const path = collection.kind === 'records' ? collectionFolder(collection) : 'v1/datasets';
  return `${site.prefix}${path}?${category}limit=${window.limit}&offset=${window.offset}`;
}

/** Links of a page of a collection with `count` results. Following `next` from `first` visits every result once. */
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

/** What a path under /v1 names. `page` has the texts of limit and offset, unchecked; null if the path names no page. */
export type Route =
  | { kind: 'index' }
  | { kind: 'collection'; collection: Collection; page: { limit: string; offset: string } | null }
  | { kind: 'file'; file: DatasetFile; config: string }
  | { kind: 'download'; format: DownloadFormat; config: string };

/**
 * Reads a request's path, which is decoded, begins with `v1` and does not end in a slash. Null if it is not an endpoint. Names are not
 * checked: the caller looks up whether the dataset or category exists.
 */
export function matchRoute(path: string): Route | null {
  const segments = withoutJson(path).split('/');
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
  const file = DATASET_FILES.find((it) => it === second);
  if (file && others.length === 0) return { kind: 'file', file, config: first };
  const format = DOWNLOAD_FORMATS.find((it) => DOWNLOADS[it].name === second);
  if (format && others.length === 0) return { kind: 'download', format, config: first };
  return matchPage({ kind: 'records', config: first }, segments.slice(1));
}

function withoutJson(path: string): string {
  return path.replace(/\.json$/, '');
}

function matchPage(collection: Collection, segments: readonly string[]): Route | null {
  if (segments.length === 0) return { kind: 'collection', collection, page: null };
  const [limitWord, limit, offsetWord, offset] = segments;
  if (segments.length !== 4 || limitWord !== 'limit' || offsetWord !== 'offset') return null;
  return { kind: 'collection', collection, page: { limit: limit as string, offset: offset as string } };
}

/** A path without its escapes; null if they are not UTF-8. */
export function decodePath(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
