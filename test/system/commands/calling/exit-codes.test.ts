import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith, rawDataWith, withSidecar } from '../../../support/builds/raw-data-folder.ts';
import { ENVIRONMENT } from '../../../support/builds/run-build.ts';

interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a command as an installed one is run. */
function almanac(...args: readonly string[]): Promise<Ran> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, ['scripts/run.js', ...args], { env: ENVIRONMENT }, (_, stdout, stderr) => {
      resolve({ code: child.exitCode, stdout, stderr });
    });
  });
}

const COMMANDS = ['check', 'start', 'build'];

test.each(COMMANDS)('help %s prints what its --help prints', async (command) => {
  const [asked, given] = [await almanac('help', command), await almanac(command, '--help')];
  expect(asked).toEqual(given);
  expect([asked.code, asked.stderr]).toEqual([0, '']);
  expect(asked.stdout).toContain(`npm ${command === 'start' ? 'start' : 'run '}`);
});

describe('the exit code', () => {
  test.each([
    ['an unknown command', ['buidl']],
    ['help of an unknown command', ['help', 'buidl']],
    ['an unknown option', ['build', '--nope']],
    ['an unknown option of a server', ['preview', '--nope']],
    ['an option without its value', ['check', '--raw-data']],
    ['a value that is none', ['build', '--threads', 'many']],
    ['a missing argument', ['add']],
    ['missing folders', ['merge']],
    ['options that exclude each other', ['check', '--json', '--watch']],
  ])('is 2 for %s', async (_, args) => {
    const { code, stdout, stderr } = await almanac(...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).not.toBe('');
  });

  test('is 1 for problems found, and 0 without', async () => {
    const missing = join(folderWith({}), 'none');
    expect((await almanac('check', '--raw-data', missing)).code).toBe(1);
    expect((await almanac('check', missing)).code).toBe(1);
    expect((await almanac('add', missing)).code).toBe(1);
    expect((await almanac('build', '--raw-data', missing, '--out', join(missing, 'out'))).code).toBe(1);
    const rawData = rawDataWith(withSidecar('economy/x', 'a\n1\n'));
    expect((await almanac('check', '--raw-data', rawData)).code).toBe(0);
  });
});

test('check with --quiet prints what is wrong in several files, and nothing if all is right', async () => {
  const folder = folderWith({ 'good.csv': 'a,b\n1,2\n', 'bad.csv': 'a,b\n1,2,3\n', 'odd.csv': 'a,b\n1,2\n3\n' });
  const [good, bad, odd] = ['good.csv', 'bad.csv', 'odd.csv'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  expect(await almanac('check', '--quiet', good)).toEqual({ code: 0, stdout: '', stderr: '' });
  const { code, stdout } = await almanac('check', '--quiet', good, bad, odd);
  expect(code).toBe(1);
  expect(stdout).toContain(`${bad}:2:5  row-too-long`);
  expect(stdout).toContain(`${odd}:3`);
  expect(stdout).not.toContain(good);
  expect(stdout).not.toContain('delimiter');
});
