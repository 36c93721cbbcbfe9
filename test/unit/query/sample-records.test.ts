import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sampleOf } from '../../../src/query/collect/sample-records.ts';
import { runs } from '../../support/runs.ts';

test('a sample has as many different records as are asked for, in their order, and the same for the same seed', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.nat({ max: 2 ** 31 })),
      fc.nat({ max: 40 }),
      fc.maxSafeInteger(),
      (set, size, seed) => {
        const numbers = set.sort((a, b) => a - b);
        const sample = sampleOf(numbers, size, seed);
        expect(sample.length).toBe(Math.min(size, numbers.length));
        expect(numbers.filter((number) => sample.includes(number))).toEqual(sample);
        expect(sampleOf(numbers, size, seed)).toEqual(sample);
      },
    ),
    { numRuns: runs(500) },
  );
});

test('each record, and each pair of records, is as likely as any other', () => {
  const [count, size, rounds] = [100, 20, 5000];
  const numbers = Array.from({ length: count }, (_, number) => number);
  const chosen = new Float64Array(count);
  const pairs = new Float64Array(count);
  for (let seed = 0; seed < rounds; seed += 1) {
    const sample = new Set(sampleOf(numbers, size, seed));
    for (const number of sample) {
      chosen[number] = (chosen[number] as number) + 1;
      if (sample.has((number + 1) % count)) pairs[number] = (pairs[number] as number) + 1;
    }
  }
  const expectNear = (found: Float64Array, chance: number): void => {
    const deviation = Math.sqrt(rounds * chance * (1 - chance));
    for (const times of found) expect(Math.abs(times - rounds * chance)).toBeLessThan(5 * deviation);
    const squares = found.reduce((sum, times) => sum + ((times - rounds * chance) / deviation) ** 2, 0);
    expect(squares).toBeLessThan(2 * count);
  };
  expectNear(chosen, size / count);
  expectNear(pairs, (size / count) * ((size - 1) / (count - 1)));
});

test('different seeds give different samples, also of few bits', () => {
  const numbers = Array.from({ length: 1024 }, (_, number) => number);
  const samples = Array.from({ length: 300 }, (_, seed) => sampleOf(numbers, 100, seed));
  expect(new Set(samples.map(String)).size).toBe(300);
  // By chance, two samples have a tenth in common.
  for (let seed = 1; seed < 300; seed += 1) {
    const before = new Set(samples[seed - 1]);
    expect(samples[seed]?.filter((number) => before.has(number)).length).toBeLessThan(40);
  }
});
