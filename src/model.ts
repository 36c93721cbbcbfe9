/* Domain types shared by all folders of src/, and the interfaces through which the core reads and writes. Types only. */

/** Data type of a column, as named in the published schema. */
export type ColumnType = 'int64' | 'float64' | 'object';

/** How records are published: one file per page, or chunks of many records, from which pages are cut on request. */
export type Layout = 'pages' | 'packed';

/** File format for downloading an entire dataset. */
export type DownloadFormat = 'csv' | 'ndjson' | 'parquet' | 'xlsx';

/** Position in an input file. Lines and columns start at 1; columns are counted in UTF-16 code units. */
export interface Place {
  line: number;
  column: number;
  /** Excerpt of the line around the position. */
  excerpt: string;
}

/** How a publisher writes numbers, where that differs from JSON. */
export interface NumberFormat {
  /** Separator between groups of three digits, such as `,`; none if absent. */
  thousands?: string;
  /** Decimal separator; `.` if absent. */
  decimal?: string;
  /** Text to remove before parsing a number, such as a leading `$` or a trailing `%`. */
  strip?: { prefix?: string; suffix?: string };
  /** How negative numbers are written, with minus one as the example; `-1` if absent. */
  negative?: '(1)' | '1-' | '−1';
}

/** Table Schema types (Data Package standard) that Almanac checks values against. */
export type ClaimedType = 'integer' | 'number' | 'year' | 'yearmonth' | 'date' | 'time' | 'datetime' | 'boolean';

/** Type that a data package declares for a column. Values that contradict it are only reported as a hint. */
export interface TypeClaim {
  type: ClaimedType;
  /** For dates and times: `default`, `any`, or a strptime pattern. */
  format: string;
  /** For booleans: all accepted spellings of true and false. */
  spellings: readonly string[];
  /** For numbers: false if other text may surround the number (`bareNumber` in Table Schema). */
  isBare: boolean;
}

/** A publisher's description of one column. */
export interface ColumnDescription {
  /** Display name, such as `Average price`; absent if the publisher gives none. */
  title?: string;
  /** Meaning of the column; empty if the publisher does not describe it. */
  description: string;
  unit?: string;
  /** New name to publish the column under; absent if it keeps its name. */
  rename?: string;
  /** Required type of the column; inferred if absent. */
  type?: ColumnType;
  /** Whether to publish the column as nullable even if it currently has no nulls. */
  nullable: boolean;
  /** Whether a null is an error. */
  required: boolean;
  /** Rules for the values; absent if the publisher states none. */
  constraints?: Constraints;
  /** Values read as null in this column; if absent, the default null tokens. */
  missing?: readonly string[];
  numberFormat: NumberFormat;
  /** Whether all values must be numbers because the column's own description sets a number format. */
  isNumber: boolean;
  claim?: TypeClaim;
  /** Date pattern of the column, such as `dd.mm.yyyy`. Dates that match it are converted to ISO 8601. */
  date?: string;
  /** What values mean, by value: `{ '1': 'yea' }`. Need not have all values. The values are published as they are. */
  labels?: Readonly<Record<string, string>>;
  /**
   * Whether the file may lack the column. Set only if a data package describes the column and the sidecar does not. `declared`: yes, the
   * package allows missing columns. `doubted`: no, so a missing column is reported.
   */
  mayBeAbsent?: 'declared' | 'doubted';
}

/** Rules for the values of one column, as they are stated, in the words of Table Schema. Nulls satisfy them all. */
export interface Constraints {
  unique?: boolean;
  /** A plain number, or a date or another period in ISO 8601; all four bounds are inclusive. */
  minimum?: number | string;
  maximum?: number | string;
  /** In characters. */
  minLength?: number;
  maxLength?: number;
  /** A regular expression for `patternMatcher`, which matches whole values. */
  pattern?: string;
  /** All allowed values. */
  enum?: readonly (number | string)[];
}

/** A file and a position in it. */
export interface FilePlace {
  /** Relative to the raw-data folder. */
  file: string;
  place: Place;
}

