/*
 * The JSON documents that the service publishes, and the body of a problem. After each shape come its fields as the API
 * reference explains them. The compiler requires an entry for every field, so a field cannot be published undocumented.
 *
 * `N` is the type of a number. It is `number` for code that reads the documents with `JSON.parse`. Code that keeps the
 * digits of the source uses another type.
 */

import type {
  CatalogueTexts,
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

/** One field of a document, as the API reference explains it. Neighbouring fields with the same object share a row. */
export interface FieldDescription {
  type: string;
  meaning: string;
}

type Fields<Name extends PropertyKey> = Readonly<Record<Name, FieldDescription>>;

/** What the publisher says about the catalogue as a whole. */
export interface CatalogueHead extends CatalogueWords {
  /** Whether the pages show a logo, the file `LOGO_FILE`. */
  has_logo: boolean;
}

/** `TEXTS_FILE`: what the publisher has written for the pages. It belongs to the pages, not to the API. */
export type TextsDocument = CatalogueTexts;

/** `v1/index.json`: what the catalogue is, and links to everything in it. */
export interface IndexDocument extends CatalogueHead {
  /** Limits for which pages have URLs of files: each from 1 to `MAX_LIMIT`, `DEFAULT_LIMIT` among them. */
  page_sizes: readonly number[];
  /** `pages` if absent. */
  layout?: Layout;
  /** The formats in which datasets can be downloaded as a whole. Of `xlsx`, only those that fit. */
  formats: readonly DownloadFormat[];
  links: { self: string; datasets: string; documentation: string };
  categories: readonly CategorySummary[];
  /** In the order of the lists. */
  datasets: readonly DatasetSummary[];
}

/** A category in the index. */
export interface CategorySummary {
  name: string;
  title: string;
  description: string;
  /** Number of its datasets. */
  count: number;
  links: { datasets: string };
}

/** A dataset in the index. */
export interface DatasetSummary {
  config: string;
  name: string;
  category: string;
  /** `not stated` if the publisher names none. */
  license: string;
  /** Number of records. */
  row_count: number;
  links: {
    records: string;
    info: string;
    about: string;
    schema: string;
    quality: string;
    profile: string;
    downloads: string;
  };
}

const CATALOGUE = { type: 'string', meaning: 'What the catalogue is' };
const PUBLISHER = { type: 'string or null', meaning: 'Who runs it, and how to reach them' };

export const INDEX_FIELDS = {
  title: CATALOGUE,
  description: CATALOGUE,
  publisher: PUBLISHER,
  contact: PUBLISHER,
  license: { type: 'string or null', meaning: 'Licence of every dataset that does not name its own' },
  language: { type: 'string', meaning: 'Language tag (BCP 47) of its texts' },
  direction: { type: 'string', meaning: 'ltr or rtl: the direction in which that language is written' },
  keywords: { type: 'array', meaning: 'What the catalogue is about, in single words' },
  accent: { type: 'string or null', meaning: 'Colour of the pages: # and six hexadecimal digits' },
  has_logo: { type: 'boolean', meaning: 'Whether the pages show a logo' },
  page_sizes: { type: 'array', meaning: 'Limits for which pages are files' },
  layout: {
    type: 'string',
    meaning: '“packed” if code makes the pages of records, except the first of each dataset; otherwise absent',
  },
  formats: { type: 'array', meaning: 'Formats in which whole datasets can be downloaded, if small enough' },
  links: { type: 'object', meaning: 'URLs of the index itself, the list of datasets and this page' },
  categories: {
    type: 'array',
    meaning: 'name, title and description of each category, the count of its datasets, and the URL of their list',
  },
  datasets: {
    type: 'array',
    meaning:
      'config, name and category of each dataset, its license, its row_count, and the URLs of its records, info, about, schema, quality, ' +
      'profile and downloads',
  },
} satisfies Fields<keyof IndexDocument>;

/** A dataset's entry in a list, and its whole info document (section 2.2 of the specification). */
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

const CATEGORY = { type: 'string', meaning: 'Category' };
const DESCRIPTION = { type: 'string', meaning: 'What the data is' };
const SOURCE = { type: 'string', meaning: 'Institution that publishes the data' };
const SOURCE_URL = { type: 'string', meaning: 'Link to the original source' };

export const ENTRY_FIELDS = {
  config: { type: 'string', meaning: 'Config name, which is used in paths' },
  name: { type: 'string', meaning: 'Title' },
  category: CATEGORY,
  description: DESCRIPTION,
  source: SOURCE,
  url: SOURCE_URL,
} satisfies Fields<keyof DatasetEntry>;

/** Pagination object (section 2.1 of the specification), counted in results. */
export interface ResultSet {
  /** Results in all, after a category is applied. */
  count: number;
  /** Results before this page, from 0; may be beyond `count`. */
  offset: number;
  /** Maximum results on this page, from 1 to `MAX_LIMIT`. */
  limit: number;
}

/** URLs of a page and its neighbours; null at either end. */
export interface PageLinks {
  self: string;
  first: string;
  prev: string | null;
  next: string | null;
  last: string;
}

/** A page of a collection. */
export interface Page<Result> {
  metadata: { resultset: ResultSet };
  links: PageLinks;
  /** At most `limit`; none if `offset` is `count` or more. */
  results: readonly Result[];
}

/** A page of the list of datasets, ordered by config name, by code point. */
export type ListPage = Page<DatasetEntry>;

export const RESULT_SET_FIELDS = {
  count: { type: 'number', meaning: 'Records or datasets in all, after a category is applied' },
  offset: { type: 'number', meaning: 'How many come before this page' },
  limit: { type: 'number', meaning: 'How many this page may hold' },
} satisfies Fields<keyof ResultSet>;

/** `metadata` holds nothing but the fields above. */
export const PAGE_FIELDS = {
  links: { type: 'object', meaning: 'URLs self, first, prev, next and last; prev and next are null at either end' },
  results: { type: 'array', meaning: 'Dataset entries, or records' },
} satisfies Fields<Exclude<keyof Page<unknown>, 'metadata'>>;

/** What a page of records begins with. */
export type RecordsHead = Pick<DatasetEntry, 'source' | 'description' | 'url' | 'category'>;

/** A cell of a record, or a sample of a column. */
export type Value<N = number> = string | N | null;

/** A page of a dataset's records (section 2.3 of the specification): each by column name, in the order of the file. */
export type RecordsPage<N = number> = RecordsHead & Page<Record<string, Value<N>>>;

export const RECORDS_FIELDS = {
  source: SOURCE,
  description: DESCRIPTION,
  url: SOURCE_URL,
  category: CATEGORY,
  results: {
    type: 'array',
    meaning: 'Records; the fields of each are the dataset’s columns, in their order in the source',
  },
} satisfies Fields<keyof RecordsHead | 'results'>;

/** A dataset's schema (section 2.4 of the specification). */
export interface SchemaDocument<N = number> {
  config: string;
  category: string;
  name: string;
  source: string;
  /** Number of records. */
  row_count: N;
  /** In their order in the file. */
  columns: readonly ColumnSchema<N>[];
}

/** A column in a schema. */
export interface ColumnSchema<N = number> {
  name: string;
  type: ColumnType;
  /** Ends with the unit in brackets, if there is one; empty if the column is not described. */
  description: string;
  nullable: boolean;
  null_count: N;
  /** The first distinct values other than null, at most 5. */
  sample_values: readonly Value<N>[];
  /** Null for a column that is not numeric, or has no values. */
  stats: PublishedStatistics<N> | null;
}

/**
 * Statistics of a numeric column over its values other than null, in the column's unit. `min` and `max` have the digits of the source, the
 * others are doubles. Null for a number that does not exist (`std` of one value), or is beyond the range of a double.
 */
export type PublishedStatistics<N = number> = Record<keyof ColumnStatistics, N | null>;

const AS_IN_ENTRY = { type: 'string', meaning: 'As in an entry' };

export const SCHEMA_FIELDS = {
  config: AS_IN_ENTRY,
  category: AS_IN_ENTRY,
  name: AS_IN_ENTRY,
  source: AS_IN_ENTRY,
  row_count: { type: 'number', meaning: 'Records in all' },
  columns: { type: 'array', meaning: 'One object for each column, in their order in the source' },
} satisfies Fields<keyof SchemaDocument>;

export const COLUMN_FIELDS = {
  name: { type: 'string', meaning: 'Name, the field’s name in records' },
  type: { type: 'string', meaning: 'int64, float64 or object, which is text' },
  description: { type: 'string', meaning: 'What the column represents, its unit in brackets at the end' },
  nullable: { type: 'boolean', meaning: 'Whether null is allowed' },
  null_count: { type: 'number', meaning: 'How many values are null' },
  sample_values: { type: 'array', meaning: 'The first distinct values, at most five' },
  stats: {
    type: 'object or null',
    meaning: 'count, mean, std, min, q1, median, q3 and max of a numeric column, nulls left out',
  },
} satisfies Fields<keyof ColumnSchema>;

/** `about.json`: what the publisher says about a dataset beyond its entry. Null or empty for what the publisher does not say. */
export interface AboutDocument extends Omit<DatasetDetails, 'license'> {
  config: string;
  name: string;
  license: LicenseEntry;
}

/** Name of the licence of a dataset whose publisher names none. */
export const LICENSE_NOT_STATED = 'not stated';

/** A licence: its name, and what is known of it. */
export interface LicenseEntry extends LicenseLinks {
  /** `not stated` if the publisher names none. */
  name: string;
}

export const ABOUT_FIELDS = {
  config: AS_IN_ENTRY,
  name: AS_IN_ENTRY,
  license: { type: 'object', meaning: 'name of the licence, its spdx identifier and its url, or null for these' },
  published: { type: 'string or null', meaning: 'Year, month or date (ISO 8601) when the source was published' },
  modified: { type: 'string or null', meaning: 'When the source was last changed' },
  retrieved: { type: 'string or null', meaning: 'When the data was fetched from the source' },
  version: { type: 'string or null', meaning: 'Edition of the data' },
  keywords: { type: 'array', meaning: 'What the data is about, in single words' },
  spatial: { type: 'string or null', meaning: 'Area that the data is about' },
  citation: { type: 'string or null', meaning: 'How the source asks to be cited' },
  contact: { type: 'string or null', meaning: 'Whom to ask about the data' },
  chart: {
    type: 'object or null',
    meaning: 'How the publisher wants the main chart drawn: type, x, y, series, show, only, title',
  },
} satisfies Fields<keyof AboutDocument>;

/** A dataset's quality report: what was noticed when its file was read. */
export interface QualityDocument {
  config: string;
  name: string;
  hints: readonly Hint[];
  /** Columns that have nulls, in their order in the file. */
  nulls: readonly NullSpellings[];
}

/** Spellings of null in one column, the most frequent first. */
export interface NullSpellings {
  column: string;
  /** `text` is empty for an empty cell. */
  spellings: readonly { text: string; count: number }[];
}

export const QUALITY_FIELDS = {
  config: AS_IN_ENTRY,
  name: AS_IN_ENTRY,
  hints: {
    type: 'array',
    meaning: 'Doubts about the file the data was read from: code, file, line, column and message',
  },
  nulls: {
    type: 'array',
    meaning: 'For each column that has nulls: column, and its spellings, each with its text and count',
  },
} satisfies Fields<keyof QualityDocument>;

/** `downloads.json`: the files in which a dataset can be taken as a whole. */
export interface DownloadsDocument {
  config: string;
  name: string;
  downloads: readonly DownloadEntry[];
}

/** A file with a whole dataset. */
export interface DownloadEntry {
  format: DownloadFormat;
  media_type: string;
  url: string;
  /** Number of records. */
  rows: number;
  bytes: number;
  /** In hexadecimal digits. */
  sha256: string;
}

export const DOWNLOADS_FIELDS = {
  config: AS_IN_ENTRY,
  name: AS_IN_ENTRY,
  downloads: {
    type: 'array',
    meaning: 'For each file: its format, media_type and url, its rows and bytes, and the SHA-256 digest of its bytes',
  },
} satisfies Fields<keyof DownloadsDocument>;

/** A dataset's profile: how the values of its columns are distributed, and what the columns are for. */
export interface ProfileDocument<N = number> {
  config: string;
  name: string;
  /** Number of records. */
  row_count: N;
  /** The first column of years, months, quarters, dates or times with its least and greatest value; null if there is no such column. */
  time_span: { column: string; from: Value<N>; to: Value<N> } | null;
  /** Columns whose values together are different in every record: few, and early ones. Null if none were found. */
  key_columns: readonly string[] | null;
  /** Columns by which records can be grouped. */
  dimensions: readonly string[];
  /** Columns of numbers that measure something. */
  measures: readonly string[];
  /** In their order in the file. */
  columns: readonly ProfileColumn<N>[];
}

/** A column in a profile. Nulls count as values in `null_share` and `null_spellings` only. */
export interface ProfileColumn<N = number> {
  name: string;
  /** Name for readers; null if the publisher gives no other than `name`. */
  title: string | null;
  /** Empty if the column is not described. */
  description: string;
  unit: string | null;
  type: ColumnType;
  format: ValueFormat | null;
  min: Value<N>;
  max: Value<N>;
  /** Share of the records in which the column is null, from 0 to 1; null if there are no records. */
  null_share: N | null;
  null_spellings: NullSpellings['spellings'];
  distinct_count: N;
  is_distinct_count_exact: boolean;
  is_unique: boolean | null;
  order: ValueOrder | null;
  top_values: readonly { value: Value<N>; count: N }[] | null;
  histogram: { edges: readonly N[]; counts: readonly N[] } | null;
  lengths: { min: N; max: N; mean: N } | null;
}

export const PROFILE_FIELDS = {
  config: AS_IN_ENTRY,
  name: AS_IN_ENTRY,
  row_count: { type: 'number', meaning: 'Records in all' },
  time_span: {
    type: 'object or null',
    meaning: 'column, from and to: the first column of times, and its least and greatest value',
  },
  key_columns: {
    type: 'array or null',
    meaning: 'One to three columns whose values together are different in every record; null if none were found',
  },
  dimensions: { type: 'array', meaning: 'Columns by which records can be grouped' },
  measures: { type: 'array', meaning: 'Columns of numbers that measure something' },
  columns: { type: 'array', meaning: 'One object for each column, in their order in the source' },
} satisfies Fields<keyof ProfileDocument>;

const EXTREME = {
  type: 'string, number or null',
  meaning: 'Least and greatest value of a column of numbers, or of times; otherwise null',
};

export const PROFILE_COLUMN_FIELDS = {
  name: { type: 'string', meaning: 'Name, as in the schema' },
  title: { type: 'string or null', meaning: 'Name for readers, if the publisher gives one' },
  description: { type: 'string', meaning: 'What the column represents' },
  unit: { type: 'string or null', meaning: 'Unit of its values' },
  type: { type: 'string', meaning: 'int64, float64 or object, which is text' },
  format: {
    type: 'string or null',
    meaning:
      'year, month, quarter, date, datetime, time, boolean, url, email or code, if all values are of that format',
  },
  min: EXTREME,
  max: EXTREME,
  null_share: { type: 'number or null', meaning: 'Share of the records without a value, from 0 to 1' },
  null_spellings: {
    type: 'array',
    meaning: 'How nulls are written in the source, the most frequent spelling first: text and count',
  },
  distinct_count: { type: 'number', meaning: 'How many different values there are' },
  is_distinct_count_exact: { type: 'boolean', meaning: 'false if distinct_count is a lower bound' },
  is_unique: { type: 'boolean or null', meaning: 'Whether no value occurs twice; null if that is not known' },
  order: {
    type: 'string or null',
    meaning: 'ascending, descending or none: the order of the values in the source',
  },
  top_values: {
    type: 'array or null',
    meaning: 'The ten most frequent values, each with its count; null if distinct_count is a lower bound',
  },
  histogram: {
    type: 'object or null',
    meaning: 'Of numbers: counts of values between edges, the lower edge included; the last upper edge too',
  },
  lengths: { type: 'object or null', meaning: 'Of texts: min, max and mean of their characters' },
} satisfies Fields<keyof ProfileColumn>;

/**
 * `chunks/index.json` of a packed dataset: all that code needs to make its pages from its chunks. On hosts without code, the client reads
 * both.
 */
export interface ChunkIndexDocument {
  head: RecordsHead;
  /** Number of records. */
  count: number;
  links: { self: string; records: string };
  /** Number of each chunk's first record, from 0, ascending. */
  chunks: readonly number[];
}

/** Body of a problem (RFC 9457): the members of every problem, then those of its type. */
export interface ProblemDocument extends ProblemExtensions {
  /** URL of the type's section in the API reference. */
  type: string;
  title: string;
  status: number;
  detail: string;
  /** Path and query of the request, at most `MAX_ECHO` characters of them. */
  instance: string;
}

/** Members of a problem that only some types have. */
export interface ProblemExtensions {
  /** Best match for an unknown dataset or category. */
  suggestion?: string | null;
  /** Datasets, at most 3, or endpoints, which have no `config`. */
  suggestions?: readonly { config?: string; name: string; url: string }[];
  parameter?: string;
  received?: string;
  expected?: string | readonly string[];
}
