import { attempt } from '../problems/attempt.ts';

/** Language of a catalogue that does not specify one. */
export const DEFAULT_LANGUAGE = 'en';

/** Codes of scripts that are written from right to left (ISO 15924). */
const RIGHT_TO_LEFT = new Set(['Arab', 'Hebr', 'Syrc', 'Thaa', 'Nkoo', 'Adlm', 'Rohg', 'Samr', 'Mand', 'Yezi']);

/** The canonical form of a language tag (BCP 47), such as `de-CH`; null for a string that is not the tag of a known language. */
export function canonicalLanguage(tag: string): string | null {
  return attempt(() => {
    const canonical = new Intl.Locale(tag);
    // A string such as `german` is a well-formed tag, even though no such language exists.
    return nameIn(DEFAULT_LANGUAGE, canonical.language) === undefined ? null : canonical.toString();
  }, null);
}

/** The two-letter tag of a language, given its English or native name (`German`, `Deutsch`); null if the name is unknown. */
export function languageNamed(name: string): string | null {
  const wanted = name.trim().toLowerCase();
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const tags = letters.flatMap((first) => letters.map((second) => first + second));
  const isNamed = (tag: string): boolean => [DEFAULT_LANGUAGE, tag].some((it) => nameIn(it, tag) === wanted);
  return tags.find(isNamed) ?? null;
}

/** The lower-case name, in `language`, of the language with the given tag; undefined if there is no such language. */
function nameIn(language: string, tag: string): string | undefined {
  return new Intl.DisplayNames([language], { type: 'language', fallback: 'none' }).of(tag)?.toLowerCase();
}

/** Writing direction of a language, derived from the script in its tag or, if the tag has none, from its usual script. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(new Intl.Locale(language).maximize().script ?? '') ? 'rtl' : 'ltr';
}
