import { expect, test } from 'vitest';
import { canonicalLanguage, directionOf, languageNamed } from '../../../../src/discover/language-tag.ts';

test.each([
  ['en', 'en'],
  ['DE-ch', 'de-CH'],
  ['zh-hant-tw', 'zh-Hant-TW'],
  ['iw', 'he'],
  ['german', null],
  ['xx', null],
  ['de_CH', null],
  ['', null],
])('the language tag %j is %j', (tag, canonical) => {
  expect(canonicalLanguage(tag)).toBe(canonical);
});

test.each([
  ['German', 'de'],
  [' deutsch', 'de'],
  ['français', 'fr'],
  ['Klingonish', null],
])('the language named %j has the tag %j', (name, tag) => {
  expect(languageNamed(name)).toBe(tag);
});

test.each(['ar', 'he', 'fa', 'ur', 'ar-EG', 'az-Arab', 'yi', 'dv', 'ckb'])(
  '%s is written from right to left',
  (tag) => {
    expect(directionOf(tag)).toBe('rtl');
  },
);

test.each(['en', 'de-CH', 'ja', 'az', 'tr', 'ar-Latn'])('%s is written from left to right', (tag) => {
  expect(directionOf(tag)).toBe('ltr');
});
