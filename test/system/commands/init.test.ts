import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { folderWith } from '../../support/builds/raw-data-folder.ts';
import { ENVIRONMENT, runCommand } from '../../support/builds/run-build.ts';

const AMERICAN = { LC_ALL: 'en_US.UTF-8' };

test('a catalogue is begun without questions where nobody can answer, and passes the check and a build', async () => {
  const folder = join(folderWith({}), 'open-data');
  const begun = await runCommand('init', [folder], AMERICAN);
  expect([begun.code, begun.stderr]).toEqual([0, '']);
  expect(begun.stdout).toContain('wrote raw-data/catalogue.json\n');
  expect(begun.stdout).toContain('\nThe title is "Open data"; change it in raw-data/catalogue.json.\n');
  expect(begun.stdout).toMatch(
    /\nNext, in \S+open-data: npm run dev shows the example in a browser, and npm run add -- FILE adds a CSV file\.\n$/,
  );
  const rawData = ['--raw-data', join(folder, 'raw-data')];
  const checked = await runCommand('check-data', rawData);
  expect([checked.code, checked.stderr]).toEqual([0, '']);
  expect(checked.stdout).toMatch(/\n1 file: 0 problems to solve, 0 hints\n$/);
  const built = await runCommand('build', [...rawData, '--api-only', '--out', join(folder, 'dist')]);
  expect([built.code, built.stderr]).toEqual([0, expect.stringMatching(/^[^|]*done {6}1 dataset, 52 rows/)]);
});

test('data at the top of the folder is said with what to do', async () => {
  const folder = folderWith({
    'a.csv': 'a\n',
    'b.csv': 'a\n',
    'c d.csv': 'a\n',
  });
  const { stdout } = await runCommand('init', [folder]);
  expect(stdout).toMatch(/: npm run add -- a\.csv, and the same for each of the other 2 files: b\.csv, 'c d\.csv'\n$/);
  expect(stdout).not.toContain('wheat');
});

test('a folder whose name has control characters is named in one line', async () => {
  const { stdout } = await runCommand('init', [join(folderWith({}), 'a\nb\u001b[2J')]);
  expect(stdout).toContain('\nThe title is "A b [2J";');
  expect(stdout).toMatch(/\nNext, in '[^\n]+\/a\uFFFDb\uFFFD\[2J': npm run dev [^\n]+\n$/);
});

test('a person who presses Ctrl-C at a question gets nothing written', async () => {
  const folder = folderWith({});
  const line = `exec '${process.execPath}' scripts/init.ts '${folder}'`;
  const child = spawn('script', ['--quiet', '--return', '--command', line, '/dev/null'], {
    env: { ...ENVIRONMENT, ...AMERICAN, TERM: 'xterm', SHELL: '/bin/sh' },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = new Promise((resolve) => child.once('close', resolve));
  let shown = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (shown += text));
  await expect.poll(() => shown).toContain('Title of the catalogue (');
  child.stdin.write('Data of Bern\r');
  await expect.poll(() => shown).toContain('Publisher, such as');
  child.stdin.write('\u0003');
  expect(await ended).toBe(130);
  expect(shown).toMatch(/Nothing was written\.\r?\n$/);
  expect(readdirSync(folder)).toEqual([]);
});
