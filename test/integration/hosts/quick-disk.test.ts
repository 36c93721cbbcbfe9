import { appendFileSync, mkdirSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { folderVersion, quickReader } from '../../../src/hosts/node/published-folder.ts';
import { QuickDisk } from '../../../src/hosts/node/quick-disk.ts';
import { entityTag } from '../../../src/serve/conditional.ts';
import { folderWith } from '../../support/builds/raw-data-folder.ts';

const MAX = 1 << 17;
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** Advances all clocks, so that files seem to have been written long ago. */
function later(ms: number): void {
  const [now, date] = [performance.now() + ms, Date.now() + ms];
  vi.spyOn(performance, 'now').mockReturnValue(now);
  vi.spyOn(Date, 'now').mockReturnValue(date);
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
}

/** A disk of which a test says what the system has read from it, and that was looked at once. */
function diskOf(folder: string): { disk: QuickDisk; readFromDisk(amount: number): void } {
  const usage = process.resourceUsage();
  vi.spyOn(process, 'resourceUsage').mockImplementation(() => ({ ...usage }));
  const disk = new QuickDisk(folder);
  expect(disk.ask(() => 1)).toBeUndefined();
  later(100);
  const readFromDisk = (amount: number): void => {
    usage.fsRead += amount;
  };
  return { disk, readFromDisk };
}

// Elsewhere, nothing is known about file systems, so nothing is read by blocking calls.
describe.runIf(process.platform === 'linux')('a disk', () => {
  test('is asked only while the system reads little or nothing from it', () => {
    const { disk, readFromDisk } = diskOf(folderWith({}));
    expect(disk.ask(() => 1)).toBe(1);
    readFromDisk(8);
    later(100);
    expect(disk.ask(() => 1)).toBeUndefined();
    later(100);
    for (const [calls, found] of [
      [40, 1],
      [20, undefined],
      [0, 1],
    ] as const) {
      expect(disk.ask(() => 1)).toBe(1);
      for (let call = 0; call < calls; call += 1) disk.ask(() => 1);
      readFromDisk(calls > 0 ? 8 : 0);
      later(100);
      expect(disk.ask(() => 1)).toBe(found);
      later(100);
    }
    expect(
      disk.ask(() => {
        throw new Error('EIO');
      }),
    ).toBeUndefined();
  });

  test('is never asked if it may be one on a network', () => {
    expect(diskOf('/proc').disk.ask(() => 1)).toBeUndefined();
    expect(diskOf('/nowhere').disk.ask(() => 1)).toBeUndefined();
  });
});

describe.runIf(process.platform === 'linux')('a file that is read at once', () => {
  test('has its bytes and the tag made from them, also when it is read again', async () => {
    const folder = folderWith({ 'a.txt': 'text', empty: '' });
    const read = quickReader(folder, diskOf(folder).disk);
    for (const [path, text] of [
      ['a.txt', 'text'],
      ['empty', ''],
    ] as const) {
      const expected = { bytes: bytesOf(text), etag: await entityTag(bytesOf(text)) };
      for (let time = 0; time < 3; time += 1) {
        const found = read(path);
        expect({ ...found, bytes: new Uint8Array(found?.bytes ?? []) }).toEqual(expected);
        later(5_000);
      }
    }
  });

  test('is undefined if it is no file, missing, or too long', () => {
    const folder = folderWith({ 'a.txt': 'x'.repeat(MAX + 1), 'b.txt': 'x'.repeat(MAX) });
    mkdirSync(join(folder, 'folder'));
    symlinkSync(join(folder, 'circle'), join(folder, 'circle'));
    const read = quickReader(folder, diskOf(folder).disk);
    for (const path of ['a.txt', 'folder', 'circle', 'nothing', 'a.txt/b']) expect(read(path), path).toBeUndefined();
    expect(read('b.txt')?.bytes).toHaveLength(MAX);
  });

  test.each([
    ['written anew', (path: string) => writeFileSync(path, 'next')],
    ['made longer', (path: string) => appendFileSync(path, 'x')],
    ['made shorter', (path: string) => truncateSync(path, 2)],
  ])('never has the tag of what it was before it is %s, whatever its time', async (_, change) => {
    const folder = folderWith({ 'a.txt': 'text' });
    const path = join(folder, 'a.txt');
    utimesSync(path, 1000, 1000);
    const read = quickReader(folder, diskOf(folder).disk);
    const before = await entityTag(bytesOf('text'));
    for (const wait of [0, 5_000]) {
      later(wait);
      expect(read('a.txt')?.etag).toBe(before);
    }
    // The clock of the file system advances in steps of some milliseconds.
    await new Promise((resolve) => setTimeout(resolve, 20));
    change(path);
    utimesSync(path, 1000, 1000);
    expect(read('a.txt')).toBeUndefined();
    const after = read('a.txt');
    expect(after?.etag).toBe(await entityTag(new Uint8Array(after?.bytes ?? [])));
    expect(after?.etag).not.toBe(before);
  });

  test('belongs to the version that the index file identifies, as do those that are waited for', async () => {
    const folder = folderWith({ 'v1/index.json': '{}' });
    const { disk, readFromDisk } = diskOf(folder);
    const version = folderVersion(folder, disk);
    const atOnce = version();
    expect(typeof atOnce).toBe('string');
    readFromDisk(8);
    later(100);
    expect(version()).toBeInstanceOf(Promise);
    expect(await version()).toBe(atOnce);
  });
});
