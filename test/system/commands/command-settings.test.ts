import { expect, test } from 'vitest';
import { rawDataWith } from '../../support/builds/raw-data-folder.ts';
import { runBuild } from '../../support/builds/run-build.ts';

test('all problems of the settings are reported at once, and nothing is built', async () => {
  const wrong = '--ouy x --base data --page-sizes=10 --layout=zip --site ftp://x more';
  const { code, stdout, stderr } = await runBuild(wrong.split(' '));
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain('setting-invalid  unknown setting --ouy (did you mean "--out"?)');
  expect(stderr).toContain('--base data is not a valid path');
  expect(stderr).toContain('--page-sizes 10 does not include 100');
  expect(stderr).toContain('--layout zip is not a layout');
  expect(stderr).toContain('--site ftp://x is not an http or https URL');
  expect(stderr).toContain('unknown setting more');
  expect(stderr).toContain('Nothing was published: 6 problems to solve.');
});

test('an output that cannot be written is reported as a problem', async () => {
  const { code, stderr } = await runBuild(['--quiet', '--raw-data', rawDataWith({}), '--out', '/dev/null/out']);
  expect(code).toBe(1);
  expect(stderr).toContain('setting-invalid  cannot use /dev/null/out as the output folder: ');
  expect(stderr).not.toContain('    at ');
});
