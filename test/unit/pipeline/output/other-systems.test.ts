import { constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { collectionFile, downloadFile, pageFile } from '../../../../src/contract/routes.ts';
import { retryRename } from '../../../../src/pipeline/files/retry-rename.ts';
import { flagsToLock } from '../../../../src/pipeline/output/lock-output.ts';
import { isInside } from '../../../../src/pipeline/output/output-folder.ts';
import { adviceOn } from '../../../../src/pipeline/output/write-errors.ts';
import { folderWith } from '../../../support/builds/raw-data-folder.ts';

function failing(times: number, code: string): { step: () => number; count: () => number } {
  let count = 0;
  const step = (): number => {
    count += 1;
    if (count <= times) throw Object.assign(new Error(code), { code });
    return count;
  };
  return { step, count: () => count };
}

describe('a rename', () => {
  test.each(['EPERM', 'EACCES', 'EBUSY'])('is repeated on Windows while it fails with %s', (code) => {
    const waits: number[] = [];
    expect(retryRename(failing(3, code).step, 'win32', (ms) => waits.push(ms))).toBe(4);
    expect(waits).toEqual([10, 20, 50]);
  });

  test('fails on Windows if a file stays open, after less than two seconds', () => {
    const waits: number[] = [];
    expect(() => retryRename(failing(Number.POSITIVE_INFINITY, 'EBUSY').step, 'win32', (ms) => waits.push(ms))).toThrow(
      'EBUSY',
    );
    expect(waits.reduce((sum, ms) => sum + ms)).toBeLessThan(2000);
  });

  test.each([
    ['linux', 'EPERM'],
    ['darwin', 'EBUSY'],
    ['win32', 'ENOENT'],
  ])('is tried once on %s if it fails with %s', (platform, code) => {
    const { step, count } = failing(1, code);
    expect(() => retryRename(step, platform, () => expect.unreachable())).toThrow(code);
    expect(count()).toBe(1);
  });
});

describe('the lock of an output', () => {
  test('is on a file that Windows can lock: one that is not opened to append alone', () => {
    expect(flagsToLock('win32') & constants.O_APPEND).toBe(0);
    expect(flagsToLock('win32') & constants.O_RDWR).toBe(constants.O_RDWR);
    expect(flagsToLock('linux') & constants.O_NONBLOCK).toBe(constants.O_NONBLOCK);
  });
});

test('a folder is recognised under a name that differs by case, where the file system does not tell the two apart', () => {
  const folder = folderWith({});
  mkdirSync(join(folder, 'Raw-Data', 'economy'), { recursive: true });
  const raw = join(folder, 'Raw-Data');
  const asNamed = join(folder, 'raw-data', 'economy', 'dist');
  const folding = (path: string): string => path.toLowerCase();
  expect(isInside(asNamed, raw, folding)).toBe(true);
  expect(isInside(asNamed, raw)).toBe(false);
  expect(isInside(join(folder, 'raw-data2'), raw, folding)).toBe(false);
  expect(isInside(join(raw, 'economy'), raw)).toBe(true);
  expect(isInside(raw, raw)).toBe(true);
});

test.each(['EPERM', 'EACCES', 'EBUSY'])('on Windows, %s asks to close what has the output open', (code) => {
  expect(adviceOn('win32')[code]).toContain('Close all programs');
  expect(adviceOn('linux')[code]).not.toContain('Close all programs');
});

test('published paths leave room for a folder of some hundred characters within the 260 that programs of Windows may expect', () => {
  const config = 'x'.repeat(100);
  const window = { limit: 100, offset: 1_000_000_000 };
  const longest = [
    pageFile({ kind: 'records', config }, window),
    pageFile({ kind: 'datasets', category: config }, window),
    collectionFile({ kind: 'datasets', category: config }),
    downloadFile('parquet', config),
  ];
  expect(Math.max(...longest.map((path) => path.length))).toBeLessThan(160);
});
