import { describe, expect, test } from 'vitest';
import type { ClaimedType, TypeClaim } from '../../../../src/model.ts';
import { expressionOf } from '../../../../src/profile/evidence/check-claimed-type.ts';
import { columnOf } from '../column-of.ts';

function claim(type: ClaimedType, more: Partial<TypeClaim> = {}): TypeClaim {
  return { type, format: 'default', spellings: [], isBare: true, ...more };
}

describe.each<[ClaimedType, readonly string[], readonly string[]]>([
  [
    'integer',
    ['0', '-12', '+7', '007', '99999999999999999999', ' 5 '],
    ['1.0', '1e5', '1,000', 'x', '1 000', '0x10', '١'],
  ],
  [
    'number',
    ['0', '-1.23', '+100000.00', '.5', '5.', '1E5', '1e-5', 'inf', '-INF', '0012.5', '1e999'],
    ['1,5', '1.2.3', '1e', '.', '12%', '$5', '--1', '+inf'],
  ],
  [
    'year',
    ['2024', '0001', '-0044', '12024', '2024Z', '2024+02:00'],
    ['24', '02024', '+2024', '2024.0', '2024-01', 'MMXX'],
  ],
  ['yearmonth', ['2024-01', '-0044-12', '2024-01Z'], ['2024-13', '2024-1', '2024', '2024-01-01', '01/2024']],
  [
    'date',
    ['2024-01-31', '0000-12-01'],
    ['2024-13-01', '2024-01-32', '2024-1-1', '31.1.2024', '20240131', '2024-01-31T00:00:00', '12024-01-31'],
  ],
  [
    'time',
    ['15:00:00', '24:00:00', '23:59:60', '15:00:00.25', '15:00:00Z'],
    ['15:00', '25:00:00', '15:60:00', '3:00 pm', '9:00:00'],
  ],
  [
    'datetime',
    ['2024-01-26T15:00:00', '2024-01-26T15:00:00Z', '2024-01-26T15:00:00.300-05:00'],
    ['2024-01-26 15:00:00', '2024-01-26', '2024-01-26T15:00', '2024-01-26T15:00:00 Z'],
  ],
])('a column of type %s', (type, valid, invalid) => {
  test.each(valid)('may have %j', (value) => {
    expect(columnOf([value], { claim: claim(type) }).contradiction).toBeNull();
  });

  test.each(invalid)('is contradicted by %j', (value) => {
    expect(columnOf([value], { claim: claim(type) }).contradiction).toMatchObject({ count: 1, values: 1 });
  });
});

describe('booleans', () => {
  test('are spelled as the claim says, and in no other way', () => {
    const options = { claim: claim('boolean', { spellings: ['yes', '1'] }) };
    expect(columnOf(['yes', '1', ''], options).contradiction).toBeNull();
    expect(columnOf(['yes', 'Yes'], options).contradiction).toMatchObject({ count: 1, values: 2, first: { line: 3 } });
  });
});

