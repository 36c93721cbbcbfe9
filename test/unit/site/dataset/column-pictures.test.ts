import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ProfileColumn } from '../../../../src/contract/documents.ts';
import { columnPicture, type Meaning, meaningOf } from '../../../../src/site/dataset/column-pictures.ts';
import type { ExactColumn } from '../../../../src/site/published.ts';
import { HEIGHT, WIDTH } from '../../../../src/site/shared/picture-paths.ts';

type Column = ProfileColumn<string>;
type Stats = ExactColumn['stats'];

const exact = (value: number): string => String(value);

const TEXT: Column = {
  name: 'a',
  title: null,
  description: '',
  unit: null,
  type: 'object',
  format: null,
  min: null,
  max: null,
  null_share: exact(0),
  null_spellings: [],
  distinct_count: exact(20),
  is_distinct_count_exact: true,
  is_unique: false,
  order: 'none',
  top_values: null,
  names: null,
  histogram: null,
  lengths: { min: exact(2), max: exact(10), mean: exact(5) },
};
const NUMBER: Column = {
  ...TEXT,
  type: 'float64',
  lengths: null,
  histogram: { edges: [0, 10, 20, 30].map(exact), counts: [4, 0, 1].map(exact) },
};
const STATS = Object.fromEntries(
  Object.entries({ count: 5, mean: 8, std: 3, min: 0, q1: 3, median: 15, q3: 30, max: 30 }).map(([name, value]) => [
    name,
    exact(value),
  ]),
) as unknown as NonNullable<Stats>;

/** The picture of a column with what its values stand for. */
const pictureOf = (column: Column, stats: Stats, meaning: Meaning = meaningOf(column, column.type !== 'object')) =>
  columnPicture(column, stats, meaning);

const top = (...counts: number[]): Column['top_values'] =>
  counts.map((count, at) => ({ value: `v${at}`, count: exact(count) }));

describe('numbers', () => {
  test('have a bar for each interval, its height by its count, and marks at the quartiles', () => {
    expect(pictureOf(NUMBER, STATS)).toEqual({
      kind: 'histogram',
      width: 30,
      bars: 'M0 32V0h9V32h1V32h9V32h1V24h9V32h1',
      marks: 'M3 34v4M15 34v8M30 34v4',
    });
  });

  test.each(['year', 'code'] as const)('that are of the format %s have no quartiles', (format) => {
    expect(pictureOf({ ...NUMBER, format }, STATS)).toMatchObject({ kind: 'histogram', marks: null });
  });

  test('that are identifiers are shown by their most frequent values, or as all different', () => {
    const codes = { ...NUMBER, type: 'int64', unit: 'OMB code', min: exact(1), max: exact(901) } as const;
    expect(pictureOf({ ...codes, top_values: top(40, 20, 10, 5, 2) }, STATS)).toMatchObject({ kind: 'values' });
    expect(pictureOf({ ...codes, top_values: top(2, 2, 2, 2, 2) }, STATS)).toEqual({
      kind: 'lengths',
      line: 'M0 16H200',
    });
    expect(pictureOf({ ...codes, is_unique: true }, STATS)).toEqual({ kind: 'different' });
  });

  test('stay inside the picture, however large or small they are', () => {
    const edge = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(
        fc.uniqueArray(edge, { minLength: 2, maxLength: 20 }),
        fc.array(fc.nat(1e9), { minLength: 20, maxLength: 20 }),
        (edges, counts) => {
          const sorted = edges.toSorted((a, b) => a - b);
          const histogram = { edges: sorted.map(exact), counts: counts.slice(0, sorted.length - 1).map(exact) };
          const median = sorted[Math.floor(sorted.length / 2)] as number;
          const stats = {
            ...STATS,
            q1: exact(sorted[0] as number),
            median: exact(median),
            q3: exact(sorted.at(-1) as number),
          };
          const picture = pictureOf({ ...NUMBER, histogram }, stats);
          if (picture.kind !== 'histogram') throw new Error('no histogram');
          for (const [, height] of picture.bars.matchAll(/V(\S+?)h/g)) {
            expect(Number(height)).toBeGreaterThanOrEqual(0);
            expect(Number(height)).toBeLessThanOrEqual(HEIGHT);
          }
          for (const [, x] of (picture.marks ?? '').matchAll(/M(\S+) /g)) {
            expect(Number(x)).toBeGreaterThanOrEqual(0);
            expect(Number(x)).toBeLessThanOrEqual(picture.width);
          }
          expect(picture.bars + picture.marks).not.toMatch(/NaN|Infinity|e/);
        },
      ),
    );
  });
});

