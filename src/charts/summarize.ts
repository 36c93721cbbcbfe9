import type { ChartDocument } from '../contract/chart-document.ts';
import { fill } from '../texts/fill-text.ts';
import type { ChartWords } from './chart-data.ts';
import { calendarYear, shortFormat } from './numbers.ts';

/** Maximum sentences of a summary: screen readers read it whole. */
const MAX_SENTENCES = 2;

/** What a chart shows in words: a summary of at most two sentences, and one sentence or two for each shown series. */
export type Summary = Pick<ChartDocument, 'summary' | 'details'>;

/** What a chart shows; whatever is left out is null or empty. */
type ChartContent = Pick<ChartDocument, 'kind' | 'title' | 'measure' | 'x' | 'series'> & Partial<ChartDocument>;

/** Says what a chart shows, in numbers of at most four significant digits. Each kind of chart has its own way. */
type Summarize = (content: Pick<ChartDocument, 'unit' | 'x' | 'series'>, words: ChartWords) => Summary;

/** Makes the document of a chart, with what it shows in words. */
export function summarized(
  {
    kind,
    title,
    measure,
    unit = null,
    caption = '',
    notes = '',
    span = null,
    x,
    choice = null,
    series,
    spark = null,
  }: ChartContent,
  words: ChartWords,
  summarize: Summarize,
): ChartDocument {
  const content = { kind, title, measure, unit, caption, notes, span, x, choice, series, spark };
  return { ...content, ...summarize(content, words) };
}

/** An axis of categories, whose order alone counts. */
export function categoryAxis(title: string, labels: readonly string[]): ChartDocument['x'] {
  return { title, kind: 'category', labels, positions: [...labels.keys()] };
}

/** Fills sentences. One that ends in an abbreviation, such as `1,2 Mio.`, gets no second point. */
function sentenceOf(text: string, values: Readonly<Record<string, string>>): string {
  const sentences = text.replace(/\{(\w+)\}\.(?!\w)/g, (end, name: string) =>
    values[name]?.endsWith('.') ? `{${name}}` : end,
  );
  return fill(sentences, values);
}

function ofOne(sentence: string): Summary {
  return { summary: sentence, details: [sentence] };
}

/** The first and the last bar. */
export function summarizeBars(text: 'summaryBars' | 'summaryFrequent'): Summarize {
  return ({ unit, x: { labels }, series: [one] }, { texts, language }) => {
    const inUnit = shortFormat(language, unit);
    return ofOne(
      sentenceOf(texts[text], {
        greatest: labels[0] ?? '',
        greatestValue: inUnit(one?.values[0] ?? 0),
        least: labels.at(-1) ?? '',
        leastValue: inUnit(one?.values.at(-1) ?? 0),
      }),
    );
  };
}

/** The edges of a histogram, and the interval with most values. */
export const summarizeHistogram: Summarize = ({ unit, x, series: [one] }, { texts, language }) => {
  const counts = one?.values.map((value) => value ?? 0) ?? [];
  const edge = x.kind === 'year' ? calendarYear : shortFormat(language, unit);
  const most = counts.indexOf(Math.max(...counts));
  return ofOne(
    sentenceOf(texts.summaryHistogram, {
      least: edge(x.positions[0] ?? 0),
      greatest: edge(x.positions.at(-1) ?? 0),
      interval: x.labels[most] ?? '',
      count: shortFormat(language, null)(counts[most] ?? 0),
    }),
  );
};

/** First, last, least and greatest value of each shown line. */
export const summarizeLines: Summarize = ({ unit, x: { labels }, series }, { texts, language }) => {
  const format = shortFormat(language, unit);
  const shown = series.filter((one) => one.shown);
  const found = shown.flatMap(({ name, values }) => {
    const points = values.flatMap((value, index) => (value === null ? [] : [{ value, index }]));
    const [first, last] = [points[0], points.at(-1)];
    if (!first || !last) return [];
    const least = points.reduce((a, b) => (b.value < a.value ? b : a));
    const greatest = points.reduce((a, b) => (b.value > a.value ? b : a));
    return [{ name, first, last, least, greatest, count: points.length }];
  });
  const time = ({ index }: { index: number }): string => labels[index] ?? '';
  const details = found.map(({ name, first, last, least, greatest, count }) => {
    const sentence =
      count === 1 ? texts.summaryPoint : least.value === greatest.value ? texts.summaryConstant : texts.summaryLine;
    return sentenceOf(sentence, {
      name,
      first: format(first.value),
      from: time(first),
      last: format(last.value),
      to: time(last),
      least: format(least.value),
      leastTime: time(least),
      greatest: format(greatest.value),
      greatestTime: time(greatest),
    });
  });
  const [one] = found;
  if (!one || details.length <= MAX_SENTENCES) return { summary: details.join(' '), details };
  const top = found.reduce((a, b) => (b.greatest.value > a.greatest.value ? b : a));
  const names = new Intl.ListFormat(language).format(found.map(({ name }) => name));
  const ends = found.flatMap(({ first, last }) => [first.index, last.index]);
  const summary = sentenceOf(texts.summaryLines, {
    names,
    from: labels[Math.min(...ends)] ?? '',
    to: labels[Math.max(...ends)] ?? '',
    greatest: top.name,
    greatestValue: format(top.greatest.value),
    greatestTime: time(top.greatest),
  });
  return { summary, details };
};
