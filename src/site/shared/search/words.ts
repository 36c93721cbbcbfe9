/*
 * Words as the search compares them: without case and accents, so that `zurich` finds `Zürich`. Indexing and highlighting share these
 * functions.
 */

const WORD = /[\p{L}\p{N}\p{M}]+/gu;

const WITHOUT_SPACES = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

let segmenter: Intl.Segmenter | undefined;

/** Splits a text into words, each with its offset in UTF-16 code units. Underscores and punctuation are separators. */
export function findWords(text: string): { word: string; at: number }[] {
  return Array.from(text.matchAll(WORD)).flatMap(({ 0: word, index }) => {
    if (!WITHOUT_SPACES.test(word)) return { word, at: index };
    segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' });
    return Array.from(segmenter.segment(word), ({ segment, index: at }) => ({ word: segment, at: index + at }));
  });
}

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

/** Splits a text around the words whose folded forms are in `terms`. Joined, the parts equal the text. */
export function markWords(text: string, terms: ReadonlySet<string>): { text: string; isMatch: boolean }[] {
  const parts: ReturnType<typeof markWords> = [];
  let end = 0;
  for (const { word, at } of findWords(text)) {
    if (!terms.has(foldWord(word))) continue;
    if (at > end) parts.push({ text: text.slice(end, at), isMatch: false });
    parts.push({ text: word, isMatch: true });
    end = at + word.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), isMatch: false });
  return parts;
}

/** Number of terms that occur in a text as words. The terms must be folded. */
export function countTerms(text: string, terms: ReadonlySet<string>): number {
  const found = new Set(findWords(text).map(({ word }) => foldWord(word)));
  return Array.from(terms).filter((term) => found.has(term)).length;
}
