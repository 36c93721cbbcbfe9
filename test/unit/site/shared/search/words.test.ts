import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findWords, foldWord, markWords } from '../../../../../src/site/shared/search/words.ts';

test('words end at signs, underscores among them', () => {
  expect(findWords('wheat_price (1820), l’été')).toEqual([
    { word: 'wheat', at: 0 },
    { word: 'price', at: 6 },
    { word: '1820', at: 13 },
    { word: 'l', at: 20 },
    { word: 'été', at: 22 },
  ]);
});

test('a folded word has no case, accents and compatibility forms', () => {
  expect(['ÉTÉ', 'Straße', 'ﬁne', 'Łódź', 'ｗｉｄｅ', 'İzmir'].map(foldWord).join(' ')).toBe(
    'ete strasse fine lodz wide izmir',
  );
});

test('words are marked as they are written', () => {
  expect(markWords('Prices of Blé, blé!', new Set(['ble']))).toEqual([
    { text: 'Prices of ', isMatch: false },
    { text: 'Blé', isMatch: true },
    { text: ', ', isMatch: false },
    { text: 'blé', isMatch: true },
    { text: '!', isMatch: false },
  ]);
});

test('the parts of a text are the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.array(fc.string({ minLength: 1 })), (text, terms) => {
      const own = findWords(text).map(({ word }) => foldWord(word));
      const parts = markWords(text, new Set([...terms, ...own.slice(0, 2)]));
      expect(parts.map((part) => part.text).join('')).toBe(text);
    }),
  );
});
