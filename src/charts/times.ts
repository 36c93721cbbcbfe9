import type { TimeKind } from '../contract/chart-document.ts';
import { intlDates } from '../texts/intl-formats.ts';
import { capitalized } from '../texts/sentences.ts';
import type { ChartWords } from './chart-data.ts';

/** Length of a day in milliseconds. */
export const DAY = 86_400_000;
export const MONTHS_A_YEAR = 12;

/** Time at a position, in milliseconds since 1970: exact for dates and datetimes, otherwise rounded down to the start of a month. */
export function timeAt(kind: TimeKind, position: number): number {
  if (kind === 'date' || kind === 'datetime') return Math.round(position * DAY);
  const months = kind === 'year' ? position * MONTHS_A_YEAR : kind === 'quarter' ? position * 3 : position;
  // `setUTCFullYear` accepts any number of months, which count from the start of year 0.
  return new Date(0).setUTCFullYear(0, Math.floor(months), 1);
}

/** Position of a time that is given in milliseconds since 1970. The day of the month counts only for dates and datetimes. */
export function positionAt(kind: TimeKind, time: number): number {
  if (kind === 'date' || kind === 'datetime') return time / DAY;
  const date = new Date(time);
  const months = date.getUTCFullYear() * MONTHS_A_YEAR + date.getUTCMonth();
  return kind === 'year' ? months / MONTHS_A_YEAR : kind === 'quarter' ? months / 3 : months;
}

/**
 * Returns a function that formats a position on the time axis: `2019`, `Q3 2019`, `Mar 2019`, `5 Mar 2019`, or a date with a time of day.
 * `quarter` is the language's pattern for quarters, such as `Q{quarter} {year}`, and `month` the length of the names of months.
 */
export function timeLabels(
  kind: TimeKind,
  language: string,
  quarter: string,
  month: 'short' | 'long' = 'short',
): (position: number) => string {
  if (kind === 'year') return String;
  if (kind === 'quarter') {
    return (position) =>
      quarter.replace('{quarter}', String((position % 4) + 1)).replace('{year}', String(Math.floor(position / 4)));
  }
  const format = intlDates(language, {
    timeZone: 'UTC',
    year: 'numeric',
    month,
    ...(kind === 'month' ? {} : { day: 'numeric' }),
    ...(kind === 'datetime' ? { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } : {}),
  });
  return (position) => format.format(timeAt(kind, position));
}

/** Returns a function that formats a position on a time axis, as the table does if that is a year that is written with the next one. */
export function labelsOf(
  { kind, labels }: { kind: TimeKind; labels?: ReadonlyMap<number, string> },
  { language, texts }: ChartWords,
): (position: number) => string {
  const label = timeLabels(kind, language, texts.quarter);
  return (position) => labels?.get(position) ?? label(position);
}

/** What times of a kind are called: `Year`, `Quarter`, `Month` or `Day`. */
export function timeName(kind: TimeKind, language: string): string {
  const field = kind === 'date' || kind === 'datetime' ? 'day' : kind;
  return capitalized(new Intl.DisplayNames(language, { type: 'dateTimeField' }).of(field) ?? field);
}
