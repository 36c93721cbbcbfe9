/** Language of a catalogue that names none. */
export const DEFAULT_LANGUAGE = 'en';

/** Scripts that are written from right to left (ISO 15924). */
const RIGHT_TO_LEFT = new Set(['Arab', 'Hebr', 'Syrc', 'Thaa', 'Nkoo', 'Adlm', 'Rohg', 'Samr', 'Mand', 'Yezi']);

/** A language tag (BCP 47) in its canonical form, such as `de-CH`; null for a string that is not the tag of a known language. */
export function canonicalLanguage(tag: string): string | null {
  try {
    const [canonical] = Intl.getCanonicalLocales(tag);
    if (canonical === undefined) return null;
    // `german` has the form of a tag, but no language has it.
    const { language } = new Intl.Locale(canonical);
    return nameIn(DEFAULT_LANGUAGE, language) === undefined ? null : canonical;
  } catch {
    return null;
  }
}

/** The tag of the language that has a name such as `German` or `Deutsch`; null if no language of two letters has it. */
export function languageNamed(name: string): string | null {
  const wanted = name.trim().toLowerCase();
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const tags = letters.flatMap((first) => letters.map((second) => first + second));
  const isNamed = (tag: string): boolean => [DEFAULT_LANGUAGE, tag].some((it) => nameIn(it, tag) === wanted);
  return tags.find(isNamed) ?? null;
}

/** The name of a language in a language, in lower case; undefined if no language has the tag. */
function nameIn(language: string, tag: string): string | undefined {
  return new Intl.DisplayNames([language], { type: 'language', fallback: 'none' }).of(tag)?.toLowerCase();
}

/** Direction in which a language is written, by its usual script, or the script that its tag names. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(new Intl.Locale(language).maximize().script ?? '') ? 'rtl' : 'ltr';
}
