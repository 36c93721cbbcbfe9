/*
 * The JSON documents that the service publishes, and the body of a problem. Most types are followed by descriptions of their fields for
 * the API reference. The compiler reports a field without a description.
 *
 * `N` is the type of a number: `number` for code that reads the documents with `JSON.parse`, or another type for code that keeps every
 * digit of the numbers in the source.
 */

import type {
  CatalogueWords,
  ColumnStatistics,
  ColumnType,
  DatasetDetails,
  DownloadFormat,
  Hint,
  Layout,
  LicenseLinks,
  ValueFormat,
  ValueOrder,
} from '../model.ts';
import type { Labelled } from './labels/value-labels.ts';

/** A field of a document, as described in the API reference. Fields with the same description object share a table row. */
export type FieldDescription = readonly [type: string, meaning: string];

type Fields<Name extends PropertyKey> = Readonly<Record<Name, FieldDescription>>;

/** The publisher's description of the catalogue. */
export interface CatalogueHead extends CatalogueWords {
  /** Whether the pages show a logo, published as `LOGO_FILE`. */
  has_logo: boolean;
  /** Config name of the dataset whose chart the publisher wants on the home page; absent to let a rule choose. */
  featured?: string;
}

/** `v1/index.json`: a description of the catalogue, with links to everything in it. */
export interface IndexDocument extends CatalogueHead {
  /** Page sizes for which pages have URLs without a query: each from 1 to `MAX_LIMIT`, including `DEFAULT_LIMIT`. */
  page_sizes: readonly number[];
  /** Defaults to `pages`. */
  layout?: Layout;
  /** Formats in which whole datasets can be downloaded; `xlsx` only for datasets that fit in a workbook. */
  formats: readonly DownloadFormat[];
  /** As in the manifest. */
  build: string;
  links: { self: string; datasets: string; manifest: string; changes: string; documentation: string };
  categories: readonly CategorySummary[];
  /** In the same order as in lists of datasets. */
  datasets: readonly DatasetSummary[];
}

/** A category in the index. */
export interface CategorySummary {
  name: string;
  title: string;
  description: string;
  /** Number of datasets in the category. */
  count: number;
  links: { datasets: string };
}

/** A dataset in the index. */
export interface DatasetSummary extends Pick<DatasetEntry, 'config' | 'name' | 'category'> {
  /** `not stated` if the publisher does not name a licence. */
  license: string;
  /** Number of records. */
  row_count: number;
  /** Config names that the dataset had before, whose addresses lead to it; absent if there are none. */
  formerly?: readonly string[];
  links: Record<'records' | 'info' | 'about' | 'schema' | 'quality' | 'profile' | 'downloads', string>;
}

const CATALOGUE: FieldDescription = ['string', 'Title and description of the catalogue'];
const PUBLISHER: FieldDescription = ['string or null', 'Name and contact address of the publisher'];

export const INDEX_FIELDS = {
  title: CATALOGUE,
  description: CATALOGUE,
  publisher: PUBLISHER,
  contact: PUBLISHER,
  license: ['string or null', 'Licence of every dataset that does not name its own'],
  language: ['string', 'Language of the catalogue’s texts, as a BCP 47 tag'],
  direction: ['string', 'Writing direction of that language: ltr or rtl'],
  keywords: ['array', 'Keywords that describe the catalogue'],
  accent: ['string or null', 'Accent colour of the pages: # and six hexadecimal digits'],
  has_logo: ['boolean', 'Whether the pages show a logo'],
  featured: ['string', 'Config name of the dataset whose chart the home page shows, if the publisher has chosen one'],
  page_sizes: ['array', 'Page sizes (limits) whose pages have URLs without a query'],
  layout: ['string', '“packed” if only the first page of each dataset’s records is a file; otherwise absent'],
  formats: ['array', 'Download formats; xlsx only for datasets that fit in a workbook'],
  build: ['string', 'The same as in the manifest: it changes if, and only if, a file changes'],
  links: ['object', 'URLs of the index itself, the list of datasets, the manifest, the changes and the API reference'],
  categories: [
    'array',
    'name, title and description of each category, the count of its datasets, and the URL of their list',
  ],
  datasets: [
    'array',
    'config, name and category of each dataset, its license, its row_count, formerly (its former config names, if it has any), and the ' +
      'URLs of its records, info, about, schema, quality, profile and downloads',
  ],
} satisfies Fields<keyof IndexDocument>;

