import { describe, expect, test } from 'vitest';
import { columnOf, published } from '../column-of.ts';

test('whole numbers of seven digits or more that all have a plus sign are codes, published as they are', () => {
  expect(published(['+318855443322', '', '+3188554'])).toEqual({
    type: 'object',
    json: ['"+318855443322"', 'null', '"+3188554"'],
  });
  expect(columnOf(['+318855443322'])).toMatchObject({ plusSigns: null, evidence: null });
});

test.each([[['+5', '+318855443322']], [['+1.5', '+2.5']], [['+318855', '+318856']]])(
  'the plus signs of %j are doubtful, and the numbers are numbers',
  (cells) => {
    const { type, plusSigns } = columnOf(cells);
    expect(type).not.toBe('object');
    expect(plusSigns).toMatchObject({ count: 2, first: { line: 2 } });
  },
);

describe('plus signs are not doubtful', () => {
  test.each([
    ['beside a number without a sign', ['+3188554', '3188555']],
    ['beside a negative number', ['+3188554', '-3188555']],
    ['beside a zero', ['+3188554', '+0']],
    ['without plus signs', ['3', '4']],
  ])('%s', (_, cells) => {
    const { type, plusSigns } = columnOf(cells);
    expect([type, plusSigns]).toEqual(['int64', null]);
  });

  test('if the description says what the values are', () => {
    expect(columnOf(['+3188554'], { type: 'int64' })).toMatchObject({ type: 'int64', plusSigns: null });
    expect(columnOf(['+5'], { type: 'object' })).toMatchObject({ type: 'object', plusSigns: null });
    expect(columnOf(['+3188554'], { format: { decimal: '.' }, isNumber: true })).toMatchObject({ plusSigns: null });
  });
});
