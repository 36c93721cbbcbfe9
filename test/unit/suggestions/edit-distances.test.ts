import fc from 'fast-check';
import levenshtein from 'js-levenshtein';
import { expect, test } from 'vitest';
import { MAX_DISTANCE, prepareTexts, sharedBeginnings, visitNear } from '../../../src/suggestions/edit-distances.ts';
import { runs } from '../../support/runs.ts';
import { codePoints } from '../../support/tables/code-points.ts';

/** Texts of few characters, many of them near each other, and any others. */
const text = fc.oneof(
  fc.stringMatching(/^[ab]{0,12}$/),
  fc.stringMatching(/^[abc]{25,32}$/),
  fc.string({ unit: codePoints, maxLength: 20 }),
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

test('what each text shares with the one before it is known, so that it is compared once', () => {
  const property = fc.property(texts, (all) => {
    const expected = all.map((it, index) => {
      const before = all[index - 1] ?? '';
      let length = 0;
      while (length < Math.min(it.length, before.length) && it[length] === before[length]) length += 1;
      return length;
    });
    expect([...prepareTexts(all).shared]).toEqual(expected);
  });
  fc.assert(property, { numRuns: runs(300) });
  expect([...prepareTexts(['ab', 'abc', 'abd', 'abd', 'b', 'b']).shared]).toEqual([0, 2, 2, 3, 0, 1]);
});

test('distances stay right however many texts were compared before', () => {
  // Three letters that follow each other as those of a random text do.
  let state = 1;
  const letter = (): string => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return 'abc'[Math.floor(state / 65_536) % 3] as string;
  };
  const word = (length: number): string => Array.from({ length }, letter).join('');
  const prepared = Array.from({ length: 400 }, (_, at) => word(6 + (at % 8)));
  const known = prepareTexts(prepared);
  for (let round = 0; round < 60; round += 1) {
    const given = word(6 + (round % 8));
    const found = new Map<number, number>();
    visitNear(given, known, (index, distance) => found.set(index, distance));
    const expected = prepared.map((it) => levenshtein(given, it));
    const near = [...expected.entries()].filter(([, distance]) => distance <= MAX_DISTANCE);
    expect([...found]).toEqual(near);
  }
});