/** Rules for the values of a column in relation to those of a column of another dataset. */
export interface ForeignKey {
  /** Name of the column, in the file or as published. */
  column: string;
  /** Config name of the dataset with the allowed values; empty for the dataset itself. */
  dataset: string;
  /** Column of that dataset, by its name in the file or as published. */
  references: string;
  at: FilePlace;
}

/** Rules for a table as a whole. Columns are given by their names in the file or as published. */
export interface TableRules {
  /** Columns that have no nulls, and whose combined values differ in all records; null if none are stated. */
  primaryKey: { columns: readonly string[]; at: FilePlace } | null;
  foreignKeys: readonly ForeignKey[];
  /** What the publisher expects of the whole: the number of rows, and a date or period that the time span reaches. */
  expect: { rows?: { min?: number; max?: number }; until?: string; at: FilePlace } | null;
}

/** A new name (`to`) for one column of a file, and the name that the header is expected to have for it (`from`). */
export interface ColumnRename {
  /** Position of the column, starting at 1. */
  column: number;
  /** Null if the header has no cell for the column. */
  from: string | null;
  to: string;
}

/** Format of a CSV file, as declared in its description. */
export interface FileFormat {
  /** Encoding name from the WHATWG Encoding Standard; null if not declared. */
  encoding: string | null;
  /** Null if not declared, in which case it is detected. */
  delimiter: string | null;
  /** Empty if cells are never quoted. */
  quote: string;
  /** Character that escapes a quote character inside a quoted cell; often the quote character itself. */
  escape: string;
  /** Prefix of comment lines; null if not declared. */
  comment: string | null;
  /**
   * `true` strips whitespace around cells, even inside their quotes; `start` strips only spaces before cells. Null if not declared:
   * whitespace is then kept, but consistent padding is reported.
   */
  trim: boolean | 'start' | null;
  /** Whether every line ends in an extra delimiter, with no cell after it. */
  trailingDelimiter: boolean;
  /** Number of lines to skip at the start of the file. */
  skipRows: number;
  /** Number of footer rows to skip; null if not declared: none are skipped, but rows that look like a footer are reported. */
  footerRows: number | null;
  /** Number of header rows, or the column names if the file has no header; null if not declared, which means one header row. */
  header: number | readonly string[] | null;
  /** New names for columns; null to keep the names in the file. */
  rename: readonly ColumnRename[] | null;
  /** Names of columns to leave out of the published dataset. */
  omitted: readonly string[];
  /** Columns whose values may be followed by a flag, as in `12.5 p`, each with the name of the column that receives the flags. */
  flags: readonly (readonly [column: string, flags: string])[];
  dates: readonly (readonly [column: string, pattern: string])[];
  /** Whether a row with too few cells is an error or is padded with empty cells. */
  ragged: 'error' | 'pad';
  /** Whether a row without values is kept as a record of nulls or skipped; null if not declared: it is kept and reported. */
  emptyRows: 'keep' | 'skip' | null;
  /** Whether a row that repeats the header is an error or is skipped. */
  repeatedHeader: 'error' | 'skip';
  /** Values read as null in columns that do not list their own; if absent, the default null tokens. */
  missing?: readonly string[];
  numberFormat: NumberFormat;
}

/** A publisher's complete description of a dataset. */
export interface DatasetDescription {
  name: string;
  description: string;
  /** Institution that publishes the data. */
  source: string;
  /** Link to the original source, http or https. */
  url: string;
  /** Name of the licence: the dataset's own, or else the catalogue's default; `LICENSE_NOT_STATED` if there is neither. */
  license: string;
  about: DatasetDetails;
  category: string;
  /** Config names that the dataset had before. Their addresses lead to the dataset. */
  formerly: readonly string[];
  columns: ReadonlyMap<string, ColumnDescription>;
  format: FileFormat;
  /** Bounds that differ from the default ones. */
  editions: EditionBounds;
}

