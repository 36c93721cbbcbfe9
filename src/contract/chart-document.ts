/** Kind of the x axis: a unit of time, `number` for the bins of a histogram, or `category` if only the order matters. */
export type AxisKind = TimeKind | 'number' | 'category';

/**
 * Unit of positions in time: years; months or quarters since the year 0; days since 1970, in UTC. Positions of `datetime` are days with
 * fractions.
 */
export type TimeKind = 'year' | 'month' | 'quarter' | 'date' | 'datetime';

/** The main chart of a dataset, published as `chart.json`. Drawings and the table of values are made from it alone. */
export interface ChartDocument {
  kind: 'lines' | 'bars' | 'histogram' | 'counts';
  title: string;
  /** What the values measure; null if they come from several columns. */
  measure: string | null;
  /** Unit of the values, as written by the publisher; null if they have no unit. */
  unit: string | null;
  /** Explains which values are shown and how they were chosen, in the page's language; empty if the chart shows all values. */
  caption: string;
  /** The part of the caption that applies to any choice of series. */
  notes: string;
  /** Summary of the chart in at most two sentences. */
  summary: string;
  /** Detailed summary with one entry for each shown series: its first, last, lowest and highest value. */
  details: readonly string[];
  /** First and last time, such as `1950–2017`; null if the x axis is not a time axis. */
  span: string | null;
  x: {
    /** Title of the x axis: what the times or categories represent. */
    title: string;
    kind: AxisKind;
    /** Formatted for readers, such as `2019` or `Mar 2019`; for a histogram, the intervals. One for each value of a series. */
    labels: readonly string[];
    /** In ascending order, one for each label; for a histogram, the bin edges, one more than there are labels. */
    positions: readonly number[];
  };
  /** What distinguishes the series, such as `Country`; null for a single series that needs no name. */
  choice: string | null;
  /** At most `MAX_SERIES` shown series, followed by the series that readers can select. */
  series: readonly ChartSeries[];
  /** SVG path of the first series in a box of 100 × 24, with y pointing down; null if it has fewer than two values. */
  spark: string | null;
}

/** One series of a chart: a line, or a set of bars. */
export interface ChartSeries {
  name: string;
  /** One for each label; null for a gap. */
  values: readonly (number | null)[];
  shown: boolean;
  /** Index of the series' colour, from 0; absent if it is the same as its position among the shown series. */
  colour?: number;
  /** Maximum distance between two positions that a line connects; null if there is no maximum. */
  reach: number | null;
  /**
   * Set if the line continues across nulls within its reach, because the series has values at only some of the times; absent if every null
   * interrupts the line.
   */
  passesNulls?: true;
  /**
   * Days of the week, from 0 (Sunday) to 6 (Saturday), on which a null does not interrupt the line, because the series has hardly any
   * values on them; absent if there are no such days.
   */
  restDays?: readonly number[];
}

/** Content for the chart section of a dataset's page that the chart files do not contain. Not published. */
export interface ChartPage {
  /** The drawing for narrow screens, as SVG. */
  narrow: string;
  /** Note on what the values are and which of them are in the table; may be empty. */
  note: string;
  /** Table of the shown values: column titles and formatted cells. The first cell of each row is the row's name. */
  head: readonly string[];
  rows: readonly (readonly string[])[];
}