/** `v1/manifest.json`: every other file under /v1, by which a copy can be checked and two editions compared. */
export interface ManifestDocument {
  /**
   * Identifies the content of all these files: the first 20 digits of the SHA-256, in lower-case hexadecimal, of a text with a line for
   * each file, in the order of `files`, made of its SHA-256, two spaces, its path and a line feed, as `sha256sum` prints it. For the index,
   * which contains the identifier, the digest in the text is that of its bytes without the line that begins with `"build"`.
   */
  build: string;
  /** In code point order of their paths. */
  files: readonly ManifestEntry[];
}

/** A file in the manifest. */
export interface ManifestEntry {
  /** Relative to the base of the catalogue, such as `v1/index.json`. */
  path: string;
  /** Size of the uncompressed file. */
  bytes: number;
  /** SHA-256 of the uncompressed file, in lower-case hexadecimal. */
  sha256: string;
}

export const MANIFEST_FIELDS = {
  build: ['string', 'Identifier of the content of all files, made of their digests alone'],
  files: ['array', 'path, bytes (size) and sha256 (digest) of each file under /v1 but this one, sorted by path'],
} satisfies Fields<keyof ManifestDocument>;

/** `v1/changes.json`: what changed in the last editions of all datasets. */
export interface ChangesDocument {
  /** `build` of the index with which the history begins; null if it begins with this build, which was compared with none. */
  since: string | null;
  /** At most `MAX_CHANGES`, newest first; those of one build in the order of their datasets. */
  changes: readonly EditionChange[];
}

/** Maximum number of editions in `v1/changes.json`. */
export const MAX_CHANGES = 100;

/** How an edition of a dataset differs from the one before it. */
export interface EditionChange {
  config: string;
  name: string;
  /** Identifies the change: the first 20 digits of the SHA-256, in hexadecimal, of its other members as compact JSON, and those before it. */
  id: string;
  change: 'added' | 'changed' | 'removed';
  /** Config name of the dataset in the edition before, if that was another. */
  formerly?: string;
  /** The latest of the dates that the publisher states for the data: `modified`, `retrieved` and `published`; null without any. */
  date: string | null;
  rows: RowChanges;
  columns: ColumnChanges;
  /** Columns of both editions whose type is another. */
  types: readonly { column: string; from: ColumnType; to: ColumnType }[];
  /** Columns of numbers or times whose lowest or highest value is another. */
  bounds: readonly { column: string; from: readonly [Value, Value]; to: readonly [Value, Value] }[];
}

/** Numbers of records. */
export interface RowChanges {
  before: number;
  now: number;
  added: number;
  removed: number;
  /** Records with the same key and other values; null if records are not identified by a key. */
  changed: number | null;
  /** Columns that identify records in both editions; null if there are none: a changed record counts as removed and added. */
  key: readonly string[] | null;
}

/** How the columns of two editions differ. */
export interface ColumnChanges {
  added: readonly string[];
  removed: readonly string[];
  renamed: readonly { from: string; to: string }[];
}

export const CHANGES_FIELDS = {
  since: ['string or null', 'The build with which the history begins; null if it begins with this one'],
  changes: ['array', 'The last editions that differ from the one before, at most a hundred, newest first'],
} satisfies Fields<keyof ChangesDocument>;

export const CHANGE_FIELDS = {
  ...{ config: ['string', 'Config name of the dataset'], name: ['string', 'Title of the dataset'] },
  id: ['string', 'Identifier of the change'],
  change: ['string', 'added, changed or removed'],
  formerly: ['string', 'Config name in the edition before, if it was another; otherwise absent'],
  date: ['string or null', 'The latest date that the publisher states for the data (ISO 8601)'],
  rows: [
    'object',
    'before and now (numbers of records), added, removed, changed, and key (how records are identified)',
  ],
  columns: ['object', 'Names of columns that were added or removed, and from and to of those that were renamed'],
  types: ['array', 'column, from and to: columns whose type is another'],
  bounds: ['array', 'column, from and to: columns whose lowest or highest value is another'],
} satisfies Fields<keyof EditionChange>;

/** A dataset's entry in a list, and also its entire info document (section 2.2 of the specification). */
export interface DatasetEntry {
  config: string;
  name: string;
  category: string;
  description: string;
  /** Institution that publishes the data. */
  source: string;
  /** Link to the original source, http or https. */
  url: string;
}

