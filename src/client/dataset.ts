import type {
  AboutDocument,
  DatasetEntry,
  DatasetSummary,
  ProfileDocument,
  QualityDocument,
  RecordsPage,
  SchemaDocument,
  Value,
} from '../contract/documents.ts';
import { parseDigits } from '../contract/parse-digits.ts';
import { type DatasetFile, datasetFile } from '../contract/routes.ts';
import { be, CELLS, COUNT, checked, list, must, object, record, TEXT, whole } from './check.ts';
import { AlmanacError, EditionChanged, isRefused } from './errors.ts';
import { loadAhead } from './load-ahead.ts';
import { type AnyRow, type PartReader, planParts, type Table } from './parts.ts';
import { sleep } from './request.ts';
import type { Service } from './service.ts';

/** Options for reading a file. */
export interface ReadOptions {
  /** Stops reading. Pending promises reject with the signal's reason. */
  signal?: AbortSignal | undefined;
}

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

/** Options for reading records with numbers as strings. */
export type TextOptions = RowsOptions & { numbers: 'text' };
/** Options for reading records with numbers as doubles. */
export type NumberOptions = RowsOptions & { numbers?: 'number' | undefined };

/** A record: its values by column name. `N` is the type of numbers. */
export type Row<N = number> = RecordsPage<N>['results'][number];

/** The values of each column, by column name. */
export type Columns<N = number> = Record<string, Value<N>[]>;

/** Matches a SHA-256 digest, which `downloads.json` has for each download. */
const DIGEST = /[0-9a-f]{64}/;

/** Maximum number of attempts to read a dataset while new editions are being published. */
const MAX_EDITIONS = 3;

/** Checks the columns of a schema as far as records are checked by them. */
export const COLUMNS = list(
  object({ name: TEXT, type: must(`be one of ${Object.keys(CELLS)}`, (type) => Object.hasOwn(CELLS, String(type))) }),
);

/** A dataset in a catalogue. */
export class Dataset {
  /** Config name, as used in URLs. */
  readonly config: string;
  readonly #service: Service;

  /** @internal */
  constructor(service: Service, config: string) {
    this.#service = service;
    this.config = config;
  }

  /** The entry of the dataset in the catalogue's index: name, category, licence, number of records. */
  get summary(): DatasetSummary {
    return this.#service.summary(this.config);
  }

  /**
   * Yields records one at a time, and requests further ones in advance. Throws an `EditionChanged` if another edition is detected after the
   * first record has been returned.
   */
  rows(options: TextOptions): AsyncGenerator<Row<string>, void, undefined>;
  rows(options?: NumberOptions): AsyncGenerator<Row, void, undefined>;
  async *rows(options: RowsOptions = {}): AsyncGenerator<Row<number | string>, void, undefined> {
    for await (const rows of this.#pages(options)) {
      for (const row of rows) {
        options.signal?.throwIfAborted();
        yield row;
      }
    }
  }

