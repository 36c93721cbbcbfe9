import { describe, expect, test } from 'vitest';
import { seriesIn } from '../../../../../src/parse/checks/header/number-series.ts';

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
    ['x;1;2', 'possible'],
    ['x;2;3;4;5;6;7', 'names'],
    ['x;1;3;5;7;9;11', 'names'],
    ['x;0%;10 %;20%;30%;40%;50%', 'names'],
    ['x;0.1;0.2;0.3;0.4;0.5;0.6', 'names'],
    ['x;3;2;1', null],
    ['x;5;5;5', null],
    ['x;1;2;4;8', 'possible'],
    ['x;1;2;4;8;16', 'doubtful'],
    ['x;2020;2021;2022', 'possible'],
    ['x;-1;0;1', 'doubtful'],
    ['x;y;z', null],
    ['', null],
  ])('%s are a series of names: %s', (names, expected) => {
    expect(series(names)).toBe(expected);
  });

  test('are no names if most rows below have such a series', () => {
    const row = ['Bern', '2', '4', '6', '8'];
    const [one = []] = BELOW;
    expect(series('x;1;2;3;5', [row, row, one])).toBeNull();
    expect(series('x;1;2;3;5', [row, one])).toBe('possible');
    expect(series('x;1;2;3;4', [row, one])).toBe('names');
    const growing = ['Bern', '1', '3', '4', '7', '9'];
    expect(series('x;1;2;4;8;16', [growing, growing, one])).toBeNull();
    expect(series('x;1;2;4;8;16', [growing, one])).toBe('doubtful');
  });

  test('are possible names if they are consecutive, whatever is below', () => {
    expect(series('x;1;2', [['Rome', '5', '6']])).toBe('possible');
    expect(series('1;2', [['5', '6']])).toBe('possible');
    expect(series('7;8;9', [['5', '6', '7']])).toBe('possible');
    expect(series('x;1;3', [['Rome', '5', '6']])).toBeNull();
    expect(series('1;2;x', [['5', '6', 'Rome']])).toBeNull();
  });

  test('may grow by chance if there are two, and other names follow them', () => {
    expect(series('10;20;x', [['3', '2', 'a']])).toBeNull();
    expect(series('10;20;30;x', [['3', '2', '1', 'a']])).toBe('doubtful');
    expect(series('10;20', [['3', '2']])).toBe('possible');
    expect(series('x;20;10', [['a', '3', '2']])).toBeNull();
  });
});
