/*
 * Lists from A to Z in any language. The language's rules (CLDR) determine which letters share a heading, and their order: `Ö` is listed
 * under `O` in German, but after `Z` in Swedish.
 */

/** Headings for titles that start with a digit, and for titles without letters or digits. */
export const DIGITS = '0–9';
export const OTHER = '…';

/** Sorts items by title using a language's rules. Compares numbers by value; ignores everything before the first letter or digit. */
export function orderByTitle<T extends { title: string }>(items: Iterable<T>, tag: string): T[] {
  const collator = new Intl.Collator(tag, { numeric: true });
  return Array.from(items, (item) => ({ item, key: sortKey(item.title) }))
    .sort((one, other) => collator.compare(one.key, other.key) || (one.item.title < other.item.title ? -1 : 1))
    .map(({ item }) => item);
}

/**
 * Sorts items by title and groups them by the first letter. The HTML id of a heading is `letter-a` to `letter-z`, `letter-0-9`,
 * `letter-other`, or a code point as in `letter-1044` for Д.
 */
export function groupByLetter<T extends { title: string }>(items: Iterable<T>, tag: string) {
  const base = new Intl.Collator(tag, { sensitivity: 'base' });
  const groups = Map.groupBy(orderByTitle(items, tag), ({ title }) => letterOf(title, tag, base));
  return Array.from(groups, ([letter, items]) => ({ letter, id: idOf(letter), items }));
}

function sortKey(title: string): string {
  const at = title.search(/[\p{L}\p{N}]/u);
  return at < 0 ? title : title.slice(at);
}

/** Heading for a title. Chinese characters share one; otherwise there would be almost as many headings as titles. */
function letterOf(title: string, tag: string, base: Intl.Collator): string {
  const first = String.fromCodePoint(sortKey(title).codePointAt(0) ?? 0);
  if (/\p{N}/u.test(first)) return DIGITS;
  if (!/\p{L}/u.test(first)) return OTHER;
  if (/\p{sc=Han}/u.test(first)) return '漢字';
  // A Hangul syllable is reduced to its first consonant, and an accented letter to its base letter unless the language distinguishes them.
  const plain = String.fromCodePoint(first.normalize('NFD').codePointAt(0) as number);
  const isSame = /\p{sc=Hangul}/u.test(first) || base.compare(first, plain) === 0;
  const letter = isSame ? plain : first;
  const capital = letter.toLocaleUpperCase(tag);
  // The capital form of `ß` has two letters.
  return [...capital].length === 1 ? capital : letter;
}

function idOf(letter: string): string {
  if (letter === DIGITS) return 'letter-0-9';
  if (letter === OTHER) return 'letter-other';
  return /^[A-Z]$/.test(letter) ? `letter-${letter.toLowerCase()}` : `letter-${letter.codePointAt(0)}`;
}
