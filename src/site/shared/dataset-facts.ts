import type { ChartDocument } from '../../contract/chart-document.ts';
import type { AboutDocument, DatasetEntry, ProfileDocument } from '../../contract/documents.ts';
import { firstSentence } from '../../texts/sentences.ts';

/** Facts about a dataset for lists and search, taken from its published documents. */
export interface DatasetFacts {
  config: string;
  title: string;
  category: string;
  description: string;
  /** First sentence of the description, cut after at most `MAX_LINE_LENGTH` characters, between clauses if possible. May be empty. */
  line: string;
  source: string;
  /** Keywords, and the area that the data covers. */
  keywords: readonly string[];
  rows: number;
  /** Columns in file order; `title` is null if there is none, or if it equals the name. */
  columns: readonly { name: string; title: string | null }[];
  /** The years that the data covers, such as `1950–2017` or `2017`; null if unknown. */
  span: string | null;
  /** Number of years in the span, including the first and the last; 0 if there is no span. */
  years: number;
  /** SVG path of the main series of the chart, as in `ChartDocument`; null without a chart. */
  spark: string | null;
  /** What this path shows: the measure, among several series the name of its own, and the time; empty without a chart. */
  pictured: string;
  /** When the data last changed or, if that is unknown, was published: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`; null if neither is known. */
  changed: string | null;
}

/** Maximum number of characters in a dataset's line in a list, before the ellipsis. Style sheets may shorten it further. */
const MAX_LINE_LENGTH = 220;

/** Extracts a dataset's facts. `about` and `chart` are null if these documents do not exist. */
export function factsOf(
  entry: DatasetEntry,
  profile: ProfileDocument,
  about: Pick<AboutDocument, 'keywords' | 'spatial' | 'modified' | 'published'> | null,
  chart: Pick<ChartDocument, 'spark' | 'span' | 'measure' | 'choice' | 'series'> | null,
): DatasetFacts {
  const { from, to } = profile.time_span ?? {};
  const ends = [from, to].map((time) => /^\d{4}(?!\d)/.exec(String(time))?.[0]);
  // The span of a chart is a string such as `Mar 1950 – Dec 2017`.
  const years = yearsFrom(ends) ?? yearsFrom(chart?.span?.match(/(?<!\d)\d{4}(?!\d)/g) ?? []);
  return {
    config: entry.config,
    title: entry.name,
    category: entry.category,
    description: entry.description,
    line: cut(firstSentence(entry.description)),
    source: entry.source,
    keywords: [...(about?.keywords ?? []), about?.spatial ?? []].flat(),
    rows: profile.row_count,
    columns: profile.columns.map(({ name, title }) => ({ name, title: title === name ? null : title })),
    span: years && (years.from === years.to ? `${years.from}` : `${years.from}–${years.to}`),
    years: years === null ? 0 : years.to - years.from + 1,
    spark: chart?.spark ?? null,
    pictured: [chart?.measure, chart?.choice ? chart.series[0]?.name : null, chart?.span]
      .filter((part) => part)
      .join(' · '),
    changed: about?.modified ?? about?.published ?? null,
  };
}

/** The first and the last of the given years; null if either is unknown, or if they are in the wrong order. */
function yearsFrom(given: readonly (string | undefined)[]): { from: number; to: number } | null {
  const [from, to] = [Number(given[0]), Number(given.at(-1))];
  return from <= to ? { from, to } : null;
}

/** Matches the text before the last break between clauses, if it has at least 80 characters. */
const CLAUSE = /^.{80,}(?=[,;:]\s|\s[–—]\s)/su;

function cut(text: string): string {
  const characters = [...text];
  if (characters.length <= MAX_LINE_LENGTH) return text;
  const start = characters.slice(0, MAX_LINE_LENGTH).join('');
  const clause = CLAUSE.exec(start)?.[0] ?? start;
  return `${clause.trimEnd()}…`;
}