export const ENTRY_FIELDS = {
  config: ['string', 'Config name, as used in paths'],
  name: ['string', 'Title'],
  category: ['string', 'Category'],
  description: ['string', 'Description of the data'],
  source: ['string', 'Institution that publishes the data'],
  url: ['string', 'Link to the original source'],
} satisfies Fields<keyof DatasetEntry>;

/** Pagination object (section 2.1 of the specification). All values count results, not pages. */
export interface ResultSet {
  /** Total number of results, after any filtering by category. */
  count: number;
  /** Number of results before this page; may exceed `count`. */
  offset: number;
  /** Maximum number of results on this page, from 1 to `MAX_LIMIT`. */
  limit: number;
}

/** URLs of a page, its neighbours, and the first and last page. `prev` is null at offset 0, and `next` is null if no results follow. */
export interface PageLinks {
  self: string;
  first: string;
  prev: string | null;
  next: string | null;
  last: string;
}

/** A page of a collection. The list of datasets, whose results are their entries, is sorted by config name in code point order. */
export interface Page<Result> {
  metadata: { resultset: ResultSet };
  links: PageLinks;
  /** At most `limit` results; none if `offset` is `count` or more. */
  results: readonly Result[];
}

export const RESULT_SET_FIELDS = {
  count: ['number', 'Total number of records or datasets, after filtering by category'],
  offset: ['number', 'Number of records or datasets before this page'],
  limit: ['number', 'Maximum number of records or datasets on this page'],
} satisfies Fields<keyof ResultSet>;

/** Fields of a page, except `metadata`, which `RESULT_SET_FIELDS` describes. */
export const PAGE_FIELDS = {
  links: ['object', 'URLs self, first, prev, next and last; prev and next are null at either end'],
  results: ['array', 'Dataset entries, or records'],
} satisfies Fields<Exclude<keyof Page<unknown>, 'metadata'>>;

/** The first members of a page of records. */
export type RecordsHead = Pick<DatasetEntry, 'source' | 'description' | 'url' | 'category'>;

/** Value of a cell in a record, or a sample value of a column. */
export type Value<N = number> = string | N | null;

/** A page of a dataset's records, in file order (section 2.3 of the specification). Each record maps column names to values. */
export type RecordsPage<N = number> = RecordsHead & Page<Record<string, Value<N>>>;

export const RECORDS_FIELDS = {
  source: ENTRY_FIELDS.source,
  description: ENTRY_FIELDS.description,
  url: ENTRY_FIELDS.url,
  category: ENTRY_FIELDS.category,
  results: ['array', 'Records, whose fields are the dataset’s columns, in the order of the source'],
} satisfies Fields<keyof RecordsHead | 'results'>;

/** A dataset's schema (section 2.4 of the specification). */
export interface SchemaDocument<N = number> extends Pick<DatasetEntry, 'config' | 'category' | 'name' | 'source'> {
  /** Number of records. */
  row_count: N;
  /** In file order. */
  columns: readonly ColumnSchema<N>[];
}

/** A column in a schema. */
export interface ColumnSchema<N = number> extends Pick<Labelled, 'labels'> {
  name: string;
  type: ColumnType;
  /** Ends with the unit in brackets, if the column has one; empty if it has neither a description nor a unit. */
  description: string;
  nullable: boolean;
  null_count: N;
  /** The first distinct non-null values, at most 5. */
  sample_values: readonly Value<N>[];
  /** Null if the column is not numeric or has no values. */
  stats: PublishedStatistics<N> | null;
}

/**
 * Statistics of a numeric column over its non-null values. `min` and `max` keep every digit from the source; all others are doubles.
 * A statistic is null if it is undefined (such as `std` of one value) or beyond the range of a double.
 */
export type PublishedStatistics<N = number> = Record<keyof ColumnStatistics, N | null>;

const LABELS: FieldDescription = ['object', 'What values mean, by value, if the publisher says so; otherwise absent'];
const AS_IN_ENTRY: FieldDescription = ['string', 'As in a dataset entry'];
const OF_DATASET = { config: AS_IN_ENTRY, name: AS_IN_ENTRY };

export const SCHEMA_FIELDS = {
  config: AS_IN_ENTRY,
  category: AS_IN_ENTRY,
  name: AS_IN_ENTRY,
  source: AS_IN_ENTRY,
  row_count: ['number', 'Number of records'],
  columns: ['array', 'One object for each column, in the order of the source'],
} satisfies Fields<keyof SchemaDocument>;

