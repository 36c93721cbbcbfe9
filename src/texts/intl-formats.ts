/*
 * Formats of Intl. To make one takes a hundred times as long as to write a number with it, and pages need few different ones: each is made
 * once.
 */

const numbers = new Map<string, Intl.NumberFormat>();
const dates = new Map<string, Intl.DateTimeFormat>();
const plurals = new Map<string, Intl.PluralRules>();

/** Writes numbers by the conventions of a language tag (BCP 47). */
export function intlNumbers(tag: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  return keptIn(numbers, tag, options, () => new Intl.NumberFormat(tag, options));
}

/**
 * Writes dates by the conventions of a language tag. English without a region has the order that all English readers understand, day before
 * month.
 */
export function intlDates(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const tag = language.toLowerCase() === 'en' ? 'en-GB' : language;
  return keptIn(dates, tag, options, () => new Intl.DateTimeFormat(tag, options));
}

/** The plural rules of a language tag. */
export function intlPlurals(tag: string): Intl.PluralRules {
  return keptIn(plurals, tag, {}, () => new Intl.PluralRules(tag));
}

function keptIn<T>(made: Map<string, T>, tag: string, options: object, make: () => T): T {
  const key = `${tag} ${JSON.stringify(options)}`;
  const format = made.get(key) ?? make();
  made.set(key, format);
  return format;
}
