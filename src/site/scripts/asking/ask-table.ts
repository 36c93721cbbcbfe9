import type { ProfileDocument } from '../../../contract/documents.ts';
import { datasetFile, QUERY_FILE } from '../../../contract/routes.ts';
import type * as Query from '../../../query/query.ts';
import type { Answer, Question } from '../../../query/question.ts';
import type { Table } from '../../../query/table.ts';
import type { Texts } from '../../../texts/english.ts';
import { fill } from '../../../texts/fill-text.ts';
import { bytesFormat } from '../../../texts/format-bytes.ts';
import type { RowsData } from '../../shared/rows-data.ts';
import { pressable } from '../pressable.ts';
import { readJson } from '../read-json.ts';
import { type AskedRows, comparisonsOf } from './asked-rows.ts';

/** Questions that take more bytes than this are asked only if the reader agrees. */
const MAX_UNASKED = 20_000_000;

/** Says something to the reader, in place of what is awaited. */
export type Say = (...parts: (Node | string)[]) => void;

/** The texts that pages load when a reader asks for the first time. */
export type QuestionTexts = Texts['questions'] & { chart: Texts['chart']; rows: Texts['common']['rows'] };

/** The dataset of a page, and where its files are. */
export type Place = Pick<RowsData, 'config' | 'prefix' | 'language'>;

/** Reads what is known about the columns of a page's table. */
export function readProfile({ prefix, config }: Place): Promise<ProfileDocument> {
  return readJson(prefix + datasetFile('profile', config));
}

export function readTexts({ prefix }: Place): Promise<QuestionTexts> {
  return readJson(`${prefix}questions.json`);
}

/** The table of the page, which its rows and its chart share. */
let opened: Promise<Table> | null = null;
let hasAgreed = false;

/** Opens the table of a page. After an error, the next call tries again. */
export function openTable({ prefix, config }: Place): Promise<Table> {
  // Not bundled with the other scripts, since it also runs as a worker, and in readers' own programs.
  const url = new URL(prefix + QUERY_FILE, location.href).href;
  opened ??= (import(/* @vite-ignore */ url) as Promise<typeof Query>)
    .then((query) => query.openTable(`${prefix}v1/datasets/${config}.json`))
    .catch((error) => {
      opened = null;
      throw error;
    });
  return opened;
}

/**
 * Asks a question about the table of a page. If the answer takes many bytes to read, the reader is asked first, by means of `say`; if the reader never
 * agrees, the promise stays pending.
 */
export async function askTable(
  place: Place,
  texts: Texts['questions'],
  question: Question,
  say: Say,
  signal?: AbortSignal,
): Promise<Answer> {
  const table = await openTable(place);
  const bytes = hasAgreed ? 0 : await table.estimate(question, { signal });
  if (bytes > MAX_UNASKED) {
    const size = bytesFormat(place.language)(bytes);
    await new Promise((resolve) => say(fill(texts.large, { size }), ' ', pressable(texts.agree, resolve)));
    hasAgreed = true;
    say(texts.loadingValues);
  }
  return table.ask(question, { signal });
}

/** What the reader of a page asks for at present, which each part that asks can change. */
export interface Asking {
  readonly data: RowsData;
  readonly texts: QuestionTexts;
  readonly profile: ProfileDocument;
  asked: AskedRows;
}

/**
 * Asks about the rows for which conditions hold. Rejects with an `invalid-question` error if they or the sort keys do not fit the table, for
 * example in an address.
 */
export async function askRows(
  { data, texts, asked }: Asking,
  parts: Omit<Question, 'where'>,
  say: Say,
  signal?: AbortSignal,
  where = asked.where,
): Promise<Answer> {
  const { columns } = await openTable(data);
  const all = comparisonsOf(where, columns);
  const isKnown = asked.sort.every(({ column }) => columns.some(({ name }) => name === column));
  if (!all || !isKnown) throw Object.assign(new Error(texts.unfit), { type: 'invalid-question' });
  return askTable(data, texts, { where: { all }, ...parts }, say, signal);
}