/** How much an edition of a dataset may differ from the last one. An edition that differs more is not published. */
export interface EditionBounds {
  /** Least number of rows, as a share of those of the last edition. */
  minRows?: number;
  /** Number of times as many rows as the last edition that is too many. */
  maxRows?: number;
  /** Largest growth of a column's share of nulls, from 0 to 1. */
  nullShare?: number;
  /** Largest number of values of a column that may be missing, if they identify or frequently group records. */
  goneValues?: number;
  /** Largest share of the records, by their key, that may be missing and are not older than all others. */
  goneRecords?: number;
  /** Largest move of a median, in interquartile ranges, and of an extreme value, in ranges. */
  moved?: number;
  /** Largest move of most values in records with the same key, as a share of the larger value; five times as much without times. */
  revised?: number;
  /** Whether to compare the numbers of columns in other ways: all multiplied, all the same, exchanged, of other times. */
  numbers?: boolean;
  /** Whether columns must keep their names. */
  columns?: boolean;
  /** Whether columns must keep their types, and times their format. */
  types?: boolean;
  /** Whether the time span must not end earlier. */
  span?: boolean;
  /** Whether columns that identify records must go on doing so. */
  key?: boolean;
  /** Whether a hint that the last edition had no reason for is an error. */
  doubts?: boolean;
}

/** Optional details of a dataset. Each is null or empty if the publisher does not give it. */
export interface DatasetDetails {
  /** SPDX identifier and URL of the licence. */
  license: LicenseLinks;
  /** Dates as `YYYY`, `YYYY-MM` or `YYYY-MM-DD`: when the source data was published, last changed and fetched. */
  published: string | null;
  modified: string | null;
  retrieved: string | null;
  /** Edition of the data, such as `9.1`. */
  version: string | null;
  keywords: readonly string[];
  /** Geographic area that the data covers. */
  spatial: string | null;
  /** How the source asks to be cited. */
  citation: string | null;
  /** An email address, a URL or any other text. */
  contact: string | null;
  /** Null to let the built-in rules choose the main chart. */
  chart: ChartChoice | null;
}

/** Identifier and URL of a licence. */
export interface LicenseLinks {
  /** Identifier in the SPDX License List, such as `CC-BY-4.0`; null if unknown. */
  spdx: string | null;
  /** URL of the licence text, http or https; null if unknown. */
  url: string | null;
}

/**
 * A publisher's choices for the main chart of a dataset. Built-in rules fill in whatever is absent. Until the file is read, a column may
 * be given by its original or its published name; afterwards, only by its published name.
 */
export interface ChartChoice {
  /** `none`: the dataset has no chart. */
  type?: 'line' | 'bar' | 'histogram' | 'none';
  /** Column with the times or categories. */
  x?: string;
  /** One to four numeric columns. */
  y?: readonly string[];
  /** Column that divides the records into series, one for each distinct value; for example, the country. */
  series?: string;
  /** At most four values of the `series` column to show. */
  show?: readonly string[];
  /** Values by column name; only records with all of these values are drawn. */
  only?: Readonly<Record<string, string | number>>;
  title?: string;
}

/** Settings that affect how data is read and checked, from the table in `settings/settings.ts`. */
export interface ReadingSettings {
  /** Maximum number of columns in a file; a file with more is rejected. */
  maxColumns: number;
}

/** A CSV or TSV file to publish, with its name and description. */
export interface Source extends DatasetDescription {
  /** Config name of the dataset: a slug, or empty if it has no valid name. Two sources share a slug only if both are refused. */
  config: string;
  /** Whether mistakes in the name, category or description prevent publication. The file is still read, so that its problems are found. */
  isRefused: boolean;
  path: string;
  /** Path of the data file relative to the raw-data folder, with `/` as the separator, as shown in messages. */
  file: string;
  settings: ReadingSettings;
  /** False for a file without a description, which can still be checked. */
  isDescribed: boolean;
  /** Path of the sidecar, or of the data package that lists the file, relative to the raw-data folder; `file` if there is neither. */
  descriptionFile: string;
  /** File and position of each column's description, by column name. */
  columnPlaces: ReadonlyMap<string, FilePlace>;
  /** Position of the chart entry in the description; null without a chart entry. */
  chartPlace: FilePlace | null;
  /** Rules for the table as a whole; absent if the description is. */
  rules?: TableRules;
  /** Where new editions of the file come from; null if the description does not say it. */
  from: Origin | null;
}

