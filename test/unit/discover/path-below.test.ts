import { posix, win32 } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pathBelow } from '../../../src/discover/path-below.ts';

describe('a path below a folder is written with slashes', () => {
  test.each([
    ['/raw', '/raw/economy/x.csv', 'economy/x.csv'],
    ['/raw', '/raw', ''],
    ['/', '/economy/x.csv', 'economy/x.csv'],
    ['/raw', '/raw/..x.csv', '..x.csv'],
    ['/raw', '/raw/a\\b.csv', 'a\\b.csv'],
    ['/raw', '/raw2/x.csv', null],
    ['/raw', '/', null],
    ['/raw', '/Raw/x.csv', null],
  ])('on POSIX: %s, %s → %s', (folder, path, expected) => {
    expect(pathBelow(folder, path, posix)).toBe(expected);
  });

  test.each([
    ['C:\\raw', 'C:\\raw\\economy\\x.csv', 'economy/x.csv'],
    ['C:\\raw', 'c:\\RAW\\economy\\x.csv', 'economy/x.csv'],
    ['C:\\raw\\', 'C:/raw/economy/x.csv', 'economy/x.csv'],
    ['D:\\', 'D:\\economy\\x.csv', 'economy/x.csv'],
    ['C:\\raw', 'C:\\raw', ''],
    ['\\\\server\\data', '\\\\server\\data\\x.csv', 'x.csv'],
    ['C:\\raw', 'D:\\raw\\x.csv', null],
    ['C:\\raw', 'C:\\raw2\\x.csv', null],
    ['C:\\raw', '\\\\server\\raw\\x.csv', null],
    ['C:\\raw', 'C:\\', null],
  ])('on Windows: %s, %s → %s', (folder, path, expected) => {
    expect(pathBelow(folder, path, win32)).toBe(expected);
  });
});
