import { type PluralForms, quantity } from './fill-text.ts';
import { bytesFormat } from './format-bytes.ts';
import { intlDates, intlNumbers } from './intl-formats.ts';
import { significant } from './power-of-ten.ts';
import { formatLanguage } from './texts.ts';

/** A number with all its digits, as text. */
interface WrittenNumber {
  digits: string;
}

/** Writes numbers, sizes and dates by the conventions of a language. */
export type Formats = ReturnType<typeof formatsFor>;

/** The conventions of a catalogue's language, given as a language tag (BCP 47). */
export function formatsFor(language: string) {
  const tag = formatLanguage(language);
  const whole = intlNumbers(tag);
  const percent = (digits: number): Intl.NumberFormat =>
    intlNumbers(tag, { style: 'percent', minimumFractionDigits: digits, maximumFractionDigits: digits });
  const [all, tenths] = [percent(0), percent(1)];
  const count = (value: number): string => whole.format(value);
  return {
    /** Language tag of these conventions. */
    tag,
    /** A number of things: `12,783`. */
    count,
    /** A number of things with their noun: `1 row`, `12,783 rows`. */
    quantity: (value: number, forms: PluralForms) => quantity(tag, forms, value),
    /** Size of a file: `870 bytes`, `14 kB`, `1.4 MB`. */
    bytes: bytesFormat(tag),
    /** Share of a whole in percent: `<0.1%`, `3.4%`, `>99.9%`. It is 0% only for nothing, and 100% only for everything. */
    share: (part: number, of: number) => {
      const share = part / of;
      if (part > 0 && share < 0.001) return `<${tenths.format(0.001)}`;
      if (part < of && share > 0.999) return `>${tenths.format(0.999)}`;
      return share === 0 || share === 1 ? all.format(share) : tenths.format(share);
    },
    /** A number with all its digits: `1,234.50`. One in scientific notation stays as it is. */
    exact: ({ digits }: WrittenNumber) => {
      if (/e/i.test(digits)) return digits;
      const fraction = digits.split('.')[1]?.length ?? 0;
      // More decimals than this cannot be asked of Intl (ECMA-402, 15.1.3).
      if (fraction > 100) return digits;
      const exact = intlNumbers(tag, { minimumFractionDigits: fraction, maximumFractionDigits: fraction });
      // A string keeps all its digits, where a number would lose some (ECMA-402, 15.5.19).
      return exact.format(digits as Intl.StringNumericLiteral);
    },
    /** A number in few characters: four significant digits and at least the whole part, `1,234`, `0.1235`, `2.447 × 10⁻⁷`. */
    rounded: ({ digits }: WrittenNumber) => significant(tag, 4)(Number(digits)),
    /** A computed statistic, with six significant digits and at least its whole part; `–` for null. */
    computed: (statistic: WrittenNumber | null) =>
      statistic === null ? '–' : significant(tag, 6)(Number(statistic.digits)),
    /** A date `YYYY`, `YYYY-MM` or `YYYY-MM-DD` (ISO 8601): `2019`, `March 2019`, `5 March 2019`. Any other text stays as it is. */
    date: (date: string) => formatDate(tag, date),
  };
}

function formatDate(tag: string, date: string): string {
  const [, year, month, day] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(date) ?? [];
  if (year === undefined) return date;
  if (month === undefined) return year;
  // `Date.UTC` takes the years 0 to 99 for 1900 to 1999.
  const time = new Date(0).setUTCFullYear(Number(year), Number(month) - 1, Number(day ?? 1));
  const parts: Intl.DateTimeFormatOptions = { timeZone: 'UTC', year: 'numeric', month: 'long' };
  if (day !== undefined) parts.day = 'numeric';
  return intlDates(tag, parts).format(time);
}
