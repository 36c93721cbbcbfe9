import { describe, expect, test } from 'vitest';
import { readCategory, readInteger, readQuery } from '../../../src/serve/parameters.ts';

const categories = (count: number) => new Map(Array.from({ length: count }, (_, at) => [`c${at}`, 1]));

test('up to a hundred categories are listed for a client that gave none of them; of more, only the number is stated', () => {
  const few = categories(3);
  expect(readCategory(['no'], few)).toMatchObject({ invalid: { received: 'no', expected: [...few.keys()] } });
  expect(readCategory(['no'], categories(1000))).toMatchObject({
    invalid: { expected: 'one of the 1000 categories listed in /v1' },
  });
  expect(readCategory([], few)).toEqual({ value: null });
  expect(readCategory(['c1', 'c2'], few)).toMatchObject({ invalid: { parameter: 'category', received: 'c1, c2' } });
});

describe.each([
  ['limit', 100, 1, 100],
  ['offset', 0, 0, Number.MAX_SAFE_INTEGER],
] as const)('the parameter %s', (parameter, fallback, min, max) => {
  const readValue = (given: readonly string[]) => readInteger(parameter, given);
  const refused = (received: string) => ({
    invalid: { parameter, received, expected: `a single integer from ${min} to ${max}` },
  });

  test('has a default, and every value between its bounds', () => {
    expect(readValue([])).toEqual({ value: fallback });
    for (const value of [min, min + 1, 9, 10, 99, max - 1, max]) {
      expect(readValue([String(value)])).toEqual({ value });
    }
  });

  test.each([
    [String(min - 1)],
    [String(max + 1)],
    ['-0'],
    ['+5'],
    ['05'],
    ['5.0'],
    ['5x'],
    ['x5'],
    [' 5'],
    ['5\n'],
    ['1e1'],
    [''],
    ['5', '5'],
    ['5', ''],
  ])('cannot be %j, %j', (...given) => {
    const texts = given.filter((it) => it !== undefined);
    expect(readValue(texts)).toEqual(refused(texts.join(', ')));
  });
});

test('a plus in a query is a plus, wherever it is', () => {
  expect(readQuery('?limit=+1+&a+b=%2B').getAll('limit')).toEqual(['+1+']);
  expect(readQuery('?limit=+1+&a+b=%2B').get('a+b')).toBe('+');
});
