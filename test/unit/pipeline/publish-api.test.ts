import { expect, test } from 'vitest';
import { workersFor } from '../../../src/pipeline/threads/workers.ts';
import { siteOf } from '../../../src/settings/settings.ts';

const MEGABYTE = 1 << 20;

test.each([
  [0, 8, 0],
  [8 * MEGABYTE - 1, 8, 0],
  [8 * MEGABYTE, 8, 1],
  [16 * MEGABYTE - 1, 8, 1],
  [16 * MEGABYTE, 8, 2],
  [900 * MEGABYTE, 8, 7],
  [900 * MEGABYTE, 1, 0],
  [0, 0, 0],
])('to read %i bytes with at most %i threads, %i workers are worth starting', (bytes, most, workers) => {
  expect(workersFor(bytes, most)).toBe(workers);
});

test('the prefix of links has the site, if it is known, and the base', () => {
  const given = { base: '/open/', pageSizes: [10, 100], layout: 'packed', formats: ['csv'] } as const;
  expect(siteOf({ ...given, site: null })).toEqual({
    prefix: '/open/',
    pageSizes: [10, 100],
    layout: 'packed',
    formats: ['csv'],
  });
  expect(siteOf({ ...given, site: 'https://data.example.org' }).prefix).toBe('https://data.example.org/open/');
});
