import { describe, expect, test } from 'vitest';
import { shownUnit } from '../../../src/charts/rules/column-names.ts';

describe('a unit', () => {
  test.each(['text', 'Code', 'number of jobs', 'calendar year', 'count (rounded)', 'date, UTC', '-', '1', ' '])(
    'that adds nothing to the numbers is not shown: %j',
    (unit) => {
      expect(shownUnit(unit)).toBeNull();
    },
  );

  test.each([
    'year-end USD',
    '1 kg',
    '1/100',
    '1-100',
    'number per 1,000',
    'index, year = 100',
    'counts/min',
    '-log10(p)',
    'dates',
  ])('that begins like such a one is shown: %j', (unit) => {
    expect(shownUnit(unit)).toBe(unit);
  });
});
