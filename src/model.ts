/** The nouns of Almanac: what one station hands to the next. Types only. */

/** Data type of a column, as the schema resource names it. */
export type ColumnType = 'int64' | 'float64' | 'object';

/** How a dataset's records are kept: every page as a file, or in chunks of many records, of which code makes the pages. */
export type Layout = 'pages' | 'packed';

/** A place in an input file. Lines and columns count from 1; a column is in UTF-16 code units, as editors count. */
export interface Place {
  line: number;
  column: number;
  /** The line's text around the place, shortened. */
  excerpt: string;
}

/** How a publisher writes numbers in a column, where that differs from JSON's way. */
export interface NumberFormat {
  /** Separator between groups of three digits, such as `,`; none when absent. */
  thousands?: string;
  /** Decimal separator; `.` when absent. */
  decimal?: string;
  /** Text to take off before a number is read, such as `$` in front or `%` behind. */
  strip?: { prefix?: string; suffix?: string };
}

/** A type of Table Schema (Data Package standard) whose values have a form that can be checked. */
export type ClaimedType = 'integer' | 'number' | 'year' | 'yearmonth' | 'date' | 'time' | 'datetime' | 'boolean';

/** What a data package says of a column's values. It does not change how they are read, and they may contradict it. */
export interface TypeClaim {
  type: ClaimedType;
  /** Of dates and times: `default`, `any`, or a pattern of C's strptime. */
  format: string;
  /** Of booleans: how they are spelled. */
  spellings: readonly string[];
  /** Of numbers: false where any text may stand around them. */
  isBare: boolean;
}

/** What a dataset's description says of one column. */
export interface ColumnDescription {
  /** Empty where the description says nothing about what the column represents. */
  description: string;
  unit?: string;
  /** Name the column is published under, where it is not the one in the file. */
  rename?: string;
  /** Type the column must have; found when absent. */
  type?: ColumnType;
  /** Null values are allowed though the data has none today. */
  nullable: boolean;
  /** A null value is an error. */
  required: boolean;
  /** Spellings of null for this column; the default list when absent. */
  missing?: readonly string[];
  numberFormat: NumberFormat;
  /** The description of this very column gives a number format, so its values must be numbers. */
  isNumber: boolean;
  claim?: TypeClaim;
  /** The file need not have the column. */
  mayBeAbsent?: true;
}

/** The form of a CSV file, as its description declares it. */
export interface FileFormat {
  /** A name of the WHATWG Encoding Standard; null when none is declared. */
  encoding: string | null;
  /** Null when none is declared: then it is found. */
  delimiter: string | null;
  /** Empty where cells are never quoted. */
  quote: string;
  /** What stands before a quote inside a quoted cell; the quote itself in most files. */
  escape: string;
  /** Beginning of a line that is a comment; null where there are none. */
  comment: string | null;
  /** Blanks around cells, and around their quotes, are no part of them, or only those in front (`start`); null when not declared: then they are, unless all have them. */
  trim: boolean | 'start' | null;
  /** Lines end in a delimiter, behind which there is no cell. */
  trailingDelimiter: boolean;
  /** Lines above the header. */
  skipRows: number;
  /** Records at the end that are no data; null when not declared: then there are none, and what looks so is told. */
  footerRows: number | null;
  /** Number of header rows, or the names of the columns of a file that has none; null when not declared: then it is one row. */
  header: number | readonly string[] | null;
  /** What a row is that has fewer cells than there are columns. */
  ragged: 'error' | 'pad';
  /** What a row without any value is: a record of nulls, or nothing; null when not declared. */
  emptyRows: 'keep' | 'skip' | null;
  /** For columns without a description of their own. */
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
  license: string;
  category: string;
  columns: ReadonlyMap<string, ColumnDescription>;
  format: FileFormat;
}

/** One CSV file to be published, named and described. */
export interface Source extends DatasetDescription {
  /** The dataset's config name: a slug, unique in the catalogue unless the source is refused; empty when there is none. */
  config: string;
  /** It will not be published, for its name or its category; it is read all the same, so that one run finds all problems. */
  isRefused: boolean;
  /** Path of the CSV file for reading. */
  path: string;
  /** Path relative to the raw-data folder, with `/`: how messages name the file. */
  file: string;
  /** False for a file that nobody has described yet, which is looked at all the same. */
  isDescribed: boolean;
  /** Where the description stands, relative to the raw-data folder: the sidecar, or the data package that has the file. */
  descriptionFile: string;
  /** Where the columns' entries stand, by their names. */
  columnPlaces: ReadonlyMap<string, { file: string; place: Place }>;
}

/** One topic of the catalogue. */
export interface Category {
  name: string;
  title: string;
  description: string;
}

/** What the publisher says about the catalogue as a whole. */
export interface Catalogue {
  title: string;
  description: string;
  publisher: string | null;
  contact: string | null;
  license: string | null;
  categories: readonly Category[];
}

/** A run of consecutive records, each as the texts of its cells. */
export interface RecordBlock {
  records: readonly (readonly string[])[];
  /** Place of a cell: `record` and `cell` are indexes into this block, from 0. A cell behind the last is the record's end. */
  placeOf(record: number, cell: number): Place;
}

