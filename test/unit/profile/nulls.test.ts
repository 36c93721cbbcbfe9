import { describe, expect, test } from 'vitest';
import { looksLikeNull, NULL_TOKENS, suggestsNull } from '../../../src/contract/null-tokens.ts';
import { notationOf } from '../../../src/profile/numbers/read-number.ts';
import { columnOf, published } from './column-of.ts';

const SPELLINGS = 'NA N/A n/a #N/A #NA <NA> NULL null NaN nan -NaN -nan None - .. :'.split(' ');

test('the null tokens are those of the contract', () => {
  expect([...NULL_TOKENS].sort()).toEqual([...SPELLINGS].sort());
});

test.each(SPELLINGS)('"%s" is not a number, which the byte lane would publish', (spelling) => {
  expect(notationOf(spelling)).toBeNull();
});

describe.each(SPELLINGS)('"%s"', (spelling) => {
  test('is null among numbers, and does not change their type', () => {
    expect(published(['1', spelling, '2'])).toEqual({ type: 'int64', json: ['1', 'null', '2'] });
    expect(published([` ${spelling}\t`, '0.5'])).toEqual({ type: 'float64', json: ['null', '0.5'] });
    expect(columnOf(['1', spelling, spelling, '']).nullCount).toBe(3);
  });

  test('is text among texts', () => {
    expect(published(['FR', spelling, ''])).toEqual({
      type: 'object',
      json: ['"FR"', JSON.stringify(spelling), 'null'],
    });
    expect(columnOf(['FR', spelling, '']).nullCount).toBe(1);
  });
});

test.each(['na', 'Na', 'N/a', 'Null', 'none', 'NAN', '--', '...', '::', 'missing', '?'])('"%s" is not null', (word) => {
  expect(columnOf(['1', word])).toMatchObject({ type: 'object', nullCount: 0 });
});

test('null tokens alone are texts: there is no number among them', () => {
  expect(columnOf(['NA', '-', 'NA'])).toMatchObject({ type: 'object', nullCount: 0, samples: ['"NA"', '"-"'] });
});

describe('blank cells', () => {
  test('are null among numbers', () => {
    expect(published(['', ' ', '\t\v\f\r\n', '1'])).toEqual({ type: 'int64', json: ['null', 'null', 'null', '1'] });
    expect(published([' ', '1'], { missing: ['-9'] })).toEqual({ type: 'int64', json: ['null', '1'] });
    expect(published([' ', '1'], { type: 'float64' })).toEqual({ type: 'float64', json: ['null', '1'] });
  });

  test('are texts among texts, spelled as they are', () => {
    expect(published(['', ' ', '\t', '\u00A0', 'x'])).toEqual({
      type: 'object',
      json: ['null', '" "', '"\\t"', '"\u00A0"', '"x"'],
    });
    expect(columnOf(['x', ' ', '  ']).samples).toEqual(['"x"', '" "', '"  "']);
  });

  test('beyond ASCII are texts among numbers', () => {
    expect(columnOf(['1', '\u00A0'])).toMatchObject({ type: 'object', nullCount: 0 });
  });

  test('are counted as they are spelled', () => {
    expect([...columnOf(['1', ' ', '', '  ', ' ', 'NA']).nullSpellings]).toEqual([
      [' ', 2],
      ['', 1],
      ['  ', 1],
      ['NA', 1],
    ]);
    expect(columnOf(['x', ' ', '', '\u3000', ' ']).nullTexts.blanks).toMatchObject([
      { text: ' ', count: 2, first: { line: 3 } },
      { text: '\u3000', count: 1, first: { line: 5 } },
    ]);
  });

  test('are null in every column if a blank spelling is declared, and are texts if the empty one is', () => {
    expect(published(['x', ' ', '\t '], { missing: [' '] }).json).toEqual(['"x"', 'null', 'null']);
    expect(published(['x', ' ', '\u00A0'], { missing: ['\u00A0'] }).json).toEqual(['"x"', '" "', 'null']);
    expect(published(['x', ' ', ''], { missing: [''] }).json).toEqual(['"x"', '" "', 'null']);
  });

  test('are no doubt in a column that is declared as text', () => {
    expect(columnOf(['x', ' '], { type: 'object' }).nullTexts.blanks).toEqual([]);
  });
});

