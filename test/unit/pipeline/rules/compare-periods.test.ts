import { expect, test } from 'vitest';
import { momentsOf } from '../../../../src/pipeline/rules/compare-periods.ts';

// Each period is in the one before it, or after it.
test.each([
  ['2020', '2020-Q4', '2020-12', '2020-W53', '2020-12-31', '2020-W53-4', '2020-12-31T23:30', '2020-12-31 23:30:15'],
  ['2020-12-31T23:30Z', '2021-01-01T00:30+01:00'],
  ['2018-W52', '2018-12-30'],
  ['2019-W01', '2018-12-31'],
])('%s has all periods after it', (whole, ...parts) => {
  for (const part of parts) {
    expect(momentsOf(part).start >= momentsOf(whole).start, part).toBe(true);
    expect(momentsOf(part).start < momentsOf(whole).end, part).toBe(true);
  }
});

test.each([
  ['2019-12-31', '2020'],
  ['2020-Q3', '2020-10'],
  ['2020-W53', '2021-01-04'],
  ['2020-12-31T22:59Z', '2021-01-01T00:00+01:00'],
  ['2020-12-31', '2021-Q1'],
])('%s ends before %s', (earlier, later) => expect(momentsOf(earlier).end < momentsOf(later).start).toBe(true));
