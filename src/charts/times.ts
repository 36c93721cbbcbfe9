import type { TimeKind } from '../contract/chart-document.ts';
import { intlDates } from '../texts/intl-formats.ts';

const DAY = 86_400_000;
export const MONTHS_A_YEAR = 12;

/** The start of the year, the month, the quarter or the day at a position, in milliseconds since 1970. */
export function timeAt(kind: TimeKind, position: number): number {
  if (kind === 'date' || kind === 'datetime') return position * DAY;
  const months = kind === 'year' ? position * MONTHS_A_YEAR : kind === 'quarter' ? position * 3 : position;
  return utc(Math.floor(months / MONTHS_A_YEAR), ((months % MONTHS_A_YEAR) + MONTHS_A_YEAR) % MONTHS_A_YEAR, 1);
}

/** Milliseconds since 1970 of the start of a day; `month` from 0. `Date.UTC` takes the years 0 to 99 for 1900 to 1999. */
function utc(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month, day);
}

/** Position of a moment, given in milliseconds since 1970. */
export function positionAt(kind: TimeKind, time: number): number {
  if (kind === 'date' || kind === 'datetime') return time / DAY;
  const date = new Date(time);
  const months = date.getUTCFullYear() * MONTHS_A_YEAR + date.getUTCMonth();
  return kind === 'year' ? months / MONTHS_A_YEAR : kind === 'quarter' ? months / 3 : months;
}

/**
 * Writes a position as people do, as `intlDates` does: `2019`, `Mar 2019`, `Q3 2019`, `5 Mar 2019`. `quarter` is the pattern of the
 * language, such as `Q{quarter} {year}`.
 */
export function timeLabels(kind: TimeKind, language: string, quarter: string): (position: number) => string {
  if (kind === 'year') return String;
  if (kind === 'quarter') {
    return (position) =>
      quarter.replace('{quarter}', String((position % 4) + 1)).replace('{year}', String(Math.floor(position / 4)));
  }
  const format = intlDates(language, {
    timeZone: 'UTC',
    year: 'numeric',
    month: 'short',
    ...(kind === 'month' ? {} : { day: 'numeric' }),
    ...(kind === 'datetime' ? { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } : {}),
  });
  return (position) => format.format(timeAt(kind, position));
}
