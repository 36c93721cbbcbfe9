import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { checkData } from '../../../../src/commands/check-data.ts';
import { buildApi } from '../../../../src/pipeline/build-api.ts';
import { folderOutput } from '../../../../src/pipeline/output/folder-output.ts';
import type { Problem } from '../../../../src/problems/problem.ts';
import { folderWith, rawDataWith } from '../../../support/builds/raw-data-folder.ts';
import { HEAD } from '../../../support/data-packages.ts';

const TABLES = Array.from({ length: 20 }, (_, index) => `t${index}`);

/** Two packages, with tables whose fixes are tried. */
function packages(): string {
  const files = ['p', 'q'].flatMap((folder) => {
    const resources = TABLES.map((name) => ({ name: folder + name, path: `${name}.csv` }));
    return [
      [`economy/${folder}/datapackage.json`, JSON.stringify({ ...HEAD, resources })],
      ...TABLES.map((name) => [`economy/${folder}/${name}.csv`, 'a,b\nx,"1,234,567"\ny,"5,678,901"\n']),
    ];
  });
  return rawDataWith(Object.fromEntries(files));
}

/** Of two packages: once to find their tables, and once to try fixes. */
const READINGS = 4;

const open = vi.spyOn(fs, 'openSync');
syncBuiltinESMExports();

afterAll(() => {
  open.mockRestore();
  syncBuiltinESMExports();
});

beforeEach(() => {
  open.mockClear();
});

/** How often a package has been read. */
function readings(): number {
  return open.mock.calls.filter(([path]) => String(path).endsWith('datapackage.json')).length;
}

test('a check reads each package as often for many tables as for one', () => {
  const { files } = checkData(packages(), []);
  expect(files).toHaveLength(2 * TABLES.length);
  for (const { entry } of files) expect(entry).toEqual({ columns: { b: { thousands: ',' } } });
  expect(readings()).toBe(READINGS);
});

test('a build does, too', () => {
  const rawData = packages();
  const output = folderOutput(folderWith({}));
  const { problems } = buildApi({ rawData, site: { prefix: '/', pageSizes: [100] }, threads: 1 }, output);
  const doubts = problems.filter(({ code }: Problem) => code === 'number-format');
  expect(doubts.map(({ fixes }) => fixes.length)).toEqual(doubts.map(() => 1));
  expect(doubts).toHaveLength(2 * TABLES.length);
  expect(readings()).toBe(READINGS);
});
