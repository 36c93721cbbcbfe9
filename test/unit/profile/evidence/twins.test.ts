import { describe, expect, test } from 'vitest';
import { undescribedColumn } from '../../../../src/discover/sidecar/undescribed-column.ts';
import { findTwins, type Twins } from '../../../../src/profile/evidence/twins.ts';
import { PLAIN_FORMAT } from '../../../support/tables/plain-format.ts';
import { columnOf } from '../column-of.ts';

function twinsIn(cells: readonly string[]): readonly Twins[] {
  const block = {
    records: cells.map((cell) => [cell]),
    placeOf: (record: number) => ({ line: record + 2, column: 1, excerpt: '' }),
  };
  return findTwins(() => [block], new Map([[0, undescribedColumn(PLAIN_FORMAT)]])).get(0) ?? [];
}

test.each([
  [['Alberta', 'Quebec', 'Alberta '], 'Alberta ', 'Alberta', 4, true],
  [[' Alberta', 'Alberta'], ' Alberta', 'Alberta', 2, true],
  [['Alberta\u00A0', 'Alberta'], 'Alberta\u00A0', 'Alberta', 2, true],
  [['Alberta\u3000', 'Alberta '], 'Alberta\u3000', 'Alberta ', 2, true],
  [['Zo\u00EB', 'Zoe\u0308'], 'Zoe\u0308', 'Zo\u00EB', 3, false],
  [['Zoe\u0308 ', 'Zo\u00EB'], 'Zoe\u0308 ', 'Zo\u00EB', 2, false],
] as const)('%j has twins', (cells, text, twin, line, differInBlanks) => {
  expect(twinsIn(cells)).toMatchObject([{ text, twin, place: { line }, differInBlanks, count: 1 }]);
  expect(columnOf(cells).mayHaveTwins).toBe(true);
});

describe('no twins', () => {
  test.each([
    ['other texts', ['Alberta', 'alberta', 'Al berta']],
    ['padded texts alone', ['Alberta ', 'Quebec ']],
    ['combining marks alone', ['Zoe\u0308', 'Vie\u0323t']],
    ['null tokens and blank cells', ['NA', 'NA ', ' ', '\u00A0', '']],
    ['padded numbers', ['x', '12', '12 ']],
  ])('%s', (_, cells) => {
    expect(twinsIn(cells)).toEqual([]);
  });
});

test('blanks and normalisation are reported apart, and counted by distinct texts', () => {
  const cells = ['a ', 'a', 'b ', 'b', 'b ', 'e\u0301', '\u00E9'];
  expect(twinsIn(cells)).toMatchObject([
    { text: 'a ', count: 2, differInBlanks: true },
    { text: 'e\u0301', count: 1, differInBlanks: false },
  ]);
});
