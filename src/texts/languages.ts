/** Languages of the interface. When one is added, the compiler reports every missing translation. */
export const LANGUAGES = ['en', 'de', 'fr', 'es'] as const;

export type Language = (typeof LANGUAGES)[number];

/** The interface language for a catalogue's language tag (BCP 47); English if there is no translation. */
export function interfaceLanguage(tag: string): Language {
  const [primary] = tag.toLowerCase().split('-');
  return LANGUAGES.find((language) => language === primary) ?? 'en';
}