test('blank cells of more than a hundred characters are counted under their first hundred', () => {
  const { nullSpellings } = columnOf(['1', ' '.repeat(100), ' '.repeat(5000), '  ']);
  expect([...nullSpellings]).toEqual([
    [' '.repeat(100), 2],
    ['  ', 1],
  ]);
});

test('a column without any value is null throughout', () => {
  expect(columnOf(['', '', ''])).toMatchObject({ type: 'object', nullCount: 3, samples: [], statistics: null });
});

test.each([
  ...[
    '?',
    '–',
    '(…)',
    '#',
    '#REF!',
    '#DIV/0!',
    '#NV',
    '\\N',
    '.A',
    'na',
    'NAN',
    'n.a.',
    'N.D.',
    'nk',
    'n/d',
    '(X)',
    ...NULL_TOKENS,
  ],
  ...['k. A.', 'n. v.', 's/d', 'b.d.', 'n/a', 'null', 'No data', 'Unknown', 'keine Angabe', 'sin datos', 'нет данных'],
])('"%s" looks like null', (text) => {
  expect(looksLikeNull(text)).toBe(true);
});

test.each([
  ...['', 'Nairobi', 'no', 'x', '0', '-9', '13.5p', 'nil', 'a.m.', 'km/h', '½', '- x', '(ab)', '(1)', '+', '%'],
  ...['€', '<', '#targeted', '# 7', 'ND', 'BW', 'inf', 'nb', 'n.a.x', 'k. AB.', 'n/ad', 'not unknown', 'null.'],
])('"%s" does not look like null', (text) => {
  expect(looksLikeNull(text)).toBe(false);
});

describe('spellings that the sidecar declares', () => {
  test('are null among texts and among numbers', () => {
    expect(published(['-9', '1', ' -9 '], { missing: ['-9'] })).toEqual({ type: 'int64', json: ['null', '1', 'null'] });
    expect(published(['n a', '1'], { missing: [' n a '] })).toEqual({ type: 'int64', json: ['null', '1'] });
    expect(published(['x', '?'], { missing: ['?'] })).toEqual({ type: 'object', json: ['"x"', 'null'] });
  });

  test('replace the usual null tokens', () => {
    expect(columnOf(['1', 'NA'], { missing: ['-9'] })).toMatchObject({ type: 'object', nullCount: 0 });
    expect(columnOf(['1', 'NA', ''], { missing: [] })).toMatchObject({ type: 'object', nullCount: 1 });
  });

  test('are not samples, and are left out of the statistics', () => {
    const { samples, statistics } = columnOf(['-9', '1', '3'], { missing: ['-9'] });
    expect(samples).toEqual(['1', '3']);
    expect(statistics).toMatchObject({ count: 2, min: '1', mean: 2 });
  });
});

describe('a null token among texts', () => {
  test.each([
    ['NA', ['Paris', 'Rome']],
    ['N/A', ['FR', 'DE']],
    ['NULL', ['FR', 'DE']],
    ['null', ['red', 'blue']],
    ['None', ['red', 'blue']],
    ['-', ['Paris', 'FR']],
    ['NA', ['FR', 'Paris', 'Rome']],
    ['NaN', []],
  ])('%s beside %j probably means null', (token, others) => {
    expect(suggestsNull(token, others)).toBe(true);
  });

  test.each([
    ['NA', ['FR', 'DE', 'World']],
    ['NA', ['EMEA', 'APAC']],
    ['NA', []],
    ['None', ['Mild', 'Severe']],
    ['-', ['+', '++']],
    ['..', ['+', 'x']],
  ])('%s beside %j may be a value', (token, others) => {
    expect(suggestsNull(token, others)).toBe(false);
  });
});
