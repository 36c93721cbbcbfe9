import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'almanac-kernel-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('the kernel is what its sources are compiled to; `npm run kernel` compiles them', () => {
  const compiled = join(folder, 'kernel.wasm');
  const run = spawnSync('npm', ['run', '--silent', 'kernel', '--', '--outFile', compiled], { encoding: 'utf8' });
  expect(run.stdout + run.stderr).toBe('');
  expect(readFileSync('src/kernel/kernel.wasm').equals(readFileSync(compiled))).toBe(true);
});
