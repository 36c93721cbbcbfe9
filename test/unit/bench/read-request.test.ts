import { expect, test } from 'vitest';
import { benchRequest } from '../../../scripts/bench/read-request.ts';

test('without --only all parts run; for the largest size, only those that suit it', () => {
  const all = ['build', 'downloads', 'incremental', 'pages', 'serving', 'growth'];
  expect(benchRequest([])).toEqual({ size: 'M', rounds: 5, parts: all, json: false });
  expect(benchRequest(['--size', 'XL'])).toMatchObject({ size: 'XL', parts: ['growth'] });
});

test('parts run in a fixed order, whatever order they are named in', () => {
  const request = benchRequest(['--only', 'serving,build', '--rounds=9', '--json']);
  expect(request).toEqual({ size: 'M', rounds: 9, parts: ['build', 'serving'], json: true });
});

test.each([
  [['--size', 'XXL'], '--size XXL: must be one of S, M, L, XL'],
  [['--only', 'build,speed'], '--only speed: must be some of build, downloads, incremental, pages, serving, growth'],
  [['--rounds', '0'], '--rounds 0: must be a number from 1 to 999'],
  [['--fast'], "Unknown option '--fast'"],
])('%j is refused with a reason', (args, reason) => {
  const request = benchRequest(args);
  expect(request).toHaveProperty('mistake', expect.stringContaining(reason));
});
