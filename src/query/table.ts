import { COUNT, checked, list, must, object, TEXT, whole } from '../client/check.ts';
import { AlmanacError, EditionChanged } from '../client/errors.ts';
import { type OpenOptions, open } from '../client/open.ts';
import type { AnyRow } from '../client/parts.ts';
import type { Service } from '../client/service.ts';
import type { ColumnSchema, DownloadsDocument, SchemaDocument } from '../contract/documents.ts';
import { collectionFolder, downloadFile } from '../contract/routes.ts';
import { collect, needsOfRows, planQuestion, takeRows } from './answer-question.ts';
import { answerOf } from './group-records.ts';
import { PublishedFile } from './published-file.ts';
import {
  type Answer,
  type AnswerRow,
  type AnswerValue,
  checkQuestion,
  type Question,
  type RowsQuestion,
} from './question.ts';
import { GroupReader } from './read-groups.ts';
import { readMetadata, type TableMetadata } from './read-metadata.ts';
import { rangesOf, readRows } from './read-rows.ts';
import type { TableColumn } from './table-column.ts';

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

/** One edition of a dataset. */
interface Edition {
  columns: readonly Pick<ColumnSchema, 'name' | 'type'>[];
  file: PublishedFile;
  rowCount: number;
}

/** The Parquet file of an edition. */
interface OpenFile {
  metadata: TableMetadata;
  reader: GroupReader;
}

const DEFAULT_MEMORY = 1 << 28;

/** Most requests for pages that take fewer bytes than the column chunks of a few records. */
const MAX_PAGE_REQUESTS = 12;

/** A dataset that is published as Parquet, to be asked questions. The host only sends files: answers are found here. */
export interface Table {
  readonly config: string;
  /** Names and types of the columns, in the order of the file. */
  readonly columns: readonly Pick<ColumnSchema, 'name' | 'type'>[];
  /** Number of records. */
  readonly rowCount: number;
  /**
   * Number of bytes that have to be read to answer a question, apart from pages of records. To find out, reads the metadata of the file, or
   * nothing if the host sends no ranges: the whole file has to be read then.
   */
  estimate(question: Question, options?: Pick<AskOptions, 'signal'>): Promise<number>;
  /** Answers a question. Begins again, once, if another edition is published in the meantime, and then rejects with an `EditionChanged`. */
  ask(question: Question, options?: AskOptions): Promise<Answer>;
}

/** A table that is read and computed here, not in a worker. */
export class LocalTable implements Table {
  readonly config: string;
  readonly #service: Service;
  readonly #maxMemory: number;
  #edition: Edition;
  /** Absent until it is needed. */
  #open: Promise<OpenFile> | null = null;

  private constructor(service: Service, config: string, edition: Edition, maxMemory: number) {
    this.#service = service;
    this.config = config;
    this.#edition = edition;
    this.#maxMemory = maxMemory;
  }

  /** Opens the dataset that a URL belongs to: its page, or any of its files. Rejects if it is not published as Parquet. */
  static async open(
    url: string | URL,
    { maxMemory = DEFAULT_MEMORY, ...options }: TableOptions = {},
  ): Promise<LocalTable> {
    const catalogue = await open(url, options);
    const { service } = catalogue;
    const { config } = catalogue.dataset();
    return new LocalTable(service, config, await readEdition(service, config, options.signal), maxMemory);
  }

  get columns(): readonly Pick<ColumnSchema, 'name' | 'type'>[] {
    return this.#edition.columns;
  }

  get rowCount(): number {
    return this.#edition.rowCount;
  }

  async estimate(question: Question, { signal }: Pick<AskOptions, 'signal'> = {}): Promise<number> {
    const { file } = this.#edition;
    const { bytes } = file.facts;
    if (file.hasRanges === undefined) await file.readRange(bytes - 1, bytes, signal);
    if (!file.hasRanges) return file.isRead ? 0 : bytes;
    const { metadata, reader } = await this.#opened(signal);
    checkQuestion(question, metadata.columns);
    return reader.bytesFor(planQuestion(question, metadata).needs);
  }

  async ask(question: Question, options: AskOptions = {}): Promise<Answer> {
    try {
      return await this.#answer(question, options);
    } catch (error) {
      if (!(error instanceof EditionChanged)) throw error;
      await this.#renew(options.signal);
      return await this.#answer(question, options);
    }
  }

