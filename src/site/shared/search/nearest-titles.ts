import { findWords, foldWord } from './words.ts';

/** Least likeness of a title, from 0 to 1. Titles that are less alike have hardly a letter in common with what was searched for. */
const MIN_LIKENESS = 0.25;

/**
 * Titles that are most like a text for which nothing was found, best first: each word of the text counts by the word of the title that shares
 * most pairs of letters with it (Dice's coefficient).
 */
export function nearestTitles<T extends { title: string }>(query: string, items: readonly T[], most: number): T[] {
  const given = pairsOfWords(query);
  if (given.length === 0) return [];
  return items
    .map((item) => {
      const words = pairsOfWords(item.title);
      const sum = given.reduce((all, pairs) => all + Math.max(0, ...words.map((other) => likeness(pairs, other))), 0);
      return { item, likeness: sum / given.length };
    })
    .filter((it) => it.likeness >= MIN_LIKENESS)
    .sort((one, other) => other.likeness - one.likeness)
    .slice(0, most)
    .map(({ item }) => item);
}

/** For each word its pairs of neighbouring letters, its beginning and its end counted as letters. */
function pairsOfWords(text: string): ReadonlySet<string>[] {
  return findWords(text).map(({ word }) => {
    const letters = ` ${foldWord(word)} `;
    return new Set(Array.from({ length: letters.length - 1 }, (_, at) => letters.slice(at, at + 2)));
  });
}

function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0;
  for (const pair of one) if (other.has(pair)) shared += 1;
  return (2 * shared) / (one.size + other.size);
}
