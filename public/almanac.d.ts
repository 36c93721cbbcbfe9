/** An error of the service or of the way to it. Its message is the problem's detail. */
export declare class AlmanacError extends Error {
    name: string;
    /** URL of the problem's type, if the service describes it (RFC 9457); otherwise a name of the client's own, such as `network-error`. */
    readonly type: string;
    /** HTTP status of the last response; null if no status is to blame. */
    readonly status: number | null;
    /** What is wrong, for people to read. */
    readonly detail: string;
    /** What the service or the client suggests instead; null if neither does. */
    readonly suggestion: string | null;
    /** URL of the request; null if the error is not about a single one. */
    readonly url: string | null;
}

/** A catalogue that was opened. */
export declare class Catalogue {
    #private;
    /** What the URL of every file begins with; ends in `/`. */
    get url(): string;
    /** The catalogue's index, with its title, its categories and its datasets. */
    get index(): IndexDocument;
    /** Its datasets, in the order of the lists. */
    get datasets(): readonly DatasetSummary[];
    /** A dataset, by its config name. It may be left out if the catalogue was opened with the URL of a dataset. */
    dataset(config?: string | null): Dataset;
}

/** `v1/index.json`: what the catalogue is, and links to everything in it. */
export interface IndexDocument extends CatalogueHead {
    /** Limits for which pages have URLs of files: each from 1 to `MAX_LIMIT`, `DEFAULT_LIMIT` among them. */
    page_sizes: readonly number[];
    /** `pages` if absent. */
    layout?: Layout;
    /** The formats in which datasets can be downloaded as a whole. Of `xlsx`, only those that fit. */
    formats: readonly DownloadFormat[];
    links: {
        self: string;
        datasets: string;
        documentation: string;
    };
    categories: readonly CategorySummary[];
    /** In the order of the lists. */
    datasets: readonly DatasetSummary[];
}

