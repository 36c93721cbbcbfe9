import { expect, test } from 'vitest';
import { nameCommands } from '../../../src/problems/name-command.ts';
import { SETTINGS, type SettingRow } from '../../../src/settings/settings.ts';
import { rawDataWith } from '../../support/builds/raw-data-folder.ts';
import { runBuild } from '../../support/builds/run-build.ts';

const taken = Object.values<SettingRow>(SETTINGS).filter((row) => row.commands.includes('build'));

test('the help lists every setting of the build, with its value, its meaning and its default', async () => {
  const { code, stdout, stderr } = await runBuild(['--help']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  for (const { flag, value, help, default: otherwise } of taken) {
    const line = stdout.split('\n').find((it) => it.startsWith(`  --${flag}${value ? ` ${value}` : ''} `));
    expect(line, flag).toContain(nameCommands(otherwise === null ? help : `${help} (default: ${otherwise})`));
  }
});

test('all problems of the settings are reported at once, and nothing is built', async () => {
  const { code, stdout, stderr } = await runBuild([
    '--ouy',
    'x',
    '--base',
    'data',
    '--page-sizes=10',
    '--layout=zip',
    '--site',
    'ftp://x',
    'more',
  ]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain('setting-invalid  unknown setting --ouy (did you mean "--out"?)');
  expect(stderr).toContain('--base data is not a path');
  expect(stderr).toContain('--page-sizes 10 does not include 100');
  expect(stderr).toContain('--layout zip is not a layout');
  expect(stderr).toContain('--site ftp://x is not an http or https URL');
  expect(stderr).toContain('unknown setting more');
  expect(stderr).toContain('Nothing was published: 6 problems to solve.');
});

test('an unknown setting is reported with the known ones', async () => {
  const { stderr } = await runBuild(['--zzz']);
  for (const { flag } of taken) expect(stderr).toContain(`--${flag}`);
});

test('an output that cannot be written is reported as a problem', async () => {
  const { code, stderr } = await runBuild(['--quiet', '--raw-data', rawDataWith({}), '--out', '/dev/null/out']);
  expect(code).toBe(1);
  expect(stderr).toContain('setting-invalid  /dev/null/out cannot be the output: ');
  expect(stderr).not.toContain('    at ');
});
