import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { helpText as firstScreen } from '../../../scripts/help.ts';
import { nameCommands } from '../../../src/problems/name-command.ts';
import { readSettings } from '../../../src/settings/read-settings.ts';
import {
  type Command,
  helpText,
  isRepeatable,
  isSwitch,
  readingSettings,
  SETTING_ROWS,
  settingsThatAffect,
  siteOf,
} from '../../../src/settings/settings.ts';

const COMMANDS: readonly Command[] = ['build', 'start', 'dev', 'preview', 'check-data', 'init', 'add', 'merge'];
/** What commands that work on files are given. */
const FILES: Partial<Record<Command, readonly string[]>> = { add: ['file'], merge: ['folder'] };

test('the help of every command is the one that was read and found right', async () => {
  const help = COMMANDS.map((command) =>
    helpText(
      command,
      `{almanac ${command === 'check-data' ? 'check' : command} --} [settings]`,
      `What ${command} does.`,
    ),
  );
  await expect(help.join('\n')).toMatchFileSnapshot('help.txt');
});

test('the first screen is the one that was read and found right', async () => {
  const shown = execFileSync(process.execPath, ['scripts/run.js'], { encoding: 'utf8' });
  expect(execFileSync(process.execPath, ['scripts/run.js', '--help'], { encoding: 'utf8' })).toBe(shown);
  const [guide = ''] = /\S+publish\.md/.exec(shown) ?? [];
  expect(existsSync(guide)).toBe(true);
  await expect(shown.replace(resolve('.'), '(project)')).toMatchFileSnapshot('first-screen.txt');
});

test('the first screen fits a terminal of 120 columns, whatever starts the commands', () => {
  const about = { program: 'pnpm exec almanac', project: '/p', manifest: {} };
  for (const line of firstScreen({ build: 'builds' }, about).split('\n'))
    expect(line.length, line).toBeLessThanOrEqual(120);
});

test.each([
  [{}, []],
  [{ homepage: 'https://almanac.example' }, ['https://almanac.example']],
  [
    { homepage: 'https://almanac.example', repository: { type: 'git', url: 'git+https://github.com/a/b.git' } },
    ['https://github.com/a/b/blob/HEAD/docs/publish.md'],
  ],
  [{ repository: 'github:a/b' }, ['https://github.com/a/b/blob/HEAD/docs/publish.md']],
  [{ repository: 'https://elsewhere.example/a/b.git' }, []],
])('of a package with %j, the guide is in its folder and at %j', (manifest, web) => {
  const shown = firstScreen({ build: 'builds' }, { program: 'almanac', project: '/p', manifest });
  const lines = shown
    .split('\n')
    .slice(shown.split('\n').indexOf('The guide leads from an empty folder to a public page:') + 1);
  expect(lines.slice(0, lines.indexOf('')).map((it) => it.trim())).toEqual([join('/p', 'docs/publish.md'), ...web]);
});

test('an unknown setting is refused with all that the command knows', async () => {
  const help = COMMANDS.flatMap((command) =>
    readSettings(command, { 'no-such-setting': true }, {}, FILES[command]).problems.map((it) => nameCommands(it.help)),
  );
  await expect(`${help.join('\n')}\n`).toMatchFileSnapshot('known-settings.txt');
});

test('flags without a value are switches, and only --only may be given several times', () => {
  const flags = SETTING_ROWS.flatMap(([, { flag }]) => flag ?? []);
  expect(flags.filter(isSwitch)).toEqual([
    'api-only',
    'no-pictures',
    'keep-going',
    'precompress',
    'verify',
    'quiet',
    'json',
    'annotations',
    'watch',
    'create',
    'yes',
  ]);
  expect(flags.filter(isRepeatable)).toEqual(['only']);
});

test('stations receive the settings that affect them, and those that affect no output are kept apart', () => {
  const { settings } = readSettings('build', { 'base': '/data', 'max-columns': '7', 'only': 'a', 'quiet': true }, {});
  expect(readingSettings(settings)).toEqual({ maxColumns: 7 });
  const formats = ['csv', 'ndjson', 'parquet', 'xlsx'];
  expect(siteOf(settings)).toEqual({ prefix: '/data/', pageSizes: [100], layout: 'pages', formats });
  expect(settingsThatAffect(settings, 'reading', 'site', 'output')).toEqual({
    site: null,
    base: '/data/',
    pageSizes: [100],
    layout: 'pages',
    formats,
    maxColumns: 7,
    precompress: false,
    rawData: 'raw-data',
    maxSize: null,
    only: ['a'],
    apiOnly: false,
    pictures: true,
    shard: null,
    keepGoing: false,
  });
});
