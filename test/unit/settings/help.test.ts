import { expect, test } from 'vitest';
import { nameCommands } from '../../../src/problems/name-command.ts';
import { readSettings } from '../../../src/settings/read-settings.ts';
import {
  type Command,
  helpText,
  isRepeatable,
  isSwitch,
  SETTING_ROWS,
  settingsThatAffect,
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

test('the settings that decide what a dataset’s files hold, and what any file of an output holds', () => {
  const { settings } = readSettings('build', { 'base': '/data', 'max-columns': '7', 'only': 'a', 'quiet': true }, {});
  const ofDatasets = {
    site: null,
    base: '/data/',
    pageSizes: [100],
    layout: 'pages',
    formats: ['csv', 'ndjson', 'parquet', 'xlsx'],
    maxColumns: 7,
    precompress: false,
  };
  expect(settingsThatAffect(settings, 'dataset')).toEqual(ofDatasets);
  expect(settingsThatAffect(settings, 'output')).toEqual({
    ...ofDatasets,
    rawData: 'raw-data',
    maxSize: null,
    only: ['a'],
    apiOnly: false,
    pictures: true,
    shard: null,
    keepGoing: false,
  });
});
