import { describe, expect, test } from 'vitest';
import { columnOf, published } from './column-of.ts';

describe('a declared type', () => {
  test('keeps codes as text', () => {
    expect(published(['75001', '13002'], { type: 'object' })).toEqual({ type: 'object', json: ['"75001"', '"13002"'] });
    expect(columnOf(['75001', 'NA'], { type: 'object' })).toMatchObject({ nullCount: 0, statistics: null });
  });

  test('turns integers into float64, with their digits', () => {
    expect(published(['1', '2'], { type: 'float64' })).toEqual({ type: 'float64', json: ['1', '2'] });
  });

  test('turns unsigned exponents into numbers', () => {
    expect(published(['1e5', '2e3'], { type: 'float64' })).toEqual({ type: 'float64', json: ['1e5', '2e3'] });
  });

  test.each([
    ['int64', ['1', '', 'NA', '2.5', 'x'], 5],
    ['float64', ['1', '2.5', 'x', 'y'], 4],
    ['int64', ['9223372036854775808'], 2],
  ] as const)('%s is contradicted by the first value of %j that is of another type', (type, cells, line) => {
    expect(columnOf(cells, { type }).firstMismatch).toMatchObject({ expected: type, place: { line } });
  });

  test('keeps no more of that value than a message shows, and that it is longer', () => {
    const { firstMismatch } = columnOf(['1', 'x'.repeat(1000)], { type: 'float64' });
    expect(firstMismatch?.text).toBe('x'.repeat(61));
  });

  test('holds for a column without values, which has no statistics', () => {
    expect(columnOf(['', ''], { type: 'int64' })).toMatchObject({ type: 'int64', nullCount: 2, statistics: null });
  });
});

describe('a number format', () => {
  test('of the column itself promises numbers', () => {
    const { firstMismatch } = columnOf(['1,5', 'x'], { format: { decimal: ',' }, isNumber: true });
    expect(firstMismatch).toMatchObject({ expected: 'number', place: { line: 3 } });
  });

  test('of the whole file promises nothing, but the first non-numeric value is reported if others need the format', () => {
    expect(columnOf(['1,5', '12.5'], { format: { decimal: ',' } })).toMatchObject({
      type: 'object',
      firstMismatch: null,
      firstNonNumeric: { place: { line: 3 }, text: '12.5' },
    });
    expect(columnOf(['1', 'x'], { format: { decimal: ',' } })).toMatchObject({ type: 'object', firstNonNumeric: null });
  });
});
