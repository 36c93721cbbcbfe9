import type { ChartDocument } from '../../contract/chart-document.ts';
import type { AboutDocument, DatasetEntry, ProfileDocument } from '../../contract/documents.ts';
import { intlNames } from '../../texts/intl-formats.ts';
import { firstSentence } from '../../texts/sentences.ts';

/** Facts about a dataset for lists and search, taken from its published documents. */
export type DatasetFacts = ReturnType<typeof factsOf>;

/** Maximum number of characters in a dataset's line in a list, before the ellipsis. Style sheets may shorten it further. */
const MAX_LINE_LENGTH = 220;

/** Extracts a dataset's facts. `about` and `chart` are null if these documents do not exist. */
export function factsOf(
  entry: DatasetEntry,
  profile: ProfileDocument,
  about: Pick<AboutDocument, 'keywords' | 'spatial' | 'modified' | 'published'> | null,
  chart: Pick<ChartDocument, 'spark' | 'span' | 'measure' | 'choice' | 'series'> | null,
  language: string,
) {
  const { years } = spanOf(profile, chart);
  return {
    config: entry.config,
    title: entry.name,
    category: entry.category,
    description: entry.description,
    /** First sentence of the description, cut after at most `MAX_LINE_LENGTH` characters, between clauses if possible. May be empty. */
    line: cut(firstSentence(entry.description)),
    source: entry.source,
    /** Keywords, and the area that the data covers. */
    keywords: [...(about?.keywords ?? []), about?.spatial ?? []].flat(),
    rows: profile.row_count,
    /** Columns in file order; `title` is null without a title, or if it equals the name. */
    columns: profile.columns.map(({ name, title }) => ({ name, title: title === name ? null : title })),
    /** Values by which records are named, such as countries. */
    values: profile.columns.flatMap((column) => namesIn(column, language)),
    /** The years that the data covers, such as `1950–2017` or `2017`; null if unknown. */
    span: years && (years.from === years.to ? `${years.from}` : `${years.from}–${years.to}`),
    /** Number of years in the span, including the first and the last; 0 if there is no span. */
    years: years === null ? 0 : years.to - years.from + 1,
    /** SVG path of the main series of the chart, as in `ChartDocument`; null without a chart. */
    spark: chart?.spark ?? null,
    /** What this path shows: the measure, among several series the name of its own, and the time; empty without a chart. */
    pictured: [chart?.measure, chart?.choice ? chart.series[0]?.name : null, chart?.span]
      .filter((part) => part)
      .join(' · '),
    /** When the data last changed or, if that is unknown, was published: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`; null if neither is known. */
    changed: about?.modified ?? about?.published ?? null,
  };
}

/** Minimum number of country codes in a column, and their minimum share. Fewer codes may mean something else, such as states. */
const MIN_REGIONS = 10;
const MIN_REGION_SHARE = 0.9;

/** The names in a column, of countries if nearly all of its codes are theirs (ISO 3166-1 alpha-2); empty for other codes. */
function namesIn({ names, format }: ProfileDocument['columns'][number], language: string): readonly string[] {
  const texts = names?.filter((name) => /\p{L}/u.test(name)) ?? [];
  if (format !== 'code') return texts;
  if (texts.length < MIN_REGIONS || texts.some((text) => !/^[A-Z]{2}$/.test(text))) return [];
  const regions = texts.flatMap((text) => intlNames(language, 'region').of(text) ?? []);
  return regions.length < MIN_REGION_SHARE * texts.length ? [] : regions;
}

/**
 * The time that the data covers: that of a column of times, unless it is a mere attribute of the records, or else that of the chart, such
 * as `Mar 1950–Dec 2017`. Without such a column, `from` and `to` are empty strings; `years` are null if no years are known.
 */
export function spanOf(
  profile: Pick<ProfileDocument<unknown>, 'time_span' | 'key_columns' | 'columns'>,
  chart: Pick<ChartDocument, 'span'> | null,
) {
  const { time_span: given, key_columns: keys, columns } = profile;
  const order = columns.find(({ name }) => name === given?.column)?.order ?? 'none';
  // If something else tells the records apart, times in no order are attributes, such as dates of birth.
  const span = order !== 'none' || !keys || (given && keys.includes(given.column)) ? given : null;
  const [from = '', to = ''] = span ? [String(span.from), String(span.to)] : [];
  const years = yearsFrom([from, to].map((time) => /^\d{4}(?!\d)/.exec(time)?.[0]));
  if (years || !chart?.span) return { years, from, to, ofChart: null };
  return { years: yearsFrom(chart.span.match(/(?<!\d)\d{4}(?!\d)/g) ?? []), from, to, ofChart: chart.span };
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
