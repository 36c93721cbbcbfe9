import { describe, expect, test } from 'vitest';
import { FONT } from '../../../../src/charts/drawing/style.ts';
import { drawPicture, fontsFor } from '../../../../src/pipeline/charts/draw-picture.ts';

function pictureOf(text: string, weight: number): Buffer {
  const paper = '<rect width="400" height="40" fill="#fff"/>';
  const drawn = `<text x="200" y="30" text-anchor="middle" font-size="20" font-weight="${weight}">${text}</text>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="40" font-family="${FONT}">${paper}${drawn}</svg>`;
  return Buffer.from(drawPicture(svg));
}

/** Two words of a script, of as many letters, that share none. */
const WORDS: readonly (readonly [string, string, string])[] = [
  ['Latin', 'Łódź', 'Việt'],
  ['Greek', 'τιμή', 'έλξω'],
  ['Cyrillic', 'цена', 'журб'],
  ['Hebrew', 'שלום', 'חגבכ'],
  ['Devanagari', 'गेहूँ', 'चावल'],
  ['Latin of Africa', 'ɛɔ', 'ɓɗ'],
  ['exponents', '10⁻⁷', '10⁷'],
  ['two fonts', '≥ 10⁻⁷', '10⁻⁷'],
];

describe.each([400, 700])('letters of weight %i in the picture of a chart', (weight) => {
  // Letters that a font lacks would be blank, or the same box for every letter.
  test.each(WORDS)('%s', (_script, word, other) => {
    const blank = pictureOf('', weight);
    expect(pictureOf(word, weight).equals(blank)).toBe(false);
    expect(pictureOf(word, weight).equals(pictureOf(other, weight))).toBe(false);
  });
});

test.each(['北京', 'القاهرة', 'გორი', 'ขอนแก่น', '三 wheat'])('no font has all letters of %s', (text) => {
  expect(fontsFor(`<text>${text}</text>`)).toBeNull();
});

test('a title in Latin and Devanagari shows both', () => {
  const pictures = ['Wheat गेहूँ', 'Wheat', 'गेहूँ'].map((text) => pictureOf(text, 400).toString('base64'));
  expect(new Set(pictures).size).toBe(3);
});
