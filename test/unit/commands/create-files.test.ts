import { chmodSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createFiles, type FileChange } from '../../../src/commands/add-dataset/create-files.ts';
import { ProblemError } from '../../../src/problems/problem.ts';
import { folderWith } from '../../support/builds/raw-data-folder.ts';

const nothing = (): void => {};

/** Two files in new folders of a folder, a copy among them, and an edit of a third one beside those folders. */
function changesIn(folder: string, before = 'before'): FileChange[] {
  return [
    { path: join(folder, 'b/x.json'), file: 'the sidecar', content: { text: '{}' } },
    { path: join(folder, 'b/x.csv'), file: 'the data', content: { copyOf: join(folder, 'from.csv') } },
    { path: join(folder, 'edited.json'), file: 'the catalogue', content: { before, text: 'after' } },
  ];
}

const FILES = { 'from.csv': 'a\n', 'edited.json': 'before' };

/** The problem of a step: its code and file. */
function problemOf(step: () => void): unknown[] {
  try {
    step();
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return [error.problem.code, error.problem.file];
  }
  return [];
}

const contentOf = (folder: string): string[] => readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();

test('files are created with their folder, and one is edited and keeps its permissions', () => {
  const folder = folderWith(FILES);
  chmodSync(join(folder, 'edited.json'), 0o640);
  createFiles(changesIn(folder), nothing);
  expect(contentOf(folder)).toEqual(['b', 'b/x.csv', 'b/x.json', 'edited.json', 'from.csv']);
  expect(readFileSync(join(folder, 'b/x.json'), 'utf8')).toBe('{}');
  expect(readFileSync(join(folder, 'b/x.csv'), 'utf8')).toBe('a\n');
  expect(readFileSync(join(folder, 'edited.json'), 'utf8')).toBe('after');
  expect(statSync(join(folder, 'edited.json')).mode & 0o777).toBe(0o640);
});

test('the check runs when everything is ready, and before anything is there', () => {
  const folder = folderWith(FILES);
  let seen: string[] = [];
  createFiles(changesIn(folder), () => {
    seen = contentOf(folder);
    expect(readFileSync(join(folder, 'edited.json'), 'utf8')).toBe('before');
  });
  expect(seen.filter((name) => !name.includes('.adding-'))).toEqual(['b', 'edited.json', 'from.csv']);
  expect(seen.filter((name) => /(?:^|\/)\.adding-[0-9a-f-]{36}$/.test(name))).toHaveLength(3);
});

describe('nothing is left behind', () => {
  test('if the check fails', () => {
    const folder = folderWith(FILES);
    const check = (): void => {
      throw new RangeError('changed');
    };
    expect(() => createFiles(changesIn(folder), check)).toThrow(RangeError);
    expect(contentOf(folder)).toEqual(['edited.json', 'from.csv']);
  });

  test.each([
    ['first', 'b/x.json', 'the sidecar'],
    ['second', 'b/x.csv', 'the data'],
  ])('if the %s file exists, which stays as it is', (_, path, file) => {
    const folder = folderWith({ ...FILES, [path]: 'mine' });
    expect(problemOf(() => createFiles(changesIn(folder), nothing))).toEqual(['target-exists', file]);
    expect(contentOf(folder)).toEqual(['b', path, 'edited.json', 'from.csv']);
    expect(readFileSync(join(folder, path), 'utf8')).toBe('mine');
    expect(readFileSync(join(folder, 'edited.json'), 'utf8')).toBe('before');
  });

  test('if the edited file has changed', () => {
    const folder = folderWith({ ...FILES, 'edited.json': 'before, and more' });
    expect(problemOf(() => createFiles(changesIn(folder), nothing))).toEqual(['file-changed', 'the catalogue']);
    expect(contentOf(folder)).toEqual(['edited.json', 'from.csv']);
    expect(readFileSync(join(folder, 'edited.json'), 'utf8')).toBe('before, and more');
  });

  test('of ours in a folder that others use', () => {
    const folder = folderWith({ ...FILES, 'b/other.csv': '' });
    expect(() => createFiles(changesIn(folder, 'x'), nothing)).toThrow(ProblemError);
    expect(contentOf(folder)).toEqual(['b', 'b/other.csv', 'edited.json', 'from.csv']);
  });
});

test.each([
  ['a name that is too long', `${'x'.repeat(300)}/x.csv`],
  ['a file where a folder must be', 'from.csv/x.csv'],
  ['a file above the folder', 'from.csv/a/x.csv'],
])('an error of the system is a problem: %s', (_, path) => {
  const folder = folderWith(FILES);
  const file: FileChange = { path: join(folder, path), file: 'x', content: { text: '' } };
  expect(problemOf(() => createFiles([file], nothing))).toEqual(['output-unwritable', null]);
  const copy: FileChange = { path: join(folder, 'y'), file: 'y', content: { copyOf: join(folder, 'gone') } };
  expect(problemOf(() => createFiles([copy], nothing))[0]).toBe('output-unwritable');
  expect(contentOf(folder)).toEqual(['edited.json', 'from.csv']);
});

test('if one folder cannot be created, the others are removed, with all that they are in', () => {
  const folder = relative('.', folderWith({ file: '' }));
  const files: FileChange[] = [
    { path: join(folder, 'a/b/c/x.csv'), file: 'x.csv', content: { text: '' } },
    { path: join(folder, 'file/y.csv'), file: 'y.csv', content: { text: '' } },
  ];
  expect(problemOf(() => createFiles(files, nothing))[0]).toBe('output-unwritable');
  expect(contentOf(folder)).toEqual(['file']);
});
