import type { ChunkIndexDocument, IndexDocument } from '../contract/documents.ts';
import { headLines, topOf } from '../contract/page-layout.ts';
import { basePath, DEFAULT_LIMIT, INDEX_FILE, prefixOfIndex, type Site } from '../contract/routes.ts';
import type { ReadPublished } from '../model.ts';
import { type KnownNames, prepareNames } from '../suggestions/suggest.ts';

/** A dataset of the index. */
export interface IndexedDataset {
  /** Its title. */
  name: string;
  /** Number of its records. */
  rowCount: number;
}

/**
 * What the handler knows about a published folder. Names from a request are looked up here before they become part of a
 * path.
 */
export interface ServiceIndex {
  site: Site;
  /** Path below which everything is served, such as `/` or `/data/`. */
  base: string;
  /** Limit of the page files that other windows are cut from. */
  largestPage: number;
  /** By config name, in the order of the lists. */
  datasets: ReadonlyMap<string, IndexedDataset>;
  /** Number of datasets by category. */
  categories: ReadonlyMap<string, number>;
  /** The names of datasets and categories, prepared for suggestions when they are first needed. */
  configNames: () => KnownNames;
  categoryNames: () => KnownNames;
}

/** Reads the index of a published folder. Rejects if it does not exist, or is not one that a build writes. */
export async function readServiceIndex(read: ReadPublished): Promise<ServiceIndex> {
  const bytes = await read(INDEX_FILE);
  if (!bytes) throw new Error(`${INDEX_FILE} is missing: this is not a published folder`);
  const body = JSON.parse(new TextDecoder().decode(bytes)) as IndexDocument;
  const prefix = prefixOfIndex(body.links.self);
  if (!body.links.self.endsWith(INDEX_FILE) || !body.page_sizes.includes(DEFAULT_LIMIT)) {
    throw new Error(`${INDEX_FILE} is not an index that a build writes`);
  }
  const datasets = new Map(body.datasets.map(({ config, name, row_count }) => [config, { name, rowCount: row_count }]));
  const categories = new Map(body.categories.map(({ name, count }) => [name, count]));
  return {
    site: { prefix, pageSizes: body.page_sizes, layout: body.layout, formats: body.formats },
    base: basePath(prefix),
    largestPage: Math.max(...body.page_sizes),
    datasets,
    categories,
    configNames: onFirstCall(() => prepareNames(datasets.keys())),
    categoryNames: onFirstCall(() => prepareNames(categories.keys())),
  };
}

/** Makes a value when it is first asked for, and keeps it. */
function onFirstCall<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
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
