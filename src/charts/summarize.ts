import type { ChartDocument } from '../contract/chart-document.ts';
import { fill } from '../texts/fill-text.ts';
import type { ChartWords } from './chart-data.ts';

/** What a chart shows in words: a summary of at most two sentences, and one sentence or two for each shown series. */
export type Summary = Pick<ChartDocument, 'summary' | 'details'>;

/** What a chart shows; whatever is left out is null or empty. */
type ChartContent = Pick<ChartDocument, 'kind' | 'title' | 'measure' | 'x' | 'series'> & Partial<ChartDocument>;

/** Says what a chart shows, in numbers of at most four significant digits. Each kind of chart has its own way. */
export type Summarize = (content: Pick<ChartDocument, 'unit' | 'x' | 'series'>, words: ChartWords) => Summary;

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
export function sentenceOf(text: string, values: Readonly<Record<string, string>>): string {
  const sentences = text.replace(/\{(\w+)\}\.(?!\w)/g, (end, name: string) =>
    values[name]?.endsWith('.') ? `{${name}}` : end,
  );
  return fill(sentences, values);
}

/** A summary of one sentence. */
export function ofOne(sentence: string): Summary {
  return { summary: sentence, details: [sentence] };
}
