/*
 * What the pages render: the published files, read as any client of the API reads them, with the shapes they have there.
 */

import { readPublished } from 'virtual:almanac/published';
import {
  type Collection,
  collectionFile,
  DEFAULT_LIMIT,
  INDEX_FILE,
  infoFile,
  pageFile,
  pageOffsets,
  qualityFile,
  schemaFile,
} from '../contract/routes.ts';
import type { Layout } from '../model.ts';
import { type ExactNumber, parseExact, type Value } from './exact-json.ts';

/** The index, but for its links: pages make theirs with links.ts. */
export interface PublishedIndex extends CatalogueHead {
  page_sizes: number[];
  /** `pages` when absent. */
  layout?: Layout;
  categories: CategorySummary[];
  datasets: DatasetSummary[];
}

/** What every page says about the catalogue. */
export interface CatalogueHead {
  title: string;
  description: string;
  publisher: string | null;
  contact: string | null;
  license: string | null;
}

export interface CategorySummary {
  name: string;
  title: string;
  description: string;
  /** Number of its datasets. */
  count: number;
}

export interface DatasetSummary {
  config: string;
  name: string;
  category: string;
  license: string;
  row_count: number;
}

/** A dataset as lists and its info resource describe it. */
export interface DatasetEntry {
  config: string;
  name: string;
  category: string;
  description: string;
  source: string;
  url: string;
}

export interface PublishedColumn {
  name: string;
  type: string;
  description: string;
  nullable: boolean;
  null_count: ExactNumber;
  sample_values: Value[];
  /** Null for a column that is not numeric, or has no values. */
  stats: PublishedStatistics | null;
}

export type StatisticName = 'mean' | 'std' | 'min' | 'q1' | 'median' | 'q3' | 'max';
export type PublishedStatistics = Record<StatisticName, ExactNumber | null>;

/** A doubt about the file that a dataset was made from. */
export interface PublishedHint {
  code: string;
  file: string | null;
  line: number | null;
  column: number | null;
  message: string;
}

/** Spellings of null in one column, the most frequent first. */
export interface NullSpellings {
  column: string;
  spellings: { text: string; count: number }[];
}

/** A dataset's files, read. */
export interface PublishedDataset {
  entry: DatasetEntry;
  columns: PublishedColumn[];
  /** Records of the first page, each with its cells in the order of the columns. */
  rows: Value[][];
  hints: PublishedHint[];
  /** Of the columns that have nulls, by name. */
  nulls: ReadonlyMap<string, NullSpellings['spellings']>;
  /** Sizes of the files, in bytes. */
  bytes: { records: number; info: number; schema: number; quality: number };
}

export async function readIndex(): Promise<PublishedIndex> {
  return JSON.parse(await readPublished(INDEX_FILE)) as PublishedIndex;
}

export async function readDataset(config: string): Promise<PublishedDataset> {
  const info = await readPublished(infoFile(config));
  const schema = await readPublished(schemaFile(config));
  const records = await readPublished(collectionFile({ kind: 'records', config }));
  const quality = await readPublished(qualityFile(config));
  const { hints, nulls } = JSON.parse(quality) as { hints: PublishedHint[]; nulls: NullSpellings[] };
  const { columns } = parseExact(schema) as { columns: PublishedColumn[] };
  const { results } = parseExact(records) as { results: Record<string, Value>[] };
  return {
    entry: JSON.parse(info) as DatasetEntry,
    columns,
    rows: results.map((record) => columns.map(({ name }) => record[name] ?? null)),
    hints,
    nulls: new Map(nulls.map(({ column, spellings }) => [column, spellings])),
    bytes: {
      records: byteLength(records),
      info: byteLength(info),
      schema: byteLength(schema),
      quality: byteLength(quality),
    },
  };
}

/** Entries of a category's datasets, of all its `count`. */
export async function readEntries({ name, count }: CategorySummary): Promise<DatasetEntry[]> {
  const list: Collection = { kind: 'datasets', category: name };
  const entries: DatasetEntry[] = [];
  for (const offset of pageOffsets(count, DEFAULT_LIMIT)) {
    const page = await readPublished(pageFile(list, { limit: DEFAULT_LIMIT, offset }));
    entries.push(...(JSON.parse(page) as { results: DatasetEntry[] }).results);
  }
  return entries;
}

/** Text of a dataset's first page up to its first record, each member on its line. */
export async function readSampleText(config: string): Promise<string> {
  const lines = (await readPublished(collectionFile({ kind: 'records', config }))).split('\n');
  return [...lines.slice(0, lines.indexOf('"results": [') + 2), '…', ']', '}'].join('\n');
}

/** A dataset to show in examples: the first that has more than one page, else the first; null in an empty catalogue. */
export function exampleDataset({ datasets }: PublishedIndex): DatasetSummary | null {
  return datasets.find(({ row_count }) => row_count > DEFAULT_LIMIT) ?? datasets[0] ?? null;
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
