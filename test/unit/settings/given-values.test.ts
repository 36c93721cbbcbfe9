import { describe, expect, test } from 'vitest';
import { readSettings } from '../../../src/settings/read-settings.ts';
import { type Command, SETTINGS, type SettingRow } from '../../../src/settings/settings.ts';

const ROWS = Object.entries(SETTINGS) as [keyof typeof SETTINGS, SettingRow][];
const COMMANDS: readonly Command[] = [
  'build',
  'start',
  'dev',
  'preview',
  'check-data',
  'add',
  'update',
  'accept',
  'merge',
];
const FLAGS = COMMANDS.flatMap((command) =>
  ROWS.flatMap(([name, row]) => (row.flag ? [{ command, name, flag: row.flag, row }] : [])),
);
const taken = FLAGS.filter(({ command, row }) => row.commands.includes(command));
const withValue = taken.filter(({ row }) => row.value !== undefined);
const switches = taken.filter(({ row }) => row.value === undefined);
const notTaken = FLAGS.filter(({ command, row }) => !row.commands.includes(command));

/** Reads the flags of a command. Those that work on files get one. */
function read(command: Command, flags: Record<string, string | boolean>) {
  return readSettings(command, flags, {}, ['add', 'accept', 'merge'].includes(command) ? ['file'] : []);
}

test('there are settings of each kind', () => {
  for (const list of [withValue, switches, notTaken]) expect(list.length).toBeGreaterThan(5);
});

test.each(COMMANDS)('without settings, %s has the defaults and no problem', (command) => {
  expect(read(command, {}).problems).toEqual([]);
});

describe('a setting of a command', () => {
  test.each(withValue)(
    '$command --$flag needs a value, and has its default without one',
    ({ command, name, flag, row }) => {
      const usual = read(command, {}).settings;
      for (const given of row.mayBeEmpty ? [true] : [true, '']) {
        const { settings, problems } = read(command, { [flag]: given });
        expect(problems.map(({ code, message }) => [code, message])).toEqual([
          ['setting-invalid', `--${flag} needs a value`],
        ]);
        expect(problems[0]?.help).toContain(`Write --${flag} `);
        expect(settings[name]).toEqual(usual[name]);
      }
    },
  );

  test.each(switches)(
    '$command --$flag takes no value, and switches on what is off, or off',
    ({ command, name, flag }) => {
      expect(read(command, { [flag]: true }).problems).toEqual([]);
      expect(read(command, {}).settings[name]).toBe(flag.startsWith('no-'));
      expect(read(command, { [flag]: true }).settings[name]).toBe(!flag.startsWith('no-'));
      const { problems } = read(command, { [flag]: 'x' });
      expect(problems.map(({ message }) => message)).toContain(`--${flag} takes no value`);
    },
  );

  test.each(notTaken)('$command --$flag is refused if the command does not take it', ({ command, flag }) => {
    const { problems } = read(command, { [flag]: 'x' });
    expect(problems).toHaveLength(1);
    expect(problems[0]?.message).toMatch(new RegExp(`^unknown setting --${flag}(?:$|[ ,:;])`));
  });
});
