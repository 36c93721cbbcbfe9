import type { TimeKind } from '../../contract/chart-document.ts';
import { QUARTERS, YEARS } from '../../contract/column-words.ts';
import { dateReader, isIsoDate } from '../../contract/date-pattern.ts';
import { DAY, MONTHS_A_YEAR } from '../times.ts';

/** Times as positions, in a unit that depends on `kind`. */
export interface Times {
  kind: TimeKind;
  positions: number[];
  /** Years that are written with the next one, such as `2019-20`, halves of years, and weeks, by position; absent without any. */
  labels?: ReadonlyMap<number, string>;
}

/** Languages whose names of months and weekdays are read, those of the pages first. */
const LANGUAGES_READ = 'en de fr es it nl pt pl sv da nb fi cs tr hu ro'.split(' ');

/** Numbers of months, and of weekdays from Monday on, by lower-case name or abbreviation without full stops: `märz`, `mar`, `lundi`. */
const namesRead = new Map<'month' | 'weekday', ReturnType<typeof readNames>>();

function readNames(part: 'month' | 'weekday') {
  const dates = Array.from({ length: part === 'month' ? MONTHS_A_YEAR : 7 }, (_, index) =>
    // 1 January 2001 was a Monday.
    part === 'month' ? Date.UTC(2001, index, 15) : Date.UTC(2001, 0, 1 + index),
  );
  const names = LANGUAGES_READ.flatMap((language) =>
    (['long', 'short'] as const).flatMap((style) => {
      const format = new Intl.DateTimeFormat(language, { [part]: style, timeZone: 'UTC' });
      return dates.map((date, index): [string, number] => [plainName(format.format(date)), index + 1]);
    }),
  );
  // Where languages differ, the first one counts.
  return { all: new Map(names.toReversed()), english: names.slice(0, 2 * dates.length) };
}

/** Number of a name, or of the beginning of an English one, if that has at least three letters, such as `Sept` and `Thurs`; otherwise null. */
function numberNamed(part: 'month' | 'weekday', text: string): number | null {
  const names = namesRead.get(part) ?? readNames(part);
  namesRead.set(part, names);
  return names.all.get(text) ?? names.english.find(([name]) => text.length >= 3 && name.startsWith(text))?.[1] ?? null;
}

function plainName(name: string): string {
  return name.trim().toLowerCase().replaceAll('.', '');
}

/** Reads a month as 1 to 12, from a number, or from a name or an abbreviation; null for anything else. */
export function monthOf(value: string | number): number | null {
  const text = plainName(String(value));
  const number = /^m{0,2}(0?[1-9]|1[0-2])$/.exec(text)?.[1];
  if (number !== undefined) return Number(number);
  return numberNamed('month', text);
}

/** Reads a week of ISO 8601 as 1 to 53, from a number, possibly after `W` or `KW`; null for anything else. */
export function weekOf(value: string): number | null {
  const number = Number(/^(?:k?w|s)? ?(\d{1,2})$/i.exec(value.trim())?.[1]);
  return number >= 1 && number <= 53 ? number : null;
}

/** Reads a name or an abbreviation of a weekday, as 1 (Monday) to 7; null for anything else. */
export function weekdayOf(value: string): number | null {
  return numberNamed('weekday', plainName(value));
}

const QUARTER = new RegExp(
  String.raw`^(?:(?:${QUARTERS}|[tk]) ?)?([1-4]|i{1,3}|iv)(?:st|nd|rd|th|er|e|ème|\.?[ºo]|\.)? ?(?:${QUARTERS}|[tk]|kw\.?)?$`,
  'i',
);

/** Reads a quarter as 1 to 4, from strings such as `1`, `Q1`, `IV`, `1st quarter` or `1. Quartal`; null for anything else. */
export function quarterOf(value: string | number): number | null {
  const number = QUARTER.exec(String(value).trim())?.[1]?.toLowerCase() ?? '';
  return Number(number) || ['i', 'ii', 'iii', 'iv'].indexOf(number) + 1 || null;
}

/**
 * Reads times as positions in one unit, in the given order. Null if there are no values, if one is not a time, if kinds are mixed (except
 * dates with datetimes), or if it is unclear which part of a date such as `03/04/2019` is the month.
 * Two or more dates become years if all have the same month and day but different years. They become months if all are in different months
 * and either on the same day of the month or each on the last.
 */
