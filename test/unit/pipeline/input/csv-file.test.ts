import { appendFileSync, mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { csvFile, fileChanged, fingerprintOf, readUnchanged, sizeOf } from '../../../../src/pipeline/input/csv-file.ts';
import { type Problem, ProblemError, problem } from '../../../../src/problems/problem.ts';
import { folderWith } from '../../../support/builds/raw-data-folder.ts';
import { isOpen } from '../../../support/open-files.ts';

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString();

/** The problem that a step throws. */
function problemOf(step: () => unknown): Problem {
  try {
    step();
  } catch (error) {
    if (error instanceof ProblemError) return error.problem;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('a file that is read in chunks', () => {
  test('is read as far as it went when it was opened, however fast it grows', () => {
    const path = join(folderWith({ 'x.csv': 'abcdefgh' }), 'x.csv');
    const chunks: string[] = [];
    for (const chunk of csvFile(path, 'x.csv').readChunks(3, 4)) {
      chunks.push(text(chunk));
      appendFileSync(path, 'more');
    }
    expect(chunks).toEqual(['abc', 'defg', 'h']);
  });

  test('ends early if it is cut off meanwhile', () => {
    const path = join(folderWith({ 'x.csv': 'abcdefgh' }), 'x.csv');
    const chunks: string[] = [];
    for (const chunk of csvFile(path, 'x.csv').readChunks(3, 4)) {
      chunks.push(text(chunk));
      truncateSync(path, 3);
    }
    expect(chunks).toEqual(['abc']);
  });

  test('is closed at its end, and when the reader stops before it', () => {
    const path = join(folderWith({ 'x.csv': 'abcdefgh' }), 'x.csv');
    for (const _ of csvFile(path, 'x.csv').readChunks(3, 4)) expect(isOpen(path)).toBe(true);
    expect(isOpen(path)).toBe(false);
    for (const _ of csvFile(path, 'x.csv').readChunks(3, 4)) break;
    expect(isOpen(path)).toBe(false);
  });

  test('has no chunks if it is empty', () => {
    expect([...csvFile(join(folderWith({ 'x.csv': '' }), 'x.csv'), 'x.csv').readChunks(3, 4)]).toEqual([]);
  });
});

test('a file is closed once a part of it was read, or could not be', () => {
  const path = join(folderWith({ 'x.csv': 'abcdefgh' }), 'x.csv');
  const file = csvFile(path, 'x.csv');
  expect([file.readPart(0, 8, Buffer.alloc(8)), file.readPart(0, 9, Buffer.alloc(9))]).toEqual([true, false]);
  expect(isOpen(path)).toBe(false);
});

describe('what cannot be read is reported with its reason', () => {
  const help = 'Check the file and its permissions.';

  test('if it is missing', () => {
    const file = csvFile('/nowhere/x.csv', 'a/x.csv');
    const message = "cannot be read: ENOENT: no such file or directory, open '/nowhere/x.csv'";
    const expected = problem('file-unreadable', { file: 'a/x.csv' }, message, help);
    expect(problemOf(() => [...file.readChunks(1, 1)])).toEqual(expected);
    expect(problemOf(() => file.readPart(0, 1, Buffer.alloc(1)))).toEqual(expected);
  });

  test('if it is a folder', () => {
    const folder = folderWith({});
    mkdirSync(join(folder, 'x.csv'));
    const file = csvFile(join(folder, 'x.csv'), 'x.csv');
    expect(problemOf(() => [...file.readChunks(1, 1)])).toEqual(
      problem('file-unreadable', { file: 'x.csv' }, 'cannot be read: it is not a regular file', help),
    );
  });

  test('but a mistake of the code that reads is not called one of the file', () => {
    const file = csvFile(join(folderWith({ 'x.csv': 'abc' }), 'x.csv'), 'x.csv');
    expect(() => file.readPart(0, 3, Buffer.alloc(1))).toThrow(RangeError);
  });
});

test('the size of a file that cannot be reached counts as 0', () => {
  expect([sizeOf('/nowhere/x.csv'), sizeOf(join(folderWith({ 'x.csv': 'abc' }), 'x.csv'))]).toEqual([0, 3]);
});

describe('of a file that is read while others may write to it', () => {
  const changed = problem(
    'file-changed',
    { file: 'x.csv' },
    'was changed, replaced or removed while it was being read, so the findings may no longer hold',
    'Try again once no other program is writing to the file.',
  );
  const opened = () => {
    const source = { path: join(folderWith({ 'x.csv': 'abc' }), 'x.csv'), file: 'x.csv' };
    const fingerprint = fingerprintOf(source.path);
    return { source, read: (step: () => unknown): unknown => readUnchanged(source.path, fingerprint, step) };
  };

  test('the findings are returned only if it has not changed', () => {
    const { source, read } = opened();
    const find = vi.fn(() => 'found');
    expect(read(find)).toBe('found');
    expect(find).toHaveBeenCalledOnce();
    writeFileSync(source.path, 'other');
    expect(read(find)).toBeNull();
    expect(fileChanged(source)).toEqual(changed);
  });

  test('an error of reading it is thrown only if it has not changed', () => {
    const { source, read } = opened();
    const fail = (): never => {
      throw new Error('out of step');
    };
    expect(() => read(fail)).toThrow('out of step');
    rmSync(source.path);
    expect(read(fail)).toBeNull();
  });
});