describe('dates and times in a format', () => {
  test.each<[string, readonly string[], readonly string[]]>([
    ['%d/%m/%Y', ['31/01/2024', '1/2/2024'], ['31/01/24', '31-01-2024', '/01/2024', '2024/01/31', '31/01/2024 ']],
    ['%d/%m/%y', ['31/01/24'], ['31/01/2024']],
    ['%Y%m%d', ['20240131'], ['2024131', '2024-01-31']],
    ['%Y-%m-%d %H:%M:%S.%f', ['2024-01-31 09:30:00.5', '2024-1-31  9:30:00.000001'], ['2024-01-31T09:30:00.5']],
    ['%H.%M Uhr (%j)', ['9.30 Uhr (31)'], ['9:30 Uhr (31)', '9.30 Uhr 31']],
    ['%Y', ['2024'], ['24', '2024.0']],
  ])('%s', (format, valid, invalid) => {
    const expression = expressionOf(format);
    for (const value of valid) expect(expression?.test(value)).toBe(true);
    for (const value of invalid) expect(expression?.test(value)).toBe(false);
  });

  test.each([
    ['Y', [4]],
    ['m', [1, 2]],
    ['j', [1, 2, 3]],
    ['f', [1, 2, 3, 4, 5, 6]],
  ])('%%%s has %j digits, and the most of them beside another digit', (directive, any) => {
    const lengthsOf = (before: string, after: string): number[] => {
      const expression = expressionOf(`${before}%${directive}${after}`);
      return [1, 2, 3, 4, 5, 6, 7].filter((length) => expression?.test(before + '1'.repeat(length) + after));
    };
    for (const [before, after] of [
      ['', ''],
      ['x', ''],
      ['/', '.'],
    ] as const)
      expect(lengthsOf(before, after)).toEqual(any);
    expect([lengthsOf('7', ''), lengthsOf('', '7')]).toEqual([[any.at(-1)], [any.at(-1)]]);
  });

  test('any sign stands for itself', () => {
    for (const sign of '.*+?^$(){}|[]\\/-') {
      const expression = expressionOf(`%d${sign}%m`);
      expect([`1${sign}2`, '1x2', '12'].map((text) => expression?.test(text))).toEqual([true, false, false]);
    }
  });

  test('blanks may be of any number and kind, but not missing', () => {
    const expression = expressionOf('%d  %m');
    expect(['1 2', '1  2', '1 \t\u00A02', '12', '1x2'].map((text) => expression?.test(text))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  test.each(['%d %B %Y', '%-d.%m.%Y', '%c', '%', '100%%', '%H:%M %p', 'any', 'any thing %z'])(
    '%s is not checked',
    (format) => {
      const type = format === 'any' ? 'date' : 'datetime';
      const options = { claim: claim(type, { format }) };
      expect(columnOf(['something else', '17'], options).contradiction).toBeNull();
    },
  );

  test('are checked quickly, whatever the format', () => {
    for (const [format, value] of [
      ['%d'.repeat(50), '1'.repeat(99)],
      ['%d%f'.repeat(50), '1'.repeat(301)],
      [' %d '.repeat(50), ' '.repeat(1000)],
      ['%d1'.repeat(50), '1'.repeat(120)],
      ['\\d+.*[^a]%Y', '\\d+.*[^a]2024x'],
    ] as const) {
      expect(expressionOf(format)?.test(value)).toBe(false);
    }
  });
});

describe('numbers', () => {
  test('are read in the column’s format first', () => {
    const options = { format: { thousands: '.', decimal: ',' }, claim: claim('number') };
    expect(columnOf(['1.234,5', '7', '-0,5'], options)).toMatchObject({ type: 'float64', contradiction: null });
    expect(columnOf(['1.234,5', '1.5', '1,234.5'], options).contradiction).toMatchObject({
      count: 2,
      first: { line: 3 },
    });
    expect(columnOf(['1.234', '1.234,5'], { ...options, claim: claim('integer') }).contradiction).toMatchObject({
      count: 1,
    });
  });

  test('that are not bare are not checked', () => {
    expect(columnOf(['12%', 'x'], { claim: claim('number', { isBare: false }) }).contradiction).toBeNull();
  });

  test('that contradict the claim are still published', () => {
    const profile = columnOf(['1', '2.5'], { claim: claim('integer') });
    expect(profile).toMatchObject({ type: 'float64', firstMismatch: null, contradiction: { count: 1, values: 2 } });
  });
});

describe('nulls contradict nothing:', () => {
  test('empty cells and declared spellings', () => {
    expect(columnOf(['', '-9', '2024-01-31'], { missing: ['-9'], claim: claim('date') }).contradiction).toBeNull();
  });

  test('null tokens in a column of numbers, where they are null', () => {
    expect(columnOf(['1', 'NA', '-'], { claim: claim('integer') }).contradiction).toBeNull();
  });

  test('but in a column of texts, null tokens are texts', () => {
    const options = { type: 'object', claim: claim('date') } as const;
    expect(columnOf(['2024-01-31', 'NA', 'x'], options).contradiction).toMatchObject({
      count: 2,
      values: 3,
      first: { line: 3 },
    });
    expect(columnOf(['x', 'NA'], options).contradiction).toMatchObject({ count: 2, first: { line: 2 } });
    expect(columnOf(['NaN', 'x'], { claim: claim('number') }).contradiction).toMatchObject({ count: 1, values: 2 });
  });
});

test('nothing contradicts a column without a claim', () => {
  expect(columnOf(['x', '1'], {}).contradiction).toBeNull();
});
