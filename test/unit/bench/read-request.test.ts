import { expect, test } from 'vitest';
import { benchRequest } from '../../../scripts/bench/read-request.ts';

test('without --only all parts run', () => {
  const all = ['build', 'downloads', 'incremental', 'pages', 'serving'];
  expect(benchRequest([])).toEqual({ size: 'M', rounds: 5, parts: all, json: false });
});

test('parts run in a fixed order, whatever order they are named in', () => {
  const request = benchRequest(['--only', 'serving,build', '--rounds=9', '--json']);
  expect(request).toEqual({ size: 'M', rounds: 9, parts: ['build', 'serving'], json: true });
});

test.each([
  [['--size', 'XXL'], '--size XXL: must be one of S, M, L, XL'],
  [['--only', 'build,speed'], '--only speed: must be some of build, downloads, incremental, pages, serving'],
  [['--rounds', '0'], '--rounds 0: must be a number from 1 to 999'],
  [['--fast'], "Unknown option '--fast'"],
])('%j is refused with a reason', (args, reason) => {
  const request = benchRequest(args);
  expect(request).toHaveProperty('mistake', expect.stringContaining(reason));
});
