import { nameCommand } from '../problems/name-command.ts';
import { type Problem, reportingErrors } from '../problems/problem.ts';
import { didYouMean } from '../suggestions/suggest.ts';
import { type GivenValue, invalidSetting } from './parse-value.ts';
import { type Command, rowsOf, SETTING_ROWS, type SettingRow, type Settings, usageOf } from './settings.ts';

/** How many files or folders a command accepts as arguments, and the message for any other number. Other commands accept none. */
const FILES: Partial<Record<Command, { min: number; max: number; message: string }>> = {
  'check-data': { min: 0, max: Number.POSITIVE_INFINITY, message: '' },
  'init': { min: 0, max: 1, message: 'only one folder can be given' },
  'add': { min: 1, max: Number.POSITIVE_INFINITY, message: 'the files to add must be given' },
  'accept': { min: 1, max: Number.POSITIVE_INFINITY, message: 'the names of the datasets must be given' },
  'update': { min: 0, max: Number.POSITIVE_INFINITY, message: '' },
  'merge': { min: 1, max: Number.POSITIVE_INFINITY, message: 'the folders of the shards must be given' },
};

/** Values of the given flags, by name without the leading dashes; true for a flag without a value. */
type GivenFlags = Readonly<Record<string, GivenValue>>;
type GivenEnvironment = Readonly<Record<string, string | undefined>>;

/**
 * Reads a command's settings from its flags and the environment, and collects all problems with them. `positionals` are the other
 * arguments, which some commands accept as files or folders. A setting that is missing or invalid falls back to its default.
 */
export function readSettings(
  command: Command,
  flags: GivenFlags,
  environment: GivenEnvironment,
  positionals: readonly string[] = [],
): { settings: Settings; problems: Problem[] } {
  const problems: Problem[] = [];
  const known = rowsOf(command).flatMap(({ flag }) => (flag ? `--${flag}` : []));
  const files = readFiles(command, positionals, problems);
  const unknown = [
    ...Object.keys(flags).flatMap((flag) => (known.includes(`--${flag}`) ? [] : `--${flag}`)),
    ...positionals.filter((it) => !files.includes(it)),
  ];
  const named = nameCommand(command === 'check-data' ? 'check' : command);
  for (const name of unknown) {
    const message = `unknown setting ${name}${didYouMean(name, known)}`;
    problems.push(invalidSetting(message, `Settings of ${named}: ${known.join(', ')}.`));
  }
  const values = SETTING_ROWS.map(([name, row]) => {
    const usage = usageOf(row);
    const given = row.commands.includes(command) ? givenFor(row, flags, environment, problems) : undefined;
    const value = reportingErrors(
      (it) => problems.push(it),
      () => row.read(given ?? row.default, usage),
    );
    return [name, value ?? row.read(row.default, usage)] as const;
  });
  const settings = Object.fromEntries(values);
  return { settings: { ...(settings as Omit<Settings, 'files'>), files }, problems };
}

function readFiles(command: Command, positionals: readonly string[], problems: Problem[]): string[] {
  const count = FILES[command];
  if (!count) return [];
  const files = positionals.filter((it) => !it.startsWith('-'));
  if (files.length < count.min || files.length > count.max) {
    const help = 'Write each path after the settings, in quotes if it contains spaces.';
    problems.push(invalidSetting(count.message, help));
  }
  return files;
}

/** Value of a setting, from its flag or else from the environment; undefined if neither has one. Reports a missing or unexpected value. */
function givenFor(row: SettingRow, flags: GivenFlags, environment: GivenEnvironment, problems: Problem[]): GivenValue {
  const { flag, env, value, mayBeEmpty } = row;
  const given = (flag && flags[flag]) ?? ((env && environment[env]) || undefined);
  if (value !== undefined && (given === true || (given === '' && !mayBeEmpty))) {
    problems.push(invalidSetting(`--${flag} needs a value`, usageOf(row).help));
    return undefined;
  }
  if (typeof given === 'string' && value === undefined) {
    problems.push(invalidSetting(`--${flag} takes no value`, `Write --${flag} without a value.`));
  }
  return given;
}
