import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, statSync, utimesSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { keptFolder, temporaryFolder } from '../../../../src/pipeline/output/temporary-folder.ts';
import { folderWith } from '../../../support/builds/raw-data-folder.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The name of a folder that a process of this machine has made, or that has its place in the name. */
function namesOf(parent: string): { own: string; ended: string; elsewhere: string } {
  const own = basename(temporaryFolder(parent));
  // The process has ended when its number is known.
  const { pid } = spawnSync(process.execPath, ['--version']);
  const [, machine = '', rest = ''] = /^[0-9]+-([0-9a-f]{8})-(.+)$/.exec(own) ?? [];
  const other = machine === '00000000' ? '11111111' : '00000000';
  return { own, ended: `${pid}-${machine}-${rest}`, elsewhere: `${pid}-${other}-${rest}` };
}

test('a folder is new, empty, and open to other users as the umask allows', () => {
  const parent = folderWith({});
  const [first, second] = [temporaryFolder(parent), temporaryFolder(parent)];
  expect(first).not.toBe(second);
  expect(readdirSync(first)).toEqual([]);
  mkdirSync(join(parent, 'ordinary'));
  expect(statSync(first).mode).toBe(statSync(join(parent, 'ordinary')).mode);
});

test('the folders of processes that have ended are removed, others stay', () => {
  const parent = folderWith({});
  const { own, ended } = namesOf(parent);
  mkdirSync(join(parent, ended));
  mkdirSync(join(parent, 'kept'));
  const next = temporaryFolder(parent);
  expect(readdirSync(parent).sort()).toEqual([basename(next), own, 'kept'].sort());
});

test('the folder of a process of another machine, which cannot be asked for, stays for a day', () => {
  const parent = folderWith({});
  const folder = join(parent, namesOf(parent).elsewhere);
  mkdirSync(folder);
  temporaryFolder(parent);
  expect(existsSync(folder)).toBe(true);
  const before = new Date(Date.now() - DAY_MS - 1000);
  utimesSync(folder, before, before);
  temporaryFolder(parent);
  expect(existsSync(folder)).toBe(false);
});

test('the folder that is kept is used by one process at a time', () => {
  const parent = folderWith({});
  const first = temporaryFolder(parent);
  expect(keptFolder(first)).toBe(join(parent, 'kept'));
  const second = temporaryFolder(parent);
  expect(keptFolder(second)).toBe(join(second, 'kept'));
});
