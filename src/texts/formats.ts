import { type PluralForms, quantity } from './fill-text.ts';
import { bytesFormat } from './format-bytes.ts';
import { intlDates, intlNumbers } from './intl-formats.ts';
import { significant } from './power-of-ten.ts';
import { formatLanguage } from './texts.ts';

/** Formatters for numbers, file sizes and dates in one language. */
export type Formats = ReturnType<typeof formatsFor>;

/** Makes the formatters for a catalogue's language tag (BCP 47). `digits` is a number with all its digits. */
export function formatsFor(language: string) {
  const tag = formatLanguage(language);
  const whole = intlNumbers(tag);
  const percent = (digits: number): Intl.NumberFormat =>
    intlNumbers(tag, { style: 'percent', minimumFractionDigits: digits, maximumFractionDigits: digits });
  const [all, tenths] = [percent(0), percent(1)];
  const count = (value: number): string => whole.format(value);
  return {
    /** Language tag of the formatters. */
    tag,
    /** A count: `12,783`. */
    count,
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
    /** A number with all its digits: `1,234.50`. Numbers in scientific notation or with over 100 decimal places stay unchanged. */
    exact: (digits: string) => {
      if (/e/i.test(digits)) return digits;
      const fraction = digits.split('.')[1]?.length ?? 0;
      // Intl supports at most 100 fraction digits (ECMA-402, SetNumberFormatDigitOptions).
      if (fraction > 100) return digits;
      const exact = intlNumbers(tag, { minimumFractionDigits: fraction, maximumFractionDigits: fraction });
      // Passed as a string, the number keeps digits that a double would lose (ECMA-402, ToIntlMathematicalValue).
      return exact.format(digits as Intl.StringNumericLiteral);
    },
    /** A number rounded to four significant digits: `0.1235`, `2.447 × 10⁻⁷`. Integer parts below 10¹⁵ are written in full. */
    rounded: (digits: string) => significant(tag, 4)(Number(digits)),
    /** A computed statistic, formatted like `rounded`, but with six significant digits. */
    computed: (digits: string) => significant(tag, 6)(Number(digits)),
    /** A date `YYYY`, `YYYY-MM` or `YYYY-MM-DD` (ISO 8601): `2019`, `March 2019`, `5 March 2019`. Any other string is left unchanged. */
    date: (date: string) => formatDate(tag, date),
  };
}

function formatDate(tag: string, date: string): string {
  const [, year, month, day] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(date) ?? [];
  if (year === undefined) return date;
  if (month === undefined) return year;
  // `Date.UTC` treats the years 0 to 99 as 1900 to 1999.
  const time = new Date(0).setUTCFullYear(Number(year), Number(month) - 1, Number(day ?? 1));
  const parts: Intl.DateTimeFormatOptions = { timeZone: 'UTC', year: 'numeric', month: 'long' };
  if (day !== undefined) parts.day = 'numeric';
  return intlDates(tag, parts).format(time);
}
