import { expect, test } from 'vitest';
import { hashWords, mayHaveAll } from '../../../src/suggestions/word-hashes.ts';

/** So many words that the hashes of several share a slot of the table. */
const WORDS = Array.from({ length: 200 }, (_, index) => `word${index * index}`);

test('a name has all the given words, however many there are, in whatever order', () => {
  const names = [WORDS.join('-'), WORDS.toReversed().join('-'), WORDS.slice(1).join('-'), `${WORDS.join('-')}-more`];
  for (const count of [200, 150, 50, 1]) {
    const given = hashWords([WORDS.slice(0, count).join('-')]).hashes;
    expect([...mayHaveAll(given, hashWords(names))], `${count} words`).toEqual([1, 1, 0, 1]);
  }
});
