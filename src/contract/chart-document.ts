/**
 * Unit of positions on a time axis. Years, quarters and months are counted from the start of the year 0. Dates and datetimes are in days
 * since the start of 1970, in UTC, with fractions for `datetime`.
 */
export type TimeKind = 'year' | 'month' | 'quarter' | 'date' | 'datetime';

/** The main chart of a dataset, published as `chart.json`. Drawings and the table of values are made from it. */
export interface ChartDocument {
  /**
   * `panels`: lines one above the other, each with its own value axis and unit. `shares`: parts of a whole, stacked. `pairs`: two series of
   * dots, with a row for each category. `points`: places on a map. `scatter`: things with two measures.
   */
  kind: 'lines' | 'panels' | 'shares' | 'bars' | 'columns' | 'pairs' | 'points' | 'scatter' | 'histogram' | 'counts';
  title: string;
  /** What the values measure; null if that is unknown or differs between series. */
  measure: string | null;
  /** Unit of the values, as written by the publisher; null if it is not worth showing. */
  unit: string | null;
  /** Notes in the page's language, such as which values are shown and how they were chosen; may be empty. */
  caption: string;
  /** The part of the caption that applies whichever series are shown. */
  notes: string;
  /** Summary of the chart in at most two sentences. */
  summary: string;
  /** Summary in more detail: for a line chart, an entry for each shown line with its first, last, lowest and highest value. */
  details: readonly string[];
  /** First and last time of a line chart, such as `1950–2017`; null for other charts. */
  span: string | null;
  x: {
    /** Title of the x axis: what the times or categories represent. */
    title: string;
    /** A unit of time for times and histograms of years; `number` or `log` (logarithmic) for columns and others; else `category`. */
    kind: TimeKind | 'number' | 'log' | 'category';
    /** Times, categories or intervals of a histogram, formatted for readers, such as `Mar 2019`. One for each value of a series. */
    labels: readonly string[];
    /**
     * In ascending order, one for each label; for a histogram or columns, the edges, one more than there are labels, or their logarithms to
     * the base ten if `kind` is `log`. Bins of one whole number each have their edges halfway between them. For points, their longitudes
     * or the values of the second series.
     */
    positions: readonly number[];
  };
  /** What distinguishes the series, such as `Country`; null if there is only one series. */
  choice: string | null;
  /** At most `MAX_SERIES` shown series, or one more that are shares, followed by the series that readers can select. */
  series: readonly ChartSeries[];
  /** Names of the totals that are not shown beside their parts; absent without any. */
  totals?: readonly string[];
  /** Set if series that are not shown are faint lines behind the others. */
  hasFaintLines?: true;
  /** The first series for lists: an SVG path in a box of 100 × 60, with y pointing down; closed if it is of bars. Null below two values. */
  spark: string | null;
}

/** One series of a chart: a line, or a set of bars. */
export interface ChartSeries {
  name: string;
  /** One for each label; null if there is no value. */
  values: readonly (number | null)[];
  shown: boolean;
  /** Unit of the values, if it is not that of the chart. */
  unit?: string | null;
  /** Index of the series' colour, from 0. Defaults to the position of the series among the shown series. */
  colour?: number;
  /** Maximum distance between two positions that a line connects; null if there is no maximum. */
  reach: number | null;
  /** Set if nulls within `reach` do not interrupt the line: the series has values at only some times. Others do, except on `restDays`. */
  passesNulls?: true;
  /** Days of the week, from 0 (Sunday) to 6, on which nulls do not interrupt the line, since hardly any of these days have values. */
  restDays?: readonly number[];
  /** Set if each value holds until the next one, such as an interest rate: the line has steps. */
  isStepped?: true;
}

/** Parts of the chart section of a dataset's page that are not in the chart files. They are not published as a file. */
export interface ChartPage {
  /** Heading of the chart, which does not repeat the title of the dataset, and the line below it, which may be empty. */
  heading: string;
  below: string;
  /** The drawings for wide and for narrow windows, as SVG, without the words around the plot. */
  drawings: readonly string[];
  /** Note on what the values are and which of them are in the table; may be empty. */
  note: string;
  /** Measures that the chart does not show: their columns and labels. */
  others: readonly (readonly [column: string, label: string])[];
  /** Whether the chart has a picture, if the catalogue has pictures of charts. */
  hasPicture: boolean;
  /** Table of the shown values: column titles and formatted cells. The first cell of each row is the row's name. */
  head: readonly string[];
  rows: readonly (readonly string[])[];
}
