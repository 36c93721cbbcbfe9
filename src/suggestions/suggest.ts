import levenshtein from 'js-levenshtein';

/**
 * Maximum length of a given name, in UTF-16 code units, both before and after normalisation: NFKC may expand one character to eighteen.
 * Edit distances are measured only between names of at most this length.
 */
const MAX_LENGTH = 200;
/** Minimum length of a matching prefix, and of at least one of the words to search for. Shorter ones match too many names. */
const MIN_PART = 3;
/** Maximum edit distance (Levenshtein) of a suggested name. */
const MAX_EDITS = 4;
const MAX_SUGGESTIONS = 3;

/** Forms of a name to compare. */
interface Spellings {
  name: string;
  normalised: string;
  withoutSeparators: string;
  /** The words in alphabetical order, such as `-data-land-use-` for `land-use-data`. */
  sorted: string;
}

/** Names that can be suggested, sorted by code unit. */
export type KnownNames = readonly Spellings[];

/** Prepares names for `suggest`, for many comparisons. */
export function prepareNames(known: Iterable<string>): KnownNames {
  return [...known].sort().map(spellingsOf);
}

/**
 * Up to three known names that are similar to a given one, best first. A name is ranked by the first condition it meets: equal after
 * normalisation; equal without separators; same words in any order; edit distance (Levenshtein) of 1, or of up to 4 if that is at most a
 * quarter of the shorter name's length; one name is a prefix of the other, or the known name has all the given words. Ties are sorted by
 * code unit. The time is proportional to the total length of the known names.
 */
export function suggest(given: string, names: KnownNames): string[] {
  if (given.length > MAX_LENGTH) return [];
  const name = spellingsOf(given);
  if (name.normalised.length > MAX_LENGTH) return [];
  const words = distinctiveWords(name);
  const best: { known: Spellings; rank: number }[] = [];
  for (const known of names) {
    const bound = best[MAX_SUGGESTIONS - 1]?.rank ?? NO_MATCH;
    const rank = rankOf(name, words, known, bound);
    if (rank >= bound) continue;
    best.splice(best.findLastIndex((it) => it.rank <= rank) + 1, 0, { known, rank });
    best.length = Math.min(best.length, MAX_SUGGESTIONS);
  }
  return best.map(({ known }) => known.name);
}

/**
 * Returns ` (did you mean "…"?)` with the candidate closest to a mistyped name, or an empty string if none is close. Close means within
 * two edits or a third of the candidate's length, whichever is more, but at most `MAX_EDITS`. The longest common prefix breaks ties.
 */
export function didYouMean(name: string, candidates: Iterable<string>): string {
  const near = [...candidates]
    .map((it) => ({
      it,
      edits: editsUpTo(Math.max(2, Math.floor(it.length / 3)), name.toLowerCase(), it.toLowerCase()),
    }))
    .filter(({ edits }) => edits < NOT_NEAR)
    .sort((a, b) => a.edits - b.edits || commonPrefixLength(name, b.it) - commonPrefixLength(name, a.it))[0];
  return near ? ` (did you mean "${near.it}"?)` : '';
}

/** Length of the common prefix of two names. */
function commonPrefixLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}

/** Normalisation folds compatibility forms (NFKC) and case, removes a file extension, and replaces whitespace and `_` with hyphens. */
function spellingsOf(name: string): Spellings {
  const normalised = name
    .normalize('NFKC')
    .toLowerCase()
    .trim()
    .replace(/\.[a-z0-9]{1,5}$/, '')
    .replace(/[\s_]/g, '-');
  const sorted = `-${wordsOf(normalised).sort().join('-')}-`;
  return { name, normalised, withoutSeparators: normalised.replaceAll('-', ''), sorted };
}

function wordsOf(name: string): string[] {
  return name.split('-').filter((word) => word !== '');
}

