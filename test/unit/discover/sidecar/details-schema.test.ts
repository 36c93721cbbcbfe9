import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { chartSchema, detailKeys, whyNotDate } from '../../../../src/discover/sidecar/details-schema.ts';

test.each(['0001', '2024', '2024-12', '2024-02-29', '2000-02-29'])('%s is a date', (text) => {
  expect(whyNotDate(text)).toBeNull();
});

test.each(['2023-02-29', '1900-02-29', '2024-04-31', '2024-00-01', '2024-01-00', '2024-13-01'])(
  '%s is not in the calendar',
  (text) => {
    expect(whyNotDate(text)).toBe(`must be a date of the calendar, and ${text} does not exist`);
  },
);

test('a month that does not exist is named', () => {
  expect(whyNotDate('2024-13')).toBe('must be a date of the calendar, and there is no month 13');
});

test.each([
  ['31.05.2024', '2024-05-31'],
  ['3.4.2024', '2024-04-03'],
  ['31/5/2024', '2024-05-31'],
  ['5/31/2024', '2024-05-31'],
  ['4/4/2024', '2024-04-04'],
  ['05/2024', '2024-05'],
  ['2024/5/3', '2024-05-03'],
  ['2024-5', '2024-05'],
  ['20240531', '2024-05-31'],
  ['2024-05-31T10:00:00Z', '2024-05-31'],
  [' 2024-05-31 ', '2024-05-31'],
])('%j proposes %s', (text, proposal) => {
  expect(whyNotDate(text)).toContain(`(did you mean "${proposal}"?)`);
});

test.each(['3/4/2024', 'May 2024', '31.02.2024', '24', 'x'.repeat(100_000), ''])(
  '%.20j is refused without a proposal, since it could mean several dates or none',
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
    [{ y: ['a', 'a'] }, 'must not name a column twice'],
    [{ y: 7 }, 'must be the name of a column, or a list of 1 to 4 different names'],
    [{ x: ' ' }, 'must not be blank'],
    [{ show: ['Fiji'] }, 'has no meaning without "series"'],
    [{ series: 'c', show: ['a', 'b', 'c', 'd', 'e'] }, 'must name at most 4 series'],
    [{ only: {} }, 'must name at least one column'],
    [{ only: { kind: true } }, 'must be a text or a number'],
    [{ type: 'histogram', only: { kind: 'COM' } }, 'has no meaning for a histogram'],
    [{ kind: 'line' }, 'Unrecognized key'],
  ])('must not be %j', (chart, reason) => {
    const { error } = chartSchema.safeParse(chart);
    expect(error?.issues.map(({ message }) => message).join()).toContain(reason);
  });
});
