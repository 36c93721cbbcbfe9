import { describe, expect, test } from 'vitest';
import type { ClaimedType, TypeClaim } from '../../../../src/model.ts';
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
    ['%d/%m/%Y', ['31/01/2024', '1/2/2024'], ['31/01/24', '31-01-2024', '2024/01/31', '31/13/2024']],
    ['%Y%m%d', ['20240131'], ['2024131', '2024-01-31']],
    ['%Y-%m-%d %H:%M:%S', ['2024-01-31 09:30:00'], ['2024-01-31T09:30:00', '2024-01-31']],
  ])('follow it: %s', (format, valid, invalid) => {
    const contradictionIn = (value: string) => columnOf([value], { claim: claim('date', { format }) }).contradiction;
    for (const value of valid) expect(contradictionIn(value)).toBeNull();
    for (const value of invalid) expect(contradictionIn(value)).not.toBeNull();
  });

  test('of times', () => {
    const contradictions = columnOf(['8:30', '24:00', 'noon'], { claim: claim('time', { format: '%H:%M' }) });
    expect(contradictions.contradiction).toMatchObject({ count: 2, first: { line: 3 } });
  });

  test.each(['%d %B %Y', '%d/%m/%y', '%c', '%', '100%%', '%H:%M', 'any'])('are not checked: %s', (format) => {
    const options = { claim: claim('date', { format }) };
    expect(columnOf(['something else', '17'], options).contradiction).toBeNull();
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
