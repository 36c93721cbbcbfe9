import type { ChunkIndexDocument, IndexDocument, SchemaDocument } from '../contract/documents.ts';
import { headLines, topOf } from '../contract/page-layout.ts';
import { basePath, byEveryName, DEFAULT_LIMIT, INDEX_FILE, prefixOfIndex, type Site } from '../contract/routes.ts';
import type { ReadPublished } from '../model.ts';
import { prepareNames } from '../suggestions/suggest.ts';

/** Index of a published folder. Names from a request are looked up here before they become part of a path. */
export type ServiceIndex = Awaited<ReturnType<typeof readServiceIndex>>;

/** Reads the index of a published folder. Rejects if it does not exist or is invalid. */
export async function readServiceIndex(read: ReadPublished) {
  const bytes = await read(INDEX_FILE);
  if (!bytes) throw new Error(`${INDEX_FILE} is missing: this is not a published folder`);
  const body = JSON.parse(new TextDecoder().decode(bytes)) as IndexDocument;
  const prefix = prefixOfIndex(body.links.self);
  if (!body.links.self.endsWith(INDEX_FILE) || !body.page_sizes.includes(DEFAULT_LIMIT)) {
    throw new Error(`${INDEX_FILE} is not a valid index`);
  }
  const site: Site = { prefix, pageSizes: body.page_sizes, layout: body.layout, formats: body.formats };
  const known = body.datasets.map(({ config, name, formerly, row_count }) => ({ config, name, formerly, row_count }));
  /** Each dataset by its config name, and by its former ones. */
  const datasets = byEveryName(known);
  /** Number of datasets by category. */
  const categories = new Map(body.categories.map(({ name, count }) => [name, count]));
  return {
    site,
    /** Base path of everything that is served, such as `/` or `/data/`. */
    base: basePath(prefix),
    /** Largest page size. Windows without a page file are cut from pages of this size or, in a packed dataset, from chunks. */
    largestPage: Math.max(...body.page_sizes),
    datasets,
    /** Number of datasets. */
    count: known.length,
    categories,
    /** Names of the datasets, former ones too, and of the categories, prepared for suggestions on the first call. */
    configNames: onFirstCall(() => prepareNames(datasets.keys())),
    categoryNames: onFirstCall(() => prepareNames(categories.keys())),
  };
}

/** Returns a function that makes a value on its first call and returns the same value on later calls. */
function onFirstCall<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Index of a packed dataset's chunks, from which its pages are assembled. */
export interface ChunkIndex {
  /** Bytes at the start of every page, up to the end of the head. */
  top: Uint8Array<ArrayBuffer>;
  /** Position of the first record in each chunk, ascending. */
  firsts: readonly number[];
}

/** Parses the index of a dataset's chunks. */
export function readChunkIndex(bytes: Uint8Array): ChunkIndex {
  const { head, chunks } = JSON.parse(new TextDecoder().decode(bytes)) as ChunkIndexDocument;
  return { top: topOf(headLines(head)), firsts: chunks };
}

/** Parses the names of the columns in a schema. */
export function readColumnNames(bytes: Uint8Array): ReadonlySet<string> {
  const { columns } = JSON.parse(new TextDecoder().decode(bytes)) as SchemaDocument;
  return new Set(columns.map(({ name }) => name));
}
