import { describe, expect, test } from 'vitest';
import { areConsecutive, areGrowingAbove, seriesIn } from '../../../../../src/parse/checks/header/number-series.ts';

/** Rows below a first row, whose numbers are no series. */
const BELOW = [
  ['Rome', ...'9382716450'],
  ['Oslo', ...'5172839406'],
];

const series = (names: string, below: readonly (readonly string[])[] = BELOW) => seriesIn(names.split(';'), below);

describe('the numbers of a first row', () => {
  test.each([
    ['x;1;2;3;4', 'names'],
    ['x;0;1;2;3', 'names'],
    ['x;1;2;3', 'doubtful'],
    ['x;1;2', null],
    ['x;2;3;4;5', 'doubtful'],
    ['x;2;3;4;5;6', 'doubtful'],
    ['x;2;3;4;5;6;7', 'names'],
    ['x;0;5;10;15;20', 'doubtful'],
    ['x;1;3;5;7;9;11', 'names'],
    ['x;1;3;5;7', 'doubtful'],
    ['x;0;10;20;30;40;50', 'names'],
    ['x;0%;10 %;20%;30%;40%;50%', 'names'],
    ['x;0.1;0.2;0.3;0.4;0.5;0.6', 'names'],
    ['x;3;2;1', 'doubtful'],
    ['x;5;5;5', null],
    ['x;1;2;4', null],
    ['x;1;2;3.001', null],
    ['x;1;2;4;8', null],
    ['x;1;2;4;8;16', 'doubtful'],
    ['x;1;2;4;8;8', null],
    ['x;1;2;4;3;16', null],
    ['x;2020;2021;2022', null],
    ['x;-1;0;1', 'doubtful'],
    ['x;y;z', null],
    ['', null],
  ])('%s are a series of names: %s', (names, expected) => {
    expect(series(names)).toBe(expected);
  });

  test('are no names if most rows below have such a series', () => {
    const row = ['Bern', '2', '4', '6', '8'];
    const [one = [], other = []] = BELOW;
    expect(series('x;1;2;3;4', [row, row, one])).toBeNull();
    expect(series('x;1;2;3;4', [row, one])).toBe('names');
    expect(series('x;1;2;3;4', [row, one, other])).toBe('names');
    expect(series('x;1;2;3;4', [['Bern'], row])).toBe('names');
    const growing = ['Bern', '1', '3', '4', '7', '9'];
    expect(series('x;1;2;4;8;16', [growing, growing, one])).toBeNull();
    expect(series('x;1;2;4;8;16', [growing, one])).toBe('doubtful');
  });

  test('of which some are years, are judged without these', () => {
    expect(series('2020;1;2;3;4', [['Rome', '9', '3', '5', '1']])).toBe('names');
    expect(series('2020;2021;1;2', [['Rome', '9', '3', '5']])).toBeNull();
  });
});

describe('numbers that grow from cell to cell', () => {
  const grows = (names: string, ...below: string[]): boolean =>
    areGrowingAbove(
      names.split(';'),
      below.map((row) => row.split(';')),
    );

  test('may be names above rows whose numbers do not', () => {
    expect(grows('x;10;20;50', 'a;3;2;9')).toBe(true);
    expect(grows('x;10;20', 'a;3;2')).toBe(true);
    expect(grows('x;2020;2021', 'a;3;2')).toBe(true);
    expect(grows('x;10', 'a;3')).toBe(false);
    expect(grows('x;20;10', 'a;3;2')).toBe(false);
    expect(grows('x;10;10', 'a;3;2')).toBe(false);
  });

  test('are no names if most rows grow alike', () => {
    expect(grows('x;10;20', 'a;1;2', 'b;2;1')).toBe(true);
    expect(grows('x;10;20', 'a;1;2', 'b;2;3', 'c;2;1')).toBe(false);
    expect(grows('x;10;20', 'a;1', 'b;x;y')).toBe(true);
  });
});

test('consecutive numbers are two or more, each one more than the one before', () => {
  const consecutive = (names: string): boolean => areConsecutive(names.split(';'), BELOW);
  expect(['1;2', '1;2;3', '7;8;9', 'x;0;y;1', '-1;0'].map(consecutive)).toEqual(Array(5).fill(true));
  expect(areConsecutive(['1', '2', 'x'], [['5', '6', 'y']])).toBe(false);
  expect(areConsecutive(['1', '2', 'x'], [['5', '7', 'y']])).toBe(true);
  expect(areConsecutive(['x', '1', '2'], [['y', '5', '6']])).toBe(true);
  expect(areConsecutive(['1', '2'], [['5', '6']])).toBe(true);
  expect(['1', '', 'x;y', '1;3', '2;1', '1;2;4', '1;1'].map(consecutive)).toEqual(Array(7).fill(false));
});
