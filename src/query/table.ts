import { checked, list, must, object, TEXT, whole } from '../client/check.ts';
import { COLUMNS } from '../client/dataset.ts';
import { AlmanacError, EditionChanged, isRefused } from '../client/errors.ts';
import { type OpenOptions, open } from '../client/open.ts';
import type { AnyRow } from '../client/parts.ts';
import type { Service } from '../client/service.ts';
import type { ColumnSchema, DownloadsDocument, SchemaDocument } from '../contract/documents.ts';
import { DEFAULT_LIMIT, datasetFile } from '../contract/routes.ts';
import { answerOf } from './collect/group-records.ts';
import { type FileFacts, PublishedFile } from './file/published-file.ts';
import { groupReader } from './file/read-groups.ts';
import { readMetadata } from './file/read-metadata.ts';
import { sharedReading } from './file/shared-reading.ts';
import type { RowGroup, TableColumn } from './file/table-layout.ts';
import { planQuestion, takeRows } from './plan-answer.ts';
import { type Answer, type AnswerRow, type AnswerValue, checkQuestion, type Question } from './question.ts';
import { readRows } from './read-rows.ts';

/** Options for asking a question. */
export interface AskOptions {
  /** Stops reading. The promise rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Receives the number of row groups that were worked on, and of all that the answer needs. */
  onProgress?: ((done: number, total: number) => void) | undefined;
}

/** Options for opening a table. */
export interface TableOptions extends OpenOptions {
  /** Most bytes of decoded columns that are kept in memory for the next questions; 256 MB if absent. */
  maxMemory?: number | undefined;
}

/** Where a dataset is read from. */
interface Source {
  service: Service;
  config: string;
  maxMemory: number | undefined;
}

/** One edition of a dataset. */
type Edition = Awaited<ReturnType<typeof readEdition>>;

const DEFAULT_MEMORY = 1 << 28;

/** When more records than this were kept, all are forgotten. */
const MAX_KEPT_ROWS = 10_000;

/** Number of bytes of column chunks that take as long to read as one page of records, or as one file of a packed dataset. */
const PAGE_COST = { pages: 1 << 15, packed: 1 << 18 };

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

/** A table that is read and computed here, not in a worker. */
export class LocalTable implements Table {
  readonly config: string;
  readonly #source: Source;
  #edition: Edition;

  private constructor(source: Source, edition: Edition) {
    this.config = source.config;
    this.#source = source;
    this.#edition = edition;
  }

  /** Opens the dataset that a URL belongs to: its page, or any of its files. Rejects if it is not published as Parquet. */
  static async open(url: string | URL, { maxMemory, ...options }: TableOptions = {}): Promise<LocalTable> {
    const catalogue = await open(url, options);
    const source = { service: catalogue.service, config: catalogue.dataset().config, maxMemory };
    return new LocalTable(source, await readEdition(source, options.signal));
  }

  get columns(): Table['columns'] {
    return this.#edition.columns;
  }

  get rowCount(): number {
    return this.#edition.rowCount;
  }

  estimate(question: Question, { signal }: Pick<AskOptions, 'signal'> = {}): Promise<number> {
    return this.#ofEdition(async ({ file, opened }) => {
      const { bytes } = file.facts;
      if (file.hasRanges === undefined) await file.readRange(bytes - 1, bytes, signal);
      if (!file.hasRanges) return file.isRead ? 0 : bytes;
      const { metadata, reader } = await opened.get(signal);
      checkQuestion(question, metadata.columns);
      const { needs } = planQuestion(question, metadata);
      const { columns = [...metadata.columns.keys()], limit = 10 } = question.rows ?? {};
      const ofRows = needs.map((it) => ({ ...it, columns: new Set(columns.filter((name) => !it.columns.has(name))) }));
      return reader.bytesFor(needs) + (question.rows ? Math.min(limit * this.#pageCost, reader.bytesFor(ofRows)) : 0);
    }, signal);
  }

