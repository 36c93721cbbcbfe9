/** Where a chart's positions and intervals lie: `number` for the bins of a histogram, `category` if only the order counts. */
export type AxisKind = TimeKind | 'number' | 'category';

/**
 * Unit of a position in time: years; months or quarters since the year 0; days since 1970, in UTC. Positions of `datetime` are days too,
 * with fractions.
 */
export type TimeKind = 'year' | 'month' | 'quarter' | 'date' | 'datetime';

/**
 * Everything that is kept of a dataset's main chart, `chart.json`. It is complete: drawings and the table behind are made from it alone.
 */
export interface ChartDocument {
  kind: 'lines' | 'bars' | 'histogram' | 'counts';
  title: string;
  /** What the values are; null if they are of several columns. */
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
  /** First and last time, such as `1950–2017`; null if there are none. */
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
  /**
   * Whether the line goes on past nulls within its reach, since the series has values at only some of the times; absent if it stops at
   * each.
   */
  passesNulls?: true;
  /**
   * Days of the week, 0 for Sunday to 6 for Saturday, on which a null does not stop the line, since the series has no values on them;
   * absent if there are no such days.
   */
  restDays?: readonly number[];
}

/** What the page of a dataset shows of its chart besides the files of the chart. Not published. */
export interface ChartPage {
  /** The drawing for narrow places, as SVG. */
  narrow: string;
  /** What the values are, and which of them the table has; empty if there is nothing to say. */
  note: string;
  /** The table of the shown values: titles of its columns, and cells as people write them, the first of which names the row. */
  head: readonly string[];
  rows: readonly (readonly string[])[];
}
