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
import { collectionFolder } from '../contract/routes.ts';
import { AlmanacError, EditionChanged, isRefused } from './errors.ts';
import { parseDigits } from './parse-digits.ts';
import { type AnyRow, planParts } from './parts.ts';
import { sleep } from './request.ts';
import type { Service } from './service.ts';

/** How a file is read. */
export interface ReadOptions {
  /** Stops the reading; what waits for it rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
}

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

/** The same, with numbers as strings. */
export type TextOptions = RowsOptions & { numbers: 'text' };
/** The same, with numbers as doubles. */
export type NumberOptions = RowsOptions & { numbers?: 'number' | undefined };

/** A record: its cells by column, in the order of the file. `N` is the type of its numbers. */
export type Row<N = number> = RecordsPage<N>['results'][number];

/** The cells of each column. */
export type Columns<N = number> = Record<string, Value<N>[]>;

/** An edition of a dataset: what its publisher published at one time. */
interface Edition {
  /** Differs from that of any other edition, as far as a host shows that. */
  mark: string;
  schema: SchemaDocument<string>;
}

/** A SHA-256 digest, which `downloads.json` has for each download. */
const DIGEST = /[0-9a-f]{64}/;

/** How often the reading of a dataset begins, at most, because other editions are published meanwhile. */
const MAX_EDITIONS = 3;

/** A dataset of a catalogue. */
export class Dataset {
  /** Its config name, as in paths. */
  readonly config: string;
  readonly #service: Service;

  /** @internal */
  constructor(service: Service, config: string) {
    this.#service = service;
    this.config = config;
  }

  /** Its entry in the catalogue's index: name, category, licence, number of records. */
  get summary(): DatasetSummary {
    return this.#service.summary(this.config);
  }

  /**
   * Its records, one at a time, while the next ones are being fetched. Throws an `EditionChanged` if another edition is published
   * meanwhile, unless no record was handed out yet.
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

  /** Its records as an array. If another edition is published meanwhile, begins again with that one. */
  toArray(options: TextOptions): Promise<Row<string>[]>;
  toArray(options?: NumberOptions): Promise<Row[]>;
  async toArray(options: RowsOptions = {}): Promise<AnyRow[]> {
    let all: AnyRow[] = [];
    const begin = (): void => {
      all = [];
    };
    for await (const rows of this.#pages(options, begin)) for (const row of rows) all.push(row);
    return all;
  }

  /** Its records as one array for each column. If another edition is published meanwhile, begins again with that one. */
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
    // Unlike an assignment, this makes a member of any name.
    return Object.fromEntries(columns);
  }

  /** What its columns are. With `numbers: 'text'`, its numbers have the digits of the source. */
  schema(options: ReadOptions & { numbers: 'text' }): Promise<SchemaDocument<string>>;
  schema(options?: ReadOptions & { numbers?: 'number' | undefined }): Promise<SchemaDocument>;
  schema({
    numbers,
    signal,
  }: ReadOptions & Pick<RowsOptions, 'numbers'> = {}): Promise<SchemaDocument<number | string>> {
    return this.#document('schema', signal, parserOf(numbers));
  }

  /** What it is, where it comes from. */
  info({ signal }: ReadOptions = {}): Promise<DatasetEntry> {
    return this.#document('info', signal);
  }

  /** What its publisher says beyond that: licence, dates, edition, how to cite it. */
  about({ signal }: ReadOptions = {}): Promise<AboutDocument> {
    return this.#document('about', signal);
  }

  /** What is doubtful in the file it was read from, and how its nulls were spelled. */
  quality({ signal }: ReadOptions = {}): Promise<QualityDocument> {
    return this.#document('quality', signal);
  }

  /** What its columns hold: distinct values, histograms, top values. */
  profile({ signal }: ReadOptions = {}): Promise<ProfileDocument> {
    return this.#document('profile', signal);
  }

  /** Reads one of its documents. */
  #document<T>(name: string, signal?: AbortSignal, parse: (text: string) => unknown = JSON.parse): Promise<T> {
    return this.#service.read(this.#file(name), (text) => parse(text) as T, signal);
  }

