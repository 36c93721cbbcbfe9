import { expect, test } from 'vitest';
import { hasOuterBlanks, isBlankText, withoutOuterBlanks } from '../../../../src/profile/cells/blank-texts.ts';

test.each([...'\t\u00A0\u180E\u2003\u200B\u200F\u2060\u2800\u3000\u3164\uFEFF'])('%j shows nothing', (blank) => {
  expect(isBlankText(` ${blank} `)).toBe(true);
  expect([`${blank}x`, `x${blank}`].map(isBlankText)).toEqual([false, false]);
  expect([`${blank}x`, `x${blank}`, `x${blank}x`].map(hasOuterBlanks)).toEqual([true, true, false]);
  expect(withoutOuterBlanks(`${blank} x${blank}y ${blank}`)).toBe(`x${blank}y`);
});

test.each([...'x0-_\u00B7\u2010\u2061\u2801\u{1F33E}'])('%j can be seen', (character) => {
  expect([isBlankText(character), hasOuterBlanks(character)]).toEqual([false, false]);
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
