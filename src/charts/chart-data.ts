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
}

/** Source of the records' times: one column, or a column of years and another of months or quarters. */
export interface TimeSource {
  column: string;
  part: { column: string; kind: 'month' | 'quarter' } | null;
  label: string;
}

/** Plan of a chart that needs only the profile. */
export type ProfilePlan =
  | {
      kind: 'histogram';
      title: string;
      measure: ChartColumn;
      edges: readonly number[];
      counts: readonly number[];
      /** Whether all values are whole numbers. */
      isWhole: boolean;
      /** Share of records without a value. */
      nullShare: number;
    }
  | {
      kind: 'counts';
      title: string;
      column: ChartColumn;
      values: readonly { label: string; count: number }[];
      distinct: number;
    };

/** What the plans of all charts that need the records have in common. */
export interface RecordsPlan {
  title: string;
  /** Conditions, set by the publisher, that a record must meet to be drawn; may be empty. */
  only: readonly Condition[];
  /** Fallback if there are too many records or if they do not fit the plan. Null if the profile allows no chart. */
  otherwise: ProfilePlan | null;
}

/** A column and the value that it must have in a record. */
export interface Condition {
  column: string;
  value: string | number;
}

export type ChartTexts = Texts['chart'];

/** A record's values by column, as returned by `JSON.parse`. */
export type ChartRecord = Readonly<Record<string, string | number | null>>;

export interface ChartWords {
  texts: ChartTexts;
  /** Language tag for formatting numbers and dates. */
  language: string;
}
