import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { lockOutput } from '../../../src/pipeline/output/lock-output.ts';
import { folderForAll, folderWith, writeFiles } from '../../support/builds/raw-data-folder.ts';
import { ENVIRONMENT, runBuild } from '../../support/builds/run-build.ts';
import { comparable, filesBeside, rawDataOf } from '../../support/builds/versions.ts';

const folder = folderForAll();
const out = join(folder, 'place/out');
const rawData = (version: number): string => join(folder, `raw-data-${version}`);
beforeAll(() => {
  for (const version of [1, 2]) writeFiles(rawData(version), rawDataOf(version));
});

/** A child process, which ends with the test, and its output so far. */
function start(args: readonly string[]): {
  child: ChildProcess;
  said: () => string;
  until: (text: string) => Promise<void>;
} {
  const child = spawn(process.execPath, args, { env: ENVIRONMENT, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
  return {
    child,
    said: () => said,
    until: (text) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (said.includes(text)) resolve();
        };
        look();
        for (const stream of [child.stdout, child.stderr]) stream.on('data', look);
        child.once('exit', () => reject(new Error(`ended without printing "${text}": ${said}`)));
      }),
  };
}

describe('of two builds into one output', () => {
  test('the second reports that it waits for the first, and then builds', async () => {
    const first = start([
      'scripts/run.js',
      'build',
      '--no-compare',
      '--api-only',
      '--raw-data',
      rawData(1),
      '--out',
      out,
    ]);
    await first.until('discover ');
    // Paused, so that it holds the lock until the second build has reached it.
    first.child.kill('SIGSTOP');
    const second = start([
      'scripts/run.js',
      'build',
      '--no-compare',
      '--api-only',
      '--raw-data',
      rawData(2),
      '--out',
      out,
    ]);
    await second.until(`another build is writing to ${out}: waiting for it to finish`);
    first.child.kill('SIGCONT');
    const ended = [first, second].map(({ child }) => once(child, 'exit'));
    expect(await Promise.all(ended)).toEqual([
      [0, null],
      [0, null],
    ]);
    expect(second.said().match(/another build/g)).toHaveLength(1);
    expect(first.said()).not.toContain('another build');
    expect(comparable(out).get('client/v1/index.json')).toContain('Version 2');
    expect(filesBeside(out)).toEqual([]);
  });

  test('the second also waits if it uses a link, and goes on when the first is killed', async () => {
    mkdirSync(join(folder, 'elsewhere'), { recursive: true });
    symlinkSync('../place', join(folder, 'elsewhere/place'));
    symlinkSync('place/out', join(folder, 'elsewhere/link'));
    const first = start(['test/system/crash/hold-lock.ts', out]);
    await first.until('holds true');
    const second = start([
      'scripts/run.js',
      'build',
      '--no-compare',
      '--api-only',
      '--raw-data',
      rawData(1),
      '--out',
      join(folder, 'elsewhere/link'),
    ]);
    await second.until('another build is writing');
    const ended = once(second.child, 'exit');
    first.child.kill('SIGKILL');
    expect(await ended).toEqual([0, null]);
    expect(comparable(out).get('client/v1/index.json')).toContain('Version 1');
    expect(filesBeside(out)).toEqual([]);
  });

  test('the second does not wait for a process that was killed earlier, and removes its lock', async () => {
    const first = start(['test/system/crash/hold-lock.ts', out]);
    await first.until('holds true');
    first.child.kill('SIGKILL');
    await once(first.child, 'exit');
    expect(filesBeside(out)).toEqual(['.out.lock']);
    const { code, stderr } = await runBuild(['--api-only', '--raw-data', rawData(2), '--out', out]);
    expect(code).toBe(0);
    expect(stderr).not.toContain('another build');
    expect(filesBeside(out)).toEqual([]);
  });
});

describe('the lock of an output', () => {
  test('is held by one at a time, and by each eventually', async () => {
    const place = join(folderWith({}), 'out');
    let holders = 0;
    let held = 0;
    await Promise.all(
      [1, 2, 3, 4].map(async () => {
        const lock = await lockOutput(place, () => {});
        holders += 1;
        expect([lock.isExclusive, holders]).toEqual([true, 1]);
        await new Promise((resolve) => setTimeout(resolve, 20));
        holders -= 1;
        held += 1;
        lock.release();
      }),
    );
    expect(held).toBe(4);
    expect(readdirSync(join(place, '..'))).toEqual([]);
  });

  test('does not exist if the system has no locks, and the attempt leaves nothing behind', async () => {
    const place = join(folderWith({}), 'out');
    const { child, until } = start(['--no-addons', 'test/system/crash/hold-lock.ts', place]);
    await until('holds false');
    child.kill('SIGKILL');
    expect(existsSync(join(place, '..', '.out.lock'))).toBe(false);
  });
});
