import { nameCommand } from '../problems/name-command.ts';
import { type Problem, type Report, reportingErrors } from '../problems/problem.ts';
import { didYouMean } from '../suggestions/suggest.ts';
import { type GivenValue, invalidSetting } from './parse-value.ts';
import {
  type Command,
  rowsOf,
  SETTING_ROWS,
  type SettingName,
  type SettingRow,
  type Settings,
  usageOf,
} from './settings.ts';

/** Commands that work on files or folders: how many they take, and what to say about any other number. */
const FILES: Partial<Record<Command, { least: number; most: number; otherwise: string }>> = {
  'check-data': { least: 0, most: Number.POSITIVE_INFINITY, otherwise: '' },
  'init': { least: 0, most: 1, otherwise: 'only one folder can be named' },
  'add': { least: 1, most: 1, otherwise: 'one file must be named' },
  'merge': { least: 1, most: Number.POSITIVE_INFINITY, otherwise: 'the folders of the shards must be named' },
};

/** Flags as given, by name without dashes: the text of each, or true for a switch. */
export type GivenFlags = Readonly<Record<string, string | boolean | undefined>>;
export type GivenEnvironment = Readonly<Record<string, string | undefined>>;

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
  const given = givenValues(command, flags, environment, problems);
  const report: Report = (it) => problems.push(it);
  const values = SETTING_ROWS.map(([name, row]) => {
    const usage = usageOf(row);
    const value = reportingErrors(report, () => row.read(given.get(name), usage));
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

/** The value of every setting before it is read. A setting that the command does not take has its default. */
function givenValues(
  command: Command,
  flags: GivenFlags,
  environment: GivenEnvironment,
  problems: Problem[],
): Map<SettingName, GivenValue> {
  const values = new Map<SettingName, GivenValue>();
  for (const [name, row] of SETTING_ROWS) {
    const isTaken = row.commands.includes(command);
    let given = isTaken ? givenFor(row, flags, environment) : undefined;
    if (given !== undefined && row.value !== undefined && (given === true || (given === '' && !row.mayBeEmpty))) {
      problems.push(invalidSetting(`--${row.flag} needs a value`, usageOf(row).help));
      given = undefined;
    }
    if (typeof given === 'string' && row.value === undefined) {
      problems.push(invalidSetting(`--${row.flag} takes no value`, `Write --${row.flag} alone.`));
    }
    values.set(name, given ?? row.default);
  }
  return values;
}

/** What is given for a setting: by its flag or, without that, in the environment. */
function givenFor({ flag, env }: SettingRow, flags: GivenFlags, environment: GivenEnvironment): GivenValue {
  return (flag && flags[flag]) ?? ((env && environment[env]) || undefined);
}
