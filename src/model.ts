/* The nouns of Almanac, which one room passes to the next, and the ports. Types only. */

/** Data type of a column, as the schema resource names it. */
export type ColumnType = 'int64' | 'float64' | 'object';

/** How records are published: every page as a file, or in chunks of many records, from which code makes the pages. */
export type Layout = 'pages' | 'packed';

/** A format in which a dataset can be downloaded as a whole. */
export type DownloadFormat = 'csv' | 'ndjson' | 'parquet' | 'xlsx';

/** A place in an input file. Lines and columns count from 1; columns in UTF-16 code units, as editors count them. */
export interface Place {
  line: number;
  column: number;
  /** Text of the line around the place, shortened. */
  excerpt: string;
}

/** How a publisher writes numbers, as far as that differs from JSON. */
export interface NumberFormat {
  /** Separator between groups of three digits, such as `,`; none if absent. */
  thousands?: string;
  /** Decimal separator; `.` if absent. */
  decimal?: string;
  /** Text that is removed before a number is read, such as `$` before it or `%` after it. */
  strip?: { prefix?: string; suffix?: string };
  /** How negative numbers are written, shown on the number 1; with a hyphen before them if absent. */
  negative?: '(1)' | '1-' | '−1';
}

/** A type of Table Schema (Data Package standard) whose values can be checked. */
export type ClaimedType = 'integer' | 'number' | 'year' | 'yearmonth' | 'date' | 'time' | 'datetime' | 'boolean';

/**
 * What a data package claims about a column's values. It does not change how they are read, and they may contradict it.
 */
export interface TypeClaim {
  type: ClaimedType;
  /** For dates and times: `default`, `any`, or a pattern of C's strptime. */
  format: string;
  /** For booleans: all spellings. */
  spellings: readonly string[];
  /** For numbers: false if there may be any text around them. */
  isBare: boolean;
}

/** What a publisher says about one column. */
export interface ColumnDescription {
  /** A name for readers, such as `Average price`; absent if the publisher gives only the one in the file. */
  title?: string;
  /** What the column represents; empty if the publisher does not say. */
  description: string;
  unit?: string;
  /** Name to publish the column under; the one in the file if absent. */
  rename?: string;
  /** Type that the column must have; found out if absent. */
  type?: ColumnType;
  /** Nulls are allowed even if the data has none today. */
  nullable: boolean;
  /** A null is an error. */
  required: boolean;
  /** Spellings of null in this column; the default list if absent. */
  missing?: readonly string[];
  numberFormat: NumberFormat;
  /** The column's own description has a number format, so its values must be numbers. */
  isNumber: boolean;
  claim?: TypeClaim;
  /** Pattern in which the dates of the column are written, such as `dd.mm.yyyy`. Those that fit it are read as ISO 8601. */
  date?: string;
  /**
   * The file need not have the column: its data package says so (`declared`), or only a field of the package describes the column
   * (`doubted`). Absent if the file must have it.
   */
  mayBeAbsent?: 'declared' | 'doubted';
}

/** A new name for one column of a file, and the name that its header must have there. */
export interface ColumnRename {
  /** Position of the column, from 1. */
  column: number;
  /** Null if the header has no cell for the column. */
  from: string | null;
  to: string;
}

/** How a CSV file is written, as its description declares it. */
export interface FileFormat {
  /** A name of the WHATWG Encoding Standard; null if none is declared. */
  encoding: string | null;
  /** Null if none is declared: then it is detected. */
  delimiter: string | null;
  /** Empty if cells are never quoted. */
  quote: string;
  /** The character before a quote inside a quoted cell; in most files, the quote itself. */
  escape: string;
  /** How lines begin that are comments; null if there are none. */
  comment: string | null;
  /**
   * `true`: blanks around cells, and around their quotes, are not part of the cells; `start`: only blanks before them
   * are not. Null if not declared: then blanks are part of the cells, unless all cells have them.
   */
  trim: boolean | 'start' | null;
  /** Lines end in a delimiter, after which there is no cell. */
  trailingDelimiter: boolean;
  /** Number of lines above the header. */
  skipRows: number;
  /** Number of rows at the end that are not data; null if not declared: then there are none, and rows that look like it are reported. */
  footerRows: number | null;
  /** Number of header rows, or the names of the columns if the file has none; null if not declared: then it is one row. */
  header: number | readonly string[] | null;
  /** New names for columns of the header; null if the names in the file stay. */
  rename: readonly ColumnRename[] | null;
  /** Names of the columns that are not published. */
  omitted: readonly string[];
  /** Names of columns whose values have flags after them, each with the name of the column that the flags are moved to. */
  flags: readonly (readonly [column: string, flags: string])[];
  /** Names of columns of dates, each with the pattern in which they are written, such as `dd.mm.yyyy`. */
  dates: readonly (readonly [column: string, pattern: string])[];
  /** Whether a row with fewer cells than columns is an error, or is padded with empty cells. */
  ragged: 'error' | 'pad';
  /** Whether a row without any value is kept as a record of nulls, or skipped; null if not declared. */
  emptyRows: 'keep' | 'skip' | null;
  /** Whether a row that repeats the header is an error, or skipped. */
  repeatedHeader: 'error' | 'skip';
  /** Spellings of null in columns whose own description does not list any; the default list if absent. */
  missing?: readonly string[];
  numberFormat: NumberFormat;
}

