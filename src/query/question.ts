/* What a program can ask of a table, and the answer. Both are plain data, so that they can be sent to a worker or written as JSON. */

import { type Check, checked, list, must, NUMBER, OBJECT, object, quoted, TEXT, whole } from '../client/check.ts';
import { AlmanacError } from '../client/errors.ts';
import type { Value } from '../contract/documents.ts';
import type { TableColumn } from './file/table-layout.ts';

/** A value to compare with: a string for a column of text, a number or bigint for a column of numbers. */
export type Operand = string | number | bigint;

/** A condition on one column. Only `null` holds for nulls. */
export type Comparison = { column: string } & (
  | { is: '=' | '!=' | '<' | '<=' | '>' | '>='; value: Operand }
  | { is: 'in'; values: readonly Operand[] }
  /** Both ends are included. */
  | { is: 'between'; from: Operand; to: Operand }
  /** Text only. With `fold`, letters of either case are the same, and marks such as accents do not matter. */
  | { is: 'contains' | 'begins with'; value: string; fold?: boolean | undefined }
  | { is: 'null' | 'not null' }
);

/** A condition on records. An empty `all` holds for every record, an empty `any` for none. */
export type Condition = Comparison | { all: readonly Condition[] } | { any: readonly Condition[] };

/** A sort key. Nulls come last, ascending or descending. */
export interface SortKey {
  column: string;
  descending?: boolean | undefined;
}

/** Which of the records that match to return. */
export interface RowsQuestion {
  /** Columns to return; all if absent. */
  columns?: readonly string[] | undefined;
  /** Records with equal keys stay in the order of the file, which is the order without keys. */
  sort?: readonly SortKey[] | undefined;
  /** Returns a random sample of the records that match instead of all of them; the same seed gives the same sample. */
  sample?: { size: number; seed: number } | undefined;
  /** Number of records to skip, after sorting or sampling; 0 if absent. */
  offset?: number | undefined;
  /** Maximum number of records to return; 10 if absent. */
  limit?: number | undefined;
  /** `text`: numbers are strings with the digits of the source, which takes requests for pages of records. */
  numbers?: 'number' | 'text' | undefined;
}

/**
 * A value that is computed for each group. Nulls are left out; only `count` without a column counts all records. `sum`, `mean` and `median`
 * need a column of numbers.
 */
export type Measure =
  | { measure: 'count'; column?: string | undefined }
  | { measure: 'sum' | 'mean' | 'median' | 'min' | 'max' | 'distinct'; column: string };

/** Groups of the records that match, one for each combination of values; a null is a value here. */
export interface GroupQuestion {
  /** At most two columns; without any, all records are one group. */
  by: readonly string[];
  measures: readonly Measure[];
  /** Index of a measure by which groups are sorted, largest first unless `ascending`; by their values if absent. */
  sort?: { measure: number; ascending?: boolean | undefined } | undefined;
  /** Maximum number of groups to return; all if absent. */
  limit?: number | undefined;
}

/** A column whose values are counted, in the records that match all conditions but those on this column alone. */
export interface FacetQuestion {
  column: string;
  /** Maximum number of values to return; 20 if absent. */
  limit?: number | undefined;
}

/** A column of numbers that are counted in bins, in the records that match all conditions but those on this column alone. */
export interface HistogramQuestion {
  column: string;
  /** Edges of the bins, ascending. A bin includes its lower edge, and the last one also its upper edge. */
  edges: readonly number[];
}

export interface Question {
  /** Which records match; all if absent. */
  where?: Condition | undefined;
  rows?: RowsQuestion | undefined;
  facets?: readonly FacetQuestion[] | undefined;
  groups?: GroupQuestion | undefined;
  histograms?: readonly HistogramQuestion[] | undefined;
}

/** A value in an answer: a whole number beyond ±(2^53 - 1) is a bigint, or a string if numbers are asked for as text. */
export type AnswerValue = Value<number | bigint>;

/** A record: its values by column name, in the order of the question or else of the file. */
export type AnswerRow = Record<string, AnswerValue>;

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
  facets?: { values: { value: AnswerValue; count: number }[]; nulls: number; distinct: number }[];
  /** `total` is the number of all groups. */
  groups?: { groups: { by: AnswerValue[]; values: AnswerValue[] }[]; total: number };
  /** For each histogram, the counts of its bins, of numbers below and above them, and of nulls. */
  histograms?: { counts: number[]; below: number; above: number; nulls: number }[];
  /** SHA-256 of the published file from which the answer was computed, in hexadecimal. */
  edition: string;
  /** Number of bytes that were read for this answer, and of the requests that took. */
  bytes: number;
  requests: number;
}

/** Most records that an answer can have, and most groups. */
const MAX_COUNT = 2 ** 31;

const ORDERED = ['=', '!=', '<', '<=', '>', '>='];

/** Checks an object that has no other members than these. */
function shape(members: Readonly<Record<string, Check>>): Check {
  const names = Object.keys(members);
  const known = must(`have no members but ${names.join(', ')}`, (name) => name === undefined);
  return (value) => {
    const wrong = object(members)(value);
    return wrong ?? known(Object.keys(value as object).find((name) => !names.includes(name)));
  };
}

function optional(check: Check): Check {
  return (value) => (value === undefined ? undefined : check(value));
}

