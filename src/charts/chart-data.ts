import type { ChartDocument } from '../contract/chart-document.ts';
import type { ColumnType, ValueFormat } from '../model.ts';
import type { Texts } from '../texts/english.ts';

/** A column and its display names in a chart. */
export interface ChartColumn {
  name: string;
  /** Display name. */
  label: string;
  /** Short display name, for example for a series. */
  short: string;
  /** The publisher's description of the column; may be empty. */
  description: string;
  unit: string | null;
  type: ColumnType;
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

/** Plan of a chart that needs the records. */
interface RecordsPlan {
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

/** Lines over time: one for each measure, or one for each entity, such as a country. */
export interface LinesPlan extends RecordsPlan {
  kind: 'lines';
  time: TimeSource;
  /** Measures with the same unit; only one if there are entities. */
  measures: readonly ChartColumn[];
  /** Column whose distinct values become series; null if each measure is a series. */
  entity: ChartColumn | null;
  /** Other columns that distinguish the records. Only one combination of their values is drawn. */
  fixed: readonly ChartColumn[];
  /** Names of the entities that the publisher wants shown; null if not specified. */
  show: readonly string[] | null;
  /** Maximum number of measures to show initially. */
  shown: number;
}

/** Lines of a table with a column for each year: each record is a series. */
export interface MeltedPlan extends RecordsPlan {
  kind: 'melted';
  /** In ascending order of year. */
  years: readonly { column: string; year: number; label: string }[];
  /** Columns whose values name a record, in order of preference. */
  names: readonly ChartColumn[];
  /** What the values measure, according to the descriptions of most year columns; null if unknown. */
  measure: string | null;
  unit: string | null;
  show: readonly string[] | null;
}

/** Bars: one value for each category. */
export interface BarsPlan extends RecordsPlan {
  kind: 'bars';
  category: ChartColumn;
  measure: ChartColumn;
  fixed: readonly ChartColumn[];
}

/** Plan of a dataset's chart: the kind of chart and its columns. */
export type ChartPlan = LinesPlan | MeltedPlan | BarsPlan | ProfilePlan;

/** Interface texts of charts in one language. */
export type ChartTexts = Texts['chart'];

/** A record's values by column, as returned by `JSON.parse`. */
export type ChartRecord = Readonly<Record<string, string | number | null>>;

/** Texts and language of a chart. */
export interface ChartWords {
  texts: ChartTexts;
  /** Language tag for formatting numbers and dates. */
  language: string;
}

/** Collects the data of a chart in one pass over the records. */
export interface Collector {
  add(record: ChartRecord): void;
  /** Returns the chart, or null if the records do not fit the plan. */
  end(words: ChartWords): ChartDocument | null;
}