/** Everything a publisher says about a dataset. */
export interface DatasetDescription {
  name: string;
  description: string;
  /** Institution that publishes the data. */
  source: string;
  /** Link to the original source, http or https. */
  url: string;
  /** Name of the licence: of the dataset, otherwise of the catalogue, otherwise `LICENSE_NOT_STATED`. */
  license: string;
  about: DatasetDetails;
  category: string;
  columns: ReadonlyMap<string, ColumnDescription>;
  format: FileFormat;
}

/** What a publisher can say about a dataset beyond its entry. Null or empty for what the publisher does not say. */
export interface DatasetDetails {
  /** What is known of the licence besides its name. */
  license: LicenseLinks;
  /** Dates as `YYYY`, `YYYY-MM` or `YYYY-MM-DD`: when the source was first published, last changed, and fetched. */
  published: string | null;
  modified: string | null;
  retrieved: string | null;
  /** Edition of the data, such as `9.1`. */
  version: string | null;
  keywords: readonly string[];
  /** Area that the data is about. */
  spatial: string | null;
  /** How the source asks to be cited. */
  citation: string | null;
  /** An email address, a URL or any other text. */
  contact: string | null;
  /** Null if rules decide how the main chart is drawn. */
  chart: ChartChoice | null;
}

/** What is known of a licence besides its name. */
export interface LicenseLinks {
  /** Identifier in the SPDX License List, such as `CC-BY-4.0`; null if the publisher gives none. */
  spdx: string | null;
  /** Where its text can be read, http or https; null if that is not known. */
  url: string | null;
}

/**
 * How a publisher wants the main chart of a dataset drawn. Rules decide what is absent. Columns have the names under which they are
 * published, or, before the file is read, those in the file.
 */
export interface ChartChoice {
  /** `none`: the dataset has no chart. */
  type?: 'line' | 'bar' | 'histogram' | 'none';
  /** Column of times or categories. */
  x?: string;
  /** One to four columns of numbers. */
  y?: readonly string[];
  /** Column whose values are the series, such as countries. */
  series?: string;
  /** At most four values of the column `series`. */
  show?: readonly string[];
  /** Values that records must have to be drawn, by column. */
  only?: Readonly<Record<string, string | number>>;
  title?: string;
}

/** The settings by which data is read and checked. The table in `settings/` has a row for each. */
export interface ReadingSettings {
  /** Maximum columns of a file. With more, it is refused before anything is kept of each column. */
  maxColumns: number;
}

/** A CSV or TSV file to be published, named and described. */
export interface Source extends DatasetDescription {
  /** The dataset's config name: a slug, unique in the catalogue unless the source is refused; empty if the file's name makes no slug. */
  config: string;
  /** It cannot be published because of its name or category. It is still read, so that one run finds all problems. */
  isRefused: boolean;
  /** Path of the CSV file. */
  path: string;
  /** Path relative to the raw-data folder, with `/`, as messages name the file. */
  file: string;
  settings: ReadingSettings;
  /** False for a file without a description, which can still be checked. */
  isDescribed: boolean;
  /** Path of the description, relative to the raw-data folder: the sidecar, or the data package that lists the file. */
  descriptionFile: string;
  /** Places of the columns' entries in descriptions, by column name. */
  columnPlaces: ReadonlyMap<string, { file: string; place: Place }>;
  /** Place of the chart's entry in the description; null if there is none. */
  chartPlace: { file: string; place: Place } | null;
}

