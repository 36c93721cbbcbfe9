import { describe, expect, test } from 'vitest';
import type { ChangeDetector } from '../../../src/pipeline/incremental/change-detector.ts';
import { workersAtOnce } from '../../../src/pipeline/publish-api.ts';
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

describe('before the raw data is searched, workers are started', () => {
  const first = { previous: null, dataBytes: 20 * MEGABYTE };
  const all = { only: [], threads: 4 };

  test('for a first build of all datasets', () => {
    expect(workersAtOnce(first, all)).toBe(2);
    expect(workersAtOnce(first, { ...all, threads: 2 })).toBe(1);
  });

  test('but not for a build that may read only some of the files', () => {
    const later = { ...first, previous: {} as ChangeDetector['previous'] };
    expect(workersAtOnce(later, all)).toBe(0);
    expect(workersAtOnce(first, { ...all, only: ['wages'] })).toBe(0);
    expect(workersAtOnce(first, { ...all, selectShard: () => [] })).toBe(0);
    expect(workersAtOnce(undefined, all)).toBe(0);
  });
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
