/* Date patterns such as `dd.mm.yyyy`, and the conversion of dates in these patterns to ISO 8601. */

/** Source of the regular expression for each part of a date pattern. */
const PARTS: Readonly<Record<string, string>> = {
  yyyy: '\\d{4}',
  mmm: '[A-Za-z]{3}',
  mm: '\\d{1,2}',
  dd: '\\d{1,2}',
  HH: '\\d{1,2}',
  MM: '\\d{2}',
  SS: '\\d{2}',
};
const PART = /yyyy|mmm|mm|dd|HH|MM|SS/g;

/** English abbreviations of month names, for `mmm`, in lower case. */
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Whether a string is a date pattern: year and month, optionally a day, and with a day optionally a time, each part at most once. */
export function isDatePattern(text: string): boolean {
  const parts: readonly string[] = text.match(PART) ?? [];
  const has = (part: string): boolean => parts.includes(part);
  return (
    /^[^\p{L}\p{N}]+$/u.test(` ${text.replace(PART, '')}`) &&
    new Set(parts).size === parts.length &&
    has('yyyy') &&
    has('mm') !== has('mmm') &&
    (has('dd') || !has('HH')) &&
    has('HH') === has('MM') &&
    (has('MM') || !has('SS'))
  );
}

/**
 * Returns a function that converts a date in a pattern to ISO 8601: `2020-12-31`, `2020-12` without a day, or `2020-12-31T10:30` with a
 * time. The function returns null for any other string, and for a date or time that does not exist.
 */
export function dateReader(pattern: string): (text: string) => string | null {
  // In a date without separators, numbers have a fixed width, as in 20201231.
  const isJoined =
    /y(?=mm(?!m)|dd)|m(?=dd|yyyy)|(?<!m)mm(?=yyyy)|d(?=mm(?!m)|yyyy)/.test(pattern) && !pattern.includes('mmm');
  const source = pattern
    .replace(/[^\p{L}\p{N}]/gu, (separator) => `\\${separator}`)
    .replace(PART, (part) => `(?<${part}>${isJoined ? PARTS[part]?.replace('1,', '') : PARTS[part]})`);
  const expression = new RegExp(`^${source}$`);
  return (text) => {
    const groups = expression.exec(text)?.groups;
    if (!groups) return null;
    const { yyyy, mmm, mm, dd, HH, MM, SS } = groups;
    const month = mmm === undefined ? Number(mm) : MONTHS.indexOf(mmm.toLowerCase()) + 1;
    // The calendar repeats every 400 years; `Date.UTC` would read a year below 100 as one of the 20th century.
    const days = new Date(Date.UTC(Number(yyyy) + 400, month, 0)).getUTCDate();
    if (month < 1 || month > 12 || Number(dd ?? 1) < 1 || Number(dd ?? 1) > days) return null;
    if (Number(HH ?? 0) > 23 || Number(MM ?? 0) > 59 || Number(SS ?? 0) > 59) return null;
    const date = `${yyyy}-${twoDigits(month)}${dd === undefined ? '' : `-${twoDigits(dd)}`}`;
    return HH === undefined ? date : `${date}T${twoDigits(HH)}:${MM}${SS === undefined ? '' : `:${SS}`}`;
  };
}

function twoDigits(number: number | string): string {
  return `${number}`.padStart(2, '0');
}

/** Matches dates in ISO 8601 as `dateReader` writes them, without checking that they exist. */
export const ISO_DATE = /^\d{4}-\d{2}(?:-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?)?)?$/;

const TIME_OF_DAY = String.raw`(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?`;
const ISO_8601 = new RegExp(
  String.raw`^\d{4}(?:-Q[1-4]|-W\d{2}(?:-[1-7])?|-\d{2}(?:-\d{2}(?:[T ]${TIME_OF_DAY})?)?)?$`,
);
const readDay = dateReader('yyyy-mm-dd');

/** Whether a string is a year, quarter, month, week, day or datetime in the style of ISO 8601. Does not check that a week exists. */
export function isIsoDate(text: string): boolean {
  const hasMonth = /^\d{4}-\d{2}/.test(text);
  return ISO_8601.test(text) && !(hasMonth && readDay(`${text}-01`.slice(0, '2020-12-31'.length)) === null);
}
