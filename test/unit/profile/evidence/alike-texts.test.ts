import { describe, expect, test } from 'vitest';
import { undescribedColumn } from '../../../../src/discover/sidecar/undescribed-column.ts';
import { type AlikeTexts, findAlikeTexts } from '../../../../src/profile/evidence/alike-texts.ts';
import { PLAIN_FORMAT } from '../../../support/tables/plain-format.ts';
import { columnOf } from '../column-of.ts';

function alikeTextsIn(cells: readonly string[]): readonly AlikeTexts[] {
  const block = {
    records: cells.map((cell) => [cell]),
    placeOf: (record: number) => ({ line: record + 2, column: 1, excerpt: '' }),
  };
  return findAlikeTexts(() => [block], new Map([[0, undescribedColumn(PLAIN_FORMAT)]])).get(0) ?? [];
}

test.each([
  [['Alberta', 'Quebec', 'Alberta '], 'Alberta ', 'Alberta', 4, true],
  [[' Alberta', 'Alberta'], ' Alberta', 'Alberta', 2, true],
  [['Alberta\u00A0', 'Alberta'], 'Alberta\u00A0', 'Alberta', 2, true],
  [['Alberta\u3000', 'Alberta '], 'Alberta\u3000', 'Alberta ', 2, true],
  [['Zo\u00EB', 'Zoe\u0308'], 'Zoe\u0308', 'Zo\u00EB', 3, false],
  [['Zoe\u0308 ', 'Zo\u00EB'], 'Zoe\u0308 ', 'Zo\u00EB', 2, false],
] as const)('%j has texts that look alike', (cells, text, other, line, differInBlanks) => {
  expect(alikeTextsIn(cells)).toMatchObject([{ text, other, place: { line }, differInBlanks, count: 1 }]);
  expect(columnOf(cells).mayHaveAlikeTexts).toBe(true);
});

describe('no texts that look alike', () => {
  test.each([
    ['other texts', ['Alberta', 'alberta', 'Al berta']],
    ['padded texts alone', ['Alberta ', 'Quebec ']],
    ['combining marks alone', ['Zoe\u0308', 'Vie\u0323t']],
    ['null tokens and blank cells', ['NA', 'NA ', ' ', '\u00A0', '']],
    ['padded numbers', ['x', '12', '12 ']],
  ])('%s', (_, cells) => {
    expect(alikeTextsIn(cells)).toEqual([]);
  });
});

test.each(['\u0300', '\u3099', '\u1100'])('%j combines with the letter before it', (mark) => {
  expect(columnOf([`x${mark}x`]).mayHaveAlikeTexts).toBe(true);
});

test.each(['\u02FF', '\u309B', 'é'])('%j does not', (character) => {
  expect(columnOf([`x${character}x`]).mayHaveAlikeTexts).toBe(false);
});

test('the variants that are kept of a file are bounded, in number and in length', () => {
  const variants = (count: number): string[] => Array.from({ length: count }, (_, at) => `${at}x `);
  expect(alikeTextsIn([...variants(5000), ...variants(5000), 'a ', 'a'])).toMatchObject([{ text: 'a ', count: 1 }]);
  expect(alikeTextsIn([...variants(20_000), 'a ', 'a'])).toEqual([]);
  expect(alikeTextsIn([`${'x'.repeat(2 ** 22 - 2)} `, 'a ', 'a'])).toEqual([]);
});

test('the first text that looks like a variant is its other, and later ones change nothing', () => {
  expect(alikeTextsIn(['a ', ' a', 'a', '\u00A0a'])).toMatchObject([{ text: 'a ', other: ' a', count: 1 }]);
});

test('a number with blanks beyond ASCII is a text, and may look like another one', () => {
  expect(alikeTextsIn(['1\u00A0', '1', 'x'])).toEqual([]);
  expect(alikeTextsIn(['1\u00A0', '1\u3000', 'x'])).toMatchObject([{ text: '1\u00A0', other: '1\u3000' }]);
});

test('blanks and normalisation are reported apart, and counted by distinct texts', () => {
  const cells = ['a ', 'a', 'b ', 'b', 'b ', 'e\u0301', '\u00E9'];
  expect(alikeTextsIn(cells)).toMatchObject([
    { text: 'a ', count: 2, differInBlanks: true },
    { text: 'e\u0301', count: 1, differInBlanks: false },
  ]);
});
