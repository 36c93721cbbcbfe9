import { appendFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { watchFolders } from '../../../../src/commands/watch-folders.ts';
import { folderWith } from '../../../support/builds/raw-data-folder.ts';

/** Longer than it takes to notice a change. */
const A_WHILE_MS = 250;

/** Watches a folder in a new one, and files beside it; `calls` has how often something was noticed. */
function watching(files: readonly string[] = []): { folder: string; around: string; calls: { count: number } } {
  const around = folderWith({ 'raw-data/economy/x.csv': 'a\n', 'elsewhere/y.csv': 'a\n' });
  const folder = join(around, 'raw-data');
  const calls = { count: 0 };
  onTestFinished(
    watchFolders({ folder, files: files.map((path) => join(around, path)) }, () => {
      calls.count += 1;
    }),
  );
  return { folder, around, calls };
}

async function expectCalls(calls: { count: number }, count: number): Promise<void> {
  await expect.poll(() => calls.count).toBe(count);
  await sleep(A_WHILE_MS);
  expect(calls.count).toBe(count);
}

test('a file that is written in several steps is one change', async () => {
  const { folder, calls } = watching();
  for (let step = 0; step < 5; step += 1) {
    appendFileSync(join(folder, 'economy/x.csv'), `${step}\n`);
    await sleep(10);
  }
  await expectCalls(calls, 1);
});

test('a file is noticed each time that another takes its place, as editors save', async () => {
  const { folder, calls } = watching();
  for (let count = 1; count <= 3; count += 1) {
    writeFileSync(join(folder, 'economy/.x.csv.new'), `${count}\n`);
    renameSync(join(folder, 'economy/.x.csv.new'), join(folder, 'economy/x.csv'));
    await expectCalls(calls, count);
  }
});

test('new folders are watched, and so are those that take the place of others', async () => {
  const { folder, calls } = watching();
  mkdirSync(join(folder, 'new/er'), { recursive: true });
  await expectCalls(calls, 1);
  writeFileSync(join(folder, 'new/er/z.csv'), 'a\n');
  await expectCalls(calls, 2);
  rmSync(join(folder, 'new/er'), { recursive: true });
  mkdirSync(join(folder, 'new/er'));
  await expectCalls(calls, 3);
  writeFileSync(join(folder, 'new/er/z.csv'), 'a\n');
  await expectCalls(calls, 4);
});

test('what is hidden, and what editors keep beside a file, is not noticed', async () => {
  const { folder, calls } = watching();
  for (const name of ['.x.csv.swp', 'x.csv~', '.hidden/x.csv', 'x.csv.tmp']) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), 'a\n');
  }
  await expectCalls(calls, 0);
});

test('a folder that is absent for a moment is watched when it is back, and its absence is not noticed', async () => {
  const { folder, calls } = watching();
  renameSync(folder, `${folder}-old`);
  await sleep(300);
  expect(calls.count).toBe(0);
  renameSync(`${folder}-old`, folder);
  await expectCalls(calls, 1);
  appendFileSync(join(folder, 'economy/x.csv'), '1\n');
  await expectCalls(calls, 2);
});

test('a folder that stays absent is noticed once, and again when it is back', async () => {
  const { folder, calls } = watching();
  rmSync(folder, { recursive: true });
  await expectCalls(calls, 1);
  mkdirSync(folder);
  await expectCalls(calls, 2);
});

test('of a folder with a file to watch, only that file is noticed', async () => {
  const { around, calls } = watching(['elsewhere/y.csv']);
  writeFileSync(join(around, 'elsewhere/other.csv'), 'a\n');
  await expectCalls(calls, 0);
  appendFileSync(join(around, 'elsewhere/y.csv'), '1\n');
  await expectCalls(calls, 1);
});

test('a file is noticed while the folder is absent, as before there is any raw data', async () => {
  const around = folderWith({ 'y.csv': 'a\n' });
  const calls = { count: 0 };
  const file = join(around, 'y.csv');
  onTestFinished(
    watchFolders({ folder: join(around, 'raw-data'), files: [file] }, () => {
      calls.count += 1;
    }),
  );
  for (let count = 1; count <= 2; count += 1) {
    appendFileSync(file, '1\n');
    await expectCalls(calls, count);
  }
  mkdirSync(join(around, 'raw-data'));
  await expectCalls(calls, 3);
});
