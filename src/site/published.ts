/*
 * What the pages render: the published documents, read as any client of the API reads them.
 */

import { isDevelopment, publishedSize, readPublished } from 'virtual:almanac/published';
import type {
  AboutDocument,
  CategorySummary,
  ColumnSchema,
  DatasetEntry,
  DatasetSummary,
  DownloadEntry,
  DownloadsDocument,
  IndexDocument,
  ListPage,
  ProfileDocument,
  PublishedStatistics,
  QualityDocument,
  SchemaDocument,
} from '../contract/documents.ts';
import { RESULTS_LINE } from '../contract/page-text.ts';
import {
  type Collection,
  collectionFile,
  DATASET_FILES,
  type DatasetFile,
  DEFAULT_LIMIT,
  datasetFile,
  INDEX_FILE,
  pageFile,
  pageOffsets,
} from '../contract/routes.ts';
import type { Hint } from '../model.ts';
import { type ExactNumber, parseExact } from './exact-json.ts';
import { type Formats, formatsFor } from './format.ts';
import { textsFor } from './language.ts';
import type { Texts } from './texts.ts';

export type PublishedColumn = ColumnSchema<ExactNumber>;
export type StatisticName = Exclude<keyof PublishedStatistics, 'count'>;

/** The documents of a dataset. */
export interface PublishedDataset {
  entry: DatasetEntry;
  columns: readonly PublishedColumn[];
  /** Its columns are those of `columns`, in the same order. */
  profile: ProfileDocument<ExactNumber>;
  about: AboutDocument;
  hints: readonly Hint[];
  /** The files with the whole dataset. */
  downloads: readonly DownloadEntry[];
  /** Sizes of the other files, in bytes. */
  bytes: Readonly<Record<DatasetFile | 'records', number>>;
}

/** During a build the index stays as it is, and every part of every page asks for it. */
let index: Promise<IndexDocument> | null = null;

export function readIndex(): Promise<IndexDocument> {
  if (isDevelopment || index === null) {
    index = readPublished(INDEX_FILE).then((text) => JSON.parse(text) as IndexDocument);
  }
  return index;
}

/** What the pages say in the catalogue's language, and how they write numbers. */
export async function readLanguage(): Promise<{ texts: Texts; formats: Formats }> {
  const { language } = await readIndex();
  return { texts: textsFor(language), formats: formatsFor(language) };
}

export async function readDataset(config: string): Promise<PublishedDataset> {
  const info = await readPublished(datasetFile('info', config));
  const schema = await readPublished(datasetFile('schema', config));
  const profile = await readPublished(datasetFile('profile', config));
  const quality = await readPublished(datasetFile('quality', config));
  const about = await readPublished(datasetFile('about', config));
  const { columns } = parseExact(schema) as SchemaDocument<ExactNumber>;
  return {
    entry: JSON.parse(info) as DatasetEntry,
    columns,
    profile: parseExact(profile) as ProfileDocument<ExactNumber>,
    about: JSON.parse(about) as AboutDocument,
    hints: (JSON.parse(quality) as QualityDocument).hints,
    downloads: await readDownloads(config),
    bytes: {
      records: await publishedSize(collectionFile({ kind: 'records', config })),
      ...(await sizesOfFiles(config)),
    },
  };
}

/** Reads which files have the whole dataset. Not every dataset has every format. */
export async function readDownloads(config: string): Promise<readonly DownloadEntry[]> {
  return (JSON.parse(await readPublished(datasetFile('downloads', config))) as DownloadsDocument).downloads;
}

/** Reads the entries of all datasets of a category, from as many pages as there are. */
export async function readEntries({ name, count }: CategorySummary): Promise<DatasetEntry[]> {
  const list: Collection = { kind: 'datasets', category: name };
  const entries: DatasetEntry[] = [];
  for (const offset of pageOffsets(count, DEFAULT_LIMIT)) {
    const page = await readPublished(pageFile(list, { limit: DEFAULT_LIMIT, offset }));
    entries.push(...(JSON.parse(page) as ListPage).results);
  }
  return entries;
}

/** Text of a dataset's first page up to and including its first record, each member on its own line. */
export async function readSampleText(config: string): Promise<string> {
  const lines = (await readPublished(collectionFile({ kind: 'records', config }))).split('\n');
  return [...lines.slice(0, lines.indexOf(RESULTS_LINE) + 2), '…', ']', '}'].join('\n');
}

/** A dataset for examples: the first with more than one page, otherwise the first. Null if the catalogue is empty. */
export function exampleDataset({ datasets }: IndexDocument): DatasetSummary | null {
  return datasets.find(({ row_count }) => row_count > DEFAULT_LIMIT) ?? datasets[0] ?? null;
}

async function sizesOfFiles(config: string): Promise<Record<DatasetFile, number>> {
  const files = Object.keys(DATASET_FILES) as DatasetFile[];
  const sizes = files.map(async (file) => [file, await publishedSize(datasetFile(file, config))] as const);
  return Object.fromEntries(await Promise.all(sizes)) as Record<DatasetFile, number>;
}
