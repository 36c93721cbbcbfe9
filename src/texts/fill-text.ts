import { intlNumbers, intlPlurals } from './intl-formats.ts';

/** Singular and plural forms of a text. The keys are CLDR plural categories. */
export interface PluralForms {
  one: string;
  other: string;
}

/** Replaces each `{name}` with its value. A placeholder without a value is left unchanged. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  );
}

/** Splits a text at its placeholders, so that values can be elements such as links: `['Published by ', { name: 'publisher' }]`. */
export function splitText(text: string): (string | { name: string })[] {
  return text
    .split(/(\{\w+\})/)
    .filter((part) => part !== '')
    .map((part) => (/^\{\w+\}$/.test(part) ? { name: part.slice(1, -1) } : part));
}

/**
 * A count with its noun, such as `12,783 rows`. `tag` is a tag (BCP 47) for the language of `forms`. The CLDR plural rules of that
 * language select the form.
 */
export function quantity(tag: string, forms: PluralForms, count: number): string {
  const form = intlPlurals(tag).select(count) === 'one' ? forms.one : forms.other;
  return fill(form, { count: intlNumbers(tag).format(count) });
}
