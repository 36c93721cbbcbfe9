/*
 * The only module that defines paths: the file of each resource, its URL, and the resource that a request names. The file of a page is
 * named after its query: `?limit=100&offset=200` → `/limit/100/offset/200.json`.
 */

import type { DownloadFormat, Layout } from '../model.ts';
import type { PageLinks } from './documents.ts';

/** Default and maximum limit of a page, in results. */
export const DEFAULT_LIMIT = 100;
export const MAX_LIMIT = 100;

/** A collection that is published in pages: all datasets, the datasets of one category, or the records of one dataset. */
export type Collection = { kind: 'datasets'; category: string | null } | { kind: 'records'; config: string };

/** Part of a collection, in results: `limit` is from 1 to `MAX_LIMIT`, and `offset` is 0 or more. */
export interface Window {
  limit: number;
  offset: number;
}

/** Settings that determine the URLs of a published folder. */
export interface Site {
  /** Start of every URL; ends with `/`. */
  prefix: string;
  /** Page sizes for which pages have URLs without a query. */
  pageSizes: readonly number[];
  /** Defaults to `pages`. */
  layout?: Layout | undefined;
  /** Formats in which whole datasets can be downloaded; none if absent. */
  formats?: readonly DownloadFormat[] | undefined;
}

/** Suffix of the compressed copy of a published file, by content coding. */
export const COMPRESSED_ENDINGS = { br: '.br', gzip: '.gz' } as const;
/** Files smaller than this, in bytes, fit in about one packet uncompressed, so compressing them saves little. */
export const SMALLEST_COMPRESSED = 1400;

export const INDEX_FILE = 'v1/index.json';
/** The list of all other files under /v1, with their digests. */
export const API_MANIFEST = 'v1/manifest.json';
/** What changed in the last editions. */
export const CHANGES_FILE = 'v1/changes.json';
/** JSON files about the whole API. A request may omit `.json`. */
const API_DOCUMENTS = [INDEX_FILE, API_MANIFEST, CHANGES_FILE] as const;
export const API_FOLDER = 'v1';
/** The catalogue's logo, if there is one. */
export const LOGO_FILE = 'logo.svg';
/** The publisher's own style sheet, if there is one. */
export const THEME_FILE = 'theme.css';
/** Folder of the pages that the publisher has written. */
export const TEXT_PAGES = 'pages';
/** The publisher's texts for the home page and for additional pages, if there are any. */
export const TEXTS_FILE = `${TEXT_PAGES}/texts.json`;
/** Icon of the pages if the catalogue has no logo. */
export const ICON_FILE = 'favicon.svg';
/** Files outside /v1 that determine the look of the pages or contain the publisher's texts. All of them are optional. */
export const LOOK_FILES = [LOGO_FILE, THEME_FILE, TEXTS_FILE] as const;
/** The client, which scripts of any site may load. */
export const CLIENT_FILE = 'almanac.js';
/** The module that answers questions about whole tables, which scripts of any site may load. */
export const QUERY_FILE = 'almanac-query.js';
export const MODULE_FILES: readonly string[] = [CLIENT_FILE, QUERY_FILE];
/** Licences of bundled packages: one file for the scripts of the pages, and one of the same name for the server. */
export const LICENCES_FILE = 'licences.md';
/** Folder of the pages' style sheets and scripts. */
export const ASSET_FOLDER = 'assets';
/** Folder of the dataset pages, and folder of the pages that other sites can embed. Both have a subfolder for each dataset. */
export const DATASET_PAGES = 'datasets';
export const EMBED_FOLDER = 'embed';
/** Folder of the pages that list a category's datasets. */
export const CATEGORY_PAGES = 'categories';
/** The page for unknown paths. Every other page has a folder of its own, in which its file is named `PAGE_FILE`. */
export const NOT_FOUND_PAGE = '404.html';
export const PAGE_FILE = 'index.html';
/** Files with more bytes than this are streamed if the host supports it. Streamed files are not compressed on request. */
export const MAX_IN_MEMORY = 1 << 20;

/** Feed of the changes of all datasets. */
export const FEED_FILE = 'feed.xml';

/** Folder of the feeds of single datasets. */
export const FEED_FOLDER = 'feeds';

/** Feed of the changes of one dataset. */
export function datasetFeed(config: string): string {
  return `${FEED_FOLDER}/${config}.xml`;
}

/** Whether a published file is a feed. */
export function isFeed(path: string): boolean {
  return path === FEED_FILE || (path.startsWith(`${FEED_FOLDER}/`) && path.endsWith('.xml'));
}

/** Prefix of all URLs: an absolute URL if the site's URL is known, otherwise a path such as `/data/`. */
export function urlPrefix(site: string | null, base: string): string {
  return site === null ? base : new URL(base, site).href;
}

