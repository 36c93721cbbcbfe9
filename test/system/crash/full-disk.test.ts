import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { MANIFEST_FILE } from '../../../src/pipeline/output/output-names.ts';
import { folderForAll, writeFiles } from '../../support/builds/raw-data-folder.ts';
import { ENVIRONMENT, runBuild } from '../../support/builds/run-build.ts';
import { unprivileged } from '../../support/builds/unprivileged.ts';
import { comparable, filesBeside, rawDataOf } from '../../support/builds/versions.ts';

const folder = folderForAll();
const old = join(folder, 'old');

beforeAll(async () => {
  for (const version of [1, 2]) writeFiles(join(folder, `raw-data-${version}`), rawDataOf(version));
  // Larger than the other files together.
  const rows = Array.from({ length: 5000 }, (_, row) => `${row},${'version 2;'.repeat(11)}\n`);
  writeFiles(folder, { 'raw-data-2/economy/prices.csv': `row,text\n${rows.join('')}` });
  const { code } = await runBuild(['--raw-data', join(folder, 'raw-data-1'), '--out', old]);
  expect(code).toBe(0);
});

/** Whether this user may mount a small private file system. */
const mayMount =
  spawnSync('unshare', ['--user', '--map-root-user', '--mount', 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()]).status ===
  0;

interface Ran {
  code: number | null;
  stderr: string;
  /** Names of everything beside the output afterwards. */
  left: string;
}

/**
 * Builds version 2 over a copy of the old output, in a shell for which the folder of the output is a disk of some kilobytes; or, if nothing
 * can be mounted, with that limit on the size of each file. Copies the resulting output to `seen`.
 */
function buildOnSmallDisk(kilobytes: number, out: string, seen: string): Ran {
  const place = join(out, '..');
  mkdirSync(place, { recursive: true });
  const script = `
    ${mayMount ? `mount -t tmpfs -o size=${kilobytes}k tmpfs "${place}"` : ''}
    cp -r "${old}" "${out}"
    (${mayMount ? '' : `ulimit -f ${kilobytes * 2};`} exec "${process.execPath}" scripts/run.js build --no-compare \\
      --raw-data "${join(folder, 'raw-data-2')}" --out "${out}" --quiet)
    code=$?
    cp -r "${out}" "${seen}"
    ls -A "${place}"
    exit $code`;
  const inside = mayMount ? ['unshare', '--user', '--map-root-user', '--mount'] : [];
  const [program = '', ...args] = [...inside, 'sh', '-c', script];
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', env: ENVIRONMENT });
  return { code: status, stderr, left: stdout };
}

describe('a build on a full disk', () => {
  // Disk: room for the old output, and for a part of the API, or all of it. Limit on each file: below the largest one.
  test.each([
    ['the API', mayMount ? 1500 : 8],
    ['the pages', mayMount ? 2600 : 256],
  ])('that fills up in the middle of %s is reported, and the output stays as it was', (what, kilobytes) => {
    const seen = join(folder, `seen ${what}`);
    const out = join(folder, what, 'out');
    const { code, stderr, left } = buildOnSmallDisk(kilobytes, out, seen);
    expect(stderr).toMatch(REPORT);
    expect(stderr).toContain(join(folder, what));
    expect({ code, left }).toEqual({ code: 1, left: 'out\n' });
    expect(comparable(seen)).toEqual(comparable(old));
  });
});

/** The whole text printed: a single problem. */
const REPORT =
  /^output-unwritable {2}cannot write \/.*: (?:no space left on device|file too large)\n {4}(?:Free up some space there|Raise the file size limit).*\n\nNothing was published: 1 problem to solve\.\n$/;

/** Runs the build command as a user who is bound by permissions. */
function buildUnprivileged(args: readonly string[]): { code: number | null; stderr: string } {
  const [program = '', ...rest] = unprivileged([process.execPath, 'scripts/run.js', 'build', '--no-compare', ...args]);
  const { status, stderr } = spawnSync(program, rest, { encoding: 'utf8', env: ENVIRONMENT });
  return { code: status, stderr };
}

describe('without permission to write', () => {
  test('beside the output, a build reports it at once, and leaves the output as it was', () => {
    const place = join(folder, 'closed');
    cpSync(old, join(place, 'out'), { recursive: true });
    chmodSync(place, 0o555);
    const { code, stderr } = buildUnprivileged(['--raw-data', join(folder, 'raw-data-2'), '--out', join(place, 'out')]);
    chmodSync(place, 0o755);
    expect(stderr.split('\n')[0]).toBe(`output-unwritable  cannot write ${place}/.out.lock: permission denied`);
    expect(stderr).not.toMatch(/^discover|\n\s+at /);
    expect(code).toBe(1);
    expect(comparable(join(place, 'out'))).toEqual(comparable(old));
    expect(readdirSync(place)).toEqual(['out']);
  });

  test('in the old output, a build still replaces it and reports what stays, and the next build removes that', async () => {
    const out = join(folder, 'kept/out');
    cpSync(old, out, { recursive: true });
    // Without the manifest, everything is built again.
    rmSync(join(out, MANIFEST_FILE));
    chmodSync(join(out, 'client/v1'), 0o555);
    const argsOf = (version: number): string[] => ['--raw-data', join(folder, `raw-data-${version}`), '--out', out];
    // The next build after that removes what is left of the old output.
    expect(buildUnprivileged(argsOf(2))).toMatchObject({ code: 0, stderr: expect.not.stringContaining('hint') });
    const { code, stderr } = buildUnprivileged(argsOf(1));
    expect(stderr).toMatch(/^hint output-leftover {2}.*permission denied.*\n {4}Delete it manually\.$/im);
    expect(code).toBe(0);
    expect(comparable(out)).toEqual(comparable(old));
    const [kept = '', ...others] = filesBeside(out);
    expect(others).toEqual([]);
    chmodSync(join(out, '..', kept, 'recycled/client/v1'), 0o755);
    expect(await runBuild(argsOf(2))).toMatchObject({ code: 0, stderr: expect.not.stringContaining('leftover') });
    expect(filesBeside(out)).toEqual([]);
  }, 60_000);
});
