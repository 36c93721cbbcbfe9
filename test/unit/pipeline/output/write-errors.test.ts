import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { certainWriteFailure, explainingWriteErrors } from '../../../../src/pipeline/output/write-errors.ts';
import { ProblemError, problem } from '../../../../src/problems/problem.ts';
import { folderWith } from '../../../support/builds/raw-data-folder.ts';

const SPACE = 'Free up some space there and try again.';
const PERMISSION =
  'Give this user permission to write there. If this is the output folder, you can choose another with --out DIR.';
const OTHERWISE =
  'Fix the cause and try again. If the path is the output folder, you can choose another with --out DIR.';

/** An error of the system as Node makes it, by its number on Linux. */
function systemError(errno: number, more: object = {}): Error {
  return Object.assign(new Error('failed'), { errno: -errno, ...more });
}

/** What a step that throws an error is reported as: message and help; or the error itself. */
function explained(error: unknown): unknown {
  try {
    return explainingWriteErrors('/out/x', () => {
      throw error;
    });
  } catch (thrown) {
    return thrown instanceof ProblemError ? [thrown.problem.message, thrown.problem.help] : thrown;
  }
}

/** Numbers of errors on Linux, the reason that is given, the advice, and whether the error can only come from writing. */
const ERRORS: [code: string, errno: number, reason: string, help: string, isCertain: boolean][] = [
  ['ENOSPC', 28, 'no space left on device', SPACE, true],
  ['EDQUOT', 122, 'disk quota exceeded', SPACE, true],
  ['EFBIG', 27, 'file too large', 'Raise the file size limit (ulimit -f) and try again.', true],
  ['EROFS', 30, 'read-only file system', PERMISSION, true],
  ['EACCES', 13, 'permission denied', PERMISSION, false],
  ['EPERM', 1, 'operation not permitted', PERMISSION, false],
  [
    'EBUSY',
    16,
    'resource busy or locked',
    'A folder that is a mount point or in use cannot be replaced: choose a folder inside it with --out DIR.',
    false,
  ],
  ['ENAMETOOLONG', 36, 'name too long', OTHERWISE, false],
  ['EIO', 5, 'i/o error', OTHERWISE, false],
];

describe('an error of the system', () => {
  test.each(ERRORS)('%s is explained, with what to do', (_, errno, reason, help, isCertain) => {
    expect(explained(systemError(errno))).toEqual([`cannot write /out/x: ${reason}`, help]);
    const certain = certainWriteFailure('/out/y', systemError(errno))?.problem ?? null;
    const expected = problem('output-unwritable', { file: null }, `cannot write /out/y: ${reason}`, help);
    expect(certain).toEqual(isCertain ? expected : null);
  });

  test('names its own path, unless it has two', () => {
    expect(explained(systemError(28, { path: '/tmp/z' }))).toEqual([
      'cannot write /tmp/z: no space left on device',
      SPACE,
    ]);
    const both = { path: '/tmp/z', dest: '/tmp/y' };
    expect(explained(systemError(28, both))).toEqual(['cannot write /out/x: no space left on device', SPACE]);
  });

  test('is found in the cause of another, and among several', () => {
    const text = ['cannot write /out/x: no space left on device', SPACE];
    expect(explained(new Error('a', { cause: new Error('b', { cause: systemError(28) }) }))).toEqual(text);
    expect(explained(new AggregateError([new Error('a'), systemError(28), systemError(5)]))).toEqual(text);
    expect(explained(new Error('Failed to write: No space left on device (os error 28)'))).toEqual(text);
  });
});

test('other errors are thrown as they are', () => {
  for (const error of [new TypeError('a mistake'), new Error('x', { cause: 'y' }), 'text', null]) {
    expect(explained(error)).toBe(error);
    expect(certainWriteFailure('/out', error)).toBeNull();
  }
});

test('a file that was written before is a mistake of the code, but a file in the place of a folder is not', () => {
  const folder = folderWith({ x: '' });
  const path = join(folder, 'x');
  expect(() => explainingWriteErrors(path, () => writeFileSync(path, '', { flag: 'wx' }))).toThrow('EEXIST');
  expect(() => explainingWriteErrors(path, () => mkdirSync(path))).toThrow(`cannot write ${path}: file already exists`);
});

test('the result of a step that succeeds is handed on', () => {
  expect(explainingWriteErrors('/x', () => 7)).toBe(7);
  expect(() => explainingWriteErrors('/x', () => rmSync('/nowhere/x'))).toThrow(
    'cannot write /nowhere/x: no such file or directory',
  );
});
