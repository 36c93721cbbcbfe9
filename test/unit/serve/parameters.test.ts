import { expect, test } from 'vitest';
import { readCategory } from '../../../src/serve/parameters.ts';

const categories = (count: number) => new Map(Array.from({ length: count }, (_, at) => [`c${at}`, 1]));

test('up to a hundred categories are listed for a client that gave none of them; of more, only the number is stated', () => {
  const few = categories(100);
  expect(readCategory(['no'], few)).toMatchObject({ invalid: { received: 'no', expected: [...few.keys()] } });
  expect(readCategory(['no'], categories(101))).toMatchObject({
    invalid: { expected: 'one of the 101 categories that /v1 lists' },
  });
  expect(readCategory(['c100'], categories(101))).toEqual({ value: 'c100' });
});