/** One topic of the catalogue. */
export interface Category {
  name: string;
  title: string;
  description: string;
}

/** What the publisher says about the catalogue as a whole. */
export interface CatalogueWords {
  title: string;
  description: string;
  publisher: string | null;
  /** An email address, a URL or any other text. */
  contact: string | null;
  /** Licence of every dataset that does not name its own. */
  license: string | null;
  /** Language of the catalogue's texts, as a language tag (BCP 47), such as `en` or `de-CH`. */
  language: string;
  /** Direction in which that language is written. */
  direction: 'ltr' | 'rtl';
  keywords: readonly string[];
  /** Colour of the pages, `#` and six hexadecimal digits; null for the usual one. */
  accent: string | null;
}

/** The catalogue: its words, how its pages look, and its topics. */
export interface Catalogue extends CatalogueWords {
  /** Text of an SVG file; null if there is none. */
  logo: string | null;
  /** The publisher's own style sheet; null if there is none. */
  theme: string | null;
  texts: CatalogueTexts;
  categories: readonly Category[];
}

/** What the publisher has written for readers, as Markdown. */
export interface CatalogueTexts {
  /** Text of the home page; null if the catalogue's description takes its place. */
  home: readonly TextNode[] | null;
  /** In the order in which they are listed. */
  pages: readonly TextPage[];
}

/** A page of the publisher's own. */
export interface TextPage {
  /** A slug, unique among the pages: part of the page's URL. */
  name: string;
  title: string;
  /** What follows the title. */
  content: readonly TextNode[];
}

/** A part of a text: characters, or an element. */
export type TextNode = string | TextElement;

/** An element of a text, named like that of HTML. Each attribute belongs to the elements that it names. */
export interface TextElement {
  tag: TextTag;
  /** Of headings: their names in addresses. */
  id?: string;
  /** Of `a`: the URL of another site, a mail address after `mailto:`, or a heading of the same page after `#`. */
  href?: string;
  /** Of `a`, instead of `href`: path of a page or file of the catalogue, from its home page, without a slash before it. */
  path?: string;
  /** Of `ol`: number of the first item, unless it is 1. */
  start?: number;
  /** Of `th` and `td`, unless it is that of the column's texts. */
  align?: 'center' | 'end';
  content: readonly TextNode[];
}

/** The elements that texts may have. */
export type TextTag =
  | 'p'
  | 'h2'
  | 'h3'
  | 'h4'
  | 'h5'
  | 'h6'
  | 'em'
  | 'strong'
  | 'del'
  | 'code'
  | 'pre'
  | 'blockquote'
  | 'ul'
  | 'ol'
  | 'li'
  | 'hr'
  | 'br'
  | 'a'
  | 'table'
  | 'thead'
  | 'tbody'
  | 'tr'
  | 'th'
  | 'td';

/** Consecutive records, each as the texts of its cells. */
export interface RecordBlock {
  records: readonly (readonly string[])[];
  /** Place of a cell; `record` and `cell` are indexes into this block, from 0. The cell after the last stands for the record's end. */
  placeOf(record: number, cell: number): Place;
}

/** Consecutive records of a file in UTF-8, as the bytes of their cells. */
export interface ByteBlock {
  bytes: Uint8Array;
  /**
   * For each cell, record by record: where its content begins in `bytes`, and where it ends. Quotes around it do not belong to it; a quote
   * inside it is still doubled.
   */
  bounds: Int32Array;
  records: number;
  /** Number of cells of each record. */
  width: number;
  /** Content of a cell, quotes no longer doubled; `record` and `cell` are indexes into this block, from 0. */
  textOf(record: number, cell: number): string;
  placeOf(record: number, cell: number): Place;
}

/**
 * Statistics of a numeric column over its non-null values. `min` and `max` are JSON numbers with the digits of the source; the others are
 * doubles, null if a value does not exist (`std` of one value) or no double can hold it.
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

/** Order of a column's values in the file, nulls left out. Equal neighbours are in any order; values that are all equal ascend. */
export type ValueOrder = 'ascending' | 'descending' | 'none';

/** A format that all values of a column have; `formats.ts` in profile/ says what each means. */
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

/** Counts of a numeric column's values in bins. A bin includes its lower edge, and not its upper edge; the last one includes both. */
export interface Histogram {
  /** JSON numbers, ascending, one more than the counts. */
  edges: readonly string[];
  counts: readonly number[];
}