/** The address of a data file on the web. */
export interface Origin {
  /** An http or https URL. Its fragment names the table in an archive of several. */
  url: string;
  /** Position of the URL in the description; the file is null if the URL is in none. */
  at: { file: string | null; place?: Place };
}

/** One topic of the catalogue. */
export interface Category {
  name: string;
  title: string;
  description: string;
}

/** Details of the catalogue that the publisher provides. */
export interface CatalogueWords {
  title: string;
  description: string;
  publisher: string | null;
  /** An email address, a URL or any other text. */
  contact: string | null;
  /** Default licence for datasets that do not name their own. */
  license: string | null;
  /** Language of the catalogue, as a BCP 47 language tag such as `en` or `de-CH`. */
  language: string;
  /** Writing direction of the language. */
  direction: 'ltr' | 'rtl';
  keywords: readonly string[];
  /** Accent colour of the pages, as `#` and six hexadecimal digits; null for the default. */
  accent: string | null;
}

/** The catalogue: its details, the look of its pages, and its categories. */
export interface Catalogue extends CatalogueWords {
  /** SVG markup of the logo; null without a logo. */
  logo: string | null;
  /** Config name of the dataset whose chart the home page shows; null to let a rule choose. */
  featured: string | null;
  /** The publisher's own style sheet; null without one. */
  theme: string | null;
  texts: CatalogueTexts;
  categories: readonly Category[];
}

/** The publisher's Markdown texts, parsed into nodes. */
export interface CatalogueTexts {
  /** Text of the home page; null to show the catalogue's description instead. */
  home: readonly TextNode[] | null;
  /** In display order. */
  pages: readonly TextPage[];
}

/** A page written by the publisher. */
export interface TextPage {
  /** Slug in the page's URL, unique among the pages. */
  name: string;
  title: string;
  /** Everything after the title. */
  content: readonly TextNode[];
}

/** A node of a formatted text: a string or an element. */
export type TextNode = string | TextElement;

/** An element of a formatted text, with the same tag as in HTML. Each attribute applies only to the tags named in its comment. */
export interface TextElement {
  tag: TextTag;
  /** For headings: the ID, used as the fragment of links to the heading. */
  id?: string;
  /** For `a`: an external URL, a `mailto:` URL, or `#` and the `id` of a heading on the same page. */
  href?: string;
  /** For `a`, instead of `href`: URL of a page or file of the catalogue, relative to the home page, without a leading slash. */
  path?: string;
  /** For `ol`: number of the first item, if it is not 1. */
  start?: number;
  /** For `th` and `td`: alignment, if it is not the default. */
  align?: 'center' | 'end';
  content: readonly TextNode[];
}

/** Elements allowed in formatted texts. */
export type TextTag = BlockTag | TableTag | InlineTag;
type BlockTag = 'p' | `h${2 | 3 | 4 | 5 | 6}` | 'pre' | 'blockquote' | 'ul' | 'ol' | 'li' | 'hr';
type TableTag = 'table' | 'thead' | 'tbody' | 'tr' | 'th' | 'td';
type InlineTag = 'em' | 'strong' | 'del' | 'code' | 'br' | 'a';

/** Consecutive records, each an array of cell values. */
export interface RecordBlock {
  records: readonly (readonly string[])[];
  /** Position of cell `cell` in record `record`, both counted from 0. The index after the last cell gives the end of the record. */
  placeOf(record: number, cell: number): Place;
}

/** Consecutive records of which only some cells were asked for. */
export interface CellBlock extends RecordBlock {
  /** All cells of record `record`, counted from 0. */
  recordAt(record: number): readonly string[];
}

/** Consecutive records of a UTF-8 file, with cells given as byte ranges. */
export interface ByteBlock {
  bytes: Uint8Array;
  /** Start and end offsets in `bytes` of each cell's content, record by record, without its quotes. Quotes inside are still doubled. */
  bounds: Int32Array;
  records: number;
  /** Number of cells in each record. */
  width: number;
  /** Content of cell `cell` in record `record`, both counted from 0, with doubled quotes unescaped. */
  textOf(record: number, cell: number): string;
  placeOf(record: number, cell: number): Place;
}

