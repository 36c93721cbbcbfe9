/** An error that the service reports or that the client detects. Its message is the same as `detail`. */
export declare class AlmanacError extends Error {
    name: string;
    /** URL of the problem type, if the service provides one (RFC 9457); otherwise a name that the client defines, such as `network-error`. */
    readonly type: string;
    /** HTTP status of an unsuccessful response; null for any other error. */
    readonly status: number | null;
    /** Human-readable explanation of the error. */
    readonly detail: string;
    /** What the service or the client suggests using instead, such as a similar config name; null if neither suggests anything. */
    readonly suggestion: string | null;
    /** URL of the request, or the one given to `open`; null if the error does not concern a single URL. */
    readonly url: string | null;
}

/** An opened catalogue. */
export declare class Catalogue {
    #private;
    /** Prefix of the URLs of all files. Ends in `/`. */
    get url(): string;
    /** The catalogue's index, with its title, categories and datasets. */
    get index(): IndexDocument;
    /** The datasets, sorted by config name. */
    get datasets(): readonly DatasetSummary[];
    /** Returns a dataset by its config name, which may be left out if the catalogue was opened with the URL of a dataset. */
    dataset(config?: string | null): Dataset;
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
    links: {
        self: string;
        datasets: string;
        manifest: string;
        changes: string;
        documentation: string;
    };
    categories: readonly CategorySummary[];
    /** In the same order as in lists of datasets. */
    datasets: readonly DatasetSummary[];
}