export const COLUMN_FIELDS = {
  name: ['string', 'Name of the column, and of its field in records'],
  type: ['string', 'int64, float64 or object (text)'],
  description: ['string', 'What the column represents, and its unit, if any, in brackets'],
  nullable: ['boolean', 'Whether null is allowed'],
  null_count: ['number', 'Number of nulls'],
  sample_values: ['array', 'The first distinct non-null values, at most five'],
  stats: ['object or null', 'count, mean, std, min, q1, median, q3 and max of a numeric column, excluding nulls'],
  labels: LABELS,
} satisfies Fields<keyof ColumnSchema>;

/** `about.json`: the publisher's details about a dataset that are not in its entry. */
export interface AboutDocument extends Omit<DatasetDetails, 'license'>, Pick<DatasetEntry, 'config' | 'name'> {
  license: LicenseEntry;
}

/** Published instead of the name of a licence if the publisher does not state one. */
export const LICENSE_NOT_STATED = 'not stated';

/** A licence: its name, SPDX identifier and URL. */
export interface LicenseEntry extends LicenseLinks {
  /** `not stated` if the publisher does not name a licence. */
  name: string;
}

export const ABOUT_FIELDS = {
  ...OF_DATASET,
  license: ['object', 'name of the licence, and its spdx identifier and url, which may be null'],
  published: ['string or null', 'When the source was published: a year, month or date (ISO 8601)'],
  modified: ['string or null', 'When the source was last changed'],
  retrieved: ['string or null', 'When the data was fetched from the source'],
  version: ['string or null', 'Edition of the data'],
  keywords: ['array', 'Keywords that describe the data'],
  spatial: ['string or null', 'Area that the data covers'],
  citation: ['string or null', 'How the source asks to be cited'],
  contact: ['string or null', 'Contact for questions about the data'],
  chart: ['object or null', 'The publisher’s settings for the main chart: type, x, y, series, show, only, title'],
} satisfies Fields<keyof AboutDocument>;

/** A dataset's quality report: hints from reading its file, and the spellings of null in its columns. */
export interface QualityDocument extends Pick<DatasetEntry, 'config' | 'name'> {
  hints: readonly Hint[];
  /** Columns with nulls, in file order. */
  nulls: readonly NullSpellings[];
}

/** The ways in which nulls are written in a column, most frequent first. */
export interface NullSpellings {
  column: string;
  /** `text` is empty for empty cells. */
  spellings: readonly { text: string; count: number }[];
}

export const QUALITY_FIELDS = {
  ...OF_DATASET,
  hints: ['array', 'Hints about the source file, each with its code, file, line, column and message'],
  nulls: ['array', 'For each column with nulls: column, and spellings of null, each with its text and count'],
} satisfies Fields<keyof QualityDocument>;

/** `downloads.json`: the files from which a whole dataset can be downloaded. */
export interface DownloadsDocument extends Pick<DatasetEntry, 'config' | 'name'> {
  downloads: readonly DownloadEntry[];
}

/** A file that contains a whole dataset. */
export interface DownloadEntry {
  format: DownloadFormat;
  media_type: string;
  url: string;
  /** Number of records. */
  rows: number;
  bytes: number;
  /** SHA-256 digest of the file, in hexadecimal. */
  sha256: string;
}

export const DOWNLOADS_FIELDS = {
  ...OF_DATASET,
  downloads: [
    'array',
    'For each file: format, media_type, url, rows (number of records), bytes (size) and sha256 (digest)',
  ],
} satisfies Fields<keyof DownloadsDocument>;

/** A dataset's profile: the distribution of the values in each column, and the roles of columns. */
export interface ProfileDocument<N = number> extends Pick<DatasetEntry, 'config' | 'name'> {
  /** Number of records. */
  row_count: N;
  /** Column of calendar periods or dates, preferably a key or sorted, with its earliest and latest value; null if no column qualifies. */
  time_span: { column: string; from: Value<N>; to: Value<N> } | null;
  /** One to three columns whose combined values are different in every record; null if none were found. */
  key_columns: readonly string[] | null;
  /** Columns by which records can be grouped. */
  dimensions: readonly string[];
  /** Numeric columns that measure something. */
  measures: readonly string[];
  /** In file order. */
  columns: readonly ProfileColumn<N>[];
}

