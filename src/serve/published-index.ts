import type { ChunkIndexDocument, IndexDocument } from '../contract/documents.ts';
import { headLines, topOf } from '../contract/page-text.ts';
import { basePath, DEFAULT_LIMIT, INDEX_FILE, prefixOfIndex, type Site } from '../contract/routes.ts';
import type { ReadPublished } from '../model.ts';

/**
 * What the handler knows about a published folder. Names from a request are looked up here before they become part of a
 * path.
 */
export interface PublishedIndex {
  site: Site;
  /** Path below which everything is served, such as `/` or `/data/`. */
  base: string;
  /** Limit of the page files that other windows are cut from. */
  largestPage: number;
  /** Title and number of records by config name, in the order of the lists. */
  datasets: ReadonlyMap<string, { name: string; rowCount: number }>;
  /** Number of datasets by category. */
  categories: ReadonlyMap<string, number>;
}

/** Reads the index of a published folder. Rejects if there is none, or it is not one that a build writes. */
export async function readIndex(read: ReadPublished): Promise<PublishedIndex> {
  const bytes = await read(INDEX_FILE);
  if (!bytes) throw new Error(`${INDEX_FILE} is missing: this is not a published folder`);
  const body = JSON.parse(new TextDecoder().decode(bytes)) as IndexDocument;
  const prefix = prefixOfIndex(body.links.self);
  if (!body.links.self.endsWith(INDEX_FILE) || !body.page_sizes.includes(DEFAULT_LIMIT)) {
    throw new Error(`${INDEX_FILE} is not an index that a build writes`);
  }
  return {
    site: { prefix, pageSizes: body.page_sizes, layout: body.layout ?? 'pages' },
    base: basePath(prefix),
    largestPage: Math.max(...body.page_sizes),
    datasets: new Map(body.datasets.map(({ config, name, row_count }) => [config, { name, rowCount: row_count }])),
    categories: new Map(body.categories.map(({ name, count }) => [name, count])),
  };
}

/** What the pages of a packed dataset are made from, together with its chunks. */
export interface ChunkIndex {
  /** Bytes of every page to the end of its head. */
  top: Uint8Array<ArrayBuffer>;
  /** Number of each chunk's first record, from 0, ascending. */
  firsts: readonly number[];
}

/** Reads the index of a dataset's chunks. */
export function readChunkIndex(bytes: Uint8Array): ChunkIndex {
  const { head, chunks } = JSON.parse(new TextDecoder().decode(bytes)) as ChunkIndexDocument;
  return { top: topOf(headLines(head)), firsts: chunks };
}
