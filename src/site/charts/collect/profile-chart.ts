import { fill } from '../../language.ts';
import type { ChartDocument, ChartWords, ProfilePlan } from '../chart-data.ts';
import { numberFormat, valueFormat } from '../numbers.ts';
import { sparkOfBins } from './spark.ts';

/** The document of a chart that the profile alone can give. */
export function profileDocument(plan: ProfilePlan, words: ChartWords): ChartDocument | null {
  return plan.kind === 'histogram' ? histogramDocument(plan, words) : countsDocument(plan, words);
}

function histogramDocument(
  { title, measure, edges, counts, nullShare }: ProfilePlan & { kind: 'histogram' },
  { texts, language }: ChartWords,
): ChartDocument | null {
  if (edges.length !== counts.length + 1 || edges.some((edge) => !Number.isFinite(edge))) return null;
  const format = valueFormat(language, measure.unit);
  const labels = counts.map((_, index) =>
    fill(texts.span, { from: format(edges[index] ?? 0), to: format(edges[index + 1] ?? 0) }),
  );
  const most = counts.indexOf(Math.max(...counts));
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumSignificantDigits: 2 });
  return {
    kind: 'histogram',
    title,
    measure: measure.label,
    unit: measure.unit,
    caption: [
      texts.histogram,
      ...(nullShare > 0 ? [fill(texts.shareWithout, { share: percent.format(nullShare) })] : []),
    ].join(' '),
    notes: '',
    summary: fill(texts.summaryHistogram, {
      least: format(edges[0] ?? 0),
      greatest: format(edges.at(-1) ?? 0),
      interval: labels[most] ?? '',
      count: numberFormat(language)(counts[most] ?? 0),
    }),
    span: null,
    x: { title: measure.label, kind: 'number', labels, positions: [...edges] },
    choice: null,
    series: [{ name: texts.rows, values: [...counts], shown: true, reach: null }],
    spark: sparkOfBins(counts),
  };
}

function countsDocument(
  { title, column, values, distinct }: ProfilePlan & { kind: 'counts' },
  { texts, language }: ChartWords,
): ChartDocument {
  const format = numberFormat(language);
  const [first, last] = [values[0], values.at(-1)];
  return {
    kind: 'counts',
    title,
    measure: fill(texts.rowsBy, { column: column.label }),
    unit: null,
    caption: [
      ...(column.description === column.label ? [] : [column.description]),
      ...(distinct > values.length
        ? [fill(texts.mostFrequent, { shown: format(values.length), total: format(distinct) })]
        : []),
    ]
      .filter((note) => note !== '')
      .map((note) => (/[.!?。]$/.test(note) ? note : `${note}.`))
      .join(' '),
    notes: '',
    summary: fill(texts.summaryBars, {
      greatest: first?.label ?? '',
      greatestValue: format(first?.count ?? 0),
      least: last?.label ?? '',
      leastValue: format(last?.count ?? 0),
    }),
    span: null,
    x: {
      title: column.label,
      kind: 'category',
      labels: values.map(({ label }) => label),
      positions: values.map((_, index) => index),
    },
    choice: null,
    series: [{ name: texts.rows, values: values.map(({ count }) => count), shown: true, reach: null }],
    spark: null,
  };
}
