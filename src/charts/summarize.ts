import type { ChartDocument } from '../contract/chart-document.ts';
import { fill } from '../texts/fill-text.ts';
import type { ChartWords } from './chart-data.ts';
import { sparkOf } from './collect/spark.ts';
import { extremes, valuesIn } from './extremes.ts';
import { shortFormat } from './numbers.ts';

/** A chart in words: a summary of at most two sentences, and one or two sentences for each shown series. */
export type Summary = Pick<ChartDocument, 'summary' | 'details'>;

/** Content of a chart document. Omitted members are null or empty in the document. */
type ChartContent = Pick<ChartDocument, 'kind' | 'title' | 'measure' | 'x' | 'series'> & Partial<ChartDocument>;

const OMITTED = { unit: null, caption: '', notes: '', span: null };

/** Describes a chart in words. */
export type Summarize = (content: Pick<ChartDocument, 'unit' | 'x' | 'series'>, words: ChartWords) => Summary;

/** Makes the document of a chart, including its description in words and its picture for lists. */
export function summarized(given: ChartContent, words: ChartWords, summarize: Summarize): ChartDocument {
  const { kind, title, measure, x, series, ...more } = given;
  const content = { kind, title, measure, ...OMITTED, x, choice: null, series, ...more, spark: sparkOf(given) };
  return { ...content, ...summarize(content, words) };
}

/** A category axis. Its positions express only the order of the categories. */
export function categoryAxis(title: string, labels: readonly string[]): ChartDocument['x'] {
  return { title, kind: 'category', labels, positions: [...labels.keys()] };
}

/** Fills in the placeholders of sentences. If a value ends in a full stop, such as `1,2 Mio.`, the sentence does not get a second one. */
export function sentenceOf(text: string, values: Readonly<Record<string, string>>): string {
  const sentences = text.replace(/\{(\w+)\}\.(?!\w)/g, (end, name: string) =>
    values[name]?.endsWith('.') ? `{${name}}` : end,
  );
  return fill(sentences, values);
}

/** A summary of one sentence, which is also the only detail. */
export function ofOne(sentence: string): Summary {
  return { summary: sentence, details: [sentence] };
}

/** Describes each shown series by its least and its greatest value. */
export const summarizeRanges: Summarize = ({ unit: common, x: { labels }, series }, { texts, language }) => {
  const details = series.map(({ name, unit = common, values }) => {
    const format = shortFormat(language, unit, values);
    const [least, greatest] = extremes(valuesIn(values));
    return sentenceOf(texts.summaryRange, {
      ...{ name, least: format(least?.value ?? 0), leastOf: labels[least?.index ?? 0] ?? '' },
      ...{ greatest: format(greatest?.value ?? 0), greatestOf: labels[greatest?.index ?? 0] ?? '' },
    });
  });
  return { summary: details.slice(0, 2).join(' '), details };
};
