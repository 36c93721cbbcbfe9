import fs from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import type { WrittenFile } from '../../../../src/model.ts';
import { digestOfFile } from '../../../../src/pipeline/files/file-digest.ts';
import {
  changesOf,
  filesByOwner,
  listOutput,
  type OutputListing,
} from '../../../../src/pipeline/incremental/output-listing.ts';
import { folderWith } from '../../../support/builds/raw-data-folder.ts';

const FILES = {
  '.almanac-output': 'mark',
  '.almanac-build.json': 'manifest',
  'server/entry.mjs': 'server',
  'client/index.html': 'page',
  'client/v1/index.json': '{}',
  'client/v1/datasets/a.json': '[1]',
  'client/v1/datasets/a/limit/100/offset/0.json': '[2]',
  'client/v1/datasets/a/limit/100/offset/100.json': '[3]',
  'client/v10/x.json': '{}',
};
const API = Object.keys(FILES).filter((file) => file.startsWith('client/v1/'));
const LONG_AGO = 1_000_000;

let root: string;
let listing: OutputListing;

/** A file as the code that has written it lists it. */
function written(path: string): WrittenFile {
  const { size, mtimeMs } = fs.statSync(root + path);
  const below = path.slice('client/'.length);
  return { path: below, bytes: size, modified: Math.floor(mtimeMs), digest: digestOfFile(root + path) };
}

const setTime = (path: string, seconds = LONG_AGO): void => fs.utimesSync(root + path, seconds, seconds);

beforeEach(() => {
  root = `${folderWith(FILES)}/`;
  for (const path of ['', ...fs.readdirSync(root, { recursive: true, encoding: 'utf8' })]) setTime(path);
  listing = listOutput(root, API.map(written));
});

test('every file of an output is listed once, with its folder, size, time and digest', () => {
  const listed = listing.folders.map(({ path, names }) => [path, names]);
  expect(Object.fromEntries(listed)).toEqual({
    '': ['.almanac-output'],
    'server/': ['entry.mjs'],
    'client/': ['index.html'],
    'client/v10/': ['x.json'],
    'client/v1/': ['index.json'],
    'client/v1/datasets/': ['a.json'],
    'client/v1/datasets/a/': [],
    'client/v1/datasets/a/limit/': [],
    'client/v1/datasets/a/limit/100/': [],
    'client/v1/datasets/a/limit/100/offset/': ['0.json', '100.json'],
  });
  expect(listing.folders).toHaveLength(10);
  for (const [at, { path, modified, names, sizes, times }] of listing.folders.entries()) {
    expect(modified, path).toBe(LONG_AGO * 1000);
    expect(sizes, path).toEqual(names.map((name) => fs.statSync(root + path + name).size));
    expect(times, path).toEqual(names.map(() => LONG_AGO * 1000));
    expect(listing.digests[at], path).toBe(names.map((name) => digestOfFile(root + path + name)).join(''));
  }
});

test('published files are found by whoever they belong to', () => {
  const files = filesByOwner(listing, (path) => /datasets\/(\w+)/.exec(path)?.[1]);
  const own = API.filter((path) => path.startsWith('client/v1/datasets/a'));
  expect([...files]).toEqual([['a', own.map(written)]]);
});

test('times are whole milliseconds, rounded down', () => {
  fs.utimesSync(`${root}server/entry.mjs`, LONG_AGO + 0.0019, LONG_AGO + 0.0019);
  const again = listOutput(root, API.map(written));
  expect(again.folders.find(({ path }) => path === 'server/')?.times).toEqual([LONG_AGO * 1000 + 1]);
});

