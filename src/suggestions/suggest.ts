import { type ComparedTexts, MAX_DISTANCE, prepareTexts, sharedBeginnings, visitNear } from './edit-distances.ts';
import { hashWords, mayHaveAll, type WordHashes } from './word-hashes.ts';

/**
 * Longer names, in UTF-16 code units, get no suggestion. It holds before and after names are normalised: NFKC makes up to eighteen
 * characters of one.
 */
const LONGEST_NAME = 200;
/** Shorter beginnings and words match too many names to be useful. */
const SHORTEST_PART = 3;

/** Most names that are suggested. */
const MAX_SUGGESTIONS = 3;

/** The names that can be suggested, prepared for many comparisons. Each list has an entry for each name, in the order of `names`. */
export interface KnownNames {
  /** Ordered by code unit. */
  names: readonly string[];
  normalised: readonly string[];
  /** Which names are the same without separators, by what they are then. */
  withoutSeparators: ReadonlyMap<string, readonly number[]>;
  texts: ComparedTexts;
  words: WordHashes;
}

/** Prepares names, in a time proportional to their length. */
export function prepareNames(known: Iterable<string>): KnownNames {
  const names = [...known].sort();
  const normalised = names.map(normalise);
  const bare = new Map<string, number[]>();
  for (const [index, name] of normalised.entries()) {
    const key = withoutSeparators(name);
    const same = bare.get(key);
    if (same) same.push(index);
    else bare.set(key, [index]);
  }
  return {
    names,
    normalised,
    withoutSeparators: bare,
    texts: prepareTexts(normalised),
    words: hashWords(normalised),
  };
}

/**
 * Known names similar to a given one, best first, at most three. A name ranks by the first of these that holds: both are equal once
 * normalised; equal without separators; equal with their words sorted; their edit distance (Levenshtein) is at most a quarter of the shorter
 * name, clamped to 1 to 4; one begins with the other, or the known one has all the given words. Ties are ordered by code unit.
 *
 * The time is proportional to the length of the known names, whatever is given.
 */
export function suggest(given: string, known: KnownNames): string[] {
  if (given.length > LONGEST_NAME) return [];
  const name = normalise(given);
  if (name.length > LONGEST_NAME) return [];
  const ranks = new Uint8Array(known.names.length).fill(NO_MATCH);
  rankBeginnings(name, known, ranks);
  rankWords(name, known, ranks);
  rankDistances(name, known, ranks);
  for (const index of known.withoutSeparators.get(withoutSeparators(name)) ?? []) {
    ranks[index] = known.normalised[index] === name ? SAME : SAME_WITHOUT_SEPARATORS;
  }
  return best(ranks).map((index) => known.names[index] as string);
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

/** The lower the rank, the more similar. */
const SAME = 0;
const SAME_WITHOUT_SEPARATORS = 1;
const SAME_WORDS = 2;
/** Plus the edit distance. */
const NEAR = 10;
const PART = 20;
const NO_MATCH = 100;

/** Ranks the names that begin with `name`, or that it begins with. */
function rankBeginnings(name: string, { normalised, texts }: KnownNames, ranks: Uint8Array): void {
  const lengths = sharedBeginnings(name, texts);
  for (let index = 0; index < ranks.length; index += 1) {
    const shorter = Math.min(name.length, (normalised[index] as string).length);
    if (shorter >= SHORTEST_PART && lengths[index] === shorter) ranks[index] = PART;
  }
}

/**
 * Ranks the names that have the same words as `name`, or all of its words. Hashes can agree by chance, so the words of what ranks are compared.
 * That is needed for the first names of a rank only: others with this rank are never suggested.
 */
function rankWords(name: string, { normalised, words }: KnownNames, ranks: Uint8Array): void {
  const given = wordsOf(name);
  const sorted = sortedWords(name);
  const isTelling = given.some((word) => word.length >= SHORTEST_PART);
  const { hashes, sums } = hashWords([name]);
  const hasAll = mayHaveAll(hashes, words);
  let sames = 0;
  let parts = 0;
  // Once there are enough names with the same words, those with more words are not suggested either.
  for (let index = 0; index < ranks.length && sames < MAX_SUGGESTIONS; index += 1) {
    if (hasAll[index] === 0) continue;
    const known = normalised[index] as string;
    if (words.sums[index] === sums[0] && sortedWords(known) === sorted) {
      ranks[index] = SAME_WORDS;
      sames += 1;
    } else if (isTelling && parts < MAX_SUGGESTIONS && isSubset(given, wordsOf(known))) {
      ranks[index] = PART;
      parts += 1;
    }
  }
}

/** Ranks the names that are near, unless they have the same words. */
function rankDistances(name: string, { normalised, texts }: KnownNames, ranks: Uint8Array): void {
  visitNear(name, texts, (index, distance) => {
    const shorter = Math.min(name.length, (normalised[index] as string).length);
    const isNear = distance <= Math.min(Math.max(Math.floor(shorter / 4), 1), MAX_DISTANCE);
    if (isNear && ranks[index] !== SAME_WORDS) ranks[index] = NEAR + distance;
  });
}

/** Indexes of the best names, best first. */
function best(ranks: Uint8Array): number[] {
  const found: number[] = [];
  for (let index = 0; index < ranks.length; index += 1) {
    const rank = ranks[index] as number;
    if (rank === NO_MATCH) continue;
    let place = found.length;
    while (place > 0 && (ranks[found[place - 1] as number] as number) > rank) place -= 1;
    if (place === MAX_SUGGESTIONS) continue;
    found.splice(place, 0, index);
    if (found.length > MAX_SUGGESTIONS) found.pop();
  }
  return found;
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

function isSubset(given: readonly string[], known: readonly string[]): boolean {
  const all = new Set(known);
  return given.every((word) => all.has(word));
}
