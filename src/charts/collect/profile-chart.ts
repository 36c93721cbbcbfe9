import type { ChartDocument } from '../../contract/chart-document.ts';
import { YEARS } from '../../contract/column-words.ts';
import { fill } from '../../texts/fill-text.ts';
import { intlNumbers } from '../../texts/intl-formats.ts';
import type { ChartWords } from '../chart-data.ts';
import { sortedBy } from '../extremes.ts';
import { numberFormat, shortFormat, tickFormat } from '../numbers.ts';
import { naturalOrder } from '../rules/natural-order.ts';
import type { ProfilePlan } from '../rules/profile-plans.ts';
import { singleBins } from '../rules/single-bins.ts';
import { wordIn } from '../rules/words.ts';
import { categoryAxis, ofOne, sentenceOf, summarized } from '../summarize.ts';
import { summarizeBars } from './collect-bars.ts';
import { skewedBins } from './skewed-bins.ts';

/** Matches units and column names that indicate years, which are written without digit grouping: 1960, not 1,960. */
const YEAR = wordIn(YEARS);
const calendarYear = (year: number): string => String(Math.round(year));
/** If a unit or name indicates years, numbers in this range are calendar years; others may be durations. */
const [FIRST_YEAR, LAST_YEAR] = [1000, 2200];

/** Maximum number of intervals that a sentence names. */
const MAX_NAMED = 3;

type HistogramPlan = ProfilePlan & { kind: 'histogram' };

/** Whether a histogram has a bin for each whole number. */
export function hasBinForEach({ edges: [first = 0, second = 0], isWhole }: HistogramPlan): boolean {
  return isWhole && second - first === 1;
}

/**
 * Makes the document of a histogram. `values` are those of all records if they are skewed and can be read; otherwise null, and the bins are
 * those of the profile. Null if the bins are not valid.
 */
export function histogramDocument(
  plan: HistogramPlan,
  values: readonly number[] | null,
  { texts, language }: ChartWords,
): ChartDocument | null {
  const { title, measure, range, isWhole, nullShare } = plan;
  const isYear = measure.format === 'year' || YEAR.test(measure.unit ?? '') || YEAR.test(measure.name);
  const areYears = isYear && range[0] >= FIRST_YEAR && range[1] <= LAST_YEAR;
  const skewed = values && !areYears ? skewedBins(values, isWhole) : null;
  const { edges, counts } = skewed ?? plan;
  if (edges.length !== counts.length + 1 || edges.some((edge) => !Number.isFinite(edge))) return null;
  const isLogarithmic = skewed !== null && skewed.zeros !== null;
  const { isCut = false } = skewed ?? {};
  const inner = edges.slice(0, isCut ? -1 : undefined);
  const short = shortFormat(language, measure.unit);
  const format = areYears ? calendarYear : isLogarithmic ? short : tickFormat(language, inner, measure.unit);
  const isEach = !skewed && hasBinForEach(plan);
  const labels = counts.map((_, index) => {
    const [from = 0, to = 0] = edges.slice(index, index + 2);
    if (isEach) return format(from);
    return isCut && index === counts.length - 1 ? `≥ ${format(from)}` : `${format(from)}–${format(to)}`;
  });
  const percent = intlNumbers(language, { style: 'percent', maximumSignificantDigits: 2 });
  const whole = intlNumbers(language);
  const ends = areYears ? range.map(calendarYear) : range.map(shortFormat(language, measure.unit, range));
  const [least = '', greatest = ''] = ends;
  const notes = [
    texts.histogram,
    isLogarithmic ? texts.logarithmic : '',
    skewed?.zeros ? fill(texts.zeros, { count: whole.format(skewed.zeros) }) : '',
    isCut ? fill(texts.cutAbove, { from: format(inner.at(-1) ?? 0), greatest }) : '',
    nullShare > 0 ? fill(texts.shareWithout, { share: percent.format(nullShare) }) : '',
  ];
  const most = Math.max(...counts);
  const fullest = labels.filter((_, at) => counts[at] === most);
  const named = fullest.length > MAX_NAMED ? [...fullest.slice(0, MAX_NAMED), '…'] : fullest;
  const interval = { interval: new Intl.ListFormat(language).format(named), count: whole.format(most) };
  const positions = isLogarithmic ? edges.map(Math.log10) : isEach ? singleBins(edges) : [...edges];
  return summarized(
    {
      kind: 'histogram',
      title,
      measure: measure.label,
      unit: measure.unit,
      caption: notes.filter((note) => note !== '').join(' '),
      x: { title: measure.label, kind: areYears ? 'year' : isLogarithmic ? 'log' : 'number', labels, positions },
      series: [{ name: texts.rows, values: [...counts], shown: true, reach: null }],
    },
    { texts, language },
    () => ofOne(sentenceOf(texts.summaryHistogram, { least, greatest, ...interval })),
  );
}

export function countsDocument(
  { title, column, values, distinct }: ProfilePlan & { kind: 'counts' },
  { texts, language }: ChartWords,
): ChartDocument {
  const format = numberFormat(language);
  const all = values.map(({ label }) => label);
  const ranks = (values.length === distinct && naturalOrder(all)) || [...values.keys()];
  const [labels, counts] = [sortedBy(all, ranks), sortedBy(values, ranks).map(({ count }) => count)];
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
      series: [{ name: texts.rows, values: counts, shown: true, reach: null }],
    },
    { texts, language },
    summarizeBars('summaryFrequent'),
  );
}