export function parseTimes(values: readonly (string | number)[]): Times | null {
  const given = values.map(startOf);
  const areWeeks =
    given.every((text) => /^\d{4}-\d\d$/.test(text)) &&
    given.some((text) => Number(text.slice(5)) > 12 && yearOf(text) === null) &&
    new Set(given.map((text) => text.slice(0, 4))).size * 3 <= given.length;
  // `2021-05` is a week beside `2021-52`, and `2021KW04` a quarter if there are no later ones.
  const areDutchQuarters = given.every((text) => /^\d{4}KW0[1-4]$/.test(text));
  const texts = areWeeks
    ? given.map((text) => text.replace('-', '-W'))
    : given.map((text) => (areDutchQuarters ? text.replace('KW0', 'Q') : text));
  // `2006-07` is a season only if all values are years or seasons; otherwise, it is a month.
  const areYears = texts.every((text) => yearOf(text) !== null);
  const instants = areYears
    ? texts.map((text) => ({ kind: 'year' as const, position: yearOf(text) ?? 0 }))
    : (clearDays(texts) ?? withLongYears(texts) ?? texts).map(parseTime);
  const all = instants.filter((instant) => instant !== null);
  if (all.length === 0 || all.length < instants.length) return null;
  const [{ kind } = { kind: 'year' as TimeKind }] = all;
  const days = new Set(['date', 'datetime']);
  if (all.some((instant) => instant.kind !== kind && !(days.has(kind) && days.has(instant.kind)))) return null;
  const positions = all.map(({ position }) => position);
  if (days.has(kind)) {
    const found = coarsest(positions);
    // A week is no day, and agencies count weeks in different ways.
    const weeks = texts.map((text) => WEEK.exec(text)?.groups ?? {});
    const isOfWeeks = found.kind === 'date' && weeks.every(({ week }) => week);
    const named = weeks.map(
      ({ year, week = '' }, at) => [positions[at] ?? 0, `${year}-W${week.padStart(2, '0')}`] as const,
    );
    return isOfWeeks ? { ...found, labels: new Map(named) } : found;
  }
  const form = areYears ? SPLIT_YEAR : HALF_YEAR;
  const split = texts.flatMap((text, at) => (form.test(text) ? [[positions[at] ?? 0, text] as const] : []));
  return { kind, positions, ...(split.length > 0 && { labels: new Map(split) }) };
}

/** A week and its year, in the order of ISO 8601. */
const WEEK = /^(?<year>\d{4}).?(?:k?w|s)\D{0,2}(?<week>\d{1,2})$/i;

/** An interval between two times of day, by its start. */
const INTERVAL = /^(.*\d:\d\d\S*) [-–] .*\d:\d\d\S*$/;

/** A time as it is written, without the end of an interval: `10.06.2024 00:00 - 10.06.2024 01:00`. */
function startOf(value: string | number): string {
  return String(value).trim().replace(INTERVAL, '$1');
}

/** Whether all strings may be times, even if it is unclear which part of a date is the month, or whether one is a year. */
export function mayBeTimes(given: readonly string[]): boolean {
  const texts = given.map(startOf);
  const areShort = texts.every((text) => monthOf(SHORT_YEAR.exec(text)?.[1] ?? '') !== null);
  return parseTimes(texts) !== null || (texts.length > 0 && (areShort || readingsOf(texts).length > 0));
}

/** Converts days to years or months under the conditions listed for `parseTimes`. */
function coarsest(days: number[]): Times {
  const dates = days.map((day) => new Date(day * DAY));
  const isWhole = days.every((day) => Number.isInteger(day));
  const months = dates.map((date) => date.getUTCFullYear() * MONTHS_A_YEAR + date.getUTCMonth());
  if (isWhole && days.length > 1) {
    const years = dates.map((date) => date.getUTCFullYear());
    const sameDay = new Set(dates.map((date) => date.getUTCDate())).size === 1;
    const lastDay = dates.every((date) => new Date(date.getTime() + DAY).getUTCDate() === 1);
    if (sameDay && new Set(dates.map((date) => date.getUTCMonth())).size === 1) {
      return { kind: 'year', positions: years };
    }
    if (sameDay || lastDay) return { kind: 'month', positions: months };
  }
  return { kind: isWhole ? 'date' : 'datetime', positions: days };
}

/** Date patterns besides ISO 8601. In dates with full stops, the day always comes before the month. */
const DAY_READERS = [
  ...['dd.mm.yyyy', 'dd/mm/yyyy', 'mm/dd/yyyy', 'dd-mm-yyyy', 'mm-dd-yyyy'],
  ...['yyyy/mm/dd', 'yyyy年mm月dd日', 'yyyy년 mm월 dd일'],
].map(dateReader);
/** The time of day after a date, with 24 hours or twice 12. */
const CLOCK = /,?[ T](\d{1,2}):(\d{2}(?::\d{2})?)(?:\.0+)?(?: ?([ap])\.?m\.?)?$/i;

