import { ENGLISH, type Texts } from './english.ts';
import { FRENCH } from './french.ts';
import { GERMAN } from './german.ts';
import { interfaceLanguage, type Language } from './languages.ts';
import { SPANISH } from './spanish.ts';

/** All texts, by language. */
export const TEXTS: Readonly<Record<Language, Texts>> = { en: ENGLISH, de: GERMAN, fr: FRENCH, es: SPANISH };

/** The pages' own texts for a catalogue in a language, given as a language tag (BCP 47). */
export function textsFor(tag: string): Texts {
  return TEXTS[interfaceLanguage(tag)];
}

/**
 * Language tag by whose conventions numbers and dates are written beside the pages' own texts: `de-CH` stays, and a language without texts
 * becomes `en`.
 */
export function formatLanguage(tag: string): string {
  const language = interfaceLanguage(tag);
  return tag.toLowerCase().split('-')[0] === language ? tag : language;
}
