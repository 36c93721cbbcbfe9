import type {
  AboutDocument,
  CategorySummary,
  ChangesDocument,
  ChunkIndexDocument,
  ColumnSchema,
  DatasetEntry,
  DatasetSummary,
  DownloadEntry,
  DownloadsDocument,
  IndexDocument,
  ManifestEntry,
  NullSpellings,
  RecordsHead,
  SchemaDocument,
} from '../contract/documents.ts';
import {
  API_MANIFEST,
  CHANGES_FILE,
  chunkIndexFile,
  collectionFile,
  DATASET_FILES,
  type DatasetFile,
  DOWNLOADS,
  datasetFile,
  downloadFile,
  INDEX_FILE,
  type Site,
} from '../contract/routes.ts';
import type {
  Catalogue,
  CatalogueTexts,
  ColumnDescription,
  ColumnProfile,
  ColumnStatistics,
  Dataset,
  Hint,
  ListedDataset,
  TextElement,
  TextPage,
} from '../model.ts';
import { lines, membersOf, objectOf } from './encode-json.ts';
import { encodeLabels, encodeProfile } from './encode-profile.ts';
import type { Download } from './records/record-writer.ts';

/** A dataset's entry in lists, which is also its complete info resource. */
export function encodeEntry(dataset: ListedDataset): string {
  const { config, name, category, description, source, url } = dataset;
  return JSON.stringify({ config, name, category, description, source, url } satisfies DatasetEntry);
}

/** A dataset's about resource, with the details that its list entry lacks; one member per line. */
function encodeAbout({ config, name, license, about }: Dataset): string {
  const { license: links, ...details } = about;
  const document: AboutDocument = { config, name, license: { name: license, ...links }, ...details };
  return `{\n${membersOf(document)}\n}\n`;
}

/** A dataset's schema resource, one column per line. */
function encodeSchema(dataset: Dataset): string {
  const { config, category, name, source, rowCount, profiles, columns } = dataset;
  const head = { config, category, name, source, row_count: rowCount } satisfies Omit<SchemaDocument, 'columns'>;
  const columnLines = profiles.map((profile) => encodeColumn(profile, columns.get(profile.name)));
  return `{\n${membersOf(head)},\n"columns": ${lines(columnLines)}\n}\n`;
}

/** A dataset's quality resource: its hints, and the spellings of null in each column. */
function encodeQuality({ config, name, hints, profiles }: Dataset): string {
  const hintLines = hints.map(({ code, file, line, column, message }) =>
    JSON.stringify({ code, file, line, column, message } satisfies Hint),
  );
  const nullLines = profiles.flatMap(({ name: of, nullSpellings }) => {
    const spellings = [...nullSpellings].map(([text, count]) => ({ text, count }));
    return spellings.length === 0 ? [] : JSON.stringify({ column: of, spellings } satisfies NullSpellings);
  });
  return `{\n${membersOf({ config, name })},\n"hints": ${lines(hintLines)},\n"nulls": ${lines(nullLines)}\n}\n`;
}

/** Encoders of the documents that can be written before a dataset's records. */
export const DESCRIPTIONS: Readonly<Record<Exclude<DatasetFile, 'downloads'>, (dataset: Dataset) => string>> = {
  info: (dataset) => `${encodeEntry(dataset)}\n`,
  about: encodeAbout,
  schema: encodeSchema,
  quality: encodeQuality,
  profile: encodeProfile,
};

/** A dataset's downloads resource, one file per line. */
export function encodeDownloads(
  { config, name, rowCount }: ListedDataset,
  downloads: readonly Download[],
  site: Site,
): string {
  const entries = downloads.map(({ format, bytes, sha256 }) =>
    JSON.stringify({
      format,
      media_type: DOWNLOADS[format].mediaType,
      url: site.prefix + downloadFile(format, config),
      rows: rowCount,
      bytes,
      sha256,
    } satisfies DownloadEntry),
  );
  const head = { config, name } satisfies Omit<DownloadsDocument, 'downloads'>;
  return `{\n${membersOf(head)},\n"downloads": ${lines(entries)}\n}\n`;
}

/** Members that precede the metadata on each page of a dataset's records. */
export function pageHead({ source, description, url, category }: Dataset): RecordsHead {
  return { source, description, url, category };
}

