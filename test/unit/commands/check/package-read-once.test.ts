import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { buildApi } from '../../../../src/build/build-api.ts';
import { folderOutput } from '../../../../src/build/output/folder-output.ts';
import { checkData } from '../../../../src/commands/check-data.ts';
import { rememberChecks } from '../../../../src/commands/remember-checks.ts';
import { readDataPackage } from '../../../../src/discover/data-package/read-data-package.ts';
import type { Problem } from '../../../../src/problems/problem.ts';
import { folderWith, rawDataWith } from '../../../support/builds/raw-data-folder.ts';
import { HEAD } from '../../../support/data-packages.ts';

vi.mock(import('../../../../src/discover/data-package/read-data-package.ts'), async (original) => {
  const actual = await original();
  return { ...actual, readDataPackage: vi.fn(actual.readDataPackage) };
});

const TABLES = Array.from({ length: 20 }, (_, index) => `t${index}`);

/** Two packages, with tables whose cures are tried. */
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

/** Of two packages: once to find their tables, and once to try cures. */
const READINGS = 4;

beforeEach(() => {
  vi.mocked(readDataPackage).mockClear();
});

test('a check reads each package as often for many tables as for one', () => {
  const { files } = checkData(packages(), []);
  expect(files).toHaveLength(2 * TABLES.length);
  for (const { entry } of files) expect(entry).toEqual({ columns: { b: { thousands: ',' } } });
  expect(readDataPackage).toHaveBeenCalledTimes(READINGS);
});

test('a check of named files does, and one that remembers', () => {
  const rawData = packages();
  checkData(
    rawData,
    TABLES.map((name) => join(rawData, 'economy/p', `${name}.csv`)),
  );
  expect(vi.mocked(readDataPackage).mock.calls.length).toBeLessThanOrEqual(READINGS);
  vi.mocked(readDataPackage).mockClear();
  checkData(rawData, [], undefined, rememberChecks().check);
  expect(readDataPackage).toHaveBeenCalledTimes(READINGS);
});

test('a build does, too', () => {
  const rawData = packages();
  const output = folderOutput(folderWith({}));
  const { problems } = buildApi({ rawData, site: { prefix: '/', pageSizes: [100] }, threads: 1 }, output);
  const doubts = problems.filter(({ code }: Problem) => code === 'number-format');
  expect(doubts.map(({ cures }) => cures.length)).toEqual(doubts.map(() => 1));
  expect(doubts).toHaveLength(2 * TABLES.length);
  expect(readDataPackage).toHaveBeenCalledTimes(READINGS);
});
