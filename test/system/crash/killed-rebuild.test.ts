import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { folderForAll, writeFiles } from '../../support/builds/raw-data-folder.ts';
import { contentOf, ENVIRONMENT, runBuild } from '../../support/builds/run-build.ts';
import { filesBeside, rawDataOf } from '../../support/builds/versions.ts';

const folder = folderForAll();

const rawData = join(folder, 'raw-data');
const out = join(folder, 'place/out');
const argsFor = (target: string): string[] => ['--raw-data', rawData, '--api-only', '--out', target];

/** Output of a build of each version. The versions differ in one dataset, and in one more file. */
const whole = new Map<number, Map<string, string>>();
/** Time of a build, in milliseconds. */
let duration = 0;

function setVersion(version: number): void {
  const csv = join(rawData, 'economy/prices.csv');
  writeFileSync(csv, readFileSync(csv, 'utf8').replace(/^200,.*$/m, `200,edition ${version}`));
}

beforeAll(async () => {
  writeFiles(rawData, rawDataOf(1));
  for (const version of [1, 2, 3]) {
    setVersion(version);
    expect(await runBuild(argsFor(join(folder, `whole-${version}`)))).toMatchObject({ code: 0 });
    whole.set(version, contentOf(join(folder, `whole-${version}`)));
    const started = performance.now();
    expect(await runBuild(argsFor(out))).toMatchObject({ code: 0 });
    duration = performance.now() - started;
  }
});

test('a build that is killed while it makes an output from the last two leaves the old output whole, or the new one', async () => {
  let published = 3;
  const outcomes: string[] = [];
  for (let kill = 0; kill < 40; kill += 1) {
    const next = (published % 3) + 1;
    setVersion(next);
    const child = spawn(process.execPath, ['scripts/run.js', 'build', '--no-compare', ...argsFor(out)], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: ENVIRONMENT,
    });
    const ended = once(child, 'exit');
    // On a machine that has become busier, a build takes longer than those before.
    // As soon as it says what it does, it has much left to do.
    if (kill % 2 === 0) await pause(Math.random() * 2 * duration);
    else await Promise.race([once(child.stderr, 'data'), ended]);
    child.kill('SIGKILL');
    await ended;
    const found = contentOf(out);
    const is = [next, published].find((version) => isDeepStrictEqual(found, whole.get(version)));
    expect([next, published], `after ${outcomes.join(', ')}`).toContain(is);
    outcomes.push(is === next ? 'new' : 'old');
    published = is as number;
    // The next build reuses or removes what is left, and makes the same output as a clean build.
    if (kill % 5 === 4) {
      published = (next % 3) + 1;
      setVersion(published);
      expect(await runBuild(argsFor(out))).toMatchObject({ code: 0 });
      expect(contentOf(out)).toEqual(whole.get(published));
      expect(filesBeside(out)).toEqual([]);
    }
  }
  // Kills that all come before the exchange, or all after it, prove nothing.
  expect(outcomes).toContain('old');
  expect(outcomes).toContain('new');
}, 120_000);
