import { isDevelopment, publishedSize, readPublished } from 'virtual:almanac/published';
import type { ChartDocument, ChartPage } from '../contract/chart-document.ts';
import type {
  AboutDocument,
  ChangesDocument,
  ColumnSchema,
  DatasetEntry,
  DatasetSummary,
  DownloadsDocument,
  IndexDocument,
  ProfileDocument,
  QualityDocument,
  SchemaDocument,
} from '../contract/documents.ts';
import { RESULTS_LINE } from '../contract/page-layout.ts';
import { parseDigits } from '../contract/parse-digits.ts';
import {
  CHANGES_FILE,
  chartFile,
  chartPageFile,
  collectionFile,
  DATASET_FILES,
  type DatasetFile,
  DEFAULT_LIMIT,
  datasetFile,
  FEATURED_FILE,
  INDEX_FILE,
  RENDER_LIST,
  TEXTS_FILE,
  THEME_FILE,
} from '../contract/routes.ts';
import type { CatalogueTexts, DownloadFormat } from '../model.ts';
import type { Texts } from '../texts/english.ts';
import { type Formats, formatsFor } from '../texts/formats.ts';
import { textsFor } from '../texts/texts.ts';

/** A column whose numbers are strings with the digits of the source. */
export type ExactColumn = ColumnSchema<string>;

/** Display names of the download formats, most popular first. */
export const FORMAT_NAMES = {
  csv: 'CSV',
  xlsx: 'Excel',
  parquet: 'Parquet',
  ndjson: 'JSON',
} as const satisfies Record<DownloadFormat, string>;

/** Content of a dataset's published documents. */
export type DatasetDocuments = Awaited<ReturnType<typeof readDataset>>;

/** Caches the result of `read` for the whole build, during which published files do not change. In development, every call reads again. */
export function readOnce<T>(read: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | null = null;
  return () => {
    if (isDevelopment || kept === null) kept = read();
    return kept;
  };
}

async function readDocument<T>(path: string): Promise<T> {
  return JSON.parse(await readPublished(path)) as T;
}

export const readIndex = readOnce(() => readDocument<IndexDocument>(INDEX_FILE));

/** What changed in the last editions of all datasets. */
export const readChanges = readOnce(() => readDocument<ChangesDocument>(CHANGES_FILE));

/** Reads the publisher's text for the home page, and the publisher's own pages. */
export const readTextsDocument = readOnce(async (): Promise<CatalogueTexts> => {
  return (await readIfPublished<CatalogueTexts>(TEXTS_FILE)) ?? { home: null, pages: [] };
});

/** Whether the publisher provides a style sheet for the pages. */
export const hasTheme = readOnce(async () => (await readIfPublished(THEME_FILE, String)) !== null);

/** Interface texts and formatters for the catalogue's language. */
export async function readLanguage(): Promise<{ texts: Texts; formats: Formats }> {
  const { language } = await readIndex();
  return { texts: textsFor(language), formats: formatsFor(language) };
}

/** The datasets whose pages this build renders. The pages of all others are reused from the last build. */
export async function datasetsToRender(): Promise<readonly DatasetSummary[]> {
  const { datasets } = await readIndex();
  const list = await readIfPublished<string[]>(RENDER_LIST);
  const rendered = list && new Set(list);
  return datasets.filter(({ config }) => rendered?.has(config) ?? true);
}

/** The former names of all datasets, as paths with the dataset that had the name. */
export async function formerNames() {
  const { datasets } = await readIndex();
  return datasets.flatMap((summary) =>
    (summary.formerly ?? []).map((former) => ({ params: { former }, props: { summary } })),
  );
}

/** The data of a dataset's main chart; null if the dataset has no chart. */
export const readChart = (config: string) => readIfPublished<ChartDocument>(chartFile('data', config));

/** The narrow drawing and the data table for a dataset's page. The chart must exist. */
export const readChartPage = (config: string) => readDocument<ChartPage>(chartPageFile(config));

/** Config name of the dataset whose chart the home page shows; null if no dataset has a chart. */
export const readFeatured = () => readIfPublished<string | null>(FEATURED_FILE);

/** A published file, by default parsed as JSON; null if it does not exist. */
async function readIfPublished<T>(path: string, parse: (text: string) => T = JSON.parse): Promise<T | null> {
  try {
    return parse(await readPublished(path));
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return null;
    throw error;
  }
}

export async function readDataset(config: string) {
  const exact = async (file: DatasetFile) => parseDigits(await readPublished(datasetFile(file, config)));
  const sizeOf = async (file: DatasetFile) => [file, await publishedSize(datasetFile(file, config))] as const;
  return {
    entry: await readEntry(config),
    columns: ((await exact('schema')) as SchemaDocument<string>).columns,
    /** Its columns match `columns`, in the same order. */
    profile: (await exact('profile')) as ProfileDocument<string>,
    about: await readAbout(config),
    hints: (await readDocument<QualityDocument>(datasetFile('quality', config))).hints,
    /** The files that contain the whole dataset. Not every dataset has every format. */
    downloads: (await readDocument<DownloadsDocument>(datasetFile('downloads', config))).downloads,
    chart: await readChart(config),
    /** Sizes of the dataset's JSON files, in bytes. `records` is the first page of its records. */
    bytes: {
      records: await publishedSize(collectionFile({ kind: 'records', config })),
      ...(Object.fromEntries(await Promise.all(DATASET_FILES.map(sizeOf))) as Record<DatasetFile, number>),
    },
  };
}

export const readEntry = (config: string) => readDocument<DatasetEntry>(datasetFile('info', config));

/** Reads the publisher's details about a dataset that are not in its entry, such as keywords and dates. */
export const readAbout = (config: string) => readDocument<AboutDocument>(datasetFile('about', config));

/** Text of the first page of a dataset's records, with only the first record and an ellipsis for any others. */
export async function readSampleText(config: string): Promise<string> {
  const lines = (await readPublished(collectionFile({ kind: 'records', config }))).split('\n');
  const rest = lines.splice(lines.indexOf(RESULTS_LINE) + 2);
  return [...lines, ...(rest[0] === ']' || rest[0] === '}' ? rest : ['…', ']', '}'])].join('\n');
}

/** The dataset used in examples: the first with more than one page, otherwise the first. Null if the catalogue is empty. */
export function exampleDataset({ datasets }: IndexDocument): DatasetSummary | null {
  return datasets.find(({ row_count }) => row_count > DEFAULT_LIMIT) ?? datasets[0] ?? null;
}
