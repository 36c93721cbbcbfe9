import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldWord } from '../../../../../src/site/shared/search/fold-word.ts';
import {
  findWords,
  foldingsOf,
  initialsOf,
  markWords,
  relatedTo,
} from '../../../../../src/site/shared/search/words.ts';

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

test('umlauts are also folded to the two letters that are typed for them', () => {
  expect(['Zürich', 'Øresund', 'Zuerich', 'été'].map(foldingsOf)).toEqual([
    ['zurich', 'zuerich'],
    ['oresund', 'oeresund'],
    ['zuerich'],
    ['ete'],
  ]);
});

test.each([
  ...[
    'unemployed unemployment',
    'countries country',
    'housing house',
    'arbeitslose arbeitslosigkeit',
    'preis weizenpreise',
    'arbeitslosigkeit arbeitslosenquote',
    'geburtenrate geburten',
    'ernten weizenernte',
    'electrique electricite',
  ],
  ...['stadte stadt', 'chomeurs chomage', 'salaire salaires', 'desempleados desempleo', 'elecciones eleccion'],
])('%s are related', (pair) => {
  const [word = '', term = ''] = pair.split(' ');
  expect(relatedTo(word)(term)).toBe(true);
});

test.each([
  ...[
    'employment unemployment',
    'austria australia',
    'county country',
    'state statistics',
    'state estate',
    'party partner',
  ],
  ...['slovakia slovenia', 'contract contribution', 'mali malta'],
])('%s are not related', (pair) => {
  const [word = '', term = ''] = pair.split(' ');
  expect(relatedTo(word)(term)).toBe(false);
});

test('initials are those of neighbouring words, and of two only if these are names', () => {
  expect(initialsOf('Gross domestic product of the European Union', new Set(['of', 'the']))).toEqual(
    expect.arrayContaining(['gdp', 'eu', 'gdpe']),
  );
  expect(initialsOf('gross domestic product', new Set())).toEqual(['gdp']);
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
