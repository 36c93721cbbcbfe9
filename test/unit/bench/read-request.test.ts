import { expect, test } from 'vitest';
import { benchRequest } from '../../../scripts/bench/read-request.ts';

test('all parts are measured when none is named, and of the largest size those that it is for', () => {
  const all = ['build', 'memory', 'incremental', 'serving', 'growth'];
  expect(benchRequest([])).toEqual({ size: 'M', rounds: 5, parts: all, json: false });
  expect(benchRequest(['--size', 'XL'])).toMatchObject({ size: 'XL', parts: ['memory', 'growth'] });
});

test('parts are measured in one order, whatever order they are named in', () => {
  const request = benchRequest(['--only', 'serving,build', '--rounds=9', '--json']);
  expect(request).toEqual({ size: 'M', rounds: 9, parts: ['build', 'serving'], json: true });
});

test.each([
  [['--size', 'XXL'], '--size XXL: there are S, M, L, XL'],
  [['--only', 'build,speed'], '--only speed: there are build, memory, incremental, serving, growth'],
  [['--rounds', '0'], '--rounds 0: that is no number from 1 to 999'],
  [['--fast'], "Unknown option '--fast'"],
])('%j is refused with a reason', (args, reason) => {
  const request = benchRequest(args);
  expect(request).toHaveProperty('mistake', expect.stringContaining(reason));
});
