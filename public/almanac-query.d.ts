/** A dataset that is published as Parquet, to be asked questions. The host only sends files: answers are found here. */
export interface Table {
    readonly config: string;
    /** Names and types of the columns, in the order of the file. */
    readonly columns: readonly Pick<ColumnSchema, 'name' | 'type'>[];
    /** Number of records. */
    readonly rowCount: number;
    /**
     * Number of bytes that have to be read to answer a question, apart from pages of records; the most there can be if records are asked
     * for. To find out, reads the metadata of the file, or nothing if the host sends no ranges: the whole file has to be read then.
     */
    estimate(question: Question, options?: Pick<AskOptions, 'signal'>): Promise<number>;
    /** Answers a question. Begins again, once, if another edition is published in the meantime, and then rejects with an `EditionChanged`. */
    ask(question: Question, options?: AskOptions): Promise<Answer>;
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

/** Value of a cell in a record, or a sample value of a column. */
export type Value<N = number> = string | N | null;

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

export interface Question {
    /** Which records match; all if absent. */
    where?: Condition | undefined;
    rows?: RowsQuestion | undefined;
    facets?: readonly FacetQuestion[] | undefined;
    groups?: GroupQuestion | undefined;
    histograms?: readonly HistogramQuestion[] | undefined;
}

/** A condition on records. An empty `all` holds for every record, an empty `any` for none. */
export type Condition = Comparison | {
    all: readonly Condition[];
} | {
    any: readonly Condition[];
};

/** A condition on one column. Only `null` holds for nulls. */
export type Comparison = {
    column: string;
} & ({
    is: '=' | '!=' | '<' | '<=' | '>' | '>=';
    value: Operand;
} | {
    is: 'in';
    values: readonly Operand[];
}
/** Both ends are included. */
 | {
    is: 'between';
    from: Operand;
    to: Operand;
}
/** Text only. With `fold`, letters of either case are the same, and marks such as accents do not matter. */
 | {
    is: 'contains' | 'begins with';
    value: string;
    fold?: boolean | undefined;
} | {
    is: 'null' | 'not null';
});

/** A value to compare with: a string for a column of text, a number or bigint for a column of numbers. */
export type Operand = string | number | bigint;

/** Which of the records that match to return. */
export interface RowsQuestion {
    /** Columns to return; all if absent. */
    columns?: readonly string[] | undefined;
    /** Records with equal keys stay in the order of the file, which is the order without keys. */
    sort?: readonly SortKey[] | undefined;
    /** Returns a random sample of the records that match instead of all of them; the same seed gives the same sample. */
    sample?: {
        size: number;
        seed: number;
    } | undefined;
    /** Number of records to skip, after sorting or sampling; 0 if absent. */
    offset?: number | undefined;
    /** Maximum number of records to return; 10 if absent. */
    limit?: number | undefined;
    /** `text`: numbers are strings with the digits of the source, which takes requests for pages of records. */
    numbers?: 'number' | 'text' | undefined;
}

/** A sort key. Nulls come last, ascending or descending. */
export interface SortKey {
    column: string;
    descending?: boolean | undefined;
}

/** A column whose values are counted, in the records that match all conditions but those on this column alone. */
export interface FacetQuestion {
    column: string;
    /** Maximum number of values to return; 20 if absent. */
    limit?: number | undefined;
}

/** Groups of the records that match, one for each combination of values; a null is a value here. */
export interface GroupQuestion {
    /** At most two columns; without any, all records are one group. */
    by: readonly string[];
    measures: readonly Measure[];
    /** Index of a measure by which groups are sorted, largest first unless `ascending`; by their values if absent. */
    sort?: {
        measure: number;
        ascending?: boolean | undefined;
    } | undefined;
    /** Maximum number of groups to return; all if absent. */
    limit?: number | undefined;
}

/**
 * A value that is computed for each group. Nulls are left out; only `count` without a column counts all records. `sum`, `mean` and `median`
 * need a column of numbers.
 */
export type Measure = {
    measure: 'count';
    column?: string | undefined;
} | {
    measure: 'sum' | 'mean' | 'median' | 'min' | 'max' | 'distinct';
    column: string;
};

/** A column of numbers that are counted in bins, in the records that match all conditions but those on this column alone. */
export interface HistogramQuestion {
    column: string;
    /** Edges of the bins, ascending. A bin includes its lower edge, and the last one also its upper edge. */
    edges: readonly number[];
}

/** Options for asking a question. */
export interface AskOptions {
    /** Stops reading. The promise rejects with the signal's reason. */
    signal?: AbortSignal | undefined;
    /** Receives the number of row groups that were worked on, and of all that the answer needs. */
    onProgress?: ((done: number, total: number) => void) | undefined;
}

export interface Answer {
    /** Number of records that match. */
    matched: number;
    /** Number of all records. */
    of: number;
    rows?: {
        rows: AnswerRow[];
        /** For each record, its number in the table, counted from 0. */
        numbers: number[];
        /** Whether these are all records that match. */
        isWhole: boolean;
    };
    /** For each facet, its most frequent values with their counts (of equally frequent ones, the least first), and what is left out. */
    facets?: {
        values: {
            value: AnswerValue;
            count: number;
        }[];
        nulls: number;
        distinct: number;
    }[];
    /** `total` is the number of all groups. */
    groups?: {
        groups: {
            by: AnswerValue[];
            values: AnswerValue[];
        }[];
        total: number;
    };
    /** For each histogram, the counts of its bins, of numbers below and above them, and of nulls. */
    histograms?: {
        counts: number[];
        below: number;
        above: number;
        nulls: number;
    }[];
    /** SHA-256 of the published file from which the answer was computed, in hexadecimal. */
    edition: string;
    /** Number of bytes that were read for this answer, and of the requests that took. */
    bytes: number;
    requests: number;
}

/** A record: its values by column name, in the order of the question or else of the file. */
export type AnswerRow = Record<string, AnswerValue>;

/** A value in an answer: a whole number beyond ±(2^53 - 1) is a bigint, or a string if numbers are asked for as text. */
export type AnswerValue = Value<number | bigint>;

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

/** Thrown if another edition of a dataset is published while it is being read: continuing would mix records of both editions. */
export declare class EditionChanged extends AlmanacError {
    name: string;
}

/**
 * Opens the dataset that a URL belongs to, to ask it questions: its page, or any of its files. In browsers, the URL may be relative, and a
 * worker reads and computes, unless `fetch` is given or the page may not start one. Rejects if the dataset is not published as Parquet.
 */
export declare function openTable(url: string | URL, options?: TableOptions): Promise<Table>;

/** Options for opening a table. */
export interface TableOptions extends OpenOptions {
    /** Most bytes of decoded columns that are kept in memory for the next questions; 256 MB if absent. */
    maxMemory?: number | undefined;
}

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
