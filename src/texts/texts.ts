import { ENGLISH, type Texts } from './english.ts';
import { FRENCH } from './french.ts';
import { GERMAN } from './german.ts';
import { interfaceLanguage, type Language } from './languages.ts';
import { SPANISH } from './spanish.ts';

/** Interface texts by language. */
export const TEXTS: Readonly<Record<Language, Texts>> = { en: ENGLISH, de: GERMAN, fr: FRENCH, es: SPANISH };

/** Interface texts for a catalogue's language tag (BCP 47). */
export function textsFor(tag: string): Texts {
  return TEXTS[interfaceLanguage(tag)];
}

/**
 * The language tag for numbers and dates in the interface, given a catalogue's tag: `de-CH` is kept, and a language without a translation
 * becomes `en`.
 */
export function formatLanguage(tag: string): string {
  const language = interfaceLanguage(tag);
  return tag.toLowerCase().split('-')[0] === language ? tag : language;
}