/** The publisher's description of the catalogue. */
export interface CatalogueHead extends CatalogueWords {
    /** Whether the pages show a logo, published as `LOGO_FILE`. */
    has_logo: boolean;
    /** Config name of the dataset whose chart the publisher wants on the home page; absent to let a rule choose. */
    featured?: string;
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

/** How records are published: one file per page, or chunks of many records, from which pages are cut on request. */
export type Layout = 'pages' | 'packed';

/** File format for downloading an entire dataset. */
export type DownloadFormat = 'csv' | 'ndjson' | 'parquet' | 'xlsx';

/** A category in the index. */
export interface CategorySummary {
    name: string;
    title: string;
    description: string;
    /** Number of datasets in the category. */
    count: number;
    links: {
        datasets: string;
    };
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

/** A dataset in a catalogue. */
export declare class Dataset {
    #private;
    /** Config name, as used in URLs. */
    readonly config: string;
    /** The entry of the dataset in the catalogue's index: name, category, licence, number of records. */
    get summary(): DatasetSummary;
    /**
     * Yields records one at a time, and requests further ones in advance. Throws an `EditionChanged` if another edition is detected after the
     * first record has been returned.
     */
    rows(options: TextOptions): AsyncGenerator<Row<string>, void, undefined>;
    rows(options?: NumberOptions): AsyncGenerator<Row, void, undefined>;
    /** Reads records into an array. Starts over, at most twice, if another edition is published in the meantime. */
    toArray(options: TextOptions): Promise<Row<string>[]>;
    toArray(options?: NumberOptions): Promise<Row[]>;
    /** Reads records into one array per column. Starts over, at most twice, if another edition is published in the meantime. */
    toColumns(options: TextOptions): Promise<Columns<string>>;
    toColumns(options?: NumberOptions): Promise<Columns>;
    /** Reads the descriptions of the columns. With `numbers: 'text'`, numbers are strings with the digits of the source. */
    schema(options: ReadOptions & {
        numbers: 'text';
    }): Promise<SchemaDocument<string>>;
    schema(options?: ReadOptions & {
        numbers?: 'number' | undefined;
    }): Promise<SchemaDocument>;
    /** Reads the title, description and source of the dataset. */
    info({ signal }?: ReadOptions): Promise<DatasetEntry>;
    /** Reads further details from the publisher: licence, dates, edition and citation. */
    about({ signal }?: ReadOptions): Promise<AboutDocument>;
    /** Reads warnings about the source file, and the spellings of its nulls. */
    quality({ signal }?: ReadOptions): Promise<QualityDocument>;
    /** Reads statistics of the columns: distinct values, histograms, most frequent values. */
    profile({ signal }?: ReadOptions): Promise<ProfileDocument>;
}

/** Options for reading records with numbers as strings. */
export type TextOptions = RowsOptions & {
    numbers: 'text';
};

/** Options for reading records. */
export interface RowsOptions extends ReadOptions {
    /** Number of the first record to read, counted from 0; 0 if absent. */
    offset?: number | undefined;
    /** Maximum number of records to read; all if absent. */
    limit?: number | undefined;
    /**
     * How to represent numbers. `number`, the default: as doubles, which fails for columns with whole numbers beyond ±(2^53 - 1). `text`: as
     * strings with the digits of the source.
     */
    numbers?: 'number' | 'text' | undefined;
    /** Maximum number of concurrent requests, and of pages that wait to be consumed; 4 if absent. */
    concurrency?: number | undefined;
}

/** Options for reading a file. */
export interface ReadOptions {
    /** Stops reading. Pending promises reject with the signal's reason. */
    signal?: AbortSignal | undefined;
}

/** A record: its values by column name. `N` is the type of numbers. */
export type Row<N = number> = RecordsPage<N>['results'][number];

/** A page of a dataset's records, in file order (section 2.3 of the specification). Each record maps column names to values. */
export type RecordsPage<N = number> = RecordsHead & Page<Record<string, Value<N>>>;

/** The first members of a page of records. */
export type RecordsHead = Pick<DatasetEntry, 'source' | 'description' | 'url' | 'category'>;

/** A page of a collection. The list of datasets, whose results are their entries, is sorted by config name in code point order. */
export interface Page<Result> {
    metadata: {
        resultset: ResultSet;
    };
    links: PageLinks;
    /** At most `limit` results; none if `offset` is `count` or more. */
    results: readonly Result[];
}

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

/** Value of a cell in a record, or a sample value of a column. */
export type Value<N = number> = string | N | null;

/** Options for reading records with numbers as doubles. */
export type NumberOptions = RowsOptions & {
    numbers?: 'number' | undefined;
};

/** The values of each column, by column name. */
export type Columns<N = number> = Record<string, Value<N>[]>;

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

/** What is published of a column whose values have labels, such as `yea` for `1`. */
export interface Labelled {
    type: ColumnType;
    /** The publisher's labels, by value. Absent if the publisher gives no labels. */
    labels?: Readonly<Record<string, string>>;
}

/** Data type of a column, as named in the published schema. */
export type ColumnType = 'int64' | 'float64' | 'object';

/**
 * Statistics of a numeric column over its non-null values. `min` and `max` keep every digit from the source; all others are doubles.
 * A statistic is null if it is undefined (such as `std` of one value) or beyond the range of a double.
 */
export type PublishedStatistics<N = number> = Record<keyof ColumnStatistics, N | null>;

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

/** `about.json`: the publisher's details about a dataset that are not in its entry. */
export interface AboutDocument extends Omit<DatasetDetails, 'license'>, Pick<DatasetEntry, 'config' | 'name'> {
    license: LicenseEntry;
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

/** A licence: its name, SPDX identifier and URL. */
export interface LicenseEntry extends LicenseLinks {
    /** `not stated` if the publisher does not name a licence. */
    name: string;
}

/** A dataset's quality report: hints from reading its file, and the spellings of null in its columns. */
export interface QualityDocument extends Pick<DatasetEntry, 'config' | 'name'> {
    hints: readonly Hint[];
    /** Columns with nulls, in file order. */
    nulls: readonly NullSpellings[];
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

/** The ways in which nulls are written in a column, most frequent first. */
export interface NullSpellings {
    column: string;
    /** `text` is empty for empty cells. */
    spellings: readonly {
        text: string;
        count: number;
    }[];
}

/** A dataset's profile: the distribution of the values in each column, and the roles of columns. */
export interface ProfileDocument<N = number> extends Pick<DatasetEntry, 'config' | 'name'> {
    /** Number of records. */
    row_count: N;
    /** Column of calendar periods or dates, preferably a key or sorted, with its earliest and latest value; null if no column qualifies. */
    time_span: {
        column: string;
        from: Value<N>;
        to: Value<N>;
    } | null;
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
    top_values: readonly {
        value: Value<N>;
        count: N;
    }[] | null;
    names: readonly string[] | null;
    histogram: {
        edges: readonly N[];
        counts: readonly N[];
    } | null;
    lengths: {
        min: N;
        max: N;
        mean: N;
    } | null;
}

/** Format shared by all values of a column. */
export type ValueFormat = 'year' | 'month' | 'quarter' | 'date' | 'datetime' | 'time' | 'boolean' | 'url' | 'email' | 'code';

/** Order of a column's non-null values in the file. Adjacent values may be equal; if all values are equal, they count as ascending. */
export type ValueOrder = 'ascending' | 'descending' | 'none';

/** Thrown if another edition of a dataset is published while it is being read: continuing would mix records of both editions. */
export declare class EditionChanged extends AlmanacError {
    name: string;
}

/**
 * Opens a catalogue by the URL of its site, its index, one of its lists, or a page or file of one of its datasets. In browsers, the URL may
 * be relative. If it belongs to a dataset, `catalogue.dataset()` returns that dataset.
 */
export declare function open(url: string | URL, { signal, ...options }?: OpenOptions): Promise<Catalogue>;

/** Options for opening a catalogue and for all requests to it. */
export interface OpenOptions extends RequestOptions {
    /** Stops opening the catalogue. */
    signal?: AbortSignal | undefined;
}

/** Options for requests. */
export interface RequestOptions {
    /** Makes the requests; the platform's `fetch` if absent. */
    fetch?: typeof globalThis.fetch | undefined;
    /** Maximum number of retries after a temporary failure; 4 if absent. */
    retries?: number | undefined;
    /** Maximum delay before the first retry, in milliseconds; 500 if absent. Doubles with each retry. Responses may ask for longer delays. */
    retryDelay?: number | undefined;
}

/** Opens the dataset that a URL belongs to: the URL of its page, or of any of its files under /v1. */
export declare function openDataset(url: string | URL, options?: OpenOptions): Promise<Dataset>;
