import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lockOutput } from '../../../../src/pipeline/output/lock-output.ts';
import { folderForAll } from '../../../support/builds/raw-data-folder.ts';

const folder = folderForAll();

const mustNotWait = (): void => {
  throw new Error('waited');
};

test('an output is locked by a file beside it, which is gone afterwards with the folders that were made for it', async () => {
  const lock = await lockOutput(join(folder, 'new/below/out'), mustNotWait);
  expect(readdirSync(join(folder, 'new/below'))).toEqual(['.out.lock']);
  lock.release();
  expect(existsSync(join(folder, 'new'))).toBe(false);
});

test('a pipe in the place of the lock file keeps no build waiting, and stays', async () => {
  execFileSync('mkfifo', [join(folder, '.out.lock')]);
  const lock = await lockOutput(join(folder, 'out'), mustNotWait);
  expect(lock.isExclusive).toBe(false);
  lock.release();
  expect(readdirSync(folder)).toEqual(['.out.lock']);
});

test('a file of somebody else in the place of the lock file, or a link to one, is neither locked nor removed', async () => {
  const place = join(folder, 'taken');
  const notes = join(folder, 'notes.txt');
  writeFileSync(notes, '');
  for (const put of [
    () => writeFileSync(`${folder}/.taken.lock`, 'mine'),
    () => symlinkSync(notes, `${folder}/.taken.lock`),
  ]) {
    rmSync(join(folder, '.taken.lock'), { force: true });
    put();
    const before = readFileSync(join(folder, '.taken.lock'), 'utf8');
    const lock = await lockOutput(place, mustNotWait);
    expect(lock.isExclusive).toBe(false);
    lock.release();
    expect(readFileSync(join(folder, '.taken.lock'), 'utf8')).toBe(before);
    expect(existsSync(notes)).toBe(true);
  }
});
