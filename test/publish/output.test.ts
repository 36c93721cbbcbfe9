import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  folderOutput,
  folderReader,
  markOutput,
  measureFolder,
  replaceFolder,
  temporaryFolder,
  whyNotReplaceable,
} from '../../src/publish/output.ts';
import { folderWith, writeFiles } from '../build/raw-data-folder.ts';

describe('an output into a folder', () => {
  test('writes files in UTF-8 below it, and counts them and their bytes', () => {
    const folder = folderWith({});
    const output = folderOutput(join(folder, 'new'));
    output.write('a/b/c.json', '"é🌾"');
    output.write('a.json', '1');
    expect(readFileSync(join(folder, 'new/a/b/c.json'), 'utf8')).toBe('"é🌾"');
    expect(output.written).toEqual({ files: 2, bytes: 9 });
    expect(measureFolder(join(folder, 'new'))).toEqual({ files: 2, bytes: 9 });
  });

  test('writes no file twice', () => {
    const output = folderOutput(folderWith({}));
    output.write('a.json', '1');
    expect(() => output.write('a.json', '2')).toThrow('EEXIST');
    expect(output.written).toEqual({ files: 1, bytes: 1 });
  });
});

test('a reader of a folder gives a file’s bytes, and undefined for what is no file', async () => {
  const read = folderReader(folderWith({ 'a/b.json': '{}' }));
  expect(Buffer.from((await read('a/b.json')) ?? []).toString()).toBe('{}');
  for (const path of ['a', 'a/c.json', 'a/b.json/d', 'x'.repeat(5000)]) expect(await read(path)).toBeUndefined();
});

describe('a folder may be replaced', () => {
  test('when it is not there, is empty, or is an output', () => {
    const folder = folderWith({ 'old/v1/index.json': '{}' });
    mkdirSync(join(folder, 'empty'));
    markOutput(join(folder, 'old'));
    for (const name of ['none', 'empty', 'old']) expect(whyNotReplaceable(join(folder, name), '/nowhere')).toBeNull();
  });

  test('but not when it holds other files, or is a file', () => {
    const folder = folderWith({ 'home/thesis.txt': 'years of work' });
    expect(whyNotReplaceable(join(folder, 'home'), '/nowhere')).toContain('no build of Almanac made');
    expect(whyNotReplaceable(join(folder, 'home/thesis.txt'), '/nowhere')).toContain('no folder');
  });
});

describe('a finished folder', () => {
  test('takes the place of the old one, and nothing stays beside it', () => {
    const folder = folderWith({ 'work/new.txt': 'new', 'place/out/old.txt': 'old' });
    replaceFolder(join(folder, 'work'), join(folder, 'place/out'));
    expect(readdirSync(join(folder, 'place'))).toEqual(['out']);
    expect(readdirSync(join(folder, 'place/out'))).toEqual(['new.txt']);
    expect(existsSync(join(folder, 'work'))).toBe(false);
  });

  test('takes the place of the folder that a link leads to', () => {
    const folder = folderWith({ 'work/new.txt': 'new', 'place/out/old.txt': 'old' });
    symlinkSync('place/out', join(folder, 'link'));
    replaceFolder(join(folder, 'work'), join(folder, 'link'));
    expect(lstatSync(join(folder, 'link')).isSymbolicLink()).toBe(true);
    expect(readdirSync(join(folder, 'place/out'))).toEqual(['new.txt']);
  });

  test('leaves nothing beside a place that it cannot take', () => {
    const folder = folderWith({ 'work/new.txt': 'new' });
    symlinkSync('nowhere', join(folder, 'link'));
    expect(() => replaceFolder(join(folder, 'work'), join(folder, 'link'))).toThrow();
    expect(readdirSync(folder)).toEqual(['link']);
  });

  test('may go where no folder is yet', () => {
    const folder = folderWith({ 'work/new.txt': 'new' });
    replaceFolder(join(folder, 'work'), join(folder, 'a/b/out'));
    expect(readdirSync(join(folder, 'a/b/out'))).toEqual(['new.txt']);
  });
});

describe('a temporary folder', () => {
  test('is new, empty, and open to other users as the umask has it', () => {
    const parent = folderWith({});
    const [first, second] = [temporaryFolder(parent), temporaryFolder(parent)];
    expect(first).not.toBe(second);
    expect(readdirSync(first)).toEqual([]);
    mkdirSync(join(parent, 'ordinary'));
    expect(statSync(first).mode).toBe(statSync(join(parent, 'ordinary')).mode);
  });

  test('sweeps away those of processes that are no more, and leaves those of others', () => {
    const { pid } = spawnSync('true');
    const parent = folderWith({ [`${pid}-left/x`]: '', [`${process.pid}-mine/x`]: '', 'something-else/x': '' });
    const made = temporaryFolder(parent);
    writeFiles(made, { x: '' });
    expect(readdirSync(parent).sort()).toEqual(
      [made.slice(parent.length + 1), `${process.pid}-mine`, 'something-else'].sort(),
    );
  });
});