describe('texts', () => {
  test('have bars of their most frequent values, and the number of the others', () => {
    const picture = pictureOf({ ...TEXT, top_values: top(40, 20, 10, 5, 2, 1) }, null);
    expect(picture).toMatchObject({ kind: 'values', others: 15 });
    if (picture.kind !== 'values') throw new Error('no values');
    expect(picture.values.map(({ value, count }) => [value, count])).toEqual([
      ['v0', 40],
      ['v1', 20],
      ['v2', 10],
      ['v3', 5],
      ['v4', 2],
    ]);
    expect(picture.bars).toMatch(new RegExp(`^M0 0h${WIDTH}v3H0zM0 4h${WIDTH / 2}v`));
  });

  test('that are all about as frequent are shown by their lengths', () => {
    expect(pictureOf({ ...TEXT, top_values: top(5, 5, 5, 5, 5, 5) }, null)).toEqual({
      kind: 'lengths',
      line: 'M40 16H200M100 8v16',
    });
  });

  test('that are all different say so', () => {
    expect(pictureOf({ ...TEXT, is_unique: true, top_values: top(1, 1, 1, 1, 1) }, null)).toEqual({
      kind: 'different',
    });
  });

  test('that are dates go from the first to the last', () => {
    expect(pictureOf({ ...TEXT, format: 'date', is_unique: true }, null)).toEqual({ kind: 'times' });
  });

  test('that are one value only are one bar', () => {
    const column = { ...TEXT, distinct_count: exact(1), is_unique: true, top_values: top(1) };
    expect(pictureOf(column, null)).toMatchObject({ kind: 'values', others: 0 });
  });
});

test('a column without values has no picture', () => {
  expect(pictureOf({ ...TEXT, distinct_count: exact(0), top_values: [], lengths: null }, null)).toEqual({
    kind: 'none',
  });
});

describe('whole numbers', () => {
  const whole = (changes: Partial<Column>, isMeasure = false): Meaning =>
    meaningOf({ ...NUMBER, type: 'int64', min: exact(1), max: exact(500), ...changes }, isMeasure);
  const nine = { min: exact(200_000_172), max: exact(938_976_032) };

  test.each([
    [{ unit: 'OMB code' }, 'identifier'],
    [{ unit: 'SIREN number', ...nine }, 'identifier'],
    [{ unit: 'index number' }, 'quantity'],
    [{ unit: 'month number', max: exact(12) }, 'quantity'],
    [{ is_unique: true }, 'identifier'],
    [{ is_unique: true, unit: 'characters' }, 'quantity'],
    [{ is_unique: true, unit: 'calendar year', min: exact(1950), max: exact(2001) }, 'year'],
    [{ name: 'decade', min: exact(1960), max: exact(2010) }, 'year'],
    [{ unit: 'years', min: exact(41), max: exact(92) }, 'quantity'],
    [{ format: 'code' as const }, 'identifier'],
  ])('of %j are a %s', (changes, meaning) => {
    expect(whole(changes)).toBe(meaning);
  });

  test('that measure something may all be different', () => {
    expect(whole({ is_unique: true }, true)).toBe('quantity');
  });
});