/** Ways to change an output: what then counts as changed by names, sizes and times, and what by reading too. */
const CHANGES: Record<string, [change: () => void, files: string[], folders: string[]]> = {
  'nothing is done': [() => {}, [], []],
  'a file is longer': [
    () => retimed('client/index.html', () => write('client/index.html', 'pages')),
    ['client/index.html'],
    [],
  ],
  'a file is newer': [() => setTime('client/v1/index.json', LONG_AGO + 1), ['client/v1/index.json'], []],
  'a file is a millisecond older': [() => setTime('server/entry.mjs', LONG_AGO - 0.001), ['server/entry.mjs'], []],
  'a file of the output itself is gone': [() => fs.rmSync(`${root}.almanac-output`), ['.almanac-output'], []],
  'a page is gone': [
    () => fs.rmSync(`${root}client/v1/datasets/a/limit/100/offset/100.json`),
    ['client/v1/datasets/a/limit/100/offset/100.json'],
    ['client/v1/datasets/a/limit/100/offset/'],
  ],
  'a file is a link to its copy': [
    () => {
      fs.renameSync(`${root}client/index.html`, `${root}copy`);
      fs.symlinkSync('../copy', `${root}client/index.html`);
      setTime('client');
    },
    ['client/index.html'],
    [],
  ],
  'a file is a folder': [
    () => {
      fs.rmSync(`${root}client/v10/x.json`);
      fs.mkdirSync(`${root}client/v10/x.json`);
      setTime('client/v10');
    },
    ['client/v10/x.json'],
    [],
  ],
  'a folder has another file': [
    () => write('client/v1/datasets/a/limit/stray', ''),
    [],
    ['client/v1/datasets/a/limit/'],
  ],
  'a folder is a link to it': [
    () => {
      fs.renameSync(`${root}client/v10`, `${root}server/v10`);
      fs.symlinkSync('../server/v10', `${root}client/v10`);
      setTime('client');
      setTime('server');
    },
    [],
    ['client/v10/'],
  ],
  'a folder is gone': [
    () => {
      fs.rmSync(`${root}client/v10/x.json`);
      fs.rmdirSync(`${root}client/v10`);
      setTime('client');
    },
    ['client/v10/x.json'],
    ['client/v10/'],
  ],
};

const write = (path: string, text: string): void => fs.writeFileSync(root + path, text);

/** Does something to a file, and puts its time back. */
function retimed(path: string, change: () => void): void {
  const { mtime } = fs.lstatSync(root + path);
  change();
  fs.utimesSync(root + path, mtime, mtime);
}

describe('an output is compared with its list', () => {
  test.each(Object.keys(CHANGES))('if %s', (name) => {
    const [change, files, folders] = CHANGES[name] as (typeof CHANGES)[string];
    change();
    expect(changesOf(root, listing.folders)).toEqual({ files, folders });
    const read = changesOf(root, listing.folders, listing.digests);
    expect(read.files).toEqual(files);
  });

  test('by reading it, also if sizes and times are the same', () => {
    retimed('client/v1/datasets/a.json', () => write('client/v1/datasets/a.json', '[7]'));
    retimed('client/v1/datasets/a/limit/100/offset/100.json', () =>
      write('client/v1/datasets/a/limit/100/offset/100.json', '[7]'),
    );
    expect(changesOf(root, listing.folders)).toEqual({ files: [], folders: [] });
    expect(changesOf(root, listing.folders, listing.digests)).toEqual({
      files: ['client/v1/datasets/a.json', 'client/v1/datasets/a/limit/100/offset/100.json'],
      folders: [],
    });
  });

  test('by reading it, also if the times of folders are the same', () => {
    for (const path of ['', 'client/', 'client/v1/', 'client/v1/datasets/a/limit/']) {
      write(`${path}stray`, '');
      setTime(path);
      expect(changesOf(root, listing.folders, listing.digests), path).toEqual({ files: [], folders: [path] });
      expect(changesOf(root, listing.folders), path).toEqual({ files: [], folders: [] });
      fs.rmSync(`${root}${path}stray`);
      setTime(path);
    }
    expect(changesOf(root, listing.folders, listing.digests)).toEqual({ files: [], folders: [] });
  });

  test('that is gone altogether', () => {
    const { folders } = listing;
    const nowhere = `${root}nowhere/`;
    const { files, folders: lost } = changesOf(nowhere, folders, listing.digests);
    expect([files.length, lost.length]).toEqual([Object.keys(FILES).length - 1, folders.length]);
  });
});
