const PART_OF_YEAR = /^(\d{4})-(?:Q([1-4])|W(\d{2})(?:-([1-7]))?)$/;
const ZONED = /[T ].*(?:Z|[+-]\d{2}:?\d{2})$/;
/** Higher than any character of a date. */
const LAST = '~';

/**
 * The first and the last moment of a date or another period in ISO 8601 that exists (see `isIsoDate`), as strings in the order of time:
 * `2020` begins at `2020` and ends after `2020-12-31`. Datetimes with a zone are compared in UTC.
 */
export function momentsOf(period: string): { start: string; end: string } {
  const [, year, quarter, week, weekday] = PART_OF_YEAR.exec(period) ?? [];
  // Week 1 is that of 4 January.
  const day = new Date(Date.UTC(Number(year), 0, 4)).getUTCDay() || 7;
  const dayOfWeek = (number: number): string =>
    new Date(Date.UTC(Number(year), 0, 4 - day + number + (Number(week) - 1) * 7)).toISOString().slice(0, 10);
  const month = (number: number): string => `${year}-${String(number).padStart(2, '0')}`;
  const time = ZONED.test(period) ? Date.parse(period.replace(' ', 'T')) : Number.NaN;
  const first = Number.isNaN(time) ? period.replace(' ', 'T') : new Date(time).toISOString().slice(0, -1);
  if (quarter) return { start: month(Number(quarter) * 3 - 2), end: month(Number(quarter) * 3) + LAST };
  if (week) return { start: dayOfWeek(Number(weekday ?? 1)), end: dayOfWeek(Number(weekday ?? 7)) + LAST };
  return { start: first, end: first + LAST };
}