/** Index of a packed dataset's chunks, from which pages are assembled. `firsts` lists the index of each chunk's first record. */
export function encodeChunkIndex(dataset: Dataset, firsts: readonly number[], site: Site): string {
  const { config, rowCount } = dataset;
  const links = {
    self: site.prefix + chunkIndexFile(config),
    records: site.prefix + collectionFile({ kind: 'records', config }),
  };
  const document: ChunkIndexDocument = { head: pageHead(dataset), count: rowCount, links, chunks: firsts };
  return `{\n${membersOf(document)}\n}\n`;
}

function encodeColumn(profile: ColumnProfile, description: ColumnDescription | undefined): string {
  const { description: text = '', unit } = description ?? {};
  return objectOf<ColumnSchema>({
    name: JSON.stringify(profile.name),
    type: JSON.stringify(profile.type),
    // Schema documents have no field for a unit.
    description: JSON.stringify(unit === undefined ? text : `${text}${text && ' '}(${unit})`),
    nullable: profile.nullCount > 0 || (description?.nullable ?? false),
    null_count: profile.nullCount,
    sample_values: `[${profile.samples.join(',')}]`,
    stats: profile.statistics && objectOf<ColumnStatistics>(profile.statistics),
    labels: encodeLabels(profile, description),
  });
}

/** The index: details of the catalogue and links to its resources, one dataset per line. Without `build`, it lacks that line. */
export function encodeIndex(
  catalogue: Catalogue,
  datasets: readonly ListedDataset[],
  site: Site,
  build?: string,
): string {
  const { categories, logo, featured, theme: _theme, texts: _texts, ...words } = catalogue;
  const links = {
    self: site.prefix + INDEX_FILE,
    datasets: site.prefix + collectionFile({ kind: 'datasets', category: null }),
    manifest: site.prefix + API_MANIFEST,
    changes: site.prefix + CHANGES_FILE,
    documentation: `${site.prefix}api/`,
  };
  const head = {
    ...words,
    has_logo: logo !== null,
    ...(featured !== null && { featured }),
    page_sizes: site.pageSizes,
    ...(site.layout === 'packed' && { layout: site.layout }),
    formats: site.formats ?? [],
    ...(build !== undefined && { build }),
    links,
  } satisfies Omit<IndexDocument, 'build' | 'categories' | 'datasets'>;
  const categoryLines = categories.map(({ name, title, description }) =>
    JSON.stringify({
      ...{ name, title, description },
      count: datasets.filter(({ category }) => category === name).length,
      links: { datasets: site.prefix + collectionFile({ kind: 'datasets', category: name }) },
    } satisfies CategorySummary),
  );
  const datasetLines = datasets.map(({ config, name, category, license: terms, formerly, rowCount }) =>
    JSON.stringify({
      config,
      name,
      category,
      license: terms,
      row_count: rowCount,
      ...(formerly.length > 0 && { formerly }),
      links: {
        records: site.prefix + collectionFile({ kind: 'records', config }),
        ...Object.fromEntries(DATASET_FILES.map((file) => [file, site.prefix + datasetFile(file, config)])),
      },
    } satisfies Omit<DatasetSummary, 'links'> & { links: Record<string, string> }),
  );
  return `{\n${membersOf(head)},\n"categories": ${lines(categoryLines)},\n"datasets": ${lines(datasetLines)}\n}\n`;
}

/** The manifest of the files under /v1, one per line. */
export function encodeManifest(build: string, files: readonly ManifestEntry[]): string {
  const entries = files.map(({ path, bytes, sha256 }) =>
    JSON.stringify({ path, bytes, sha256 } satisfies ManifestEntry),
  );
  return `{\n${membersOf({ build })},\n"files": ${lines(entries)}\n}\n`;
}

/** The changes of the last editions, one per line. */
export function encodeChanges({ since, changes }: ChangesDocument): string {
  return `{\n${membersOf({ since })},\n"changes": ${lines(changes.map((it) => JSON.stringify(it)))}\n}\n`;
}

/** JSON keys of the publisher's texts, in output order. Keys not listed here are not written. */
const MEMBERS_OF_TEXTS: (keyof CatalogueTexts | keyof TextPage)[] = ['home', 'pages', 'name', 'title'];
const MEMBERS_OF_ELEMENTS: (keyof TextElement)[] = ['tag', 'id', 'href', 'path', 'start', 'align', 'content'];

/** Encodes the publisher's texts. The order of members is fixed, since it may differ in texts read from a shard. */
export function encodeTexts(texts: CatalogueTexts): string {
  return `${JSON.stringify(texts, [...MEMBERS_OF_TEXTS, ...MEMBERS_OF_ELEMENTS])}\n`;
}
