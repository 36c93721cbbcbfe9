import type { TimeKind } from '../contract/chart-document.ts';
import { intlDates } from '../texts/intl-formats.ts';

/** Positions and labels of times, in the order given. */
export interface Times {
  kind: TimeKind;
  positions: number[];
}

interface Instant {
  kind: TimeKind;
  position: number;
}

const DAY = 86_400_000;
const MONTHS_A_YEAR = 12;
const LANGUAGES = ['en', 'de', 'fr', 'es'];

let monthNames: ReadonlyMap<string, number> | undefined;

/** Months by name and abbreviation in lower case, without points: `march`, `mar`, `märz`, `mars`, `marzo`. Few tables need them. */
function readMonthNames(): ReadonlyMap<string, number> {
  const names = LANGUAGES.flatMap((language) =>
    (['long', 'short'] as const).flatMap((month) => {
      const format = new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' });
      return Array.from({ length: MONTHS_A_YEAR }, (_, index): [string, number] => [
        plainName(format.format(Date.UTC(2001, index, 15))),
        index + 1,
      ]);
    }),
  );
  return new Map(names);
}

function plainName(name: string): string {
  return name.trim().toLowerCase().replaceAll('.', '');
}

/** Month from 1 to 12 that a number, a name or an abbreviation in English, German, French or Spanish stands for; null for anything else. */
export function monthOf(value: string | number): number | null {
  const text = plainName(String(value));
  const number = /^m?(0?[1-9]|1[0-2])$/.exec(text)?.[1];
  if (number !== undefined) return Number(number);
  monthNames ??= readMonthNames();
  return monthNames.get(text) ?? null;
}

/** Quarter from 1 to 4 for `1`, `Q1`, `q1` or `1. Quartal`; null for anything else. */
export function quarterOf(value: string | number): number | null {
  const digit = /^[qtk]?([1-4])(?:\.? ?(?:quarter|quartal|trimestre))?$/i.exec(String(value).trim())?.[1];
  return digit === undefined ? null : Number(digit);
}

/**
 * Positions of times in one unit, in the order given. Null if they are not all times of one kind, or if it is not clear which part of a
 * date such as `03/04/2019` is the month.
 *
 * Dates that all fall on one day of the year count as years, and dates that all fall on one day of the month as months.
 */
export function parseTimes(values: readonly (string | number)[]): Times | null {
  const texts = values.map((value) => String(value).trim());
  // `2006-07` is a season only in a column of seasons.
  const areYears = texts.every((text) => yearOf(text) !== null);
  const order = dayMonthOrder(texts);
  const instants = texts.map((text) => {
    if (!areYears) return parseTime(text, order);
    return { kind: 'year' as const, position: yearOf(text) ?? 0 };
  });
  if (instants.length === 0 || instants.some((instant) => instant === null)) return null;
  const all = instants as Instant[];
  const [{ kind } = { kind: 'year' as TimeKind }] = all;
  const days = new Set(['date', 'datetime']);
  if (all.some((instant) => instant.kind !== kind && !(days.has(kind) && days.has(instant.kind)))) return null;
  const positions = all.map(({ position }) => position);
  return days.has(kind) ? coarsest(positions) : { kind, positions };
}

/** Whether texts are times, even if it is not clear from these alone which part of a date is the month. */
export function mayBeTimes(texts: readonly string[]): boolean {
  return parseTimes(texts) !== null || (texts.length > 0 && texts.every((text) => SLASHED.test(text.trim())));
}

/** Days as years or months, if they are nothing more. */
function coarsest(days: number[]): Times {
  const dates = days.map((day) => new Date(day * DAY));
  const isWhole = days.every((day) => Number.isInteger(day));
  const months = dates.map((date) => date.getUTCFullYear() * MONTHS_A_YEAR + date.getUTCMonth());
  if (isWhole && days.length > 1) {
    const years = dates.map((date) => date.getUTCFullYear());
    const sameDay = new Set(dates.map((date) => date.getUTCDate())).size === 1;
    const lastDay = dates.every((date) => new Date(date.getTime() + DAY).getUTCDate() === 1);
    if (sameDay && isDistinct(years) && new Set(dates.map((date) => date.getUTCMonth())).size === 1) {
      return { kind: 'year', positions: years };
    }
    if ((sameDay || lastDay) && isDistinct(months)) return { kind: 'month', positions: months };
  }
  return { kind: isWhole ? 'date' : 'datetime', positions: days };
}