/** The distinct words of a name in alphabetical order, each enclosed in hyphens; none if all are too short to be distinctive. */
function distinctiveWords({ sorted }: Spellings): string[] {
  const words = [...new Set(wordsOf(sorted))];
  return words.some((word) => word.length >= MIN_PART) ? words.map((word) => `-${word}-`) : [];
}

/** Ranks of similarity; lower is more similar. */
const SAME = 0;
const SAME_WITHOUT_SEPARATORS = 1;
const SAME_WORDS = 2;
/** The edit distance is added to this rank. */
const NEAR = 10;
const PART = 20;
const NO_MATCH = 100;

/** Rank of a known name; ranks that are not below `bound` may be too high. `words` are the distinctive words of `given`. */
function rankOf(given: Spellings, words: readonly string[], known: Spellings, bound: number): number {
  const [a, b] = [given.normalised, known.normalised];
  if (a === b) return SAME;
  if (given.withoutSeparators === known.withoutSeparators) return SAME_WITHOUT_SEPARATORS;
  if (given.sorted === known.sorted) return SAME_WORDS;
  const shorter = Math.min(a.length, b.length);
  const edits = editsUpTo(Math.min(Math.max(Math.floor(shorter / 4), 1), bound - NEAR - 1), a, b);
  if (edits < NOT_NEAR) return NEAR + edits;
  if (bound <= PART) return NO_MATCH;
  const beginsAlike = shorter >= MIN_PART && (a.startsWith(b) || b.startsWith(a));
  return beginsAlike || hasWords(known, words) ? PART : NO_MATCH;
}

function hasWords({ sorted }: Spellings, words: readonly string[]): boolean {
  let at = 0;
  const isThere = (word: string): boolean => {
    at = sorted.indexOf(word, at);
    return at !== -1;
  };
  return words.length > 0 && words.every(isThere);
}

const NOT_NEAR = Number.POSITIVE_INFINITY;

/** Edit distance between two names; `NOT_NEAR` if it exceeds `max` or `MAX_EDITS`, or if a name is too long. */
function editsUpTo(max: number, a: string, b: string): number {
  if (Math.max(a.length, b.length) > MAX_LENGTH) return NOT_NEAR;
  return isWithin(Math.min(max, MAX_EDITS), a, b) ? levenshtein(a, b) : NOT_NEAR;
}

/** Number of diagonals in the table, including one extra on either side. */
const WIDTH = 2 * MAX_EDITS + 3;
/** A start row, then a row for each number of edits. All comparisons share the table, since allocating it takes as long as comparing. */
const REACHED = new Int32Array((MAX_EDITS + 2) * WIDTH);

/**
 * Whether at most `max` edits turn one name into the other. For each number of edits, computes how far into `a` they reach on each
 * diagonal (Ukkonen 1985). It skips diagonals from which the remaining edits cannot reach the ends of both names. js-levenshtein compares
 * all pairs of characters, which takes much longer for long names, so it measures only names that pass this check.
 */
function isWithin(max: number, a: string, b: string): boolean {
  const shift = b.length - a.length;
  if (Math.abs(shift) > max) return false;
  REACHED.fill(-1);
  let row = MAX_EDITS + 1;
  for (let edits = 0; edits <= max; edits += 1) {
    const last = Math.min(edits, shift + max - edits);
    for (let by = Math.max(-edits, shift - max + edits); by <= last; by += 1) {
      const inserted = REACHED[row + by - 1] as number;
      const replaced = (REACHED[row + by] as number) + 1;
      const deleted = (REACHED[row + by + 1] as number) + 1;
      const end = Math.min(a.length, b.length - by);
      let at = Math.max(inserted, replaced, deleted);
      while (at < end && a.charCodeAt(at) === b.charCodeAt(at + by)) at += 1;
      REACHED[row + WIDTH + by] = at;
    }
    row += WIDTH;
  }
  return (REACHED[row + shift] as number) >= a.length;
}