  get #pageCost(): number {
    return PAGE_COST[this.#source.service.site.layout ?? 'pages'];
  }

  ask(question: Question, options: AskOptions = {}): Promise<Answer> {
    return this.#ofEdition((edition) => this.#answer(edition, question, options), options.signal);
  }

  /** Runs a function on the edition that was read. If another one is published by then, reads that, and runs the function again. */
  async #ofEdition<T>(run: (edition: Edition) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const edition = this.#edition;
    try {
      signal?.throwIfAborted();
      return await run(edition);
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof EditionChanged || (await this.#isReplaced(edition, error, signal)))) throw error;
      if (this.#edition === edition) {
        await this.#source.service.refresh(signal);
        this.#edition = await readEdition(this.#source, signal);
      }
      return await run(this.#edition);
    }
  }

  /** Whether files are missing or damaged because they are of another edition. */
  async #isReplaced({ file }: Edition, error: unknown, signal?: AbortSignal): Promise<boolean> {
    if (!isRefused(error) && (error as AlmanacError).type !== 'invalid-response') return false;
    return readDownload(this.#source, signal).then(
      ({ sha256 }) => sha256 !== file.facts.sha256,
      () => false,
    );
  }

  async #answer(edition: Edition, question: Question, { signal, onProgress }: AskOptions): Promise<Answer> {
    const { file, rowCount } = edition;
    const before = { bytes: file.bytes, requests: file.requests };
    const { metadata, reader } = await edition.opened.get(signal);
    checkQuestion(question, metadata.columns);
    const plan = planQuestion(question, metadata);
    let done = 0;
    for await (const group of reader.read(plan.needs, signal)) {
      plan.collect(group);
      done += 1;
      onProgress?.(done, plan.needs.length);
    }
    const { matched, ...parts } = plan.finish();
    const numbers = plan.numbers();
    const found = numbers && (await this.#rows(edition, numbers, question, signal));
    await this.#requireSame(edition, (found?.ofPages.size ?? 0) > 0, signal);
    // Only now is it known that the pages are of this edition. Others who ask at this time may need the map that they know.
    if (edition.rows.size > MAX_KEPT_ROWS) edition.rows = new Map();
    for (const [number, row] of found?.ofPages ?? []) edition.rows.set(number, row);
    return {
      matched,
      of: rowCount,
      ...(found && { rows: { rows: found.rows, numbers, isWhole: numbers.length === matched } }),
      ...parts,
      edition: file.facts.sha256,
      bytes: file.bytes - before.bytes,
      requests: file.requests - before.requests,
    };
  }

