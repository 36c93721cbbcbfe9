import { nameCommand } from '../problems/name-command.ts';
import { type Problem, reportingErrors } from '../problems/problem.ts';
import { didYouMean } from '../suggestions/suggest.ts';
import { type GivenValue, invalidSetting } from './parse-value.ts';
import { type Command, rowsOf, SETTING_ROWS, type SettingRow, type Settings, usageOf } from './settings.ts';

/** Commands that work on files or folders: how many they take, and the message for any other number. */
const FILES: Partial<Record<Command, { least: number; most: number; otherwise: string }>> = {
  'check-data': { least: 0, most: Number.POSITIVE_INFINITY, otherwise: '' },
  'init': { least: 0, most: 1, otherwise: 'only one folder can be named' },
  'add': { least: 1, most: 1, otherwise: 'one file must be named' },
  'merge': { least: 1, most: Number.POSITIVE_INFINITY, otherwise: 'the folders of the shards must be named' },
};

/** Flags as given, by name without dashes: the value of each, or true for a switch. */
type GivenFlags = Readonly<Record<string, GivenValue>>;
type GivenEnvironment = Readonly<Record<string, string | undefined>>;

/**
 * Reads a command's settings from its flags and the environment, and finds every problem with them. `positionals` are the
 * arguments that are not flags: files, if the command works on files. A setting that is not given, or is invalid, has its default.
 */
export function readSettings(
  command: Command,
  flags: GivenFlags,
  environment: GivenEnvironment,
  positionals: readonly string[] = [],
): { settings: Settings; problems: Problem[] } {
  const problems: Problem[] = [];
  const known = rowsOf(command).flatMap(({ flag }) => flag ?? []);
  const files = readFiles(command, positionals, problems);
  const unknown = [
    ...Object.keys(flags).flatMap((flag) => (known.includes(flag) ? [] : `--${flag}`)),
    ...positionals.filter((it) => !files.includes(it)),
  ];
  reportUnknown(command, unknown, known, problems);
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
  if (files.length < count.least || files.length > count.most) {
    problems.push(invalidSetting(count.otherwise, 'Write the path after the settings.'));
  }
  return files;
}

function reportUnknown(
  command: Command,
  unknown: readonly string[],
  known: readonly string[],
  problems: Problem[],
): void {
  const flags = known.map((flag) => `--${flag}`);
  const named = nameCommand(command === 'check-data' ? 'check' : command);
  for (const name of unknown) {
    const message = `unknown setting ${name}${didYouMean(name, flags)}`;
    problems.push(invalidSetting(message, `Known to ${named}: ${flags.join(', ')}.`));
  }
}

/** The value of a setting, from its flag or else from the environment; undefined if there is no valid one. */
function givenFor(row: SettingRow, flags: GivenFlags, environment: GivenEnvironment, problems: Problem[]): GivenValue {
  const { flag, env, value, mayBeEmpty } = row;
  const given = (flag && flags[flag]) ?? ((env && environment[env]) || undefined);
  if (value !== undefined && (given === true || (given === '' && !mayBeEmpty))) {
    problems.push(invalidSetting(`--${flag} needs a value`, usageOf(row).help));
    return undefined;
  }
  if (typeof given === 'string' && value === undefined) {
    problems.push(invalidSetting(`--${flag} takes no value`, `Write --${flag} alone.`));
  }
  return given;
}
