import { describe, expect, test } from 'vitest';
import type { ByteBlock, ColumnDescription } from '../../../src/model.ts';
import { unpacked } from '../../../src/profile/numbers/packed-numbers.ts';
import { ColumnProfiler } from '../../../src/profile/profile-column.ts';

/*
 * What a reader of bytes asks a profiler, so that it may only count cells which it knows: each answer decides how quickly a column is read.
 */

function profilerOf(cells: readonly string[], said: Partial<ColumnDescription> = {}): ColumnProfiler {
  const description = { description: '', nullable: false, required: false, isNumber: false, numberFormat: {}, ...said };
  const profiler = new ColumnProfiler('x', description);
  add(profiler, cells);
  return profiler;
}

function add(profiler: ColumnProfiler, cells: readonly string[]): void {
  profiler.add(
    { records: cells.map((cell) => [cell]), placeOf: (at) => ({ line: at + 2, column: 1, excerpt: '' }) },
    0,
  );
}

const words = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `word ${String.fromCharCode(97 + at)}`);

describe('a text is inspected', () => {
  test.each([
    ['always before the first', [], {}, 'always'],
    ['always before the first, whatever else was there', ['1', 'NA', ''], {}, 'always'],
    ['if it is new, after that', ['a'], {}, 'if new'],
    ['if it is new, as long as texts become samples', ['1.2.3', '1.2.3'], { type: 'object' }, 'if new'],
    ['if it is new, as long as the column may be one of numbers', words(10), {}, 'if new'],
    ['never, once it has too many words for that', words(40), {}, 'never'],
    ['never, once there are more than can be listed', words(20), { type: 'object' }, 'never'],
    ['always, until a column of numbers is contradicted', [], { type: 'int64' }, 'always'],
    ['never, once it is', words(20), { type: 'int64' }, 'never'],
  ] as const)('%s', (_, cells, said, when) => {
    expect(profilerOf(cells, said).textInspection).toBe(when);
  });
});

test('texts that are counted are exceptions among formatted numbers, texts among numbers, and texts of the column', () => {
  const profiler = profilerOf(['1,5', 'n. v.']);
  profiler.countTexts(4);
  add(profiler, ['2,5', '3,5', '4,5', '5,5']);
  expect(profiler.finish(null).numberFormats).toEqual([]);
  add(profiler, ['6,5']);
  expect(profiler.finish(null).numberFormats).toHaveLength(1);
  const other = profilerOf(['1', "'x'", 'y']);
  other.countTexts(7);
  expect(other.finish(null)).toMatchObject({ evidence: { texts: 9, numbers: 1 }, suspiciousTexts: { texts: 9 } });
});

describe('numbers are counted without being inspected', () => {
  const NO_BLOCK = {
    textOf: () => {
      throw new Error('its text is not needed');
    },
  } as unknown as ByteBlock;

  test('within the range of those before them, in its unit', () => {
    const profiler = profilerOf(['1.234', '5.678', '2']);
    expect(profiler.range).toEqual({ unit: 3, lowest: 1.234, highest: 5.678 });
    profiler.addNumbers(3, 2, Float64Array.of(2000, 1234, 5678), 0);
    profiler.addNumber(3456, 3, NO_BLOCK, 0, 0);
    profiler.addNumber(4, 0, NO_BLOCK, 0, 0);
    const { statistics, thousandsPoints } = profiler.finish({ mean: 1, std: null, q1: null, median: null, q3: null });
    expect(statistics).toEqual({
      count: 8,
      mean: 1,
      std: null,
      min: '1.234',
      q1: null,
      median: null,
      q3: null,
      max: '5.678',
    });
    // Those with a point count among the points that may separate thousands.
    expect(thousandsPoints).toMatchObject({ count: 5, first: { line: 2 } });
  });

  test.each([
    ['nothing is in the range of a column without numbers', [], Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
    ['numbers of fifteen digits have a range', ['123456789012345', '-1'], -1, 123456789012345],
    [
      'numbers with more have none, since doubles confuse them',
      ['1234567890123456', '-1'],
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
    ],
    [
      'numbers that no decimal unit holds have none',
      ['1e-5', '1.5'],
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
    ],
  ])('%s', (_, cells, lowest, highest) => {
    expect(profilerOf(cells).range).toEqual({ unit: 0, lowest, highest });
  });

  /** A block whose only cell is a text. */
  const cellOf = (text: string): ByteBlock => ({ textOf: () => text }) as unknown as ByteBlock;
  const extremesOf = (profiler: ColumnProfiler) => {
    const found = profiler.finish({ mean: 1, std: null, q1: null, median: null, q3: null });
    return [found.statistics?.min, found.statistics?.max, found.statistics?.count];
  };

  test('beyond that range, of which each becomes an extreme', () => {
    const profiler = profilerOf(['5', '7.5']);
    profiler.addNumber(3, 0, cellOf('3'), 0, 0);
    profiler.addNumber(825, 2, cellOf('8.25'), 0, 0);
    expect(profiler.range).toEqual({ unit: 2, lowest: 3, highest: 8.25 });
    expect(extremesOf(profiler)).toEqual(['3', '8.25', 4]);
  });

  test('exactly, among numbers with more digits than a double can distinguish', () => {
    const profiler = profilerOf(['0.10000000000000001', '0.50000000000000001']);
    profiler.addNumber(1, 1, cellOf('0.1'), 0, 0);
    profiler.addNumber(5, 1, cellOf('0.5'), 0, 0);
    expect(extremesOf(profiler)).toEqual(['0.1', '0.50000000000000001', 4]);
  });

  test('also once no decimal unit holds them', () => {
    const profiler = profilerOf(['9007199254740993', '5']);
    profiler.addNumber(7, 0, cellOf('7'), 0, 0);
    expect([...(profiler.numbers?.integers ?? [])]).toEqual([9007199254740993n, 5n, 7n]);
    // Sending them to other threads does not copy them.
    expect(profiler.numbers?.integers?.buffer).toBeInstanceOf(SharedArrayBuffer);
    profiler.addNumber(75, 1, cellOf('7.5'), 0, 0);
    expect(
      [...unpacked(profiler.numbers?.doubles ?? { chunks: [], places: 0, count: 0 })].map((it) => [...it]),
    ).toEqual([[9007199254740992, 5, 7, 7.5]]);
    expect(extremesOf(profiler)).toEqual(['5', '9007199254740993', 4]);
  });

  test('in a column of texts too, where they are evidence of numbers', () => {
    const profiler = profilerOf(['x', '1', '2']);
    profiler.addNumbers(15, 3, new Float64Array(15), 0);
    profiler.addNumber(5, 1, NO_BLOCK, 0, 0);
    profiler.addNumber(5, 0, NO_BLOCK, 0, 0);
    expect(profiler.finish(null)).toMatchObject({ evidence: { numbers: 19 }, statistics: null, thousandsPoints: null });
  });
});
