import { appendFileSync, mkdirSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { folderVersion, quickReader as readerOf } from '../../../src/hosts/node/published-folder.ts';
import { type QuickDisk, quickDisk } from '../../../src/hosts/node/quick-disk.ts';
import { entityTag } from '../../../src/serve/conditional.ts';
import type { QuickFile } from '../../../src/serve/published-version.ts';
import { folderWith } from '../../support/builds/raw-data-folder.ts';

const MAX = 1 << 17;
const INDEX = { 'v1/index.json': '{}' };
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

/** Reads files of a folder at once, as files of the version that is there at first. */
async function quickReader(folder: string): Promise<(path: string) => QuickFile | undefined> {
  const version = await folderVersion(folder)();
  const read = readerOf(folder, diskOf(folder).disk);
  return (path) => read(path, version);
}

/** A disk of which a test says what the system has read from it, and that was looked at once. */
function diskOf(folder: string): { disk: QuickDisk; readFromDisk(amount: number): void } {
  const usage = process.resourceUsage();
  vi.spyOn(process, 'resourceUsage').mockImplementation(() => ({ ...usage }));
  const disk = quickDisk(folder);
  expect(disk(() => 1)).toBeUndefined();
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
    expect(disk(() => 1)).toBe(1);
    readFromDisk(8);
    later(100);
    expect(disk(() => 1)).toBeUndefined();
    later(100);
    for (const [calls, found] of [
      [40, 1],
      [20, undefined],
      [0, 1],
    ] as const) {
      expect(disk(() => 1)).toBe(1);
      for (let call = 0; call < calls; call += 1) disk(() => 1);
      readFromDisk(calls > 0 ? 8 : 0);
      later(100);
      expect(disk(() => 1)).toBe(found);
      later(100);
    }
    expect(
      disk(() => {
        throw new Error('EIO');
      }),
    ).toBeUndefined();
  });

  test('is never asked if it may be one on a network', () => {
    expect(diskOf('/proc').disk(() => 1)).toBeUndefined();
    expect(diskOf('/nowhere').disk(() => 1)).toBeUndefined();
  });
});

describe.runIf(process.platform === 'linux')('a file that is read at once', () => {
  test('has its bytes and the tag made from them, also when it is read again', async () => {
    const folder = folderWith({ ...INDEX, 'a.txt': 'text', empty: '' });
    const read = await quickReader(folder);
    for (const [path, text] of [
      ['a.txt', 'text'],
      ['empty', ''],
    ] as const) {
      const expected = { bytes: bytesOf(text), etag: await entityTag(bytesOf(text)) };
      for (let time = 0; time < 3; time += 1) {
        const found = read(path);
        expect({ bytes: found?.bytes, etag: found?.etag }).toEqual(expected);
        later(5_000);
      }
    }
  });

  test('is undefined if it is no file, missing, or too long', async () => {
    const folder = folderWith({ ...INDEX, 'a.txt': 'x'.repeat(MAX + 1), 'b.txt': 'x'.repeat(MAX) });
    mkdirSync(join(folder, 'folder'));
    symlinkSync(join(folder, 'circle'), join(folder, 'circle'));
    const read = await quickReader(folder);
    for (const path of ['a.txt', 'folder', 'circle', 'nothing', 'a.txt/b']) expect(read(path), path).toBeUndefined();
    expect(read('b.txt')?.bytes).toHaveLength(MAX);
  });

  test.each([
    ['written anew', (path: string) => writeFileSync(path, 'next')],
    ['made longer', (path: string) => appendFileSync(path, 'x')],
    ['made shorter', (path: string) => truncateSync(path, 2)],
  ])('never has the tag of what it was before it is %s, whatever its time', async (_, change) => {
    const folder = folderWith({ ...INDEX, 'a.txt': 'text' });
    const path = join(folder, 'a.txt');
    utimesSync(path, 1000, 1000);
    const read = await quickReader(folder);
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

  test('is undefined if it may belong to another version, unless it is the same as in this one', async () => {
    const folder = folderWith({ ...INDEX, 'a.txt': 'text', 'b.txt': 'text' });
    const read = await quickReader(folder);
    later(5_000);
    expect(read('a.txt')).toBeDefined();
    writeFileSync(join(folder, 'v1/index.json'), '{ "next": true }');
    expect(read('a.txt')?.bytes).toEqual(bytesOf('text'));
    expect(read('b.txt')).toBeUndefined();
  });

  test('has memory of its own until it is released', async () => {
    const folder = folderWith({ ...INDEX, 'a.txt': 'aaaa', 'b.txt': 'bb', 'c.txt': 'cccc' });
    const read = await quickReader(folder);
    const [a, b] = [read('a.txt'), read('b.txt')];
    expect([a?.bytes, b?.bytes]).toEqual([bytesOf('aaaa'), bytesOf('bb')]);
    a?.release?.();
    const c = read('c.txt');
    expect([b?.bytes, c?.bytes]).toEqual([bytesOf('bb'), bytesOf('cccc')]);
    expect(c?.bytes.buffer).toBe(a?.bytes.buffer);
    expect(read('a.txt')?.bytes.buffer).not.toBe(c?.bytes.buffer);
  });
});
