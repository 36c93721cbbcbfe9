import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { rawDataWith, withSidecar } from '../../support/builds/raw-data-folder.ts';
import { ENVIRONMENT, runCommand } from '../../support/builds/run-build.ts';

const DESCRIBED = { columns: { a: { description: 'A' } } };

test('a check in watch mode checks again after a change, reads what has changed, and ends with Ctrl-C', async () => {
  const rawData = rawDataWith({
    ...withSidecar('economy/x', 'a\n1\n', DESCRIBED),
    ...withSidecar('economy/y', 'a\n1\n', DESCRIBED),
  });
  const args = ['scripts/check-data.ts', '--watch', '--raw-data', rawData];
  const child = spawn(process.execPath, args, { env: ENVIRONMENT, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise((resolve) => child.once('close', (_, signal) => resolve(signal)));
  onTestFinished(() => void child.kill('SIGKILL'));
  let shown = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (shown += text));
  await expect.poll(() => shown).toMatch(/^2 files: 0 problems to solve, 0 hints\n[\d:]{8} {2}2 files read\. .*\n\n$/);
  shown = '';
  writeFileSync(join(rawData, 'economy/y.csv'), 'a\n1,2\n');
  await expect.poll(() => shown).toMatch(/^economy\/y\.csv → y\n\n {2}economy\/y\.csv:2:3 {2}row-too-long/);
  await expect.poll(() => shown).toMatch(/\n2 files: 1 problem to solve, 0 hints\n[\d:]{8} {2}1 file read\. .*\n\n$/);
  shown = '';
  writeFileSync(join(rawData, 'economy/y.csv'), 'a\n1\n');
  await expect.poll(() => shown).toMatch(/^2 files: 0 problems to solve, 0 hints\n[\d:]{8} {2}1 file read\. .*\n\n$/);
  child.kill('SIGINT');
  expect(await ended).toBe('SIGINT');
});

test('watching prints for people, so it is refused with --json', async () => {
  const { code, stdout, stderr } = await runCommand('check-data', ['--watch', '--json']);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain('setting-invalid  --watch and --json cannot be used together');
});
