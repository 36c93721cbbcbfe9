import { intlNumbers, intlPlurals } from './intl-formats.ts';

/** Forms of a sentence for one thing and for any other number of things. */
export interface PluralForms {
  one: string;
  other: string;
}

/** Replaces each `{name}` by its value. A name without a value stays as it is. */
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

/**
 * A number of things with their noun, `12,783 rows`: the form of a text by the plural rules of a language (CLDR), one that has texts, with
 * the number in the place of `{count}`.
 */
export function quantity(tag: string, forms: PluralForms, count: number): string {
  const form = intlPlurals(tag).select(count) === 'one' ? forms.one : forms.other;
  return fill(form, { count: intlNumbers(tag).format(count) });
}