/**
 * Statistics of a numeric column over its non-null values. `min` and `max` are JSON numbers that keep every digit from the source; the
 * remaining statistics are doubles, null if undefined (`std` of a single value) or out of range for a double.
 */
export interface ColumnStatistics {
  count: number;
  mean: number | null;
  std: number | null;
  min: string;
  q1: number | null;
  median: number | null;
  q3: number | null;
  max: string;
}

/** Order of a column's non-null values in the file. Adjacent values may be equal; if all values are equal, they count as ascending. */
export type ValueOrder = 'ascending' | 'descending' | 'none';

/** Format shared by all values of a column. */
export type ValueFormat =
  | 'year'
  | 'month'
  | 'quarter'
  | 'date'
  | 'datetime'
  | 'time'
  | 'boolean'
  | 'url'
  | 'email'
  | 'code';

/** Histogram of a numeric column. Each bin includes its lower edge but not its upper edge, except the last bin, which includes both. */
export interface Histogram {
  /** JSON numbers, ascending; one more edge than there are counts. */
  edges: readonly string[];
  counts: readonly number[];
}

/** Distribution of a column's non-null values. */
export interface Distribution {
  /** Number of distinct values; a lower bound if it is not exact. */
  distinct: { count: number; isExact: boolean };
  /** Whether all values are distinct; null if unknown, or if there are no values. */
  isUnique: boolean | null;
  /** Null if there are no values. */
  order: ValueOrder | null;
  /** The most frequent values, as JSON tokens; null if the distinct values were too many or too long to count. */
  top: readonly { value: string; count: number }[] | null;
  /** All distinct values as a JSON array, in the order of their UTF-8 bytes, if they are few and short enough to be names; otherwise null. */
  names: string | null;
  /** Null if the column is not numeric, has no values, or has bin edges that doubles cannot represent. */
  histogram: Histogram | null;
  /** Lengths of the values in characters; null if the column is numeric or has no values. */
  lengths: { min: number; max: number; mean: number } | null;
  format: ValueFormat | null;
  /** Whether the values appear to be measurements, judging by the column's type, format and name. */
  isMeasure: boolean;
  /** Smallest and largest value, as JSON tokens, if the values are numbers, or dates or times in one notation; otherwise null. */
  extremes: { min: string; max: string } | null;
}

/** Profile of a column, based on every one of its cells. */
export interface ColumnProfile {
  name: string;
  type: ColumnType;
  nullCount: number;
  /** Number of nulls by spelling, most frequent first. Whitespace around a spelling is ignored, unless it is all that the cell contains. */
  nullSpellings: ReadonlyMap<string, number>;
  /** The first distinct non-null values, at most five, as JSON tokens. */
  samples: readonly string[];
  /** Null if the column is not numeric or has no values. */
  statistics: ColumnStatistics | null;
  distribution: Distribution;
}

/** A possible problem with a dataset, published for everyone who uses the data. */
export interface Hint {
  /** A problem code from `PROBLEM_CODES`. */
  code: string;
  /** Path relative to the raw-data folder; null if the hint is not about a file. */
  file: string | null;
  line: number | null;
  column: number | null;
  message: string;
}

/** A dataset as it is published. */
export interface Dataset extends DatasetDescription {
  config: string;
  rowCount: number;
  profiles: readonly ColumnProfile[];
  /** Columns whose combined values are unique for each record; null if none were found. */
  keyColumns: readonly string[] | null;
  hints: readonly Hint[];
}

/** Fields of a dataset that appear in the index and in dataset lists. */
export type ListedDataset = Pick<
  Dataset,
  'config' | 'name' | 'category' | 'description' | 'source' | 'url' | 'license' | 'formerly' | 'rowCount'
>;

export interface WrittenFile {
  /** Relative to the output folder, with `/` as the separator. */
  path: string;
  bytes: number;
  /** Modification time from the file system, in whole milliseconds since 1970. */
  modified: number;
  /** SHA-256 of the content, in lower-case hexadecimal digits. */
  digest: string;
}

