import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { firstScreen } from '../../../scripts/help.ts';
import { readSettings } from '../../../src/settings/read-settings.ts';
import { type Command, helpText, settingsThatAffect, siteOf } from '../../../src/settings/settings.ts';

const COMMANDS: readonly Command[] = [
  'build',
  'start',
  'dev',
  'preview',
  'check-data',
  'init',
  'add',
  'update',
  'accept',
  'merge',
];

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
  for (const line of firstScreen({ build: 'builds' }, 'pnpm exec almanac', '/p').split('\n'))
    expect(line.length, line).toBeLessThanOrEqual(120);
});

test('stations receive the settings that affect them, and those that affect no output are kept apart', () => {
  const { settings } = readSettings('build', { 'base': '/data', 'max-columns': '7', 'only': 'a', 'quiet': true }, {});
  expect(settingsThatAffect(settings, 'reading')).toEqual({ maxColumns: 7 });
  const formats = ['csv', 'ndjson', 'parquet', 'xlsx'];
  expect(siteOf(settings)).toEqual({ prefix: '/data/', pageSizes: [100], layout: 'pages', formats });
});
