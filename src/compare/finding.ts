import type { EditionBounds } from '../model.ts';
import { listFirst } from '../problems/format-problem.ts';
import type { ProblemCode } from '../problems/problem.ts';
import { quoteText } from '../problems/quote-text.ts';
import type { EditionColumn } from './edition.ts';

/** What is wrong with an edition. */
export interface Finding {
  code: ProblemCode;
  message: string;
  /** Bound that was exceeded, as named in the sidecar. */
  bound: keyof EditionBounds;
  /** Line of the data file; null or absent if the finding is about all of it. */
  line?: number | null;
}

/** A column of both editions. */
export type SharedColumn = readonly [name: string, before: EditionColumn, now: EditionColumn];

const TIME_FORMATS: ReadonlySet<string | null> = new Set(['year', 'month', 'quarter', 'date', 'datetime', 'time']);

/** Whether all values of a column are times. */
export function isTime({ format }: EditionColumn): boolean {
  return TIME_FORMATS.has(format);
}

/** Maximum number of values listed in a message. */
const MAX_LISTED = 5;

/** The first of some values for messages: `"Bern", "Zug", …`. */
export function listed(values: readonly (string | number)[]): string {
  const texts = values.map((value) => (typeof value === 'string' ? quoteText(value) : String(value)));
  return listFirst(texts, MAX_LISTED);
}

/** A share as a percentage with at most one decimal, such as `12.5 %`. */
export function percent(share: number): string {
  return `${Math.round(share * 1000) / 10} %`;
}

/** A number for messages, without the noise of doubles. */
export function plain(value: number, digits = 6): number {
  return Number(value.toPrecision(digits));
}
