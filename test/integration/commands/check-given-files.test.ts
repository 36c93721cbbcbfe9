import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { formatCheck } from '../../../scripts/terminal/format-check.ts';
import { type CheckReport, checkData } from '../../../src/commands/check-data.ts';
import { formatProblem } from '../../../src/problems/format-problem.ts';
import { type Files, folderWith, rawDataWith, withSidecar, writeFiles } from '../../support/builds/raw-data-folder.ts';

const CSV = 'a;b\n1;x\n2;\n';
const SIDECAR = { columns: { a: { description: 'A' }, b: { description: 'B' } } };
const FILES: Files = {
  ...withSidecar('economy/x', CSV, SIDECAR),
  'economy/bare.csv': CSV,
  ...withSidecar('economy/index', CSV, SIDECAR),
  ...withSidecar('economy/syntax', CSV, '{'),
};

/** Each file in short: its name, config, whether it is described, its delimiter and rows, and the codes of its problems. */
function inShort({ ok, files, problems }: CheckReport): unknown {
  return {
    ok,
    files: files.map((it) => [
      it.file,
      it.config,
      it.isDescribed,
      it.delimiter,
      it.rows,
      it.problems.map(({ code }) => code),
    ]),
    problems: problems.map(({ code }) => code),
  };
}

test('of all files, those are checked that are described and can be read', () => {
  expect(inShort(checkData(rawDataWith(FILES), []))).toEqual({
    ok: false,
    files: [
      ['economy/index.csv', null, true, ';', 2, ['name-reserved']],
      ['economy/x.csv', 'x', true, ';', 2, []],
    ],
    problems: ['sidecar-missing', 'json-syntax'],
  });
});

test('of given files, each is checked, and reported with its own problems', () => {
  const rawData = rawDataWith(FILES);
  const paths = ['x', 'syntax', 'bare', 'index'].map((name) => join(rawData, `economy/${name}.csv`));
  expect(inShort(checkData(rawData, paths))).toEqual({
    ok: false,
    files: [
      ['economy/x.csv', 'x', true, ';', 2, []],
      ['economy/syntax.csv', null, true, null, null, ['json-syntax']],
      ['economy/bare.csv', null, false, ';', 2, ['sidecar-missing']],
      ['economy/index.csv', null, true, ';', 2, ['name-reserved']],
    ],
    problems: [],
  });
  expect(checkData(rawData, paths.slice(1, 2)).files[0]).toMatchObject({ columns: [], entry: {}, further: [] });
  expect(checkData(rawData, paths.slice(0, 1)).ok).toBe(true);
});

test('a file is found by any of its paths, and one that is not to be published keeps the path that was given', () => {
  const around = folderWith({ 'beside.csv': CSV, 'other/x.csv': CSV, '..odd.csv': CSV });
  const rawData = join(around, 'raw');
  mkdirSync(rawData);
  writeFiles(rawData, { ...FILES, 'catalogue.json': '{}', 'notes.txt': CSV });
  symlinkSync(rawData, join(around, 'link'));
  symlinkSync('economy/x.csv', join(rawData, 'named.csv'));
  const far = join(folderWith({ 'x.csv': CSV }), 'x.csv');
  const nameOf = (path: string) => checkData(rawData, [path]).files.map(({ file }) => file);
  expect(nameOf(join(around, 'link/economy/x.csv'))).toContain('economy/x.csv');
  expect(nameOf(relative('.', join(rawData, 'economy/../economy/bare.csv')))).toEqual(['economy/bare.csv']);
  expect(nameOf(join(rawData, 'notes.txt'))).toEqual([join(rawData, 'notes.txt')]);
  for (const path of [join(around, 'beside.csv'), join(around, 'other/../beside.csv'), 'notes.txt', far]) {
    expect(nameOf(path)).toEqual([path]);
  }
});

test('what cannot be read is said', () => {
  const folder = folderWith({ 'folder.csv/x': '' });
  symlinkSync('circle.csv', join(folder, 'circle.csv'));
  symlinkSync('nowhere', join(folder, 'link.csv'));
  execFileSync('mkfifo', [join(folder, 'pipe.csv')]);
  const rawData = rawDataWith({});
  const said = (name: string) => {
    const { ok, files, problems: ofNone } = checkData(rawData, [join(folder, name)]);
    expect(ok).toBe(false);
    return [...ofNone, ...files.flatMap(({ problems }) => problems)]
      .map(formatProblem)
      .map((text) => text.replace(/^\S*almanac-test-\w+/, ''));
  };
  expect(said('folder.csv')).toEqual([
    '/folder.csv  not-a-file  folder.csv is a folder\n    Give the path of a CSV or TSV file.',
  ]);
  expect(said('pipe.csv')).toEqual([
    '/pipe.csv  not-a-file  pipe.csv is not a regular file\n    Give the path of a CSV or TSV file.',
  ]);
  expect(said('gone.csv')).toEqual([expect.stringMatching(/^\/gone\.csv {2}file-unreadable {2}does not exist$/m)]);
  expect(said('link.csv')).toEqual([expect.stringMatching(/^\/link\.csv {2}file-unreadable {2}.*ENOENT/)]);
  expect(said('circle.csv')).toEqual([expect.stringMatching(/^\/circle\.csv {2}file-unreadable {2}.*ELOOP/)]);
});

test('a file may have only as many columns as the setting says, wherever it is', () => {
  const rawData = rawDataWith(FILES);
  const codesOf = (paths: string[]) =>
    checkData(rawData, paths, { maxColumns: 1 }).files.map(({ problems }) => problems.map(({ code }) => code));
  expect(codesOf([join(rawData, 'economy/x.csv')])).toEqual([['columns-too-many']]);
  expect(codesOf([join(folderWith({ 'y.csv': CSV }), 'y.csv')])).toEqual([['columns-too-many']]);
});

test('a path from the raw-data folder, which problems print, names the file if nothing is there from the current folder', () => {
  const rawData = rawDataWith({ ...FILES, 'package.json': 'a;b\n1;2\n' });
  expect(inShort(checkData(rawData, ['economy/x.csv']))).toEqual(
    inShort(checkData(rawData, [join(rawData, 'economy/x.csv')])),
  );
  expect(checkData(rawData, ['economy/x.csv']).files.map(({ file, config }) => [file, config])).toEqual([
    ['economy/x.csv', 'x'],
  ]);
  // There is one in the current folder of the tests, which has other columns.
  const columnsOf = (path: string) => checkData(rawData, [path]).files[0]?.columns.map(({ name }) => name);
  expect(columnsOf(join(rawData, 'package.json'))).toEqual(['a', 'b']);
  expect(columnsOf('package.json')).not.toEqual(['a', 'b']);
});

test('a file that exists nowhere is a problem alone, and the others are checked', () => {
  const rawData = rawDataWith(FILES);
  const missing = ['economy/none.csv', join(rawData, 'none.csv'), 'none/none.csv'];
  const report = checkData(rawData, [...missing, 'economy/x.csv']);
  expect(report.files.map(({ config }) => config)).toEqual(['x']);
  expect(report.ok).toBe(false);
  expect(report.problems.map(({ file }) => file).sort()).toEqual([...missing].sort());
  const text = formatCheck(checkData(rawData, ['economy/none.csv']));
  expect(text).toMatch(/^economy\/none\.csv {2}file-unreadable {2}does not exist\n {4}Give a path relative/);
  expect(text).not.toContain('not described');
});