/** Converts strings to ISO 8601 dates, with the time of day if there is one: one array for each pattern that matches all of them. */
function readingsOf(texts: readonly string[]): string[][] {
  const split = texts.map((text) => ({ day: text.replace(CLOCK, ''), clock: CLOCK.exec(text) }));
  return DAY_READERS.map((read) =>
    split.flatMap(({ day, clock }) => {
      const date = read(day);
      if (date === null || !clock) return date ?? [];
      const [, hour = '', rest, half] = clock;
      const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : hour;
      return `${date}T${String(hours).padStart(2, '0')}:${rest}`;
    }),
  ).filter((days) => days.length === texts.length);
}

/** Converts strings to ISO 8601 dates by the only pattern that matches, or else the only one that puts all on the same day of the month. */
function clearDays(texts: readonly string[]): string[] | null {
  const readings = readingsOf(texts);
  const even = readings.filter((days) => new Set(days.map((day) => day.slice(8, 10))).size === 1);
  const [only, other] = readings.length > 1 ? even : readings;
  return only && !other ? only : null;
}

/** A year and a part of it, in either order. */
const FORMS: readonly RegExp[] = [
  /^(?<year>\d{4})(?:[-/ ,.:]+|年 ?|년 ?|(?=[^-/ ,.:\d]))(?<part>.+?)[月월]?$/u,
  /^(?<part>.+?)(?:[-/ ,.]+|(?<=[QT][1-4]|[1-4][QT]))(?<year>\d{4})$/iu,
];
/** A day with the name of its month: `3 Jan 2019`, `January 3, 2019`. */
const NAMED_DAYS: readonly RegExp[] = [
  /^(?<day>\d{1,2})(?:\.|st|nd|rd|th|er|º)?[- ]+(?<month>\p{L}+)\.?[- ,]+(?<year>\d{4})$/u,
  /^(?<month>\p{L}+)\.? (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})$/u,
];

/** A half of a year, or a quarter of a financial one, which are quarters with labels of their own: `S1`, `H2`, `2021/22 Q1`. */
const HALF_YEAR = /(?<!\p{L})[SH] ?([12])(?!\d)|^\d{4}[-/]\d\d Q/iu;

/** Reads a month, a quarter, a week with its letter, or the months of a quarter, such as `Jan - Mar`; null for anything else. */
function partOfYear(text: string): { kind: 'month' | 'quarter' | 'week'; number: number } | null {
  const month = monthOf(text);
  if (month !== null) return { kind: 'month', number: month };
  const half = HALF_YEAR.exec(text)?.[1];
  if (half) return { kind: 'quarter', number: half === '1' ? 1 : 3 };
  const [from, to] = text.split(/ ?[-–/] ?/).map(monthOf);
  const quarter = from && to && to === from + 2 && to % 3 === 0 ? to / 3 : quarterOf(text);
  if (quarter !== null) return { kind: 'quarter', number: quarter };
  const week = /^(?:k?w|s(?=\d\d$))/i.test(text) ? weekOf(text) : null;
  return week === null ? null : { kind: 'week', number: week };
}

function parseTime(text: string): { kind: TimeKind; position: number } | null {
  if (/^\d{4}-\d{2}-\d{2}/.test(text) && isIsoDate(text)) {
    const isDay = text.length === '2020-12-31'.length;
    // Readers know the time of the place, which the table has, whatever its offset from UTC.
    const local = text.replace(' ', 'T').replace(/(?:Z|[+-]\d{2}:?\d{2})$/, 'Z');
    const time = Date.parse(isDay || local.endsWith('Z') ? local : `${local}Z`);
    return { kind: isDay ? 'date' : 'datetime', position: time / DAY };
  }
  const plain = text
    .replace(/ del? /gi, ' ')
    .replace(/^((?:19|20)\d\d)(0[1-9]|1[0-2])$/, '$1-$2')
    .replace(/^(\d{4})[-/]\d\d(?= Q[1-4]$)/, '$1');
  for (const form of NAMED_DAYS) {
    const { day, month = '', year } = form.exec(plain)?.groups ?? {};
    const number = day && monthOf(month);
    if (number) return parseTime(`${year}-${String(number).padStart(2, '0')}-${day.padStart(2, '0')}`);
  }
  for (const form of FORMS) {
    const { year, part } = form.exec(plain)?.groups ?? {};
    const read = part === undefined ? null : partOfYear(part);
    if (!read) continue;
    const { kind, number } = read;
    if (kind === 'quarter') return { kind, position: Number(year) * 4 + number - 1 };
    if (kind === 'month') return { kind, position: Number(year) * MONTHS_A_YEAR + number - 1 };
    const monday = mondayOf(Number(year), number);
    return monday === null ? null : { kind: 'date', position: monday };
  }
  return null;
}

