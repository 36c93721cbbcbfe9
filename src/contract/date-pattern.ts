/* Patterns of dates, such as `dd.mm.yyyy`, and their reading as ISO 8601. */

/** By letters of a pattern, the digits that a value may have for them. */
const PARTS: Readonly<Record<string, string>> = {
  yyyy: '\\d{4}',
  mm: '\\d{1,2}',
  dd: '\\d{1,2}',
  HH: '\\d{1,2}',
  MM: '\\d{2}',
  SS: '\\d{2}',
};
const PART = /yyyy|mm|dd|HH|MM|SS/g;

/** Whether a text is a pattern: year and month, perhaps the day and the time, each once, with separators between them. */
export function isDatePattern(text: string): boolean {
  const parts: readonly string[] = text.match(PART) ?? [];
  const has = (part: string): boolean => parts.includes(part);
  return (
    /^[^\p{L}\p{N}]+$/u.test(` ${text.replace(PART, '')}`) &&
    new Set(parts).size === parts.length &&
    has('yyyy') &&
    has('mm') &&
    (has('dd') || !has('HH')) &&
    has('HH') === has('MM') &&
    (has('MM') || !has('SS'))
  );
}

/**
 * The function that reads a text in a pattern as an ISO 8601 date: `2020-12-31`, `2020-12` without a day, `2020-12-31T10:30` with a time.
 * It returns null for any other text, and for a day that does not exist.
 */
export function dateReader(pattern: string): (text: string) => string | null {
  const parts = pattern.match(PART) ?? [];
  const isApart = !/[a-z]{5}/.test(pattern);
  const source = pattern
    .replace(/[^\p{L}\p{N}]/gu, (separator) => `\\${separator}`)
    .replace(PART, (part) => `(${isApart ? PARTS[part] : PARTS[part]?.replace('1,', '')})`);
  const expression = new RegExp(`^${source}$`);
  return (text) => {
    const [, ...values] = expression.exec(text) ?? [];
    return values.length === 0 ? null : isoDate(new Map(parts.map((part, index) => [part, values[index] ?? ''])));
  };
}

/** A date as `dateReader` makes it. */
export const ISO_DATE = /^\d{4}-\d{2}(?:-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?)?)?$/;

function isoDate(parts: ReadonlyMap<string, string>): string | null {
  const [year = '', month = '', day, hour, minute, second] = Object.keys(PARTS).map((part) =>
    parts.get(part)?.padStart(2, '0'),
  );
  const isWithin = (value: string | undefined, least: number, most: number): boolean =>
    value === undefined || (Number(value) >= least && Number(value) <= most);
  // Day 0 of the next month is the last of this one.
  const last = isWithin(month, 1, 12) ? new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate() : 0;
  if (!isWithin(day ?? '01', 1, last) || !isWithin(hour, 0, 23) || !isWithin(minute, 0, 59) || !isWithin(second, 0, 59))
    return null;
  const date = [year, month, ...(day === undefined ? [] : [day])].join('-');
  const time = [hour, minute, second].filter((part) => part !== undefined).join(':');
  return time === '' ? date : `${date}T${time}`;
}