/** Path under which a host serves the catalogue, such as `/` or `/data/`. */
export function basePath(prefix: string): string {
  return new URL(prefix, 'http://localhost').pathname;
}

/** Prefix of all URLs, derived from the index's link to itself. */
export function prefixOfIndex(self: string): string {
  return self.slice(0, -INDEX_FILE.length);
}

/** JSON files of each dataset besides its records. A request may omit `.json`. */
export const DATASET_FILES = ['info', 'about', 'schema', 'quality', 'profile', 'downloads'] as const;

export type DatasetFile = (typeof DATASET_FILES)[number];

export function datasetFile(file: DatasetFile, config: string): string {
  return `v1/datasets/${config}/${file}.json`;
}

/** File names and media types of downloads. For `text/csv` see RFC 4180, section 3. NDJSON has no registered type; this one is common. */
export const DOWNLOADS = {
  csv: { name: 'data.csv', mediaType: 'text/csv; charset=utf-8; header=present' },
  ndjson: { name: 'data.ndjson', mediaType: 'application/x-ndjson; charset=utf-8' },
  parquet: { name: 'data.parquet', mediaType: 'application/vnd.apache.parquet' },
  xlsx: { name: 'data.xlsx', mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
} as const satisfies Record<DownloadFormat, { name: string; mediaType: string }>;

export const DOWNLOAD_FORMATS = Object.keys(DOWNLOADS) as DownloadFormat[];

/** Files of a dataset's main chart, if it has one, next to its page: the data, a vector drawing, and a picture, which can be turned off. */
export const CHART_FILES = { data: 'chart.json', drawing: 'chart.svg', picture: 'chart.png' } as const;

export function chartFile(file: keyof typeof CHART_FILES, config: string): string {
  return `${DATASET_PAGES}/${config}/${CHART_FILES[file]}`;
}

/** Temporary file with the list of datasets whose pages are rendered. Without it, the pages of all datasets are rendered. */
export const RENDER_LIST = 'render.json';

/** Folder of temporary files with one subfolder per dataset. */
export const DRAWN_FOLDER = 'drawn';

/** Temporary file that contains the `ChartPage` of a dataset, for use when the pages are rendered. */
export function chartPageFile(config: string): string {
  return `${DRAWN_FOLDER}/${config}/page.json`;
}

/** Temporary file that contains the config name of the dataset whose chart the home page shows; null if no dataset has a chart. */
export const FEATURED_FILE = `${DRAWN_FOLDER}/featured.json`;

/** Size of the picture for sharing, in pixels, chosen to suit link previews on social networks. */
export const PICTURE_SIZE = { width: 1200, height: 630 } as const;

export function downloadFile(format: DownloadFormat, config: string): string {
  return `v1/datasets/${config}/${DOWNLOADS[format].name}`;
}

/** File of a collection's first page, with a limit of `DEFAULT_LIMIT`. */
export function collectionFile(collection: Collection): string {
  return `${collectionFolder(collection)}.json`;
}

/** Path of the file of a page. The file exists if `hasPageUrl` returns true and the collection is not packed. */
export function pageFile(collection: Collection, { limit, offset }: Window): string {
  return `${collectionFolder(collection)}/limit/${limit}/offset/${offset}.json`;
}

/** Folder of a packed dataset's chunks. */
const CHUNKS = 'chunks';

/** File of a chunk of records. `first` is the index of its first record, from 0. */
export function chunkFile(config: string, first: number): string {
  return `v1/datasets/${config}/${CHUNKS}/${first}.json`;
}

export function chunkIndexFile(config: string): string {
  return `v1/datasets/${config}/${CHUNKS}/index.json`;
}

/** Whether a file is a chunk or a chunk index. Static hosts send these to the client; hosts that run code only make pages from them. */
export function isChunkFile(path: string): boolean {
  const [api, datasets, , folder] = path.split('/');
  return api === API_FOLDER && datasets === 'datasets' && folder === CHUNKS;
}

/** Whether a collection is packed. If it is, only its first page, with a limit of `DEFAULT_LIMIT`, has a file. */
export function isPacked({ layout }: Site, { kind }: Collection): boolean {
  return layout === 'packed' && kind === 'records';
}

/** Folder of a collection's files, except for its first page. */
export function collectionFolder(collection: Collection): string {
  if (collection.kind === 'records') return `v1/datasets/${collection.config}`;
  return collection.category === null ? 'v1/datasets' : `v1/datasets/category/${collection.category}`;
}

/**
 * Whether a page has a URL without a query: its limit is one of the site's page sizes, and its offset is a multiple of the limit.
 * Unless the collection is packed, the page also has a file. The empty page at offset = count is included, because the specification's
 * formula for the last page, count − (count % limit), can lead to it.
 */
export function hasPageUrl(site: Site, count: number, { limit, offset }: Window): boolean {
  return site.pageSizes.includes(limit) && offset % limit === 0 && offset <= count;
}

/** Offsets of all pages of one size that have URLs without a query, in ascending order. */
export function* pageOffsets(count: number, limit: number): Generator<number, void, undefined> {
  for (let offset = 0; offset <= count; offset += limit) yield offset;
}

/** URL of a page. It has no query if `hasPageUrl` returns true, or if the page is the first and has the default limit. */
export function pageUrl(site: Site, collection: Collection, count: number, window: Window): string {
  if (window.limit === DEFAULT_LIMIT && window.offset === 0) return site.prefix + collectionFile(collection);
  if (hasPageUrl(site, count, window)) return site.prefix + pageFile(collection, window);
  const category =
    collection.kind === 'datasets' && collection.category !== null ? `category=${collection.category}&` : '';
  const path = collection.kind === 'records' ? collectionFolder(collection) : 'v1/datasets';
  return `${site.prefix}${path}?${category}limit=${window.limit}&offset=${window.offset}`;
}

/** Links of a page in a collection of `count` results. Following `next` from `first` visits every result exactly once. */
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

/** The resource that a path under /v1 names. `page` has the limit and offset as unchecked strings; null if the path names no page. */
export type Route =
  | { kind: 'document'; path: (typeof API_DOCUMENTS)[number] }
  | { kind: 'collection'; collection: Collection; page: { limit: string; offset: string } | null }
  | { kind: 'file'; file: DatasetFile; config: string }
  | { kind: 'download'; format: DownloadFormat; config: string };

/**
 * Parses the path of a request, which must be decoded, start with `v1` and not end with a slash. Returns null if it is not an endpoint.
 * Names are not checked: the caller must look up whether the dataset or category exists.
 */
export function matchRoute(path: string): Route | null {
  const name = path.replace(/\.json$/, '');
  const [api, folder, ...segments] = name.split('/');
  const [first, second, ...others] = segments;
  if (api !== API_FOLDER || folder === '' || segments.includes('')) return null;
  const document = folder === undefined ? INDEX_FILE : API_DOCUMENTS.find((it) => it === `${name}.json`);
  if (document) return { kind: 'document', path: document };
  if (folder !== 'datasets') return null;
  if (first === undefined || first === 'limit') return matchPage({ kind: 'datasets', category: null }, segments);
  if (first === 'category') {
    return second === undefined ? null : matchPage({ kind: 'datasets', category: second }, others);
  }
  const file = DATASET_FILES.find((it) => it === second);
  if (file && others.length === 0) return { kind: 'file', file, config: first };
  const format = DOWNLOAD_FORMATS.find((it) => DOWNLOADS[it].name === second);
  if (format && others.length === 0) return { kind: 'download', format, config: first };
  return matchPage({ kind: 'records', config: first }, segments.slice(1));
}

function matchPage(collection: Collection, segments: readonly string[]): Route | null {
  if (segments.length === 0) return { kind: 'collection', collection, page: null };
  const [limitWord, limit, offsetWord, offset] = segments;
  if (segments.length !== 4 || limitWord !== 'limit' || offsetWord !== 'offset') return null;
  return { kind: 'collection', collection, page: { limit: limit as string, offset: offset as string } };
}

interface Named {
  config: string;
  formerly?: readonly string[] | undefined;
}

/** Datasets by their config names, and by their former ones. */
export function byEveryName<T extends Named>(datasets: readonly T[]): Map<string, T> {
  return new Map(datasets.flatMap((it) => [it.config, ...(it.formerly ?? [])].map((name) => [name, it] as const)));
}

/**
 * The path of the same resource under the present name of its dataset, for a path that has one of the dataset's former names, whether of
 * the API or of a page; null for any other path. `datasets` are by every name. Paths are relative to the base.
 */
export function pathUnderPresentName(path: string, datasets: ReadonlyMap<string, Named>): string | null {
  const [, folder, name = '', rest] = OF_DATASET.exec(path) ?? [];
  const { config = name } = datasets.get(name) ?? {};
  return config === name ? null : `${folder}${config}${rest}`;
}

/** Matches the path of a file or a page of a dataset. Captures what comes before its config name, the name, and the rest. */
export const OF_DATASET = new RegExp(
  `^((?:${API_FOLDER}/datasets|${DATASET_PAGES}|${EMBED_FOLDER})/)([a-z0-9_-]+)((?:\\.json)?(?:/.*)?)$`,
);

/** Decodes the percent-encoding of a path; null if it is malformed or not UTF-8. */
export function decodePath(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
