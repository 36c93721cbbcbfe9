import fc from 'fast-check';
import levenshtein from 'js-levenshtein';
import { expect, test } from 'vitest';
import {
  MAX_DISTANCE,
  prepareTexts,
  sharedBeginnings,
  visitNear,
} from '../../../../src/serve/suggestions/edit-distances.ts';
import { runs } from '../../../support/runs.ts';

/** Texts of few characters, many of them near each other, and any others. */
const text = fc.oneof(
  fc.stringMatching(/^[ab]{0,12}$/),
  fc.stringMatching(/^[abc]{25,32}$/),
  fc.string({ unit: 'binary', maxLength: 20 }),
);
const texts = fc.array(text, { maxLength: 30 });

test('each text within the largest distance is found with its distance, and no other, in any order of the texts', () => {
  const property = fc.property(text, texts, (given, all) => {
    const found: [number, number][] = [];
    visitNear(given, prepareTexts(all), (index, distance) => found.push([index, distance]));
    const expected = all.map((it, index) => [index, levenshtein(given, it)] as const);
    expect(found).toEqual(expected.filter(([, distance]) => distance <= MAX_DISTANCE));
  });
  fc.assert(property, { numRuns: runs(2_000) });
});

test('the length of the beginning that each text shares with another is found', () => {
  const property = fc.property(text, texts, (given, all) => {
    const expected = all.map((it) => {
      let length = 0;
      while (length < Math.min(it.length, given.length) && it[length] === given[length]) length += 1;
      return length;
    });
    expect([...sharedBeginnings(given, prepareTexts(all))]).toEqual(expected);
  });
  fc.assert(property, { numRuns: runs(1_000) });
});