/** The files in one folder of an output, excluding subfolders. */
export interface ListedFolder {
  /** Relative to the output, with a trailing `/`; empty for the output folder itself. */
  path: string;
  /** Time of the last addition or removal of an entry, in milliseconds since 1970. */
  modified: number;
  names: readonly string[];
  /** Sizes in bytes, in the order of `names`. */
  sizes: readonly number[];
  /** Modification times in milliseconds since 1970, in the order of `names`. */
  times: readonly number[];
}

export interface Written {
  files: number;
  bytes: number;
}

export interface DatasetReport extends Written {
  config: string;
  rows: number;
}

/** A pending result: a function that waits until the result is ready, then returns it or throws. It may be called only once. */
export type Pending<T> = () => T;

/** Random and sequential access to the bytes of a table, such as a CSV file. Both methods throw a `ProblemError` on a read error. */
export interface ByteSource {
  /** Reads all bytes in order: first at most `firstBytes`, then at most `chunkBytes` at a time. A chunk is valid until the next is read. */
  readChunks(firstBytes: number, chunkBytes: number): Generator<Uint8Array, void, undefined>;
  /** Reads the bytes from `start` to `end`, exclusive, into the start of `buffer`. Returns false if the source ends before `end`. */
  readPart(start: number, end: number, buffer: Uint8Array): boolean;
}

/** Counts completed work for the progress display. */
export interface WorkCounter {
  /** Adds bytes and rows read, and files written. Negative numbers subtract work that has to be redone. */
  add(bytes: number, rows: number, files?: number): void;
}

/** Destination of published files. Paths are relative, with `/` as the separator; writing the same path twice is an error. */
export interface Output {
  /** Writes a complete file. A string is encoded as UTF-8; a byte array may be modified after the call. */
  write(path: string, body: string | Uint8Array): void;
  /** Opens one part of a long file; `number` starts at 0. Threads may write different parts at the same time. */
  part(path: string, number: number): FilePart;
  /** Joins parts 0 to `count` − 1 into one file, in order, and appends the bytes that `endOf` returns. Throws if a part was not ended. */
  joinParts(path: string, count: number, endOf?: (parts: JoinedFile) => Uint8Array): JoinedFile;
  readonly zlib: Zlib;
}

/** Compression and checksums for ZIP files. */
export interface Zlib {
  /** Deflates bytes (RFC 1951). Unless `isLast` is true, the result ends on a byte boundary so that more deflated data can follow. */
  deflate(bytes: Uint8Array, isLast: boolean): Uint8Array;
  /** CRC-32 of `bytes`, continuing from `before`, the CRC-32 of the preceding bytes. */
  crc32(bytes: Uint8Array, before?: number): number;
}

/** Size and digest of a long file joined from its parts. */
export interface JoinedFile {
  bytes: number;
  /** SHA-256 of the file, in hexadecimal. */
  sha256: string;
}

/** One part of a long file. Each write appends to the part. */
export interface FilePart {
  write(bytes: Uint8Array): void;
  /** Ends the part. A file's parts can be joined once all of them are ended. */
  end(): void;
}

/** An output that records the files written so far. */
export interface ListingOutput extends Output {
  /** Folder that the files are written to; absent if other threads cannot write to this output. */
  readonly folder?: string;
  /** Previously published folder, from which unchanged files may be linked instead of being written; null if nothing is reused. */
  readonly previous?: string | null;
  readonly written: WrittenFile[];
}

/** Reads a published file; resolves to undefined if it does not exist. */
export type ReadPublished = (path: string) => Promise<Uint8Array<ArrayBuffer> | undefined>;

/** An open published file. It remains readable if another replaces it at its path, but reading rejects if it was modified since opening. */
export interface PublishedFile {
  /** In bytes. */
  readonly size: number;
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
  /** SHA-256 of the file, computed without reading all of it into memory. */
  digest(): Promise<Uint8Array>;
  /** The bytes from `start` to `end`, exclusive, in pieces of at most about 64 KB. Each piece is valid until the next is requested. */
  pieces(start: number, end: number): AsyncIterable<Uint8Array<ArrayBuffer>>;
  close(): Promise<void>;
}

/** Opens a published file; resolves to undefined if it does not exist. */
export type OpenPublished = (path: string) => Promise<PublishedFile | undefined>;