/** What the publisher says about the catalogue as a whole. */
export interface CatalogueHead extends CatalogueWords {
    /** Whether the pages show a logo, the file `LOGO_FILE`. */
    has_logo: boolean;
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

/** How records are published: every page as a file, or in chunks of many records, from which code makes the pages. */
export type Layout = 'pages' | 'packed';

/** A format in which a dataset can be downloaded as a whole. */
export type DownloadFormat = 'csv' | 'ndjson' | 'parquet' | 'xlsx';

/** A category in the index. */
export interface CategorySummary {
    name: string;
    title: string;
    description: string;
    /** Number of its datasets. */
    count: number;
    links: {
        datasets: string;
    };
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

/** A dataset of a catalogue. */
export declare class Dataset {
    #private;
    /** Its config name, as in paths. */
    readonly config: string;
    /** Its entry in the catalogue's index: name, category, licence, number of records. */
    get summary(): DatasetSummary;
    /**
     * Its records, one at a time, while the next ones are being fetched. Throws an `EditionChanged` if another edition is published
     * meanwhile, unless no record was handed out yet.
     */
    rows(options: TextOptions): AsyncGenerator<Row<string>, void, undefined>;
    rows(options?: NumberOptions): AsyncGenerator<Row, void, undefined>;
    /** Its records as an array. If another edition is published meanwhile, begins again with that one. */
    toArray(options: TextOptions): Promise<Row<string>[]>;
    toArray(options?: NumberOptions): Promise<Row[]>;
    /** Its records as one array for each column. If another edition is published meanwhile, begins again with that one. */
    toColumns(options: TextOptions): Promise<Columns<string>>;
    toColumns(options?: NumberOptions): Promise<Columns>;
    /** What its columns are. With `numbers: 'text'`, its numbers have the digits of the source. */
    schema(options: ReadOptions & {
        numbers: 'text';
    }): Promise<SchemaDocument<string>>;
    schema(options?: ReadOptions & {
        numbers?: 'number' | undefined;
    }): Promise<SchemaDocument>;
    /** What it is, where it comes from. */
    info({ signal }?: ReadOptions): Promise<DatasetEntry>;
    /** What its publisher says beyond that: licence, dates, edition, how to cite it. */
    about({ signal }?: ReadOptions): Promise<AboutDocument>;
    /** What is doubtful in the file it was read from, and how its nulls were spelled. */
    quality({ signal }?: ReadOptions): Promise<QualityDocument>;
    /** What its columns hold: distinct values, histograms, top values. */
    profile({ signal }?: ReadOptions): Promise<ProfileDocument>;
}

/** The same, with numbers as strings. */
export type TextOptions = RowsOptions & {
    numbers: 'text';
};

/** How records are read. */
export interface RowsOptions extends ReadOptions {
    /** Number of the first record, from 0; 0 if absent. */
    offset?: number | undefined;
    /** Maximum records; all if absent. */
    limit?: number | undefined;
    /**
     * `number`: as doubles, which is refused for columns of whole numbers beyond 2^53 - 1. `text`: as strings with the digits of the source.
     * `number` if absent.
     */
    numbers?: 'number' | 'text' | undefined;
    /** Maximum requests at once, and most pages that wait to be consumed; 4 if absent. */
    concurrency?: number | undefined;
}

/** How a file is read. */
export interface ReadOptions {
    /** Stops the reading; what waits for it rejects with the signal's reason. */
    signal?: AbortSignal | undefined;
}

/** A record: its cells by column, in the order of the file. `N` is the type of its numbers. */
export type Row<N = number> = RecordsPage<N>['results'][number];

/** A page of a dataset's records (section 2.3 of the specification): each by column name, in the order of the file. */
export type RecordsPage<N = number> = RecordsHead & Page<Record<string, Value<N>>>;

/** What a page of records begins with. */
export type RecordsHead = Pick<DatasetEntry, 'source' | 'description' | 'url' | 'category'>;

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

/** A page of a collection. */
export interface Page<Result> {
    metadata: {
        resultset: ResultSet;
    };
    links: PageLinks;
    /** At most `limit`; none if `offset` is `count` or more. */
    results: readonly Result[];
}

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

/** A cell of a record, or a sample of a column. */
export type Value<N = number> = string | N | null;

/** The same, with numbers as doubles. */
export type NumberOptions = RowsOptions & {
    numbers?: 'number' | undefined;
};

/** The cells of each column. */
export type Columns<N = number> = Record<string, Value<N>[]>;

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

/** Data type of a column, as the schema resource names it. */
export type ColumnType = 'int64' | 'float64' | 'object';

/**
 * Statistics of a numeric column over its values other than null, in the column's unit. `min` and `max` have the digits of the source, the
 * others are doubles. Null for a number that does not exist (`std` of one value), or is beyond the range of a double.
 */
export type PublishedStatistics<N = number> = Record<keyof ColumnStatistics, N | null>;

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

/** `about.json`: what the publisher says about a dataset beyond its entry. Null or empty for what the publisher does not say. */
export interface AboutDocument extends Omit<DatasetDetails, 'license'> {
    config: string;
    name: string;
    license: LicenseEntry;
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

/** A licence: its name, and what is known of it. */
export interface LicenseEntry extends LicenseLinks {
    /** `not stated` if the publisher names none. */
    name: string;
}

/** A dataset's quality report: what was noticed when its file was read. */
export interface QualityDocument {
    config: string;
    name: string;
    hints: readonly Hint[];
    /** Columns that have nulls, in their order in the file. */
    nulls: readonly NullSpellings[];
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

/** Spellings of null in one column, the most frequent first. */
export interface NullSpellings {
    column: string;
    /** `text` is empty for an empty cell. */
    spellings: readonly {
        text: string;
        count: number;
    }[];
}

/** A dataset's profile: how the values of its columns are distributed, and what the columns are for. */
export interface ProfileDocument<N = number> {
    config: string;
    name: string;
    /** Number of records. */
    row_count: N;
    /** The first column of years, months, quarters, dates or times with its least and greatest value; null if there is no such column. */
    time_span: {
        column: string;
        from: Value<N>;
        to: Value<N>;
    } | null;
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
    top_values: readonly {
        value: Value<N>;
        count: N;
    }[] | null;
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

/** A format that all values of a column have; `formats.ts` in profile/ says what each means. */
export type ValueFormat = 'year' | 'month' | 'quarter' | 'date' | 'datetime' | 'time' | 'boolean' | 'url' | 'email' | 'code';

/** Order of a column's values in the file, nulls left out. Equal neighbours are in any order; values that are all equal ascend. */
export type ValueOrder = 'ascending' | 'descending' | 'none';

/** Another edition of the dataset was published while it was read, so that the records would be a mix of two. */
export declare class EditionChanged extends AlmanacError {
    name: string;
}

/**
 * Opens a catalogue, given any URL of it: of the site, of a dataset's page, or of anything under /v1. In browsers the URL may be relative.
 * If it is the URL of one dataset, `catalogue.dataset()` is that one.
 */
export declare function open(url: string | URL, { signal, ...options }?: OpenOptions): Promise<Catalogue>;

/** How a catalogue is opened, and read from then on. */
export interface OpenOptions extends RequestOptions {
    /** Stops the opening. */
    signal?: AbortSignal | undefined;
}

/** How requests are made. */
export interface RequestOptions {
    /** Makes the requests; the platform's `fetch` if absent. */
    fetch?: typeof globalThis.fetch | undefined;
    /** How often a request is repeated after a failure that may pass; 4 if absent. */
    retries?: number | undefined;
    /** Maximum wait before the first repetition, in milliseconds, doubled before each further one; 500 if absent. */
    retryDelay?: number | undefined;
}

/** Opens the dataset that a URL names: that of its page, or of anything under /v1 that belongs to it. */
export declare function openDataset(url: string | URL, options?: OpenOptions): Promise<Dataset>;
