import { describe, expect, test } from 'vitest';
import { continuity, restDaysOf } from '../../../src/charts/collect/continuity.ts';
import { dayOfWeek, lineRuns } from '../../../src/charts/line-runs.ts';

/** Days since 1970 of a date. */
const dayOf = (date: string): number => Date.parse(date) / 86_400_000;
const range = (from: number, count: number): number[] => Array.from({ length: count }, (_, at) => from + at);
/** A series that has a value at some of the positions and a null at the others. */
const having = (positions: readonly number[], has: (position: number) => boolean): Map<number, number | null> =>
  new Map(positions.map((position) => [position, has(position) ? position : null]));

const MONDAY = dayOf('2024-01-01');
const DAYS = range(MONDAY, 70);
const [SUNDAY, FRIDAY, SATURDAY] = [0, 5, 6];

describe('the rest days of a series of days', () => {
  const restOf = (has: (position: number) => boolean, days: readonly number[] = DAYS): number[] =>
    restDaysOf(having(days, has), days, 'date');
  const isWorkday = (position: number): boolean => ![SUNDAY, SATURDAY].includes(dayOfWeek(position));

  test('are those without values', () => {
    expect(restOf(isWorkday)).toEqual([SUNDAY, SATURDAY]);
    expect(restOf((position) => ![FRIDAY, SATURDAY].includes(dayOfWeek(position)))).toEqual([FRIDAY, SATURDAY]);
    expect(restOf(() => true)).toEqual([]);
  });

  test('need three weeks, and other series that have values on them', () => {
    expect(restOf(isWorkday, range(MONDAY, 14))).toEqual([]);
    expect(restOf(isWorkday, DAYS.filter(isWorkday))).toEqual([]);
    expect(restDaysOf(having(DAYS, isWorkday), DAYS, 'year')).toEqual([]);
  });

  test('are not those that only lack values for some time, nor the time before the first value', () => {
    expect(restOf((position) => position < MONDAY + 30 || isWorkday(position))).toEqual([]);
    expect(restOf((position) => position > MONDAY + 40)).toEqual([]);
  });
});

test.each<[string, 'year' | 'month', number[], (position: number) => boolean, object, number[]]>([
  ['years, of which one is missing', 'year', range(1980, 40), (year) => year !== 2000, { reach: 1.5 }, [20, 19]],
  ['every second year', 'year', range(1980, 40), (year) => year % 2 === 0, { reach: 3, passesNulls: true }, [20]],
  [
    'every second year, of which one is missing',
    'year',
    range(1980, 40),
    (year) => year % 2 === 0 && year !== 2000,
    { reach: 3, passesNulls: true },
    [10, 9],
  ],
  ['months, of which one is missing', 'month', range(24_000, 48), (at) => at !== 24_020, { reach: 1.5 }, [20, 27]],
])('the step of a series is its own: %s', (_, kind, positions, has, expected, lengths) => {
  const points = having(positions, has);
  const found = continuity(points, positions, new Set(positions), kind);
  expect(found).toEqual(expected);
  const values = positions.map((position) => points.get(position) ?? null);
  expect(lineRuns({ values, ...found }, positions).map((run) => run.length)).toEqual(lengths);
});
