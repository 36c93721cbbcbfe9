import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { chartSchema, detailKeys, whyNotDate } from '../../../../src/discover/sidecar/details-schema.ts';

test.each(['0001', '2024', '2024-12', '2024-02-29', '2000-02-29'])('%s is a date', (text) => {
  expect(whyNotDate(text)).toBeNull();
});

test.each(['2023-02-29', '1900-02-29', '2024-04-31', '2024-00-01', '2024-01-00', '2024-13-01', '2024-13'])(
  '%s is not in the calendar',
  (text) => {
    expect(whyNotDate(text)).toBe(`must be a valid date, but ${text} does not exist`);
  },
);

test.each(['31.05.2024', 'May 2024', '24', ' 2024-05-31 ', 'x'.repeat(100_000), ''])(
  '%.20j has no form of a date',
  (text) => {
    expect(whyNotDate(text)).toBe('must be YYYY, YYYY-MM or YYYY-MM-DD, such as "2024-05-31"');
  },
);

test('editors accept the same forms of dates, and blanks', () => {
  const { pattern = '' } = z.toJSONSchema(detailKeys.retrieved) as { pattern?: string };
  const accepts = ['', ' ', '2024', '2024-05', '2024-05-31'];
  const refuses = ['2024-5', '31.05.2024', '2024-05-31T00:00'];
  expect([...accepts, ...refuses].filter((it) => new RegExp(pattern).test(it))).toEqual(accepts);
});

describe('a chart', () => {
  test.each([
    [{}],
    [{ type: 'none' }],
    [{ type: 'line', x: 'year', y: 'a' }],
    [{ y: ['a', 'b', 'c', 'd'] }],
    [{ series: 'country', show: ['Fiji'], title: 'T' }],
    [{ only: { kind: 'COM', level: 2 } }],
  ])('may be %j', (chart) => {
    expect(chartSchema.safeParse(chart).success).toBe(true);
  });

  test.each([
    [{ type: 'pie' }, 'must be "line", "bar", "histogram" or "none"'],
    [{ y: [] }, 'expected array to have >=1 items'],
    [{ y: ['a', 'a'] }, 'must not contain a name twice'],
    [{ y: ['a', 'b', 'c', 'd', 'd'] }, 'must be the name of a column, or a list of 1 to 4 different names'],
    [{ y: 7 }, 'must be the name of a column, or a list of 1 to 4 different names'],
    [{ x: ' ' }, 'must not be blank'],
    [{ show: ['Fiji'] }, 'has no meaning without "series"'],
    [{ series: 'c', show: ['a', 'b', 'c', 'd', 'e'] }, 'must name at most 4 series'],
    [{ only: {} }, 'must name at least one column'],
    [{ only: { kind: true } }, 'must be a string or a number'],
    [{ type: 'histogram', only: { kind: 'COM' } }, 'has no meaning for a histogram'],
    [{ kind: 'line' }, 'Unrecognized key'],
  ])('must not be %j', (chart, reason) => {
    const { error } = chartSchema.safeParse(chart);
    expect(error?.issues.map(({ message }) => message).join()).toContain(reason);
  });
});