  /** Reads records into an array. Starts over, at most twice, if another edition is published in the meantime. */
  toArray(options: TextOptions): Promise<Row<string>[]>;
  toArray(options?: NumberOptions): Promise<Row[]>;
  async toArray(options: RowsOptions = {}): Promise<AnyRow[]> {
    const all: AnyRow[] = [];
    const begin = (): void => void all.splice(0);
    for await (const rows of this.#pages(options, begin)) for (const row of rows) all.push(row);
    return all;
  }

  /** Reads records into one array per column. Starts over, at most twice, if another edition is published in the meantime. */
  toColumns(options: TextOptions): Promise<Columns<string>>;
  toColumns(options?: NumberOptions): Promise<Columns>;
  async toColumns(options: RowsOptions = {}): Promise<Columns<number | string>> {
    let columns: [name: string, cells: Value<number | string>[]][] = [];
    const begin = (names: readonly string[]): void => {
      columns = names.map((name) => [name, []]);
    };
    for await (const rows of this.#pages(options, begin)) {
      for (const [name, cells] of columns) for (const row of rows) cells.push(row[name] as Value<number | string>);
    }
    // Unlike assigning to properties, this also works for column names such as `__proto__`.
    return Object.fromEntries(columns);
  }

  /** Reads the descriptions of the columns. With `numbers: 'text'`, numbers are strings with the digits of the source. */
  schema(options: ReadOptions & { numbers: 'text' }): Promise<SchemaDocument<string>>;
  schema(options?: ReadOptions & { numbers?: 'number' | undefined }): Promise<SchemaDocument>;
  schema(options: Pick<RowsOptions, 'numbers' | 'signal'> = {}): Promise<SchemaDocument<number | string>> {
    return this.#document('schema', options.signal, parserOf(options.numbers));
  }

  /** Reads the title, description and source of the dataset. */
  info({ signal }: ReadOptions = {}): Promise<DatasetEntry> {
    return this.#document('info', signal);
  }

  /** Reads further details from the publisher: licence, dates, edition and citation. */
  about({ signal }: ReadOptions = {}): Promise<AboutDocument> {
    return this.#document('about', signal);
  }

  /** Reads warnings about the source file, and the spellings of its nulls. */
  quality({ signal }: ReadOptions = {}): Promise<QualityDocument> {
    return this.#document('quality', signal);
  }

  /** Reads statistics of the columns: distinct values, histograms, most frequent values. */
  profile({ signal }: ReadOptions = {}): Promise<ProfileDocument> {
    return this.#document('profile', signal);
  }

  #document<T>(name: DatasetFile, signal?: AbortSignal, parse: Table['parse'] = JSON.parse): Promise<T> {
    return this.#service.read(datasetFile(name, this.config), (text) => this.#parsed<T>(name, text, parse), signal);
  }

