import { describe, expect, test } from 'vitest';
import { timeTicks } from '../../../src/charts/drawing/axes.ts';
import { tickFormat } from '../../../src/charts/numbers.ts';
import { monthOf, packedTimes, parseTimes, quarterOf, yearOf } from '../../../src/charts/rules/read-times.ts';
import { positionAt, timeAt, timeLabels } from '../../../src/charts/times.ts';
import { formatsFor } from '../../../src/texts/formats.ts';

describe('times', () => {
  test.each([
    [['2019', '2020'], 'year', [2019, 2020]],
    [['FY2019', 'FY2020'], 'year', [2019, 2020]],
    [['2019年', '2020年度'], 'year', [2019, 2020]],
    [['2006-07', '2006-08'], 'month', [24_078, 24_079]],
    [['Q1 2005', '2005Q2'], 'quarter', [8020, 8021]],
    [['2019T1', 'T2 2019'], 'quarter', [8076, 8077]],
    [['2019年1月', '2019년 2월'], 'month', [24_228, 24_229]],
    [['2019年1月5日', '2019年1月6日'], 'date', [17_901, 17_902]],
    [['01/13/2019 12:00:00 AM', '01/13/2019 12:30:00 PM'], 'datetime', [17_909, 17_909 + 12.5 / 24]],
    [['13.1.2019 06:00', '14.1.2019 18:00'], 'datetime', [17_909.25, 17_910.75]],
    [['März 2019', 'Mai 2019'], 'month', [24_230, 24_232]],
    [['13/1/2019', '14/1/2019'], 'date', [17_909, 17_910]],
    [['1/13/2019', '1/14/2019'], 'date', [17_909, 17_910]],
    [['2019-01-13T12:00Z', '2019-01-14'], 'datetime', [17_909.5, 17_910]],
  ])('%j are read', (texts, kind, positions) => {
    expect(parseTimes(texts)).toEqual({ kind, positions });
  });

  test('weeks are labelled by their numbers, since not all agencies begin them on a Monday', () => {
    const labels = new Map([
      [18_624, '2020-W53'],
      [18_631, '2021-W01'],
    ]);
    expect(parseTimes(['2020-W53', '2021W1'])).toEqual({ kind: 'date', positions: [18_624, 18_631], labels });
  });

  test('years that are written with the next one are labelled as they are written', () => {
    const labels = new Map([[2006, '2006-07']]);
    expect(parseTimes(['2006-07', '2007'])).toEqual({ kind: 'year', positions: [2006, 2007], labels });
  });

  test.each([
    [202_301, 202_412, 24, 'month'],
    [202_248, 202_306, 11, 'week'],
    [202_248, 202_306, 12, null],
    [202_248, 202_306, 7, null],
    [202_301, 202_312, 12, null],
    [110_101, 150_105, 50, null],
    [202_153, 202_206, 7, null],
    [20_240_131, 20_240_309, 39, 'date'],
    [202_401_310_100, 202_403_092_300, 900, 'date'],
    [20_240_001, 20_240_399, 399, null],
  ])('whole numbers from %d to %d with %d values count: %s', (min, max, distinct, counted) => {
    expect(packedTimes(min, max, distinct)).toBe(counted);
  });

  test.each([
    [['2019', 'total']],
    [['2021-W53', '2022-W01']],
    [['13/1/2019 25:00', '14/1/2019 13:00']],
    [['2019', '2019-03']],
    [['1/2/2019', '3/4/2019']],
    [['2019-02-30', '2019-03-01']],
    [['']],
    [[]],
  ])('%j are not times, or not clear', (texts) => {
    expect(parseTimes(texts)).toBeNull();
  });
});

test('months, quarters and years have many spellings', () => {
  expect(['3', '03', 'M03', 'march', 'Mar.', 'MÄRZ', 'mars', 'marzo', '13', 'x'].map(monthOf)).toEqual([
    ...Array(8).fill(3),
    null,
    null,
  ]);
  expect(['1', 'Q2', '3. Quartal', 'T4', '5'].map(quarterOf)).toEqual([1, 2, 3, 4, null]);
  expect(['1990', 'X1990', '1990-91', '1990 [YR1990]', '1990-92', '990', '19900'].map(yearOf)).toEqual([
    ...Array(4).fill(1990),
    ...Array(3).fill(null),
  ]);
});

test.each([
  [
    [0, 2, 4],
    ['0', '2', '4'],
  ],
  [
    [0, 0.5, 1],
    ['0', '0.5', '1.0'],
  ],
  [
    [0, 2.5, 5, 7.5],
    ['0', '2.5', '5.0', '7.5'],
  ],
  [
    [0, 10_000, 20_000],
    ['0', '10,000', '20,000'],
  ],
  [
    [0, 500_000, 1_000_000],
    ['0', '500K', '1M'],
  ],
  [
    [0, 5e12, 10e12, 15e12],
    ['0', '5T', '10T', '15T'],
  ],
  [
    [1_200_000, 1_250_000],
    ['1.20M', '1.25M'],
  ],
  [
    [-1e300, 0, 1e300],
    ['−10³⁰⁰', '0', '10³⁰⁰'],
  ],
])('the ticks %j are written as people do', (ticks, labels) => {
  expect(ticks.map(tickFormat('en', ticks))).toEqual(labels);
});

describe('years below 100 are not of the 20th century', () => {
  test('in dates', () => {
    expect(parseTimes(['0079-08-24', '0079-08-25'])?.positions).toEqual([-690_438, -690_437]);
  });

  test('in labels and on axes', () => {
    const label = timeLabels('month', 'en', '');
    expect([label(79 * 12 + 7), label(1979 * 12 + 7)]).toEqual(['Aug 79', 'Aug 1979']);
    expect(positionAt('year', timeAt('year', 79))).toBe(79);
    expect(positionAt('month', timeAt('month', 99 * 12 + 11))).toBe(99 * 12 + 11);
  });
});

describe('labels of times follow the dates of the pages', () => {
  const day = Date.UTC(2005, 0, 3) / 86_400_000;
  test.each([
    ['en', '3 Jan 2005', 'Mar 2019', '3 Jan 2005, 14:30', '3 January 2005'],
    ['en-US', 'Jan 3, 2005', 'Mar 2019', 'Jan 3, 2005, 14:30', 'January 3, 2005'],
    ['de', '3. Jan. 2005', 'März 2019', '3. Jan. 2005, 14:30', '3. Januar 2005'],
    ['fr', '3 janv. 2005', 'mars 2019', '3 janv. 2005, 14:30', '3 janvier 2005'],
    ['es', '3 ene 2005', 'mar 2019', '3 ene 2005, 14:30', '3 de enero de 2005'],
  ])('in %s', (language, date, month, datetime, onPage) => {
    expect(timeLabels('date', language, '')(day)).toBe(date);
    expect(timeLabels('month', language, '')(2019 * 12 + 2)).toBe(month);
    expect(timeLabels('datetime', language, '')(day + 14.5 / 24)).toBe(datetime);
    expect(formatsFor(language).date('2005-01-03')).toBe(onPage);
    expect(timeTicks('year', 1951, 2017, 8, language, '').at(-1)?.label).toBe('2017');
    expect(timeTicks('date', day, day + 4, 6, language, '')[0]).toEqual({ value: day, label: date });
  });
});
