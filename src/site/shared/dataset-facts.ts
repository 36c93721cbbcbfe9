/*
 * Facts about a dataset for lists and the search, from its published documents. They are small enough to keep a thousand datasets in
 * memory.
 */

import type { ChartDocument } from '../../contract/chart-document.ts';
import type { AboutDocument, DatasetEntry, ProfileDocument } from '../../contract/documents.ts';
import { firstSentence } from '../../texts/sentences.ts';

/** A dataset as lists show it. */
export interface DatasetFacts {
  config: string;
  title: string;
  category: string;
  /** All of the description. */
  description: string;
  /**
   * First sentence of the description, cut to `MAX_LINE_LENGTH` characters, if possible between clauses; empty if there is no description.
   */
  line: string;
  source: string;
  /** Its keywords, and the area that it is about. */
  keywords: readonly string[];
  rows: number;
  /** In their order in the file; `title` is null if it is the name. */
  columns: readonly { name: string; title: string | null }[];
  /** Span of time as people write it, `1950–2017`; null for a dataset without one. */
  span: string | null;
  /** Number of years from its beginning to its end, both included; 0 if there is no span. */
  years: number;
  /** SVG path of the main series as a sparkline, in a box of 100 × 24; null if there is none. */
  spark: string | null;
}

/** Maximum characters of the line about a dataset in a list. Style sheets cut it to the available space. */
const MAX_LINE_LENGTH = 220;

/** The facts of a dataset. `about` and `chart` are null if these documents do not exist. */
export function factsOf(
  entry: DatasetEntry,
  profile: ProfileDocument,
  about: Pick<AboutDocument, 'keywords' | 'spatial'> | null,
  chart: Pick<ChartDocument, 'spark' | 'span'> | null,
): DatasetFacts {
  const years = spanOfYears(profile.time_span) ?? yearsIn(chart?.span ?? null);
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
  };
}

interface Years {
  from: number;
  to: number;
}

/** The years of a span of time whose values begin with them, such as `2019` and `2019-03-05`; null for times of day. */
function spanOfYears(span: ProfileDocument['time_span']): Years | null {
  const [from, to] = [yearOf(span?.from), yearOf(span?.to)];
  return from === null || to === null ? null : { from, to };
}

function yearOf(time: unknown): number | null {
  const year = /^(\d{4})(?:\D|$)/.exec(String(time))?.[1];
  return year === undefined ? null : Number(year);
}

/** The first and the last year in a text such as `Mar 1950 – Dec 2017`. */
function yearsIn(text: string | null): Years | null {
  const years = text?.match(/(?<!\d)\d{4}(?!\d)/g)?.map(Number) ?? [];
  const [from, to] = [years[0], years.at(-1)];
  return from === undefined || to === undefined || from > to ? null : { from, to };
}

/** The beginning of a text up to its last break between clauses, at least 80 characters. */
const CLAUSE = /^.{80,}(?=[,;:]\s|\s[–—]\s)/su;

function cut(text: string): string {
  const characters = [...text];
  if (characters.length <= MAX_LINE_LENGTH) return text;
  const start = characters.slice(0, MAX_LINE_LENGTH).join('');
  const clause = CLAUSE.exec(start)?.[0] ?? start;
  return `${clause.trimEnd()}…`;
}