  /** Parses a document, and throws an error unless it is one of this dataset. A schema must have what records are checked by. */
  #parsed<T>(name: string, text: string, parse: Table['parse']): T {
    const config = must(`be "${this.config}"`, (config) => config === this.config);
    const ofSchema = name === 'schema' ? { row_count: COUNT, columns: COLUMNS } : {};
    // Numbers are checked as such, even if they are then read as strings.
    checked(JSON.parse(text), object({ config, ...ofSchema }));
    return parse(text) as T;
  }

  /**
   * Yields records in arrays. `begin` is called with the column names before the first array, and again whenever reading starts over.
   * Without `begin`, reading does not start over once records have been returned. Throws a `RangeError` if an option is invalid.
   */
  async *#pages(
    options: RowsOptions,
    begin?: (columns: readonly string[]) => void,
  ): AsyncGenerator<AnyRow[], void, undefined> {
    const { offset = 0, limit = 0, concurrency = 1, numbers = 'number' } = options;
    checked({ offset, limit, concurrency, numbers }, OPTIONS, RangeError);
    const { retryDelay = 500 } = this.#service.options;
    let hasBegun = false;
    for (let editions = 1; ; editions += 1) {
      try {
        for await (const rows of this.#pagesOfEdition(options, begin)) {
          hasBegun = true;
          yield rows;
        }
        return;
      } catch (error) {
        if (!(error instanceof EditionChanged) || editions === MAX_EDITIONS || (hasBegun && !begin)) throw error;
        await sleep(retryDelay * editions, options.signal);
        await this.#service.refresh(options.signal);
      }
    }
  }

  async *#pagesOfEdition(
    { offset = 0, limit = Number.POSITIVE_INFINITY, concurrency = 4, numbers, signal: given }: RowsOptions,
    begin?: (columns: readonly string[]) => void,
  ): AsyncGenerator<AnyRow[], void, undefined> {
    const stop = new AbortController();
    const signal = given ? AbortSignal.any([given, stop.signal]) : stop.signal;
    const { schema, mark } = await this.#edition(signal);
    const columns = schema.columns.map(({ name }) => name);
    if (numbers !== 'text') requireExact(schema);
    begin?.(columns);
    const count = Number(schema.row_count);
    const range = { from: offset, to: Math.min(offset + limit, count) };
    if (range.from >= range.to) {
      // No page is read that could contradict the schema.
      const url = this.#service.prefix + datasetFile('schema', this.config);
      const changed = (what: string): Error => new EditionChanged(this.config, url, what);
      checked(schema, object({ row_count: be(this.summary.row_count) }), changed);
      return;
    }
    try {
      const cells = schema.columns.map(
        ({ name, type }) => [name, CELLS[numbers === 'text' ? 'object' : type]] as const,
      );
      const table = { config: this.config, count, record: record(cells), parse: parserOf(numbers) };
      const parts = await planParts(this.#service, table, range, signal);
      let [requests, answers] = [0, 0];
      const request = (part: PartReader): Promise<AnyRow[]> => {
        requests += 1;
        return part(signal);
      };
      for await (const rows of loadAhead(parts, concurrency, request)) {
        signal.throwIfAborted();
        answers += 1;
        // A single response cannot mix editions, so it needs no check.
        if (answers === requests && requests > 1) await this.#requireSame(mark, signal);
        yield rows;
      }
    } catch (error) {
      // If a file is missing or has unexpected content, a new edition may be the reason.
      if (error instanceof AlmanacError && (isRefused(error) || error.type === 'invalid-response')) {
        await this.#service.refresh(signal);
        await this.#requireSame(mark, signal);
      }
      throw error;
    } finally {
      stop.abort();
    }
  }

  /**
   * Reads the schema of the current edition, and a mark that identifies it as far as the host's responses allow. The mark consists of the
   * schema, of the layout and page sizes (they determine which files exist), and of `downloads.json`, whose digests change with the values.
   * Without digests, the schema's modification time replaces `downloads.json`.
   */
  async #edition(signal: AbortSignal) {
    const { layout, page_sizes } = this.#service.index;
    const service = this.#service;
    const [{ schema, text, modified }, downloads] = await Promise.all([
      service.read(
        datasetFile('schema', this.config),
        (text, headers) => {
          const schema = this.#parsed<SchemaDocument<string>>('schema', text, parseDigits);
          return { schema, text, modified: headers.get('Last-Modified') };
        },
        signal,
      ),
      'downloads' in this.summary.links ? service.read(datasetFile('downloads', this.config), String, signal) : '',
    ]);
    return { schema, mark: JSON.stringify([layout, page_sizes, text, DIGEST.test(downloads) ? downloads : modified]) };
  }

  /** Throws an `EditionChanged` if the current edition is no longer the one with this mark. */
  async #requireSame(mark: string, signal: AbortSignal): Promise<void> {
    if ((await this.#edition(signal)).mark !== mark) throw new EditionChanged(this.config);
  }
}

function parserOf(numbers: RowsOptions['numbers']): Table['parse'] {
  return numbers === 'text' ? parseDigits : JSON.parse;
}

const OPTIONS = object({
  offset: COUNT,
  limit: (limit) => (limit === Number.POSITIVE_INFINITY ? undefined : COUNT(limit)),
  concurrency: whole(1),
  numbers: must("be 'number' or 'text'", (numbers) => numbers === 'number' || numbers === 'text'),
});

/** Throws an error if a column of type `int64` has numbers beyond ±(2^53 - 1). */
function requireExact({ columns }: SchemaDocument<string>): void {
  for (const { name, type, stats } of columns) {
    if (type !== 'int64' || [stats?.min, stats?.max].every((text) => !CELLS.int64(Number(text ?? 0)))) continue;
    const numbers = 'whole numbers beyond ±(2^53 - 1), which JavaScript numbers cannot hold';
    const detail = `The column ${name} has ${numbers}. Read the dataset with numbers: 'text'.`;
    throw new AlmanacError(detail, { type: 'inexact-numbers', suggestion: "numbers: 'text'" });
  }
}