  #file(name: string): string {
    return `${collectionFolder({ kind: 'records', config: this.config })}/${name}.json`;
  }

  /**
   * Records in arrays. `begin` is called with the names of the columns before the first one, and again if the reading begins again. Without
   * it, the reading never begins again once there were records.
   */
  async *#pages(
    options: RowsOptions,
    begin?: (columns: readonly string[]) => void,
  ): AsyncGenerator<AnyRow[], void, undefined> {
    checkOptions(options);
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
    const edition = await this.#edition(signal);
    const { schema } = edition;
    const columns = schema.columns.map(({ name }) => name);
    const integers = numbers === 'text' ? [] : exactIntegers(schema);
    begin?.(columns);
    const count = Number(schema.row_count);
    const range = { from: offset, to: Math.min(offset + limit, count) };
    if (range.from >= range.to) return;
    try {
      const table = { config: this.config, count, columns, integers, parse: parserOf(numbers) };
      const parts = await planParts(this.#service, table, range, signal);
      const waiting: Promise<AnyRow[]>[] = [];
      let requests = 0;
      const request = (): void => {
        while (waiting.length < concurrency) {
          const { value: part } = parts.next();
          if (!part) return;
          const rows = part(signal);
          // Whoever awaits it gets its error. Until then it is not unhandled.
          rows.catch(() => {});
          waiting.push(rows);
          requests += 1;
        }
      };
      request();
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const rows = await next;
        request();
        // A single response is of a single edition.
        if (waiting.length === 0 && requests > 1) await this.#requireSame(edition, signal);
        yield rows;
      }
    } catch (error) {
      // The file of a page is missing, or is another one, if its edition is.
      if (error instanceof AlmanacError && (isRefused(error) || error.type === 'invalid-response')) {
        await this.#service.refresh(signal);
        await this.#requireSame(edition, signal);
      }
      throw error;
    } finally {
      stop.abort();
    }
  }

  /**
   * Reads what tells editions apart. The digests of the downloads differ if a single cell does. Without downloads, the schema and the time
   * of its file replace them. The layout and the page sizes decide which files there are.
   */
  async #edition(signal: AbortSignal): Promise<Edition> {
    const { layout, page_sizes } = this.#service.index;
    const service = this.#service;
    const [{ schema, text, modified }, downloads] = await Promise.all([
      service.read(
        this.#file('schema'),
        (text, headers) => {
          const schema = parseDigits(text) as SchemaDocument<string>;
          return { schema, text, modified: headers.get('Last-Modified') };
        },
        signal,
      ),
      'downloads' in this.summary.links ? service.read(this.#file('downloads'), String, signal) : '',
    ]);
    return { schema, mark: JSON.stringify([layout, page_sizes, text, DIGEST.test(downloads) ? downloads : modified]) };
  }

  /** Throws an `EditionChanged` if another edition is published now. */
  async #requireSame({ mark }: Edition, signal: AbortSignal): Promise<void> {
    if ((await this.#edition(signal)).mark !== mark) throw new EditionChanged(this.config);
  }
}

function parserOf(numbers: RowsOptions['numbers']): (text: string) => unknown {
  return numbers === 'text' ? parseDigits : JSON.parse;
}

/** Throws a `RangeError` for a range or number of requests that cannot be. */
function checkOptions({ offset = 0, limit = 0, concurrency = 1, numbers = 'number' }: RowsOptions): void {
  const check = (name: string, value: number, least: number): void => {
    if (Number.isSafeInteger(value) && value >= least) return;
    throw new RangeError(`${name} must be a whole number from ${least} on, not ${value}`);
  };
  check('offset', offset, 0);
  if (limit !== Number.POSITIVE_INFINITY) check('limit', limit, 0);
  check('concurrency', concurrency, 1);
  if (numbers !== 'number' && numbers !== 'text')
    throw new RangeError(`numbers must be number or text, not ${numbers}`);
}

/** Names of the columns of whole numbers. Throws an error if doubles cannot tell those of one apart. */
function exactIntegers({ columns }: SchemaDocument<string>): string[] {
  const integers = columns.filter(({ type }) => type === 'int64');
  for (const { name, stats } of integers) {
    if ([stats?.min, stats?.max].every((text) => Number.isSafeInteger(Number(text ?? 0)))) continue;
    const numbers = 'whole numbers beyond ±(2^53 - 1), which JavaScript numbers cannot hold exactly';
    const detail = `The column ${name} has ${numbers}. Read it with numbers: 'text'.`;
    throw new AlmanacError(detail, { type: 'inexact-numbers', suggestion: "numbers: 'text'" });
  }
  return integers.map(({ name }) => name);
}
