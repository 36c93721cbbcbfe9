/*
 * Cached Intl formatters. Creating one takes a hundred times as long as formatting a number with it, and pages need only a few.
 */

const numbers = new Map<string, Intl.NumberFormat>();
const dates = new Map<string, Intl.DateTimeFormat>();
const plurals = new Map<string, Intl.PluralRules>();

/** Number formatter for a language tag (BCP 47). */
export function intlNumbers(tag: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  return keptIn(numbers, tag, options, () => new Intl.NumberFormat(tag, options));
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

function keptIn<T>(made: Map<string, T>, tag: string, options: object, make: () => T): T {
  const key = `${tag} ${JSON.stringify(options)}`;
  const format = made.get(key) ?? make();
  made.set(key, format);
  return format;
}