/** A month and the last two digits of its year, such as `Jan-17`, or a day. */
const SHORT_YEAR = /^(\p{L}+\.?)[-/ '’]+(\d\d)$/u;

/** Months with years of four digits, if the last two follow each other as years would; null if they may be days. */
function withLongYears(texts: readonly string[]): string[] | null {
  const parts = texts.map((text) => SHORT_YEAR.exec(text));
  if (!parts.every((it) => it && monthOf(it[1] ?? '') !== null)) return null;
  const years = parts.map((it) => Number(it?.[2]) + (Number(it?.[2]) < PIVOT ? 2000 : 1900));
  const positions = parts.map((it, at) => (years[at] ?? 0) * MONTHS_A_YEAR + (monthOf(it?.[1] ?? '') ?? 0));
  const span = Math.max(...positions) - Math.min(...positions) + 1;
  const areYears = new Set(years).size > 1 && new Set(positions).size >= span * MOSTLY;
  // Days of a whole year have all these numbers.
  const areDays = years.includes(2001) && years.includes(2031);
  return areYears && !areDays ? parts.map((it, at) => `${it?.[1]} ${years[at]}`) : null;
}

/** Day of the Monday of a week of ISO 8601, whose week 1 has the year's first Thursday; null if the year has no such week. */
function mondayOf(year: number, week: number): number | null {
  const [first = 0, next = 0] = [year, year + 1].map((of) => {
    const fourth = new Date(Date.UTC(of, 0, 4));
    return fourth.getTime() / DAY - ((fourth.getUTCDay() + 6) % 7);
  });
  const monday = first + 7 * (week - 1);
  return week > 0 && monday < next ? monday : null;
}

/** Range of years in columns and names that do not say that they are years. */
export const [FIRST_YEAR, LAST_YEAR] = [1500, 2150];
/** Minimum share of the months or weeks from the first to the last that occur among whole numbers such as 202418. */
const MOSTLY = 0.8;
/** The first of the years that are of the 20th century if only two digits are written. */
const PIVOT = 50;

/** Reads the digits of a date, possibly with an hour and a minute, as ISO 8601: `202403181530`. Null for anything else. */
export function dateOf(digits: string): string | null {
  const [, year = '', month, day, hour, minute = '00'] = /^(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)?)?$/.exec(digits) ?? [];
  const date = `${year}-${month}-${day}${hour ? `T${hour}:${minute}` : ''}`;
  return Number(year) >= FIRST_YEAR && Number(year) <= LAST_YEAR && isIsoDate(date) ? date : null;
}

/**
 * What the last two digits of whole numbers count after four of a year: months or weeks, if most of these occur from `min` to `max`, and nothing
 * between the last of a year and the first of the next; `date` for those that are dates; null for other numbers, and for months of one year alone.
 */
export function packedTimes(min: number, max: number, distinct: number): 'month' | 'week' | 'date' | null {
  const [first, last] = [min, max].map(String);
  if (first && last && first.length === last.length && dateOf(first) && dateOf(last)) return 'date';
  const [from, to] = [min, max].map((value) => ({ year: Math.floor(value / 100), part: value % 100 }));
  if (!from || !to || from.year < FIRST_YEAR || to.year > LAST_YEAR || from.year === to.year) return null;
  const months = Math.max(from.part, to.part) <= 12 && Math.min(from.part, to.part) > 0;
  const [start, end] = [from, to].map(({ year, part }) => mondayOf(year, part));
  const counts = {
    month: months ? (to.year - from.year) * MONTHS_A_YEAR + to.part - from.part + 1 : 0,
    week: typeof start === 'number' && typeof end === 'number' ? (end - start) / 7 + 1 : 0,
  };
  const isFit = (it: 'month' | 'week'): boolean => distinct <= counts[it] && distinct >= counts[it] * MOSTLY;
  return (['month', 'week'] as const).find(isFit) ?? null;
}

/** A year that is written with the next one. */
const SPLIT_YEAR = /^\d{4}[-/–]\d{2,4}$/;
const YEAR = new RegExp(
  String.raw`^(?:[xy_]|fy|${YEARS})?[ _-]?([12]\d{3})(?:[-/–]([12]\d)?(\d{2})| \[YR[12]\d{3}\]|[年년]度?|JJ00)?$`,
  'i',
);

/**
 * Reads a year, such as `1990`, `y1990`, `X1990`, `FY 1990` or `1990 [YR1990]`, or the first year of a season, such as `2019-20`,
 * `2019/20` or `2019–2020`. Null for anything else.
 */
export function yearOf(text: string): number | null {
  const match = YEAR.exec(text.trim());
  if (!match) return null;
  const year = Number(match[1]);
  const next = match[3];
  if (next !== undefined && Number(next) !== (year + 1) % 100) return null;
  return year;
}
