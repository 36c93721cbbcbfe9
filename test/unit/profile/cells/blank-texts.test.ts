import { expect, test } from 'vitest';
import { hasOuterBlanks, isBlankText, withoutOuterBlanks } from '../../../../src/profile/cells/blank-texts.ts';

/** Characters that show nothing, in the order of their code points. */
const INVISIBLE = [
  ...'\t\n\v\f\r \u00A0\u1680\u180E\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A',
  ...'\u200B\u200C\u200D\u200E\u200F\u2028\u2029\u202F\u205F\u2060\u2800\u3000\u3164\uFEFF',
].map((character) => [character.charCodeAt(0).toString(16), character] as const);

test.each(INVISIBLE)('U+%s shows nothing', (_, blank) => {
  expect(isBlankText(blank)).toBe(true);
  expect(isBlankText(` ${blank} `)).toBe(true);
  expect(isBlankText(`${blank}x`)).toBe(false);
  expect(isBlankText(`x${blank}`)).toBe(false);
  expect([`${blank}x`, `x${blank}`, `x${blank}x`].map(hasOuterBlanks)).toEqual([true, true, false]);
  expect(withoutOuterBlanks(`${blank} x${blank}y ${blank}`)).toBe(`x${blank}y`);
});

test.each([...'x0-_\u00B7\u2010\u2061\u27FF\u2801\u3163\u{1F33E}'])('%j can be seen', (character) => {
  expect(isBlankText(character)).toBe(false);
  expect(hasOuterBlanks(character)).toBe(false);
  expect(withoutOuterBlanks(character)).toBe(character);
});

test('a text without characters is not blank', () => {
  expect(isBlankText('')).toBe(false);
  expect(hasOuterBlanks('')).toBe(false);
  expect(withoutOuterBlanks('   ')).toBe('');
});

test('the blanks around a long text are found in linear time', () => {
  const started = performance.now();
  expect(withoutOuterBlanks(`x${' '.repeat(100_000)}x`)).toHaveLength(100_002);
  expect(performance.now() - started).toBeLessThan(1000);
});
