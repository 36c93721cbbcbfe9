/*
 * Lists from A to Z in any language. The rules of the language (CLDR) decide which letters count as one, and their order: `Ö` is under `O`
 * in German, and is a letter after `Z` in Swedish.
 */

/** Heading of titles that begin with a digit, and of titles without letters and digits. */
export const DIGITS = '0–9';
export const OTHER = '…';

/** A heading of a list from A to Z, with the items below it. */
export interface LetterGroup<T> {
  letter: string;
  /** Name of the heading in an address: `letter-a`, `letter-6587` by code point if the letter is not one of a to z. */
  id: string;
  items: readonly T[];
}

/**
 * Orders things by their titles, by the rules of a language, numbers by their value. Signs before the first letter or digit do not count.
 */
export function orderByTitle<T extends { title: string }>(items: Iterable<T>, tag: string): T[] {
  const collator = new Intl.Collator(tag, { numeric: true });
  return Array.from(items, (item) => ({ item, key: sortKey(item.title) }))
    .sort((one, other) => collator.compare(one.key, other.key) || (one.item.title < other.item.title ? -1 : 1))
    .map(({ item }) => item);
}

/** Puts things under the letters that their titles begin with, in the order of their titles. */
export function groupByLetter<T extends { title: string }>(items: Iterable<T>, tag: string): LetterGroup<T>[] {
  const base = new Intl.Collator(tag, { sensitivity: 'base' });
  const groups = Map.groupBy(orderByTitle(items, tag), ({ title }) => letterOf(title, tag, base));
  return Array.from(groups, ([letter, group]) => ({ letter, id: idOf(letter), items: group }));
}

function sortKey(title: string): string {
  const at = title.search(/[\p{L}\p{N}]/u);
  return at < 0 ? title : title.slice(at);
}

/** Heading of a title. Chinese characters share one, since a list would have almost as many headings as titles. */
function letterOf(title: string, tag: string, base: Intl.Collator): string {
  const first = String.fromCodePoint(sortKey(title).codePointAt(0) ?? 0);
  if (/\p{N}/u.test(first)) return DIGITS;
  if (!/\p{L}/u.test(first)) return OTHER;
  if (/\p{sc=Han}/u.test(first)) return '漢字';
  // A syllable of Hangul becomes its first consonant, a letter with an accent that letter.
  const plain = String.fromCodePoint(first.normalize('NFD').codePointAt(0) as number);
  const isSame = /\p{sc=Hangul}/u.test(first) || base.compare(first, plain) === 0;
  return upper(isSame ? plain : first, tag);
}

/** The capital, if it is a single letter: not for `ß`. */
function upper(letter: string, tag: string): string {
  const capital = letter.toLocaleUpperCase(tag);
  return [...capital].length === 1 ? capital : letter;
}

function idOf(letter: string): string {
  if (letter === DIGITS) return 'letter-0-9';
  if (letter === OTHER) return 'letter-other';
  return /^[A-Z]$/.test(letter) ? `letter-${letter.toLowerCase()}` : `letter-${letter.codePointAt(0)}`;
}
