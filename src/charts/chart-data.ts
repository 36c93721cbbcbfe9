import type { Labelled } from '../contract/labels/value-labels.ts';
import type { ValueFormat } from '../model.ts';
import type { Texts } from '../texts/english.ts';

/** A column and its display names in a chart. */
export interface ChartColumn {
  name: string;
  label: string;
  /** Short display name, for example for a series. */
  short: string;
  /** The publisher's description of the column; may be empty. */
  description: string;
  unit: string | null;
  format: ValueFormat | null;
  /** The column's labels, if its values have any. */
  labelled?: Labelled;
  /** The list that its values are codes of, if they have no labels. */
  codes?: CodeList;
}

/** Source of the records' times: one column, or a column of years and another of months, quarters or weeks. */
export interface TimeSource {
  column: string;
  part: { column: string; kind: 'month' | 'quarter' | 'week' } | null;
  /** What the last two digits of whole numbers such as 202418 count, or that they are dates, such as 20240318; absent for other times. */
  packed?: 'month' | 'week' | 'date';
  /** Whether values hold from their times on, as those of a law do. */
  isStart?: boolean;
  /** Empty if columns are called by times: the kind of time is the label then. */
  label: string;
}

/** A column that is called by a time, which is `text` without the other words of its name. */
export interface TimeColumn {
  column: string;
  text: string;
}

/** Names of the columns of times and values into which columns of times are unfolded. No text of a table has the character NUL. */
export const UNFOLDED = { time: '\0time', value: '\0value' } as const;

/** A column and the value that it must have in a record. */
export interface Condition {
  column: string;
  value: string | number;
  /** What the value is called in the caption; its digits or text by default. */
  label?: string;
}

/** Standards whose codes have names in every language. */
export type CodeList = 'region' | 'language';

export type ChartTexts = Texts['chart'];

/** A record's values by column, as returned by `JSON.parse`. */
export type ChartRecord = Readonly<Record<string, string | number | null>>;

export interface ChartWords {
  texts: ChartTexts;
  /** Language tag for formatting numbers and dates. */
  language: string;
}
