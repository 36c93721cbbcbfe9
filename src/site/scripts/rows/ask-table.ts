import type { ProfileDocument } from '../../../contract/documents.ts';
import { datasetFile, QUERY_FILE } from '../../../contract/routes.ts';
import type * as Query from '../../../query/query.ts';
import type { Answer, Question } from '../../../query/question.ts';
import type { Table } from '../../../query/table.ts';

/** Questions that take more bytes than this are asked only if the reader agrees. */
const MAX_UNASKED = 20_000_000;

/** Says something to the reader, in place of what is awaited. */
export type Say = (...parts: (Node | string)[]) => void;

/** Opens the table of a dataset when the first question is asked. */
export class AskableTable {
  readonly #prefix: string;
  readonly #config: string;
  readonly #confirm: (bytes: number, say: Say) => Promise<void>;
  #table: Promise<Table> | null = null;
  #agreed = false;
  #profile: Promise<ProfileDocument> | null = null;

  /** `prefix` is the path of the catalogue. `confirm` resolves if the reader agrees that this number of bytes is read. */
  constructor(prefix: string, config: string, confirm: (bytes: number, say: Say) => Promise<void>) {
    this.#prefix = prefix;
    this.#config = config;
    this.#confirm = confirm;
  }

  /** Opens the table. After an error, the next call tries again. */
  open(): Promise<Table> {
    this.#table ??= this.#open().catch((error) => {
      this.#table = null;
      throw error;
    });
    return this.#table;
  }

  /** Edges of the bins of a column of numbers, as its profile has them; null for other columns. */
  async edgesOf(column: string): Promise<readonly number[] | null> {
    this.#profile ??= fetch(`${this.#prefix}${datasetFile('profile', this.#config)}`).then((response) =>
      response.json(),
    );
    const { columns } = await this.#profile;
    return columns.find(({ name }) => name === column)?.histogram?.edges ?? null;
  }

  /** Asks a question. If the answer takes many bytes to read, the reader is asked first, by means of `say`. */
  async ask(question: Question, say: Say, signal?: AbortSignal): Promise<Answer> {
    const table = await this.open();
    const bytes = this.#agreed ? 0 : await table.estimate(question, { signal });
    if (bytes > MAX_UNASKED) {
      await this.#confirm(bytes, say);
      this.#agreed = true;
    }
    return table.ask(question, { signal });
  }

  async #open(): Promise<Table> {
    // Not bundled with the other scripts, since it also runs as a worker, and in readers' own programs.
    const url = new URL(this.#prefix + QUERY_FILE, location.href).href;
    const { openTable } = (await import(/* @vite-ignore */ url)) as typeof Query;
    return openTable(`${this.#prefix}v1/datasets/${this.#config}.json`);
  }
}