function isDistinct(values: readonly number[]): boolean {
  return new Set(values).size === values.length;
}

type DayMonthOrder = 'day-month' | 'month-day' | null;

const SLASHED = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})$/;

/**
 * Which comes first in dates such as `13/1/2019`: only the day can be above 12. If the first of each month is meant, the other part is the
 * month.
 */
function dayMonthOrder(texts: readonly string[]): DayMonthOrder {
  const pairs = texts.flatMap((text) => {
    const [, first, , second] = SLASHED.exec(text) ?? [];
    return first === undefined ? [] : [{ first: Number(first), second: Number(second), hasPoint: text.includes('.') }];
  });
  if (pairs.length === 0) return null;
  if (pairs.some(({ first }) => first > MONTHS_A_YEAR)) return 'day-month';
  if (pairs.some(({ second }) => second > MONTHS_A_YEAR)) return 'month-day';
  if (pairs.every(({ hasPoint }) => hasPoint)) return 'day-month';
  const [firsts, seconds] = [new Set(pairs.map(({ first }) => first)), new Set(pairs.map(({ second }) => second))];
  if (firsts.size > 1 && seconds.size === 1) return 'month-day';
  return seconds.size > 1 && firsts.size === 1 ? 'day-month' : null;
}

/** How times may be written if the order of their parts is clear. A month is a number or a name. */
const FORMS: readonly RegExp[] = [
  /^(?<year>\d{4})[- ]?Q(?<quarter>[1-4])$/i,
  /^Q(?<quarter>[1-4])[- /]?(?<year>\d{4})$/i,
  /^(?<year>\d{4})(?:[-/.]|M)(?<month>\d{1,2})$/i,
  /^(?<month>\p{L}+)\.?[- ,]+(?<year>\d{4})$/u,
  /^(?<year>\d{4})[- ,]+(?<month>\p{L}+)\.?$/u,
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})$/,
];

function parseTime(text: string, order: DayMonthOrder): Instant | null {
  const [, first = '', , second = '', whole = ''] = SLASHED.exec(text) ?? [];
  if (whole !== '') {
    if (order === null) return null;
    const [day, month] = order === 'day-month' ? [first, second] : [second, first];
    return dateAt(Number(whole), Number(month), Number(day));
  }
  for (const form of FORMS) {
    const { year, quarter, month, day } = form.exec(text)?.groups ?? {};
    if (quarter !== undefined) return { kind: 'quarter', position: Number(year) * 4 + Number(quarter) - 1 };
    if (month === undefined) continue;
    const number = monthOf(month);
    if (number === null) return null;
    if (day !== undefined) return dateAt(Number(year), number, Number(day));
    return { kind: 'month', position: Number(year) * MONTHS_A_YEAR + number - 1 };
  }
  if (/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/.test(text)) {
    const time = Date.parse(/(?:Z|[+-]\d{2}:?\d{2})$/.test(text) ? text : `${text.replace(' ', 'T')}Z`);
    return Number.isNaN(time) ? null : { kind: 'datetime', position: time / DAY };
  }
  return null;
}

/**
 * The year that a text names: `1990`, `y1990`, `X1990`, `FY 1990`, `1990 [YR1990]`; of `2019-20`, `2019/20` and `2019–2020` the first. Null
 * for any other text.
 */
export function yearOf(text: string): number | null {
  const match = /^(?:[xy_]|fy|year|jahr)?[ _-]?([12]\d{3})(?:[-/–]([12]\d)?(\d{2})| \[YR[12]\d{3}\])?$/i.exec(
    text.trim(),
  );
  if (!match) return null;
  const year = Number(match[1]);
  const next = match[3];
  if (next !== undefined && Number(next) !== (year + 1) % 100) return null;
  return year;
}

function dateAt(year: number, month: number, day: number): Instant | null {
  const time = utc(year, month - 1, day);
  const date = new Date(time);
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? { kind: 'date', position: time / DAY } : null;
}

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
