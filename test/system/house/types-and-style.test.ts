import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { ENVIRONMENT } from '../../support/builds/run-build.ts';

// As a test, the type checker, which uses one core, runs beside others.
test('all files pass the type checker, the linter and the formatter: npm run check', async () => {
  const options = { env: { ...ENVIRONMENT, ASTRO_TELEMETRY_DISABLED: '1' }, shell: process.platform === 'win32' };
  const checked = promisify(execFile)('npm', ['run', 'check'], options);
  expect(
    await checked.then(
      () => '',
      ({ stdout, stderr }) => `${stdout}${stderr}`,
    ),
  ).toBe('');
}, 300_000);
