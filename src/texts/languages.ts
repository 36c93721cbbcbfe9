/** Languages of the pages' own texts. For a further one, the compiler asks for its words wherever there are words. */
export const LANGUAGES = ['en', 'de', 'fr', 'es'] as const;

export type Language = (typeof LANGUAGES)[number];

/** The language of the pages' own texts for a catalogue, given its language tag (BCP 47): English if there are no texts in its language. */
export function interfaceLanguage(tag: string): Language {
  const [primary] = tag.toLowerCase().split('-');
  return LANGUAGES.find((language) => language === primary) ?? 'en';
}
