import type { ChartDocument } from '../contract/chart-document.ts';
import type { ColumnType, ValueFormat } from '../model.ts';
import type { Texts } from '../texts/english.ts';

/** A column as the chart names it. */
export interface ChartColumn {
  name: string;
  /** For readers. */
  label: string;
  /** The same, if possible in a few words. */
  short: string;
  /** What the publisher says about it; may be empty. */
  description: string;
  unit: string | null;
  type: ColumnType;
  format: ValueFormat | null;
}

/** Where the times of records come from: one column, or a column of years and one of months or quarters within them. */
export interface TimeSource {
  column: string;
  part: { column: string; kind: 'month' | 'quarter' } | null;
  label: string;
}

/** A chart that needs nothing but the profile. */
export type ProfilePlan =
  | {
      kind: 'histogram';
      title: string;
      measure: ChartColumn;
      edges: readonly number[];
      counts: readonly number[];
      /** Share of the records without a value. */
      nullShare: number;
    }
  | {
      kind: 'counts';
      title: string;
      column: ChartColumn;
      values: readonly { label: string; count: number }[];
      distinct: number;
    };

/** A plan that is carried out on the records. */
interface RecordsPlan {
  title: string;
  /** Values that the publisher wants records to have, by column. Empty: all records. */
  only: readonly Condition[];
  /** What can be drawn if the records turn out not to fit, or are too many. */
  otherwise: ProfilePlan | null;
}

/** A column and the value that it must have. */
export interface Condition {
  column: string;
  value: string | number;
}

/** Measures over time, for the whole table or for each entity. */
export interface LinesPlan extends RecordsPlan {
  kind: 'lines';
  time: TimeSource;
  /** Measures of one unit. With an entity, only one. */
  measures: readonly ChartColumn[];
  /** Column whose values are the series; null if the measures are. */
  entity: ChartColumn | null;
  /** Further dimensions, which are fixed at one value each. */
  fixed: readonly ChartColumn[];
  /** What the publisher wants shown: values of the entity, or null. */
  show: readonly string[] | null;
  /** How many of the measures are shown. */
  shown: number;
}

/** Years as columns: each record is a series. */
export interface MeltedPlan extends RecordsPlan {
  kind: 'melted';
  /** Ascending by year. */
  years: readonly { column: string; year: number; label: string }[];
  /** Columns whose values name a record, the most telling one first. */
  names: readonly ChartColumn[];
  /** What the values are; null if the columns have no description in common. */
  measure: string | null;
  unit: string | null;
  show: readonly string[] | null;
}

/** One value for each category. */
export interface BarsPlan extends RecordsPlan {
  kind: 'bars';
  category: ChartColumn;
  measure: ChartColumn;
  fixed: readonly ChartColumn[];
}

/** Which chart a dataset gets: the rule and its columns. */
export type ChartPlan = LinesPlan | MeltedPlan | BarsPlan | ProfilePlan;

/** The words of charts in one language. */
export type ChartTexts = Texts['chart'];

/** A record's values by column, as `JSON.parse` reads them. */
export type ChartRecord = Readonly<Record<string, string | number | null>>;

/** What a chart's texts are written with. */
export interface ChartWords {
  texts: ChartTexts;
  /** Language tag by whose conventions numbers and dates are written. */
  language: string;
}

/** Gathers what a chart needs of the records, in one pass. */
export interface Collector {
  add(record: ChartRecord): void;
  /** Null if the records turn out not to fit the plan. */
  end(words: ChartWords): ChartDocument | null;
}
