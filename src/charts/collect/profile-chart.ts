import type { ChartDocument } from '../../contract/chart-document.ts';
import { YEARS } from '../../contract/column-words.ts';
import { fill } from '../../texts/fill-text.ts';
import { intlNumbers } from '../../texts/intl-formats.ts';
import type { ChartWords, ProfilePlan } from '../chart-data.ts';
import { calendarYear, numberFormat, shortFormat, valueFormat } from '../numbers.ts';
import { naturalOrder } from '../rules/natural-order.ts';
import { areSingleBins, singleBins } from '../rules/single-bins.ts';
import { categoryAxis, ofOne, type Summarize, sentenceOf, summarized } from '../summarize.ts';
import { summarizeBars } from './collect-bars.ts';

/** Matches units and column names that indicate years, which are written without digit grouping: 1960, not 1,960. */
const YEAR = new RegExp(`(?:^|[^\\p{L}])(?:${YEARS})(?:$|[^\\p{L}])`, 'iu');
/** If a unit or name indicates years, numbers in this range are calendar years; others may be durations. */
const [FIRST_YEAR, LAST_YEAR] = [1000, 2200];

/** Makes the document of a chart that needs only the profile. */
export function profileDocument(plan: ProfilePlan, words: ChartWords): ChartDocument | null {
  return plan.kind === 'histogram' ? histogramDocument(plan, words) : countsDocument(plan, words);
}

function histogramDocument(
  { title, measure, edges, counts, isWhole, nullShare }: ProfilePlan & { kind: 'histogram' },
  { texts, language }: ChartWords,
): ChartDocument | null {
  if (edges.length !== counts.length + 1 || edges.some((edge) => !Number.isFinite(edge))) return null;
  const isYear = measure.format === 'year' || YEAR.test(measure.unit ?? '') || YEAR.test(measure.name);
  const areYears = isYear && (edges[0] ?? 0) >= FIRST_YEAR && (edges.at(-1) ?? 0) <= LAST_YEAR;
  const format = areYears ? calendarYear : valueFormat(language, measure.unit);
  // A bin of a single whole number stands above it.
  const isSingle = isWhole && !areYears && (edges[1] ?? 0) - (edges[0] ?? 0) === 1;
  const labels = counts.map((_, index) => {
    const from = format(edges[index] ?? 0);
    return isSingle ? from : `${from}–${format(edges[index + 1] ?? 0)}`;
  });
  const percent = intlNumbers(language, { style: 'percent', maximumSignificantDigits: 2 });
  const without = nullShare > 0 ? fill(texts.shareWithout, { share: percent.format(nullShare) }) : '';
  return summarized(
    {
      kind: 'histogram',
      title,
      measure: measure.label,
      unit: measure.unit,
      caption: [texts.histogram, without].filter((note) => note !== '').join(' '),
      x: {
        title: measure.label,
        kind: areYears ? 'year' : 'number',
        labels,
        positions: isSingle ? singleBins(edges) : [...edges],
      },
      series: [{ name: texts.rows, values: [...counts], shown: true, reach: null }],
    },
    { texts, language },
    summarizeHistogram,
  );
}

function countsDocument(
  { title, column, values, distinct }: ProfilePlan & { kind: 'counts' },
  { texts, language }: ChartWords,
): ChartDocument {
  const format = numberFormat(language);
  const ranks = values.length === distinct ? naturalOrder(values.map(({ label }) => label)) : null;
  const ordered = ranks
    ? values.map((_, at) => at).sort((a, b) => (ranks[a] ?? 0) - (ranks[b] ?? 0))
    : [...values.keys()];
  const labels = ordered.map((at) => values[at]?.label ?? '');
  const frequent = fill(texts.mostFrequent, { shown: format(values.length), total: format(distinct) });
  const notes = [
    column.description === column.label ? '' : column.description,
    distinct > values.length ? frequent : '',
  ];
  return summarized(
    {
      kind: 'counts',
      title,
      measure: fill(texts.rowsBy, { column: column.label }),
      caption: notes
        .filter((note) => note !== '')
        .map((note) => (/[.!?。]$/.test(note) ? note : `${note}.`))
        .join(' '),
      x: categoryAxis(column.label, labels),
      series: [{ name: texts.rows, values: ordered.map((at) => values[at]?.count ?? 0), shown: true, reach: null }],
    },
    { texts, language },
    summarizeBars('summaryFrequent'),
  );
}

/** Describes the range of a histogram and the interval with the most values. */
export const summarizeHistogram: Summarize = ({ unit, x, series: [one] }, { texts, language }) => {
  const counts = one?.values.map((value) => value ?? 0) ?? [];
  const edge = x.kind === 'year' ? calendarYear : shortFormat(language, unit);
  const most = counts.indexOf(Math.max(...counts));
  const [least = 0, greatest = 0] = [x.positions[0], x.positions.at(-1)];
  const inwards = areSingleBins(x.positions) ? 0.5 : 0;
  return ofOne(
    sentenceOf(texts.summaryHistogram, {
      least: edge(least + inwards),
      greatest: edge(greatest - inwards),
      interval: x.labels[most] ?? '',
      count: shortFormat(language, null)(counts[most] ?? 0),
    }),
  );
};
