const QUARTER = /^(\d{4})-Q([1-4])$/;
const WEEK = /^(\d{4})-W(\d{2})(?:-([1-7]))?$/;
const ZONE = /(?:Z|[+-]\d{2}:?\d{2})$/;
/** Higher than any character of a date. */
const LAST = '~';
const DAY = 86_400_000;

/**
 * The first and the last moment of a date or another period in ISO 8601 that exists (see `isIsoDate`), as strings in the order of time:
 * `2020` begins at `2020` and ends after `2020-12-31`. Datetimes with a zone are compared in UTC.
 */
export function momentsOf(period: string): { start: string; end: string } {
  const [, year = '', quarter] = QUARTER.exec(period) ?? [];
  if (quarter) {
    const month = Number(quarter) * 3;
    return { start: `${year}-${twoDigits(month - 2)}`, end: `${year}-${twoDigits(month)}${LAST}` };
  }
  const week = WEEK.exec(period);
  if (week) {
    const first = firstMonday(Number(week[1])) + (Number(week[2]) - 1) * 7 * DAY;
    const [from, to] = week[3] ? [Number(week[3]) - 1, Number(week[3]) - 1] : [0, 6];
    return { start: dayAt(first + from * DAY), end: dayAt(first + to * DAY) + LAST };
  }
  const isZoned = period.length > 10 && ZONE.test(period.slice(10));
  const time = isZoned ? Date.parse(period.replace(' ', 'T')) : Number.NaN;
  const start = Number.isNaN(time) ? period.replace(' ', 'T') : new Date(time).toISOString().slice(0, -1);
  return { start, end: start + LAST };
}

/** The Monday of week 1, which has 4 January. */
function firstMonday(year: number): number {
  const fourth = Date.UTC(year, 0, 4);
  return fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * DAY;
}

function dayAt(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

function twoDigits(month: number): string {
  return String(month).padStart(2, '0');
}