/** Consecutive records of a file in UTF-8, as the bytes of their cells. */
export interface ByteBlock {
  bytes: Uint8Array;
  /**
   * For each cell, record by record: where its content begins in `bytes`, and where it ends. Quotes around it are no part of
   * it; a quote inside is still doubled.
   */
  bounds: Int32Array;
  records: number;
  /** Cells of each record. */
  width: number;
  /** Content of a cell, its quotes no longer doubled; `record` and `cell` are indexes into this block, from 0. */
  textOf(record: number, cell: number): string;
  placeOf(record: number, cell: number): Place;
}

/**
 * Summary of a numeric column over its non-null values. `min` and `max` are JSON numbers with the source's digits; the
 * others are doubles, null where a value does not exist (`std` of one value) or no double holds it.
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

/** What the data says of one column, after every cell was looked at. */
export interface ColumnProfile {
  name: string;
  type: ColumnType;
  nullCount: number;
  /** How nulls are spelled, blanks trimmed, and how many are so; the most frequent spellings first. */
  nullSpellings: ReadonlyMap<string, number>;
  /** The first five distinct non-null values, as JSON tokens. */
  samples: readonly string[];
  /** Null for a column that is not numeric. */
  statistics: ColumnStatistics | null;
  /** Readings that would make a column of texts numeric, had the description declared them. */
  numberFormats: readonly CandidateFormat[];
  /** Numbers whose points may separate thousands, as far as this column alone tells. */
  thousandsPoints: { count: number; first: Place } | null;
  /** The first value that is not what the description says, and what that is. */
  firstMismatch: { place: Place; expected: 'int64' | 'float64' | 'number' } | null;
  /** What of the values contradicts the claim of a data package. */
  contradiction: Contradiction | null;
  /** In a column of texts: the first value that is no number, where others are numbers in the file's own format. */
  firstNonNumeric: Place | null;
  /** Of a column of texts: what speaks for numbers, and what against. */
  evidence: NumberEvidence | null;
  /** Place of the first null, where the description does not allow one. */
  firstForbiddenNull: Place | null;
  /** Texts that look as if reading had gone wrong; null where there are none. */
  suspiciousTexts: SuspiciousTexts | null;
}

/** Texts of a column, counted where they look as if reading had gone wrong. */
export interface SuspiciousTexts {
  /** All texts that are no numbers and no nulls. */
  texts: number;
  /** Those with blanks around them. */
  padded: { count: number; first: Place } | null;
  /** Those between marks that some programs quote with. */
  quoted: { count: number; first: Place; marks: string } | null;
  /** Those that are the column's name. */
  names: { count: number; first: Place } | null;
}

/** Values of a column that are not what a data package says that they are. */
export interface Contradiction {
  claim: TypeClaim;
  count: number;
  /** Values that are not null. */
  values: number;
  first: Place;
}

/** Values of a column of texts that are numbers, and those that are none. */
export interface NumberEvidence {
  numbers: number;
  /** Type of the column, if the numbers were all of its values; `object` where they are codes such as `1e5`. */
  type: ColumnType;
  texts: number;
  /** Distinct texts, when they are few; empty when they are many. */
  nonNumeric: readonly string[];
  /** Spellings of null that hold, or occur, besides. */
  spellings: readonly string[];
  /** The first text, the number of its record, from 0, and how many numbers stand above it. */
  first: { text: string; place: Place; record: number; numbersBefore: number };
}

/** A number format under which every value of an `object` column would be a number. */
export interface CandidateFormat {
  format: NumberFormat;
  /** Cells that only this format reads. */
  count: number;
  first: Place;
}

/** A doubt about a file, for whoever uses its data. */
export interface Hint {
  /** Its kind, one of the permanent codes. */
  code: string;
  /** Path relative to the raw-data folder; null for none. */
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
  hints: readonly Hint[];
}

/** What the index and the lists say of a dataset. */
export type ListedDataset = Pick<
  Dataset,
  'config' | 'name' | 'category' | 'description' | 'source' | 'url' | 'license' | 'rowCount'
>;

/** Number and bytes of files that were written. */
export interface Written {
  files: number;
  bytes: number;
}

/** What a build reports of one dataset that it published. */
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

/** Counts work as it is done, for whoever shows progress. */
export interface WorkCounter {
  /** Counts bytes and rows that were read, and files that were written. Negative numbers take back work that is done again. */
  add(bytes: number, rows: number, files?: number): void;
}

/** Where published files are written to. Paths are relative, with `/`; a path is written once, and a second time is an error. */
export interface Output {
  /** Writes a whole file: text as UTF-8, or bytes, which are not kept. */
  write(path: string, body: string | Uint8Array): void;
  /** Opens one part of a long file, which several threads may write at the same time, each its own. Parts count from 0. */
  part(path: string, number: number): FilePart;
}

/** One part of a long file; its bytes are appended in the order of the calls. */
export interface FilePart {
  write(bytes: Uint8Array): void;
  /** Ends the part. The parts of a file can be joined once all are ended. */
  end(): void;
}

/** An output that counts the files that are written to it. */
export interface CountingOutput extends Output {
  /** Makes a long file of the parts 0 to `count` − 1, one after the other. Throws an error if one of them was not ended. */
  joinParts(path: string, count: number): void;
  /** Folder of the files; absent if other threads cannot write to this output. */
  readonly folder?: string;
  /** Published folder of the previous output, whose files are linked if they are the same; null if there is none. */
  readonly previous?: string | null;
  readonly written: Written;
}

/** Where published files are read from; undefined when there is no such file. */
export type ReadPublished = (path: string) => Promise<Uint8Array<ArrayBuffer> | undefined>;
