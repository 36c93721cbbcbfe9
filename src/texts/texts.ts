import { ENGLISH, type Texts } from './english.ts';
import { FRENCH } from './french.ts';
import { GERMAN } from './german.ts';
import { SPANISH } from './spanish.ts';

/** All texts, by language. A further language is a file like the others, and a name here. */
export const TEXTS = { en: ENGLISH, de: GERMAN, fr: FRENCH, es: SPANISH } as const;

/** The pages' own texts for a catalogue in a language, given as a language tag (BCP 47). */
export function textsFor(tag: string): Texts {
  return TEXTS[interfaceLanguage(tag)];
}

/** The language of the pages' own texts for a catalogue in a language: that language, or English if there are no texts in it. */
export function interfaceLanguage(tag: string): keyof typeof TEXTS {
  const [primary = ''] = tag.toLowerCase().split('-');
  return Object.hasOwn(TEXTS, primary) ? (primary as keyof typeof TEXTS) : 'en';
}

/** Language tag by whose conventions numbers and dates are written beside the pages' own texts: `de-CH` stays, `it` becomes `en`. */
export function formatLanguage(tag: string): string {
  const language = interfaceLanguage(tag);
  return tag.toLowerCase().split('-')[0] === language ? tag : language;
}