/** How the values of a column are distributed, nulls left out. */
export interface Distribution {
  /** Number of distinct values; a lower bound if it is not exact. */
  distinct: { count: number; isExact: boolean };
  /** No value occurs twice; null if that is not known. */
  isUnique: boolean | null;
  /** Null if there are no values. */
  order: ValueOrder | null;
  /** The most frequent values, as JSON tokens; null if not all were counted. */
  top: readonly { value: string; count: number }[] | null;
  /** Null if the column is not numeric, or its edges would be no doubles. */
  histogram: Histogram | null;
  /** Characters of the texts; null if the column is numeric. */
  lengths: { min: number; max: number; mean: number } | null;
  format: ValueFormat | null;
  /** The numbers measure something, as far as their type and the column's name show. */
  isMeasure: boolean;
  /** The least and the greatest value, as JSON tokens; null if the column is neither numeric nor in a format with an order. */
  extremes: { min: string; max: string } | null;
}

/** What a column is, after every cell was inspected. */
export interface ColumnProfile {
  name: string;
  type: ColumnType;
  nullCount: number;
  /** Number of nulls by spelling, the most frequent first. Blanks around a spelling are left out; a blank cell is spelled as it is. */
  nullSpellings: ReadonlyMap<string, number>;
  /** The first five distinct non-null values, as JSON tokens. */
  samples: readonly string[];
  /** Null if the column is not numeric. */
  statistics: ColumnStatistics | null;
  distribution: Distribution;
  /** Of a text column: the evidence that it is meant as numbers, and the evidence that it is not. */
  evidence: NumberEvidence | null;
  /** Place of the first null if the description forbids nulls. */
  firstForbiddenNull: Place | null;
  /** Texts that look as if the file was read wrongly; null if there are none. */
  suspiciousTexts: SuspiciousTexts | null;
}

/** Counts of texts in a column that look as if the file was read wrongly. */
export interface SuspiciousTexts {
  /** All texts that are neither numbers nor nulls. */
  texts: number;
  /** Those with blanks around them. */
  padded: { count: number; first: Place } | null;
  /** Those between marks that some programs use as quotes. */
  quoted: { count: number; first: Place; marks: string } | null;
  /** Those that equal the column's name. */
  names: { count: number; first: Place } | null;
}

/** Counts of the values of a text column that are numbers, and of those that are not. */
export interface NumberEvidence {
  numbers: number;
  /** Type that the column would have with its numbers alone; `object` if they are codes such as `1e5`. */
  type: ColumnType;
  texts: number;
  /** Distinct texts if they are few; empty if they are many. */
  nonNumeric: readonly string[];
  /** Several of the first distinct texts are letters and digits, as in `12a`. */
  hasCodes: boolean;
  /** Spellings of null that are declared, or otherwise those that occur. */
  spellings: readonly string[];
  /** The first text, the number of its record, from 0, and the number of numbers above it. */
  first: { text: string; place: Place; record: number; numbersBefore: number };
}

/** A doubt about a file, for everybody who uses its data. */
export interface Hint {
  /** One of the permanent problem codes. */
  code: string;
  /** Path relative to the raw-data folder; null if it concerns no file. */
  file: string | null;
  line: number | null;
  column: number | null;
  message: string;
}

/** A dataset as it is published. */
export interface Dataset extends DatasetDescription {
  config: string;
  rowCount: number;
  columns: ReadonlyMap<string, ColumnDescription>;
  profiles: readonly ColumnProfile[];
  /** Columns whose values together are different in every record; null if none were found. */
  keyColumns: readonly string[] | null;
  hints: readonly Hint[];
}

/** What the index and the lists say about a dataset. */
export type ListedDataset = Pick<
  Dataset,
  'config' | 'name' | 'category' | 'description' | 'source' | 'url' | 'license' | 'rowCount'
>;

/** A file that was written. */
export interface WrittenFile {
  /** Relative to the folder of all files, with `/`. */
  path: string;
  bytes: number;
  /** When it was last written to, in whole milliseconds since 1970, as the file system says. */
  modified: number;
  /** Digest of its bytes; files with the same digest have the same bytes. */
  digest: string;
}