  async #rows(
    { file, rowCount, opened, rows: kept }: Edition,
    numbers: readonly number[],
    { rows: { columns: chosen, numbers: as } = {} }: Question,
    signal?: AbortSignal,
  ): Promise<{ rows: AnswerRow[]; ofPages: ReadonlyMap<number, AnyRow> }> {
    const { metadata, reader } = await opened.get(signal);
    const names = [...metadata.columns.keys()];
    const columns = chosen ?? names;
    const hasAny = ({ first, count }: RowGroup): boolean => numbers.some((it) => it >= first && it < first + count);
    const needs = metadata.groups.filter(hasAny).map((group) => ({ group, columns: new Set(columns) }));
    const missing = numbers.filter((number) => !kept.has(number));
    const pages = new Set(missing.map((number) => Math.floor(number / DEFAULT_LIMIT)));
    const isNear = file.isRead || reader.bytesFor(needs) <= pages.size * this.#pageCost;
    const isText = as === 'text';
    if (isNear && (!isText || columns.every((name) => hasDigits(metadata.columns.get(name))))) {
      const write = (value: AnswerValue, name: string) => (isText ? textOf(value, metadata.columns.get(name)) : value);
      return { rows: await takeRows(numbers, columns, reader.read(needs, signal), write), ofPages: new Map() };
    }
    const all = { config: this.config, count: rowCount, columns: names };
    const stop = signal ?? new AbortController().signal;
    const ofPages = await readRows(this.#source.service, all, missing, stop);
    const rowOf = (number: number): AnswerRow => {
      const row = (ofPages.get(number) ?? kept.get(number)) as AnyRow;
      return Object.fromEntries(
        columns.map((name) => {
          const value = row[name] as string | null;
          const type = metadata.columns.get(name)?.type;
          if (isText || type === 'object' || value === null) return [name, value];
          // -0 and 0 are one value.
          return [name, type === 'int64' ? answerOf(BigInt(value)) : Number(value) + 0];
        }),
      );
    };
    return { rows: numbers.map(rowOf), ofPages };
  }

  /** Throws an `EditionChanged` if what was read since the last time may be of an edition that has replaced this one. */
  async #requireSame(edition: Edition, isFromPages: boolean, signal?: AbortSignal): Promise<void> {
    const { facts, requests } = edition.file;
    if (requests === edition.checked && !isFromPages) return;
    const { sha256 } = await readDownload(this.#source, signal);
    if (sha256 !== facts.sha256) throw new EditionChanged(this.config);
    edition.checked = Math.max(edition.checked, requests);
  }
}

/** Whether the digits of the source follow from the values of a column. */
function hasDigits(column: TableColumn | undefined): boolean {
  return column?.type === 'object' || column?.decimals !== null;
}

/** Writes a value with the digits of the source, which follow from it. */
function textOf(value: AnswerValue, column: TableColumn | undefined): string | null {
  if (typeof value !== 'number') return value === null ? null : String(value);
  const { decimals } = column ?? {};
  return decimals && decimals > 0 ? value.toFixed(decimals) : String(value);
}

// The numbers of records have 32 bits.
const SCHEMA = object({ row_count: whole(0, 2 ** 31 - 1), columns: COLUMNS });

async function readEdition(source: Source, signal?: AbortSignal) {
  const { service, config, maxMemory = DEFAULT_MEMORY } = source;
  const read = (text: string): SchemaDocument => checked(JSON.parse(text), SCHEMA);
  const reading = service.read(datasetFile('schema', config), read, signal);
  const [schema, facts] = await Promise.all([reading, readDownload(source, signal)]);
  const rowCount = schema.row_count;
  const columns = schema.columns.map(({ name, type }) => ({ name, type }));
  const file = new PublishedFile(service, config, facts);
  const opened = sharedReading(async (signal) => {
    const metadata = await readMetadata(file, columns, rowCount, signal);
    return { metadata, reader: groupReader(file, metadata, maxMemory) };
  });
  return {
    columns,
    rowCount,
    file,
    opened,
    /** Number of requests for the file, after which it was found to be the published edition still. */
    checked: 0,
    /** Records that were read from pages, by their numbers, with the digits of the source. */
    rows: new Map<number, AnyRow>(),
  };
}

const DOWNLOADS = object({
  downloads: list(
    object({ format: TEXT, bytes: whole(12), sha256: must('be a digest', (it) => /^[0-9a-f]{64}$/.test(`${it}`)) }),
  ),
});

/** Size and digest of the dataset's Parquet file. Rejects if it has none. */
async function readDownload({ service, config }: Source, signal?: AbortSignal): Promise<FileFacts> {
  const path = datasetFile('downloads', config);
  const read = (text: string): DownloadsDocument => checked(JSON.parse(text), DOWNLOADS);
  const hasDownloads = 'downloads' in service.summary(config).links;
  const { downloads } = hasDownloads ? await service.read(path, read, signal) : { downloads: [] };
  const found = downloads.find(({ format }) => format === 'parquet');
  if (found) return found;
  throw new AlmanacError(`${config} is not published as Parquet, from which questions are answered.`, {
    type: 'no-parquet',
  });
}
