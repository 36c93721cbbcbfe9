/*
 * Cached Intl formatters. Creating one takes a hundred times as long as formatting a number with it, and pages need only a few.
 */

const numbers = new Map<string, NumberFormatter>();
const dates = new Map<string, Intl.DateTimeFormat>();
const plurals = new Map<string, Intl.PluralRules>();
const names = new Map<string, Intl.DisplayNames>();

/** Formats numbers. A number given as a string keeps digits that a double would lose (ECMA-402, ToIntlMathematicalValue). */
export interface NumberFormatter {
  format(value: number | Intl.StringNumericLiteral): string;
}

/** Number formatter for a language tag (BCP 47). Negative numbers have a minus sign, where `Intl` writes a hyphen in many languages. */
export function intlNumbers(tag: string, options: Intl.NumberFormatOptions = {}): NumberFormatter {
  return keptIn(numbers, tag, options, () => {
    const { format } = new Intl.NumberFormat(tag, options);
    return { format: (value) => format(value).replace('-', '−') };
  });
}

/** Date formatter for a language tag (BCP 47). For English without a region, the day precedes the month. */
export function intlDates(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const tag = language.toLowerCase() === 'en' ? 'en-GB' : language;
  return keptIn(dates, tag, options, () => new Intl.DateTimeFormat(tag, options));
}

/** Plural rules for a language tag (BCP 47). */
export function intlPlurals(tag: string): Intl.PluralRules {
  return keptIn(plurals, tag, {}, () => new Intl.PluralRules(tag));
}

/** Names of codes in a language, of regions (ISO 3166-1 alpha-2) or languages; undefined for codes that it does not know. */
export function intlNames(tag: string, type: 'region' | 'language'): Intl.DisplayNames {
  return keptIn(names, tag, { type }, () => new Intl.DisplayNames(tag, { type, fallback: 'none' }));
}

/** A whole number in superscript: `⁻⁷`. */
export function raised(power: number): string {
  return String(power).replace(/./g, (sign) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(sign)] ?? '⁻');
}

function keptIn<T>(made: Map<string, T>, tag: string, options: object, make: () => T): T {
  const key = `${tag} ${JSON.stringify(options)}`;
  const format = made.get(key) ?? make();
  made.set(key, format);
  return format;
}
