import { headLines, topOf } from '../contract/page-text.ts';
import { basePath, INDEX_FILE, prefixOfIndex, type Site } from '../contract/routes.ts';
import type { Layout, ReadPublished } from '../model.ts';

/** What the handler knows of a published folder: names are looked up here and never joined to a path unseen. */
export interface PublishedIndex {
  site: Site;
  /** Path below which everything is served, such as `/` or `/data/`. */
  base: string;
  /** Limit of the page files that other windows are cut from. */
  largestPage: number;
  /** Config name → title and number of records, in the order of the lists. */
  datasets: ReadonlyMap<string, { name: string; rowCount: number }>;
  /** Category → number of its datasets. */
  categories: ReadonlyMap<string, number>;
}

interface IndexBody {
  page_sizes: number[];
  layout?: Layout;
  links: { self: string };
  categories: { name: string; count: number }[];
  datasets: { config: string; name: string; row_count: number }[];
}

/** Reads the index of a published folder; throws when there is none. */
export async function readIndex(read: ReadPublished): Promise<PublishedIndex> {
  const bytes = await read(INDEX_FILE);
  if (!bytes) throw new Error(`${INDEX_FILE} is missing: this is no published folder`);
  const body = JSON.parse(new TextDecoder().decode(bytes)) as IndexBody;
  const prefix = prefixOfIndex(body.links.self);
  return {
    site: { prefix, pageSizes: body.page_sizes, layout: body.layout ?? 'pages' },
    base: basePath(prefix),
    largestPage: Math.max(...body.page_sizes),
    datasets: new Map(body.datasets.map(({ config, name, row_count }) => [config, { name, rowCount: row_count }])),
    categories: new Map(body.categories.map(({ name, count }) => [name, count])),
  };
}

/** What the pages of a packed dataset's records are made by. */
export interface ChunkIndex {
  /** Bytes that each page begins with, to the end of its head. */
  top: Uint8Array<ArrayBuffer>;
  /** Numbers of the chunks' first records, from 0, in order. */
  firsts: readonly number[];
}

/** Reads the index of a dataset's chunks. */
export function readChunkIndex(bytes: Uint8Array): ChunkIndex {
  const body = JSON.parse(new TextDecoder().decode(bytes)) as { head: Record<string, string>; chunks: number[] };
  return { top: topOf(headLines(body.head)), firsts: body.chunks };
}