/** The files in one folder of an output, without those of the folders in it. */
export interface ListedFolder {
  /** Relative to the output, with `/` at its end; empty for the output itself. */
  path: string;
  /** When a file or folder in it was last added or removed, in milliseconds since 1970. */
  modified: number;
  names: readonly string[];
  /** In bytes, in the order of the names. */
  sizes: readonly number[];
  /** When each was last written to, in milliseconds since 1970. */
  times: readonly number[];
}

/** Number and bytes of files that were written. */
export interface Written {
  files: number;
  bytes: number;
}

/** What a build reports about one dataset that it published. */
export interface DatasetReport extends Written {
  config: string;
  /** Number of records. */
  rows: number;
}

/** A result that is on its way: the call waits for it, and returns it or throws. It is called once. */
export type Pending<T> = () => T;

/**
 * The bytes that a table is read from, such as those of a file. Both methods throw a `ProblemError` if the system refuses to
 * read.
 */
export interface ByteSource {
  /**
   * All bytes from the start, in order: first at most `firstBytes`, then at most `chunkBytes` at a time. A chunk is valid until the next.
   */
  readChunks(firstBytes: number, chunkBytes: number): Generator<Uint8Array, void, undefined>;
  /** Reads the bytes from `start` up to `end`, exclusive, to the start of a buffer; false if there are no such bytes. */
  readPart(start: number, end: number, buffer: Uint8Array): boolean;
}

/** Counts work as it is done, so that progress can be shown. */
export interface WorkCounter {
  /** Counts bytes and rows that were read, and files that were written. Negative numbers take back work that is done again. */
  add(bytes: number, rows: number, files?: number): void;
}

/** Where published files are written to. Paths are relative, with `/`; a path is written once, and a second time is an error. */
export interface Output {
  /** Writes a whole file: text as UTF-8, or bytes, which the caller may overwrite afterwards. */
  write(path: string, body: string | Uint8Array): void;
  /** Opens one part of a long file, which several threads may write at the same time, each its own. Parts count from 0. */
  part(path: string, number: number): FilePart;
  /**
   * Makes a long file from its parts 0 to `count` − 1, in order. Throws an error if one of them was not ended. `endOf` makes the bytes that
   * follow the parts, if there are any.
   */
  joinParts(path: string, count: number, endOf?: EndOfFile): JoinedFile;
  readonly zlib: Zlib;
}

/** What ZIP files need. */
export interface Zlib {
  /** Deflates bytes (RFC 1951). Without `isLast`, the result ends with a whole byte, and others may follow it. */
  deflate(bytes: Uint8Array, isLast: boolean): Uint8Array;
  /** CRC-32 of bytes that follow others, whose own is `before`. */
  crc32(bytes: Uint8Array, before?: number): number;
}

/** A long file that was made from its parts. */
export interface JoinedFile {
  bytes: number;
  /** SHA-256 of its bytes, in hexadecimal digits. */
  sha256: string;
}

/** Makes the end of a long file; `parts` is the file without it. */
export type EndOfFile = (parts: JoinedFile) => Uint8Array;

/** One part of a long file; its bytes are appended in the order of the calls. */
export interface FilePart {
  write(bytes: Uint8Array): void;
  /** Ends the part. The parts of a file can be joined once all are ended. */
  end(): void;
}

/** An output that lists its files so far. */
export interface ListingOutput extends Output {
  /** Folder of the files; absent if other threads cannot write to this output. */
  readonly folder?: string;
  /** Published folder of the previous output, whose files are linked if they are the same; null in a first build. */
  readonly previous?: string | null;
  readonly written: WrittenFile[];
}

/** Where published files are read from; undefined when there is no such file. */
export type ReadPublished = (path: string) => Promise<Uint8Array<ArrayBuffer> | undefined>;

/**
 * An opened published file, which stays the same file if another takes its path. Its methods reject if the file turns out to be shorter, or
 * is changed while it is read.
 */
export interface PublishedFile {
  /** In bytes. */
  readonly size: number;
  bytes(): Promise<Uint8Array<ArrayBuffer>>;
  /** SHA-256 of all bytes. They are read in pieces. */
  digest(): Promise<Uint8Array>;
  /** The bytes from `start` to `end`, exclusive, in pieces of up to some 64 KB. Each is valid until the next one is asked for. */
  pieces(start: number, end: number): AsyncIterable<Uint8Array<ArrayBuffer>>;
  close(): Promise<void>;
}

/** Opens a published file; undefined when there is no such file. */
export type OpenPublished = (path: string) => Promise<PublishedFile | undefined>;
