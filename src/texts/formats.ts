import { exactNumber } from './exact-number.ts';
import { fill, type PluralForms, quantity } from './fill-text.ts';
import { bytesFormat } from './format-bytes.ts';
import { intlDates, intlNumbers, type NumberFormatter } from './intl-formats.ts';
import { significant } from './power-of-ten.ts';
import { formatLanguage, textsFor } from './texts.ts';

/** Formatters for numbers, file sizes and dates in one language. */
export type Formats = ReturnType<typeof formatsFor>;

/** Makes the formatters for a catalogue's language tag (BCP 47). `digits` is a number with all its digits. */
export function formatsFor(language: string) {
  const tag = formatLanguage(language);
  const whole = intlNumbers(tag);
  const percent = (digits: number): NumberFormatter =>
    intlNumbers(tag, { style: 'percent', minimumFractionDigits: digits, maximumFractionDigits: digits });
  const [all, tenths] = [percent(0), percent(1)];
  return {
    /** Language tag of the formatters. */
    tag,
    /** A count: `12,783`. */
    count: (value: number) => whole.format(value),
    /** A count with its noun: `1 row`, `12,783 rows`. */
    quantity: (value: number, forms: PluralForms) => quantity(tag, forms, value),
    /** A file size: `870 bytes`, `14 kB`, `1.4 MB`. */
    bytes: bytesFormat(tag),
    /** A share as a percentage: `<0.1%`, `3.4%`, `>99.9%`. Never rounds to `0%` or `100%`: these are always exact. */
    share: (part: number, of: number) => {
      const share = part / of;
      if (part > 0 && share < 0.001) return `<${tenths.format(0.001)}`;
      if (part < of && share > 0.999) return `>${tenths.format(0.999)}`;
      return share === 0 || share === 1 ? all.format(share) : tenths.format(share);
    },
    /** A number with all its digits: `1,234.50`. */
    exact: (digits: string) => exactNumber(tag, digits),
    /** A number rounded to four significant digits: `0.1235`, `2.447 × 10⁻⁷`. Integer parts below 10¹⁵ are written in full. */
    rounded: (digits: string) => significant(tag, 4)(Number(digits)),
    /** A computed statistic, formatted like `rounded`, but with six significant digits. */
    computed: (digits: string) => significant(tag, 6)(Number(digits)),
    /**
     * A date or time `YYYY`, `YYYY-MM`, `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM` (ISO 8601), or a quarter `YYYY-QN`: `2019`, `March 2019`,
     * `5 March 2019`, `5 March 2019 at 14:00`, `Q3 2019`. Any other string is left unchanged.
     */
    date: (date: string) => formatDate(tag, date),
  };
}

function formatDate(tag: string, date: string): string {
  const [, inYear, quarter] = /^(\d{4})-?Q([1-4])$/.exec(date) ?? [];
  if (inYear && quarter) return fill(textsFor(tag).chart.quarter, { quarter, year: inYear });
  // Times of day with seconds are left unchanged, since they would be cut.
  const pattern = /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[T ](\d{2}):(\d{2})(?::00(?:\.0+)?)?(Z)?)?)?)?$/;
  const [, year, month, day, hour, minute, zone] = pattern.exec(date) ?? [];
  if (year === undefined) return date;
  if (month === undefined) return year;
  // `Date.UTC` treats the years 0 to 99 as 1900 to 1999.
  const time = new Date(0).setUTCFullYear(Number(year), Number(month) - 1, Number(day ?? 1));
  const parts: Intl.DateTimeFormatOptions = { timeZone: 'UTC', year: 'numeric', month: 'long' };
  if (day !== undefined) parts.day = 'numeric';
  if (hour !== undefined) Object.assign(parts, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const written = intlDates(tag, parts).format(time + (Number(hour ?? 0) * 60 + Number(minute ?? 0)) * 60_000);
  return zone === undefined ? written : `${written} UTC`;
}
