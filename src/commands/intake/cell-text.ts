/** Writes the values of a sheet's cells as the cells of a CSV file. */

const DAY = 86_400_000;

/** The day with number 0 in each date system of workbooks, in milliseconds since 1970. */
export const DAY_ZERO = { '1900': Date.UTC(1899, 11, 31), '1904': Date.UTC(1904, 0, 1) } as const;

/**
 * Whether only its number format says if a date is a time of day or a duration: these are stored as numbers of days, which as dates lie in
 * the first year of the date system.
 */
export function mayBeTime(value: unknown, dayZero: number): boolean {
  return value instanceof Date && value.getTime() < dayZero + 366 * DAY;
}

/** Whether a date has a time, so that the others in its column are written with one, too. */
export function hasTime(date: Date): boolean {
  return date.getTime() % DAY !== 0;
}

/**
 * A date as ISO 8601, with its time if `withTime` is true. A time of day (`08:30:00`) or a duration (`36:00:00`) if the cell's number format
 * shows no more. Null if it is before the first day or after the year 9999, which spreadsheet programs show as `####`.
 */
export function dateText(date: Date, format: string, dayZero: number, withTime: boolean): string | null {
  const since = date.getTime() - dayZero;
  if (!(since >= 0 && date.getUTCFullYear() <= 9999)) return null;
  const iso = date.toISOString().replace(/\.000Z$|Z$/, '');
  const shown = format.replace(/"[^"]*"|\\./g, '');
  if (/\[[hms]+\]/i.test(shown)) return `${Math.floor(since / (DAY / 24))}${iso.slice(13)}`;
  if (/[hs]/i.test(shown) && !/[yd]/i.test(shown.replace(/\[[^\]]*\]/g, ''))) return iso.slice(11);
  return withTime ? iso : iso.slice(0, 10);
}

/**
 * A number with all digits that identify it. If these are a result of binary arithmetic, such as 0.30000000000000004, a number with the
 * 15 significant digits that spreadsheet programs show: rounding shortens other numbers by fewer than four digits.
 */
export function numberText(value: number): string {
  const [exact, rounded] = [String(value), String(Number(value.toPrecision(15)))];
  return exact.length - rounded.length < 4 ? exact : rounded;
}

/** Joins cells to a record (RFC 4180), without the line break at its end. Line breaks in cells become line feeds. */
export function toRecord(cells: readonly string[]): string {
  const quoted = cells.map((cell) =>
    /[",\r\n]/.test(cell) ? `"${cell.replace(/\r\n?/g, '\n').replaceAll('"', '""')}"` : cell,
  );
  // An empty line would not be a record.
  return quoted.join(',') || '""';
}
