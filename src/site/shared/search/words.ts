/*
 * Words as the search compares them: without case and accents, so that `zurich` finds `Zürich`. Indexing and highlighting share these
 * functions.
 */

import { foldWord } from './fold-word.ts';

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

/** Spellings of letters that are written with two letters if the keyboard lacks them. */
const TWO_LETTERS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' };

/** The folded forms of a word: that of `foldWord`, and if it has umlauts, that with two letters for each, such as `zuerich`. */
export function foldingsOf(word: string): string[] {
  if (/^\w*$/.test(word)) return [word.toLowerCase()];
  const letters = word.normalize('NFC').toLowerCase();
  const spelled = letters.replace(/[äöüøå]/g, (letter) => TWO_LETTERS[letter] as string);
  return spelled === letters ? [foldWord(word)] : [foldWord(word), foldWord(spelled)];
}

/**
 * Endings by which related words differ, folded, in English, German, French and Spanish. Stemmers of these languages have such lists too,
 * but must know the language of a word, and some cut related words, such as `chômage` and `chômeurs`, to different stems.
 */
const ENDINGS = new Set(
  (
    ' s es e y ies ed er ers ing ings ment ments ion ions ation ations al ally ity ities icity ance ence ness ive able ' +
    'ure or ors ism ist ists n en em et st te ten es ung ungen keit igkeit heit lich isch ische ischen los lose losen ' +
    'schaft in innen ismus isten izitat x aux ale ales eur eurs euse leur leurs age ages ant ants ante ement ements ' +
    'ique iques ite ites icite if ifs ee ees isme iste istes o a os as ado ados ada adas ador adores adora or ores ' +
    'ora ura uras cion ciones acion aciones antes idad idades icidad ico icos ica icas ismo ista istas mente'
  ).split(' '),
);
/** Minimum length of what two related words have in common. */
const MIN_STEM = 4;
/** Minimum length of a stem at the end of a compound. */
const MIN_COMPOUNDED = 5;
/** Minimum length of a stem that related words may have in common whatever follows in one of them, as `quote` in `arbeitslosenquote`. */
const MIN_LONG_STEM = 7;

/**
 * Returns a function that finds out whether a term differs from the word by its ending, like `unemployment` from `unemployed`, or whether one of
 * them is a compound that ends or begins with the other, like `weizenpreise` with `preis`. Both must be folded.
 */
export function relatedTo(word: string): (term: string) => boolean {
  const stems: string[] = [];
  for (let end = word.length; end >= MIN_STEM; end -= 1) {
    if (ENDINGS.has(word.slice(end))) stems.push(word.slice(0, end));
  }
  // All stems begin with the last of them.
  const shortest = stems.at(-1) ?? word;
  const isStemmed = (term: string): boolean =>
    stems.some((stem) => {
      const at = term.lastIndexOf(stem);
      const isHere = at === 0 || (at >= MIN_STEM && stem.length >= MIN_COMPOUNDED);
      return isHere && (ENDINGS.has(term.slice(at + stem.length)) || (at === 0 && stem.length >= MIN_LONG_STEM));
    });
  return (term) => (term.includes(shortest) && isStemmed(term)) || isPartOf(word, term);
}

/** Whether a word begins with a long stem of a term, or ends with a long term. */
function isPartOf(word: string, term: string): boolean {
  if (term.length < MIN_LONG_STEM || word.length < MIN_LONG_STEM) return false;
  const at = word.lastIndexOf(term);
  if (at >= MIN_STEM) return ENDINGS.has(word.slice(at + term.length));
  let same = 0;
  while (same < word.length && word[same] === term[same]) same += 1;
  return same >= MIN_LONG_STEM && ENDINGS.has(term.slice(same));
}

/**
 * Abbreviations of a text by the initials of words that follow each other, such as `gdp` for `Gross domestic product`: three or four words,
 * or two capitalised ones. Words in `ignored` do not count.
 */
export function initialsOf(text: string, ignored: ReadonlySet<string>): string[] {
  const words = findWords(text).flatMap(({ word }) => (ignored.has(foldWord(word)) ? [] : word));
  const initials = words.slice(0, MAX_INITIALS).map((word) => foldWord([...word][0] as string));
  const found = new Set<string>();
  for (const at of initials.keys()) {
    for (let length = 2; length <= MAX_ABBREVIATED && at + length <= initials.length; length += 1) {
      const isName = words.slice(at, at + length).every((word) => /^\p{Lu}/u.test(word));
      if (length > 2 || isName) found.add(initials.slice(at, at + length).join(''));
    }
  }
  return [...found];
}

/** Maximum number of words that an abbreviation stands for. */
export const MAX_ABBREVIATED = 4;
/** Number of words at the start of a text that may be abbreviated. */
const MAX_INITIALS = 8;

/** Splits a text around the words whose folded forms are in `terms`. Joined, the parts equal the text. */
export function markWords(text: string, terms: ReadonlySet<string>): { text: string; isMatch: boolean }[] {
  const parts: ReturnType<typeof markWords> = [];
  let end = 0;
  for (const { word, at } of findWords(text)) {
    if (!foldingsOf(word).some((form) => terms.has(form))) continue;
    if (at > end) parts.push({ text: text.slice(end, at), isMatch: false });
    parts.push({ text: word, isMatch: true });
    end = at + word.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), isMatch: false });
  return parts;
}

/** Number of terms that occur in a text as words. The terms must be folded. */
export function countTerms(text: string, terms: ReadonlySet<string>): number {
  const found = new Set(findWords(text).flatMap(({ word }) => foldingsOf(word)));
  return Array.from(terms).filter((term) => found.has(term)).length;
}
