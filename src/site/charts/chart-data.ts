import type { ColumnType, ValueFormat } from '../../model.ts';
import type { Texts } from '../texts.ts';

/** Where a chart's positions and intervals lie: `number` for the bins of a histogram, `category` if only the order counts. */
export type AxisKind = TimeKind | 'number' | 'category';

/**
 * Unit of a position in time: years; months or quarters since the year 0; days since 1970, in UTC. Positions of `datetime` are days too, with
 * fractions.
 */
export type TimeKind = 'year' | 'month' | 'quarter' | 'date' | 'datetime';

/** Everything that is kept of a dataset's main chart, `chart.json`. It is complete: drawings and the table behind are made from it alone. */
export interface ChartDocument {
  kind: 'lines' | 'bars' | 'histogram' | 'counts';
  title: string;
  /** What the values are, if all are of one column; null otherwise. */
  measure: string | null;
  /** Unit of the values as the publisher writes it; null for values without a unit. */
  unit: string | null;
  /** Which values are shown, and by which rule, in the page's language; empty if the chart shows everything. */
  caption: string;
  /** The part of the caption that holds whichever series are shown. */
  notes: string;
  /** What the chart shows in at most two sentences. */
  summary: string;
  /** The same at length, one entry for each shown series: its first, last, least and greatest values. */
  details: readonly string[];
  /** First and last time, such as `1950–2017`; null without times. */
  span: string | null;
  x: {
    /** What the times or categories are. */
    title: string;
    kind: AxisKind;
    /** As people write them: `2019`, `Mar 2019`; for a histogram, the intervals. One for each value of a series. */
    labels: readonly string[];
    /** Ascending; one for each label, but for a histogram the edges, one more. */
    positions: readonly number[];
  };
  /** What the series are, such as `Country`; null if the chart has one series that needs no name. */
  choice: string | null;
  /** Those that are shown come first, at most `MAX_SERIES`; the others can be chosen by readers. */
  series: readonly ChartSeries[];
  /** Path of the first series in a box of 100 × 24, its y axis downwards; null if it has no shape worth a picture. */
  spark: string | null;
}

/** One line of a chart, or its bars. */
export interface ChartSeries {
  name: string;
  /** One for each label; null for a gap. */
  values: readonly (number | null)[];
  shown: boolean;
  /** Which of the colours it has, from 0; absent if that is its place among those shown. */
  colour?: number;
  /** Greatest distance of two positions between which a line is drawn; null for any. */
  reach: number | null;
  /** Whether the line goes on past nulls within its reach, since the series has values at only some of the times; absent if it stops at each. */
  passesNulls?: true;
  /** Days of the week, 0 for Sunday to 6 for Saturday, on which a null does not stop the line, since the series has no values on them; absent if there are no such days. */
  restDays?: readonly number[];
}

/** A column as the chart names it. */
export interface ChartColumn {
  name: string;
  /** For readers. */
  label: string;
  /** The same, if possible in a few words. */
  short: string;
  /** All that the publisher says about it; empty if that is nothing. */
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

/** A plan that is carried out on some of the records. */
interface Filtered {
  /** Values that the publisher wants records to have, by column. Empty: all records. */
  only: readonly Condition[];
}

/** A column and the value that it must have. */
export interface Condition {
  column: string;
  value: string | number;
}

/** Measures over time, for the whole table or for each entity. */
export interface LinesPlan extends Filtered {
  kind: 'lines';
  title: string;
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
  otherwise: ProfilePlan | null;
}

/** Years as columns: each record is a series. */
export interface MeltedPlan extends Filtered {
  kind: 'melted';
  title: string;
  /** Ascending by year. */
  years: readonly { column: string; year: number; label: string }[];
  /** Columns whose values name a record, the most telling one first. */
  names: readonly ChartColumn[];
  /** What the values are; null if the columns have no description in common. */
  measure: string | null;
  unit: string | null;
  show: readonly string[] | null;
  otherwise: ProfilePlan | null;
}

/** One value for each category. */
export interface BarsPlan extends Filtered {
  kind: 'bars';
  title: string;
  category: ChartColumn;
  measure: ChartColumn;
  fixed: readonly ChartColumn[];
  otherwise: ProfilePlan | null;
}

/** Which chart a dataset gets: the rule and its columns. `otherwise` is what can be drawn if the records turn out not to fit, or are too many. */
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
