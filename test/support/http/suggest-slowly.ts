import levenshtein from 'js-levenshtein';

/** Longer names, in UTF-16 code units, get no suggestion. */
const MAX_NAME = 200;
/** Shorter beginnings and words match too many names to be useful. */
const SHORTEST_PART = 3;

/** Most names that are suggested. */
const MAX_SUGGESTIONS = 3;

/**
 * The definition of suggestions, written plainly, for comparison: known names similar to a given one, best first, at most three. A name
 * ranks by the first of these that holds: both are equal once normalised; equal without separators; equal with their words sorted; their
 * edit distance (Levenshtein) is at most a quarter of the shorter name, clamped to 1 to 4; one begins with the other, or the known one has
 * all the given words. Ties are ordered by code point.
 */
export function suggestSlowly(given: string, known: readonly string[]): string[] {
  if (given.length > MAX_NAME) return [];
  const name = normalise(given);
  if (name.length > MAX_NAME) return [];
  return known
    .map((candidate) => ({ candidate, rank: rankOf(name, candidate) }))
    .filter(({ rank }) => rank < NO_MATCH)
    .sort((a, b) => a.rank - b.rank || (a.candidate < b.candidate ? -1 : 1))
    .slice(0, MAX_SUGGESTIONS)
    .map(({ candidate }) => candidate);
}

/** Folds compatibility forms (NFKC) and case, removes a file extension, and replaces blanks and `_` with hyphens. */
function normalise(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .trim()
    .replace(/\.[a-z0-9]{1,5}$/, '')
    .replace(/[\s_]/g, '-');
}

const NO_MATCH = 100;

/** The lower the rank, the more similar. Ranks 11 to 14 are 10 + the edit distance. */
function rankOf(name: string, candidate: string): number {
  const known = normalise(candidate);
  if (name === known) return 0;
  if (withoutSeparators(name) === withoutSeparators(known)) return 1;
  if (sortedWords(name) === sortedWords(known)) return 2;
  const shorter = Math.min(name.length, known.length);
  const distance = levenshtein(name, known);
  if (distance <= Math.min(Math.max(Math.floor(shorter / 4), 1), 4)) return 10 + distance;
  if (shorter >= SHORTEST_PART && (known.startsWith(name) || name.startsWith(known))) return 20;
  return isWordSubset(name, known) ? 20 : NO_MATCH;
}

function withoutSeparators(name: string): string {
  return name.replaceAll('-', '');
}

function wordsOf(name: string): string[] {
  return name.split('-').filter((word) => word !== '');
}

function sortedWords(name: string): string {
  return wordsOf(name).sort().join('-');
}

function isWordSubset(name: string, known: string): boolean {
  const words = wordsOf(name);
  const knownWords = new Set(wordsOf(known));
  return words.some((word) => word.length >= SHORTEST_PART) && words.every((word) => knownWords.has(word));
}
