import { intlPlurals } from './intl-formats.ts';

/** Languages of the pages' own texts. They stand apart from the texts, which scripts of pages do not need. */
const INTERFACE_LANGUAGES = ['en', 'de', 'fr', 'es'] as const;

export type InterfaceLanguage = (typeof INTERFACE_LANGUAGES)[number];

/** Forms of a text for one thing and for any other number of things. */
export interface PluralForms {
  one: string;
  other: string;
}

/** The language of the pages' own texts for a catalogue in a language: that language, or English if there are no texts in it. */
export function interfaceLanguage(tag: string): InterfaceLanguage {
  const [primary] = tag.toLowerCase().split('-');
  return INTERFACE_LANGUAGES.find((language) => language === primary) ?? 'en';
}

/** Language tag by whose conventions numbers and dates are written beside the pages' own texts: `de-CH` stays, `it` becomes `en`. */
export function formatLanguage(tag: string): string {
  const language = interfaceLanguage(tag);
  return tag.toLowerCase().split('-')[0] === language ? tag : language;
}

/**
 * Language tag by whose conventions dates are written, on pages and in charts, for a catalogue in a language: as `formatLanguage`, but English without a region has
 * the order that all English readers understand, day before month.
 */
export function dateLanguage(tag: string): string {
  const language = formatLanguage(tag);
  return language.toLowerCase() === 'en' ? 'en-GB' : language;
}

/** Puts values in the place of `{name}` in a text. A name without a value stays as it is. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  );
}

/** Splits a text at its placeholders, for values that are more than text, such as links: `['Published by ', { name: 'publisher' }]`. */
export function splitText(text: string): (string | { name: string })[] {
  return text
    .split(/(\{\w+\})/)
    .filter((part) => part !== '')
    .map((part) => (/^\{\w+\}$/.test(part) ? { name: part.slice(1, -1) } : part));
}

/** The form of a text for a number of things, by the plural rules of a language (CLDR). */
export function pluralForm(tag: string, forms: PluralForms, count: number): string {
  return intlPlurals(formatLanguage(tag)).select(count) === 'one' ? forms.one : forms.other;
}
