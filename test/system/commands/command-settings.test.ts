import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { nameCommands } from '../../../src/problems/name-command.ts';
import { readSettings } from '../../../src/settings/read-settings.ts';
import { SETTINGS, type SettingRow } from '../../../src/settings/settings.ts';
import { CATALOGUE, folderWith, rawDataWith } from '../../support/builds/raw-data-folder.ts';
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

test('an output folder inside the raw data, or around it, is refused', async () => {
  for (const out of ['raw-data/economy/out', '.']) {
    const { code, stderr } = await runBuild(['--out', out]);
    expect(code).toBe(1);
    expect(stderr).toContain(
      `${out} cannot be the output: it ${out === '.' ? 'holds the raw data' : 'lies in the raw data'}`,
    );
  }
});

test('a raw-data folder that is not a folder is the only problem reported', async () => {
  const { stderr } = await runBuild(['--raw-data', 'package.json']);
  expect(stderr).toContain('raw-data-missing');
  expect(stderr).toContain('Nothing was published: 1 problem to solve.');
});

test('a variable that the build does not use is ignored', () => {
  expect(readSettings('build', {}, { PORT: 'tcp://10.0.0.1:80' }).problems).toEqual([]);
  expect(readSettings('start', {}, { PORT: 'tcp://10.0.0.1:80' }).problems).toHaveLength(1);
});

test.each([
  ['', 64_000_000],
  ['0', 0],
  ['1', 1_000_000],
  ['999999', 999_999_000_000],
])('CACHE_MB=%s is %i bytes', (text, bytes) => {
  const { settings, problems } = readSettings('start', {}, { CACHE_MB: text });
  expect({ size: settings.cacheSize, problems }).toEqual({ size: bytes, problems: [] });
});

test.each(['-1', '1.5', '64MB', 'x', '1e3', '1000000'])('CACHE_MB=%s is not a size', (text) => {
  const { problems } = readSettings('start', {}, { CACHE_MB: text });
  expect(problems.map(({ message }) => message)).toEqual([`CACHE_MB=${text} is not a size`]);
});

test.each(['/', '/data', '/data/', '/a/b-c/~d.e'])('the base %s is a path', (base) => {
  expect(readSettings('build', { base }, {})).toMatchObject({
    problems: [],
    settings: { base: /\/$/.test(base) ? base : `${base}/` },
  });
});

test.each(['', 'data', '//', '/a//b', '/a b', '/..', '/a/./b', `/${'a'.repeat(100)}!`])(
  'the base "%s" is not a path',
  (base) => {
    expect(readSettings('build', { base }, {}).problems.length).toBeGreaterThan(0);
  },
);

test('an output that cannot be written is reported as a problem', async () => {
  const { code, stderr } = await runBuild(['--quiet', '--raw-data', rawDataWith({}), '--out', '/dev/null/out']);
  expect(code).toBe(1);
  expect(stderr).toContain('setting-invalid  /dev/null/out cannot be the output: ');
  expect(stderr).not.toContain('    at ');
});

test('an output that holds the raw data is refused', async () => {
  const rawData = join(folderWith({ 'raw-data/catalogue.json': CATALOGUE, '.almanac-output': '' }), 'raw-data');
  const out = dirname(rawData);
  const { code, stderr } = await runBuild(['--quiet', '--raw-data', rawData, '--out', out]);
  expect({ code, isThere: existsSync(rawData) }).toEqual({ code: 1, isThere: true });
  expect(stderr).toContain('it holds the raw data');
});