  async #answer(question: Question, { signal, onProgress }: AskOptions): Promise<Answer> {
    const { file, rowCount } = this.#edition;
    const before = { bytes: file.bytes, requests: file.requests };
    const { metadata, reader } = await this.#opened(signal);
    checkQuestion(question, metadata.columns);
    const plan = planQuestion(question, metadata);
    let done = 0;
    for await (const group of reader.read(plan.needs, signal)) {
      collect(plan, group);
      done += 1;
      onProgress?.(done, plan.needs.length);
    }
    const { matched, ...parts } = plan.finish();
    const numbers = plan.numbers();
    const rows = numbers && (await this.#rows(numbers, question.rows ?? {}, signal));
    // What was kept from an earlier answer is of the same edition, which is the one that the answer names.
    if (file.requests > before.requests || rows) await this.#requireSame(signal);
    return {
      matched,
      of: rowCount,
      ...(numbers && rows && { rows: { rows, numbers, isWhole: numbers.length === matched } }),
      ...parts,
      edition: file.facts.sha256,
      bytes: file.bytes - before.bytes,
      requests: file.requests - before.requests,
    };
  }

  async #rows(
    numbers: readonly number[],
    { columns = [...this.columns.map(({ name }) => name)], numbers: as }: RowsQuestion,
    signal?: AbortSignal,
  ): Promise<AnswerRow[]> {
    const { metadata, reader } = await this.#opened(signal);
    const needs = needsOfRows(numbers, columns, metadata);
    const ranges = rangesOf(numbers);
    const isNear = reader.bytesFor(needs) === 0 || ranges.length > MAX_PAGE_REQUESTS;
    const isText = as === 'text';
    if (isNear && (!isText || columns.every((name) => hasDigits(metadata.columns.get(name))))) {
      const write = (value: AnswerValue, name: string): AnswerValue =>
        isText ? textOf(value, metadata.columns.get(name)) : value;
      return takeRows(numbers, columns, reader.read(needs, signal), write);
    }
    const all = { config: this.config, count: this.rowCount, columns: [...metadata.columns.keys()] };
    const rows = await readRows(this.#service, all, ranges, signal ?? new AbortController().signal);
    return numbers.map((number) => {
      const row = rows.get(number) as AnyRow;
      return Object.fromEntries(
        columns.map((name) => {
          const value = row[name] as string | null;
          const type = metadata.columns.get(name)?.type;
          if (isText || type === 'object' || value === null) return [name, value];
          return [name, type === 'int64' ? answerOf(BigInt(value)) : Number(value)];
        }),
      );
    });
  }

  #opened(signal?: AbortSignal): Promise<OpenFile> {
    const { file, columns, rowCount } = this.#edition;
    this.#open ??= readMetadata(file, columns, rowCount, signal).then(
      (metadata) => ({ metadata, reader: new GroupReader(file, metadata, this.#maxMemory) }),
      (error) => {
        this.#open = null;
        throw error;
      },
    );
    return this.#open;
  }

  async #renew(signal?: AbortSignal): Promise<void> {
    await this.#service.refresh(signal);
    this.#edition = await readEdition(this.#service, this.config, signal);
    this.#open = null;
  }

  async #requireSame(signal?: AbortSignal): Promise<void> {
    const { sha256 } = await readDownload(this.#service, this.config, signal);
    if (sha256 !== this.#edition.file.facts.sha256) throw new EditionChanged(this.config);
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

const SCHEMA = object({
  row_count: COUNT,
  columns: list(
    object({
      name: TEXT,
      type: must('be int64, float64 or object', (type) => /^(?:int64|float64|object)$/.test(`${type}`)),
    }),
  ),
});

async function readEdition(service: Service, config: string, signal?: AbortSignal): Promise<Edition> {
  const path = `${collectionFolder({ kind: 'records', config })}/schema.json`;
  const read = (text: string): SchemaDocument => checked(JSON.parse(text), SCHEMA);
  const [{ columns, row_count }, download] = await Promise.all([
    service.read(path, read, signal),
    readDownload(service, config, signal),
  ]);
  const { bytes, sha256 } = download;
  const file = new PublishedFile(service, config, { path: downloadFile('parquet', config), bytes, sha256 });
  return { columns: columns.map(({ name, type }) => ({ name, type })), rowCount: row_count, file };
}

const DOWNLOADS = object({
  downloads: list(
    object({ format: TEXT, bytes: whole(12), sha256: must('be a digest', (it) => /^[0-9a-f]{64}$/.test(`${it}`)) }),
  ),
});

/** Size and digest of the dataset's Parquet file. Rejects if it has none. */
async function readDownload(
  service: Service,
  config: string,
  signal?: AbortSignal,
): Promise<{ bytes: number; sha256: string }> {
  const path = `${collectionFolder({ kind: 'records', config })}/downloads.json`;
  const read = (text: string): DownloadsDocument => checked(JSON.parse(text), DOWNLOADS);
  const hasDownloads = 'downloads' in service.summary(config).links;
  const { downloads } = hasDownloads ? await service.read(path, read, signal) : { downloads: [] };
  const found = downloads.find(({ format }) => format === 'parquet');
  if (found) return found;
  throw new AlmanacError(`${config} is not published as Parquet, from which questions are answered.`, {
    type: 'no-parquet',
  });
}
