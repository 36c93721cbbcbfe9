import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildCommand, siteCommand } from '../../../scripts/bench/builds/builders.ts';
import { measure } from '../../../scripts/bench/measure.ts';
import { rawDataWith, sidecarWith } from '../../support/builds/raw-data-folder.ts';

const ROWS = 2_000_000;
const ROWS_PER_WRITE = 1 << 16;

/** Eight characters that differ for each index, in no order. */
const code = (index: number, factor: number): string => ((index * factor) % 2 ** 40).toString(36).padStart(8, '0');

// Held in memory, the distinct codes and the numbers of all rows would take some 200 MB more.
test('a build of two million rows, with codes that all differ and numbers of 17 digits, takes at most 320 MB of memory', {
  timeout: 240_000,
}, async () => {
  const rawData = rawDataWith({
    'economy/codes.csv': 'id,other,third,amount\n',
    'economy/codes.meta.json': sidecarWith(),
  });
  for (let from = 0; from < ROWS; from += ROWS_PER_WRITE) {
    let lines = '';
    for (let at = from; at < Math.min(ROWS, from + ROWS_PER_WRITE); at += 1)
      lines += `${code(at, 22695477)},${code(at, 69069)},${code(at, 16807)},${Math.sqrt(at)}\n`;
    appendFileSync(join(rawData, 'economy/codes.csv'), lines);
  }
  const { peak } = await measure(buildCommand(rawData, join(rawData, '../out'), '--formats', ''));
  expect(peak).toBeGreaterThan(50);
  expect(peak).toBeLessThan(320);
});

// Each picture has 3 MB of pixels, which the process must release before it ends.
test('a build of 300 datasets with pages and pictures takes at most 700 MB of memory', {
  timeout: 240_000,
}, async () => {
  const csv = `year,amount,share\n${Array.from({ length: 40 }, (_, at) => `${1980 + at},${at * 7},${at / 4}\n`).join('')}`;
  const files = Array.from({ length: 300 }, (_, at) => [
    [`economy/series-${at}.csv`, csv],
    [`economy/series-${at}.meta.json`, sidecarWith()],
  ]);
  const rawData = rawDataWith(Object.fromEntries(files.flat()));
  const { peak } = await measure(
    siteCommand(rawData, join(rawData, '../out'), '--quiet', '--site', 'https://data.example'),
  );
  expect(peak).toBeGreaterThan(50);
  expect(peak).toBeLessThan(700);
});