/** A column in a profile. Only `null_share` and `null_spellings` take nulls into account. */
export interface ProfileColumn<N = number> extends Pick<Labelled, 'labels'> {
  name: string;
  /** Name for readers; null if the publisher gives none. */
  title: string | null;
  /** Empty if the column has no description. */
  description: string;
  unit: string | null;
  type: ColumnType;
  format: ValueFormat | null;
  min: Value<N>;
  max: Value<N>;
  /** Share of records in which the column is null, from 0 to 1; null if there are no records. */
  null_share: N | null;
  null_spellings: NullSpellings['spellings'];
  distinct_count: N;
  is_distinct_count_exact: boolean;
  is_unique: boolean | null;
  order: ValueOrder | null;
  top_values: readonly { value: Value<N>; count: N }[] | null;
  names: readonly string[] | null;
  histogram: { edges: readonly N[]; counts: readonly N[] } | null;
  lengths: { min: N; max: N; mean: N } | null;
}

export const PROFILE_FIELDS = {
  ...OF_DATASET,
  row_count: ['number', 'Number of records'],
  time_span: [
    'object or null',
    'column, from and to: a column of calendar periods or dates, and its earliest and latest value',
  ],
  key_columns: ['array or null', 'One to three columns that together identify each record; null if none were found'],
  dimensions: ['array', 'Columns by which records can be grouped'],
  measures: ['array', 'Numeric columns that measure something'],
  columns: ['array', 'One object for each column, in the order of the source'],
} satisfies Fields<keyof ProfileDocument>;

const EXTREME: FieldDescription = [
  'string, number or null',
  'Lowest and highest value of a column of numbers, dates or times; otherwise null',
];

export const PROFILE_COLUMN_FIELDS = {
  name: ['string', 'Name, as in the schema'],
  title: ['string or null', 'Name for readers, if the publisher gives one'],
  description: ['string', 'What the column represents'],
  unit: ['string or null', 'Unit of the values'],
  type: ['string', 'int64, float64 or object (text)'],
  format: [
    'string or null',
    'year, month, quarter, date, datetime, time, boolean, url, email or code, if all values have that format',
  ],
  min: EXTREME,
  max: EXTREME,
  null_share: ['number or null', 'Share of records without a value, from 0 to 1'],
  null_spellings: ['array', 'Spellings of null in the source, most frequent first, each with its text and count'],
  distinct_count: ['number', 'Number of distinct values'],
  is_distinct_count_exact: ['boolean', 'false if distinct_count is a lower bound'],
  is_unique: ['boolean or null', 'Whether each value occurs only once; null if unknown'],
  order: ['string or null', 'ascending, descending or none: the order of the values in the source'],
  top_values: [
    'array or null',
    'The most frequent values, at most ten, each with its count; null if distinct_count is a lower bound',
  ],
  names: [
    'array or null',
    'For text that seems to name things: all distinct values, in code point order, if at most 300',
  ],
  histogram: [
    'object or null',
    'For numbers: edges of the bins, and the count of values in each. Bins include their lower edge, and the last also its upper edge',
  ],
  lengths: ['object or null', 'For text: min, max and mean number of characters'],
  labels: LABELS,
} satisfies Fields<keyof ProfileColumn>;

/** `chunks/index.json` of a packed dataset, with the places of its records. On static hosts, the client reads it and the chunks itself. */
export interface ChunkIndexDocument {
  head: RecordsHead;
  /** Number of records. */
  count: number;
  links: { self: string; records: string };
  /** Index of the first record of each chunk, counted from 0, in ascending order. */
  chunks: readonly number[];
}

/** Body of a problem (RFC 9457): the members that every problem has, and those that only some types have. */
export interface ProblemDocument extends ProblemExtensions {
  /** URL of the section on this type of problem in the API reference. */
  type: string;
  title: string;
  status: number;
  detail: string;
  /** Path and query of the request, truncated to `MAX_ECHO` characters. */
  instance: string;
}

/** Members of a problem that only some types have. */
export interface ProblemExtensions {
  /** Best match for an unknown dataset or category; null if no name is similar. */
  suggestion?: string | null;
  /** At most 3 datasets with similar names, or endpoints to start from, which have no `config`. */
  suggestions?: readonly { config?: string; name: string; url: string }[];
  parameter?: string;
  received?: string;
  expected?: string | readonly string[];
}
