// Pages of datasets load this, and not the rest of the search.

/** Replacements for letters that Unicode does not decompose into a base letter and an accent. */
const OTHER_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** Lower-cases a word, removes its accents, and replaces compatibility forms (Unicode NFKD). */
export function foldWord(word: string): string {
  return word
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => OTHER_LETTERS[letter] as string);
}