const WHOLE: Check = (it) => (it === Number.POSITIVE_INFINITY ? undefined : whole(0, MAX_COUNT)(it));
const FLAG = optional(must('be true or false', (flag) => typeof flag === 'boolean'));

const CONDITION: Check = (condition) => {
  const wrong = OBJECT(condition);
  if (wrong) return wrong;
  if ('all' in (condition as object)) return shape({ all: list(CONDITION) })(condition);
  if ('any' in (condition as object)) return shape({ any: list(CONDITION) })(condition);
  return object({ column: TEXT, is: TEXT, fold: FLAG })(condition);
};

/** Checks a question as far as that is possible without the table. It may come from an address, or from a program without types. */
const QUESTION = shape({
  where: optional(CONDITION),
  rows: optional(
    shape({
      columns: optional(list(TEXT)),
      sort: optional(list(shape({ column: TEXT, descending: FLAG }))),
      sample: optional(shape({ size: WHOLE, seed: must('be a whole number', Number.isInteger) })),
      offset: optional(WHOLE),
      limit: optional(WHOLE),
      numbers: optional(must('be number or text', (mode) => mode === 'number' || mode === 'text')),
    }),
  ),
  facets: optional(list(shape({ column: TEXT, limit: optional(WHOLE) }))),
  groups: optional(
    shape({
      by: list(TEXT),
      measures: list(object({ measure: TEXT, column: optional(TEXT) })),
      sort: optional(shape({ measure: must('be the index of a measure', Number.isInteger), ascending: FLAG })),
      limit: optional(WHOLE),
    }),
  ),
  histograms: optional(list(shape({ column: TEXT, edges: list(NUMBER) }))),
});

/** Throws an `AlmanacError` that says what is wrong with a question about a table with these columns, if anything is. */
export function checkQuestion(question: Question, columns: ReadonlyMap<string, TableColumn>): void {
  checked(question, QUESTION, invalid);
  const { where, rows, facets = [], groups, histograms = [] } = question;
  const column = (name: string): TableColumn => {
    const found = columns.get(name);
    if (found) return found;
    const names = [...columns.keys()].map(quoted).join(', ');
    throw invalid(`the table has no column ${quoted(name)}; its columns are ${names}`);
  };
  const numeric = (name: string, what: string): void => {
    if (column(name).type === 'object') throw invalid(`${what} needs a column of numbers, and ${quoted(name)} is text`);
  };
  if (where) checkCondition(where, column);
  if (rows) {
    const { sort = [], sample } = rows;
    for (const name of [...(rows.columns ?? []), ...sort.map(({ column }) => column)]) column(name);
    if (sample && sort.length > 0) throw invalid('a sample is in the order of the file, so it cannot be sorted');
  }
  for (const facet of facets) column(facet.column);
  if (groups) {
    const { by, measures, sort } = groups;
    by.map(column);
    if (by.length > 2) throw invalid(`groups are made by at most two columns, not ${by.length}`);
    for (const it of measures) {
      if (it.measure === 'count' && it.column === undefined) continue;
      if (it.column === undefined) throw invalid(`${it.measure} needs a column`);
      if (['sum', 'mean', 'median'].includes(it.measure)) numeric(it.column, it.measure);
      else if (['count', 'min', 'max', 'distinct'].includes(it.measure)) column(it.column);
      else throw invalid(`there is no measure ${quoted(it.measure)}`);
    }
    if (sort && !measures[sort.measure]) throw invalid(`there is no measure ${sort.measure} to sort groups by`);
  }
  for (const { column: name, edges } of histograms) {
    numeric(name, 'a histogram');
    const ascend = edges.every((edge, at) => at === 0 || edge > (edges[at - 1] as number));
    if (edges.length < 2 || !ascend) throw invalid('the edges of a histogram must be two or more numbers that ascend');
  }
}

function checkCondition(condition: Condition, column: (name: string) => TableColumn): void {
  if ('all' in condition || 'any' in condition) {
    for (const part of 'all' in condition ? condition.all : condition.any) checkCondition(part, column);
    return;
  }
  const { type, name } = column(condition.column);
  const { is } = condition;
  const isText = type === 'object';
  const operands: unknown[] = [];
  if (is === 'contains' || is === 'begins with') {
    if (!isText) throw invalid(`${quoted(is)} needs a column of text, and ${quoted(name)} has numbers`);
    operands.push(condition.value);
  } else if (is === 'in') {
    if (!Array.isArray(condition.values)) throw invalid(`"in" needs a list of values, not ${quoted(condition.values)}`);
    operands.push(...condition.values);
  } else if (is === 'between') operands.push(condition.from, condition.to);
  else if (ORDERED.includes(is)) operands.push((condition as { value: unknown }).value);
  else if (is !== 'null' && is !== 'not null') throw invalid(`there is no condition ${quoted(is)}`);
  for (const operand of operands) {
    const kind = Number.isNaN(operand) ? 'NaN' : typeof operand;
    if (!(isText ? ['string'] : ['number', 'bigint']).includes(kind))
      throw invalid(`${quoted(name)} is compared with ${isText ? 'text' : 'numbers'}, not with ${quoted(operand)}`);
    // Bounds, which are bytes in UTF-8, could not be compared with it.
    if (/\p{Cs}/u.test(String(operand))) throw invalid(`${quoted(operand)} has half of a character`);
  }
}

function invalid(what: string): AlmanacError {
  return new AlmanacError(`The question cannot be answered: ${what}.`, { type: 'invalid-question' });
}
