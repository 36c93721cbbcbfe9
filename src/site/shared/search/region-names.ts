import { intlNames } from '../../../texts/intl-formats.ts';
import { LANGUAGES } from '../../../texts/languages.ts';
import { findWords, foldingsOf } from './words.ts';

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/**
 * Names of countries in a language (a BCP 47 tag), by their names in the languages of the pages, which are folded and separated by single
 * spaces: `vereinigte staaten` → `United States`.
 */
export function regionNames(language: string): ReadonlyMap<string, string> {
  const [own, ...all] = [language, ...LANGUAGES].map((tag) => intlNames(tag, 'region'));
  const found = new Map<string, string>();
  for (const code of LETTERS.flatMap((first) => LETTERS.map((second) => first + second))) {
    const name = own?.of(code);
    if (name === undefined) continue;
    for (const names of all) for (const form of [0, -1]) found.set(foldWords(names.of(code) ?? name, form), name);
  }
  return found;
}

/** The words of a text, separated by single spaces, each in its first or last (-1) folded form. */
function foldWords(text: string, form: number): string {
  return findWords(text)
    .map(({ word }) => foldingsOf(word).at(form))
    .join(' ');
}
