import type { ProfileDocument } from '../../../contract/documents.ts';
import { datasetFile, QUERY_FILE } from '../../../contract/routes.ts';
import type * as Query from '../../../query/query.ts';
import type { Answer, Question } from '../../../query/question.ts';
import type { Table } from '../../../query/table.ts';
import type { Texts } from '../../../texts/english.ts';
import { fill } from '../../../texts/fill-text.ts';
import { bytesFormat } from '../../../texts/format-bytes.ts';
import type { RowsData } from '../../shared/rows-data.ts';
import { type AskedRows, comparisonsOf } from './asked-rows.ts';
import { pressable } from './pressable.ts';

/** Questions that take more bytes than this are asked only if the reader agrees. */
const MAX_UNASKED = 20_000_000;

/** Says something to the reader, in place of what is awaited. */
export type Say = (...parts: (Node | string)[]) => void;

/** What the reader of a page asks for at present, which each part that asks can change. */
export interface Asking {
  readonly data: RowsData;
  readonly texts: Texts['questions'];
  asked: AskedRows;
}

export type AskableTable = ReturnType<typeof askableTable>;

/** A table that is opened when the first question is asked. */
export function askableTable(asking: Asking) {
  const { data, texts } = asking;
  let opened: Promise<Table> | null = null;
  let hasAgreed = false;

  async function load(): Promise<Table> {
    // Not bundled with the other scripts, since it also runs as a worker, and in readers' own programs.
    const url = new URL(data.prefix + QUERY_FILE, location.href).href;
    const { openTable } = (await import(/* @vite-ignore */ url)) as typeof Query;
    return openTable(`${data.prefix}v1/datasets/${data.config}.json`);
  }

  /** Opens the table. After an error, the next call tries again. */
  function open(): Promise<Table> {
    opened ??= load().catch((error) => {
      opened = null;
      throw error;
    });
    return opened;
  }

  /**
   * Asks about the rows that match. If the answer takes many bytes to read, the reader is asked first, by means of `say`; if the reader never agrees, the
   * promise stays pending. Rejects with an `invalid-question` error if what is asked for does not fit the table, for example in an address.
   */
  async function ask(parts: Omit<Question, 'where'>, say: Say, signal?: AbortSignal): Promise<Answer> {
    const table = await open();
    const { where, sort } = asking.asked;
    const all = comparisonsOf(where, table.columns);
    const isKnown = sort.every(({ column }) => table.columns.some(({ name }) => name === column));
    if (!all || !isKnown) throw Object.assign(new Error(texts.unfit), { type: 'invalid-question' });
    const question = { where: { all }, ...parts };
    const bytes = hasAgreed ? 0 : await table.estimate(question, { signal });
    if (bytes > MAX_UNASKED) {
      const size = bytesFormat(data.language)(bytes);
      await new Promise((resolve) => say(fill(texts.large, { size }), ' ', pressable(texts.agree, resolve)));
      hasAgreed = true;
      say(data.texts.loading);
    }
    return table.ask(question, { signal });
  }

  /** Edges of the bins of a column of numbers, as its profile has them; null for other columns. */
  async function edgesOf(column: string): Promise<readonly number[] | null> {
    const response = await fetch(data.prefix + datasetFile('profile', data.config));
    const { columns } = (await response.json()) as ProfileDocument;
    return columns.find(({ name }) => name === column)?.histogram?.edges ?? null;
  }

  return { open, ask, edgesOf };
}
