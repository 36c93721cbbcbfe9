import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkSamePages, pageFiles } from '../../../scripts/bench/builds/same-pages.ts';
import { configOf, generateRawData } from '../../../scripts/bench/data/generate.ts';
import { buildApi } from '../../../src/pipeline/build-api.ts';
import { folderOutput } from '../../../src/pipeline/output/folder-output.ts';
import { folderWith } from '../../support/builds/raw-data-folder.ts';

/** Builds two datasets, with Almanac and with the naive script. */
function buildBoth(rows: number): { ours: string; naive: string } {
  const rawData = folderWith({});
  const [ours, naive] = [folderWith({}), folderWith({})];
  generateRawData(rawData, { datasets: 2, rows });
  const report = buildApi({ rawData, site: { prefix: '/', pageSizes: [100] } }, folderOutput(ours));
  const { status, stderr } = spawnSync(process.execPath, ['scripts/bench/peers/naive.ts', rawData, naive], {
    encoding: 'utf8',
  });
  expect({ ok: report.ok, status, stderr }).toEqual({ ok: true, status: 0, stderr: '' });
  return { ours, naive };
}

describe('the naive script', () => {
  test.each([250, 300])('makes the same pages of %d rows as Almanac', (rows) => {
    const { ours, naive } = buildBoth(rows);
    expect(pageFiles(ours).size).toBe(2 * (1 + Math.floor(rows / 100) + 1));
    expect(() => checkSamePages(ours, naive)).not.toThrow();
  });
});

describe('the comparison of pages', () => {
  test('detects a missing page, an unexpected one, and one with another value', () => {
    const { ours, naive } = buildBoth(250);
    const last = `v1/datasets/${configOf(1)}/limit/100/offset/200.json`;
    const page = readFileSync(join(naive, last), 'utf8');
    writeFileSync(join(naive, last), page.replace('"month":', '"month":1'));
    expect(() => checkSamePages(ours, naive)).toThrow(`${last} differs from Almanac’s`);
    rmSync(join(naive, last));
    expect(() => checkSamePages(ours, naive)).toThrow('1 pages are missing and 0 are unexpected');
    expect(() => checkSamePages(naive, ours)).toThrow('0 pages are missing and 1 are unexpected');
  });

  test('refuses to compare nothing', () => {
    expect(() => checkSamePages(folderWith({}), folderWith({}))).toThrow('there are no pages');
  });
});
