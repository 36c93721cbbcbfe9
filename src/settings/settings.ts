/** All settings, with their names, defaults, help texts and effects. */

import { MAX_COLUMN_COUNT } from '../contract/limits.ts';
import { DEFAULT_LIMIT, DOWNLOAD_FORMATS, type Site, SMALLEST_COMPRESSED, urlPrefix } from '../contract/routes.ts';
import type { ReadingSettings } from '../model.ts';
import { type CommandName, nameCommands } from '../problems/name-command.ts';
import {
  type GivenValue,
  ifGiven,
  readBase,
  readFormats,
  readLayout,
  readNumber,
  readPageSizes,
  readPatterns,
  readShard,
  readSite,
  readSwitchOff,
  type Usage,
} from './parse-value.ts';

/** Commands with settings, by the names of their scripts: messages name `check-data` as `check`. */
export type Command = Exclude<CommandName, 'check' | 'bench'> | 'check-data';

export interface SettingRow {
  /** Flag on the command line, without the leading dashes; absent if it is the name in kebab case, null if only `env` sets it. */
  flag?: string | null;
  /** Environment variable; the flag takes precedence. */
  env?: string;
  /** Placeholder for the value in the help; absent for a switch. */
  value?: string;
  /** Set if the flag may be repeated; the values are joined with commas. */
  repeats?: true;
  mayBeEmpty?: true;
  /** Default value, as written on the command line; absent without a default. */
  default?: string;
  /** Reads the given value. Throws a `ProblemError` if it is invalid. */
  read(given: GivenValue, usage: Usage): unknown;
  help: string;
  /**
   * What the setting affects. `reading`: how data is read (part of `ReadingSettings`). `site`: the published files and their content (part
   * of `Site`). `output`: anything else in the output, such as which datasets it contains. `nothing`: nothing in the output.
   */
  affects: 'reading' | 'site' | 'output' | 'nothing';
  commands: readonly Command[];
}

/** What all switches have in common, unless they change the output. */
const SWITCH = { read: (given: GivenValue) => given === true, affects: 'nothing' } as const;

/** What all settings that accept any text and have no default have in common. */
const TEXT = { read: ifGiven(String), affects: 'nothing' } as const;

/** What all settings of the published files have in common. */
const OF_SITE = { affects: 'site', commands: ['build', 'start', 'dev'] } as const;

/** What most settings of the server that only an environment variable sets have in common. */
const OF_SERVER = { flag: null, value: 'NUMBER', read: readNumber(), affects: 'nothing', commands: ['start'] } as const;

export const SETTINGS = withFlags({
  rawData: {
    value: 'DIR',
    default: 'raw-data',
    read: String,
    help: 'folder with catalogue.json, the CSV and TSV files, and their sidecars',
    affects: 'output',
    commands: ['build', 'start', 'dev', 'check-data', 'add', 'update', 'accept'],
  },
  out: {
    value: 'DIR',
    default: 'dist',
    read: String,
    help: 'output folder; a successful build replaces it completely, and a preview only reads it',
    affects: 'nothing',
    commands: ['build', 'start', 'preview', 'accept', 'merge'],
  },
  site: {
    ...OF_SITE,
    value: 'URL',
    read: ifGiven(readSite),
    help: 'URL of the host, such as https://data.example.org; makes links absolute',
  },
  base: {
    ...OF_SITE,
    value: 'PATH',
    default: '/',
    read: readBase,
    help: 'path on the host under which everything is served',
  },
  pageSizes: {
    ...OF_SITE,
    value: 'LIST',
    default: String(DEFAULT_LIMIT),
    read: readPageSizes,
    help: `page sizes to write files for, such as 10,${DEFAULT_LIMIT}; must include ${DEFAULT_LIMIT}`,
  },
  layout: {
    ...OF_SITE,
    value: 'LAYOUT',
    default: 'pages',
    read: readLayout,
    help: 'pages: one file for each page of records; packed: far fewer files, from which the server assembles pages',
  },
  formats: {
    ...OF_SITE,
    value: 'LIST',
    mayBeEmpty: true,
    default: DOWNLOAD_FORMATS.join(','),
    read: readFormats,
    help: `formats for downloading entire datasets, any of ${DOWNLOAD_FORMATS.join(',')}; empty for no downloads`,
  },
  only: {
    value: 'GLOB',
    repeats: true,
    read: readPatterns,
    help: 'config names or paths of the datasets to build, such as wheat-* or economy/*.csv, separated by commas',
    affects: 'output',
    commands: ['build', 'start', 'dev'],
  },
  previous: {
    ...TEXT,
    value: 'FOLDER_OR_URL',
    help: 'last edition to compare with: the output of an earlier build, or the address of its site; the output folder if not given',
    commands: ['build', 'start', 'accept', 'merge'],
  },
  compare: {
    flag: 'no-compare',
    read: readSwitchOff,
    help: 'do not compare editions: publish whatever the raw data has, and begin the history of changes anew',
    affects: 'output',
    commands: ['build', 'start', 'merge'],
  },
  why: {
    ...TEXT,
    value: 'TEXT',
    help: 'why the differences are right, for those who review accepted.json',
    commands: ['accept'],
  },
  apiOnly: {
    ...SWITCH,
    help: 'build only /v1 and the client (almanac.js, almanac-query.js), without the pages and the server',
    affects: 'output',
    commands: ['build', 'merge'],
  },
  pictures: {
    flag: 'no-pictures',
    read: readSwitchOff,
    help: 'do not create the images of charts (chart.png) that builds with --site make for previews of shared links',
    affects: 'output',
    commands: ['build', 'start', 'merge'],
  },
  shard: {
    value: 'I/N',
    read: ifGiven(readShard),
    help: 'build only /v1, for the I-th of N parts of the datasets; {almanac merge} joins the parts',
    affects: 'output',
    commands: ['build'],
  },
  maxColumns: {
    value: 'NUMBER',
    default: '10000',
    read: readNumber({ max: MAX_COLUMN_COUNT }),
    help: 'maximum number of columns in a data file; more columns need more memory and time',
    affects: 'reading',
    commands: ['build', 'start', 'dev', 'check-data', 'add', 'update'],
  },
  maxSize: {
    value: 'MEGABYTES',
    // Converted to bytes.
    read: ifGiven(readNumber({ max: 9_999_999, unit: 1_000_000 })),
    help: 'maximum size of the static site; a larger site is not published (GitHub Pages allows 1000)',
    affects: 'output',
    commands: ['build', 'merge'],
  },
  threads: {
    value: 'NUMBER',
    read: ifGiven(readNumber({ max: 999 })),
    help: 'maximum number of threads for reading and writing data; one per core if not given',
    affects: 'nothing',
    commands: ['build', 'start'],
  },
  keepGoing: {
    ...SWITCH,
    help: 'publish the valid datasets even if others have errors; the exit code is still 1',
    affects: 'output',
    commands: ['build', 'start'],
  },
  precompress: {
    ...SWITCH,
    help: `also write .br and .gz copies of text files of ${SMALLEST_COMPRESSED} bytes or more, for hosts and the server to send`,
    affects: 'output',
    commands: ['build', 'start', 'merge'],
  },
  verify: {
    ...SWITCH,
    help: 'read every file of the output, and restore files that have changed since they were published',
    commands: ['build', 'start'],
  },
  quiet: {
    ...SWITCH,
    help: 'print problems only',
    commands: ['build', 'start', 'check-data', 'update', 'merge'],
  },
  json: {
    ...SWITCH,
    help: 'print one JSON document to standard output',
    commands: ['build', 'check-data', 'update', 'merge'],
  },
  annotations: {
    ...SWITCH,
    help: 'also print problems as annotations, which GitHub shows next to the affected lines; always on if GITHUB_ACTIONS is true',
    commands: ['build', 'check-data', 'update', 'merge'],
  },
  watch: {
    ...SWITCH,
    help: 'check again whenever a file changes, and show only problems',
    commands: ['check-data'],
  },
  summary: {
    ...TEXT,
    value: 'FILE',
    help: 'append a summary of the build or update, in Markdown, to a file such as $GITHUB_STEP_SUMMARY',
    commands: ['build', 'update', 'merge'],
  },
  dryRun: {
    ...SWITCH,
    help: 'fetch and check, but write nothing into the raw data',
    commands: ['update'],
  },
  refused: {
    ...TEXT,
    value: 'DIR',
    help: 'folder for copies of the editions that are refused, under their paths in the raw data',
    commands: ['update'],
  },
  maxDownload: {
    value: 'MEGABYTES',
    default: '1000',
    // Converted to bytes.
    read: readNumber({ unit: 1_000_000 }),
    help: 'maximum size of a file to fetch, as sent and when unpacked',
    affects: 'nothing',
    commands: ['add', 'update'],
  },
  allowPrivate: {
    ...SWITCH,
    help: 'also fetch from addresses inside a private network, such as this machine or 10.0.0.1',
    commands: ['add', 'update'],
  },
  category: {
    ...TEXT,
    value: 'NAME',
    help: 'category of the added files; may be left out if the catalogue has only one',
    commands: ['add'],
  },
  create: {
    ...SWITCH,
    help: 'create the category of the added files, and catalogue.json, if they do not exist',
    commands: ['add'],
  },
  sheet: {
    ...TEXT,
    value: 'NAME',
    help: 'sheet of the added workbook; may be left out if only one visible sheet holds a table',
    commands: ['add'],
  },
  yes: {
    ...SWITCH,
    help: 'ask no questions, and use the default answers',
    commands: ['init'],
  },
  host: {
    env: 'HOST',
    value: 'NAME',
    default: 'localhost',
    read: String,
    help: 'name or address that the server listens on',
    affects: 'nothing',
    commands: ['start', 'dev', 'preview'],
  },
  port: {
    env: 'PORT',
    value: 'NUMBER',
    default: '4321',
    read: readNumber({ min: 0, max: 65_535 }),
    help: 'port that the server listens on; 0 chooses a free port',
    affects: 'nothing',
    commands: ['start', 'dev', 'preview'],
  },
  cacheSize: {
    ...OF_SERVER,
    env: 'CACHE_MB',
    default: '128',
    // Converted to bytes.
    read: readNumber({ min: 0, unit: 1_000_000 }),
    help: 'size of the memory cache for files and their compressed forms, in megabytes; 0 turns it off',
  },
  maxConnections: {
    ...OF_SERVER,
    env: 'MAX_CONNECTIONS',
    default: '4096',
    help: 'maximum number of connections; a new one replaces the one idle for longest, or is closed if all are in use',
  },
  maxWaiting: {
    ...OF_SERVER,
    env: 'MAX_WAITING',
    default: '1024',
    help: 'maximum number of queued requests; further requests get 503',
  },
  maxStreamed: {
    ...OF_SERVER,
    env: 'MAX_STREAMED',
    default: '256',
    help: 'maximum number of files over 1 MB that are sent at the same time; further files wait',
  },
  sendBuffer: {
    ...OF_SERVER,
    env: 'SEND_MB',
    default: '64',
    // Converted to bytes.
    read: readNumber({ unit: 1_000_000 }),
    help: 'memory for responses that are being sent, in megabytes; when it is full, further responses wait',
  },
  sendTimeout: {
    ...OF_SERVER,
    env: 'SEND_TIMEOUT',
    value: 'SECONDS',
    default: '60',
    // Converted to milliseconds.
    read: readNumber({ unit: 1000 }),
    help: 'time after which a client that receives nothing is disconnected',
  },
  minSendRate: {
    ...OF_SERVER,
    env: 'MIN_SEND_RATE',
    default: '10',
    // Converted to bytes per second.
    read: readNumber({ unit: 1000 }),
    help: 'minimum average download rate in kilobytes per second; after SEND_TIMEOUT, slower clients are disconnected',
  },
} as const satisfies Record<string, SettingRow>);

/** Gives each setting its flag: `page-sizes` for `pageSizes`, unless the row has another. */
function withFlags<T extends Record<string, SettingRow>>(rows: T) {
  const flagOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const entries = Object.entries(rows).map(([name, row]) => [name, { flag: flagOf(name), ...row }]);
  return Object.fromEntries(entries) as {
    [N in keyof T]: T[N] & { flag: T[N] extends { flag: null } ? null : string };
  };
}

export type SettingName = keyof typeof SETTINGS;

/** Validated settings of a command. */
export type Settings = { [Name in SettingName]: ReturnType<(typeof SETTINGS)[Name]['read']> } & {
  /** Files or folders that the command works on, as given. */
  files: readonly string[];
};

/** Settings that have one of the given effects. */
export type Affecting<What extends SettingRow['affects']> = {
  [Name in SettingName as (typeof SETTINGS)[Name]['affects'] extends What ? Name : never]: Settings[Name];
};

/** The table of settings as a list, in the same order. */
export const SETTING_ROWS = Object.entries(SETTINGS) as [SettingName, SettingRow][];

/** The setting with the given flag; undefined if the flag is unknown. */
export function rowOfFlag(flag: string): SettingRow | undefined {
  return SETTING_ROWS.find(([, row]) => row.flag === flag)?.[1];
}

/** Settings that a command accepts, in table order. */
export function rowsOf(command: Command): SettingRow[] {
  return SETTING_ROWS.flatMap(([, row]) => (row.commands.includes(command) ? row : []));
}

/** Name and help of a setting with a value, as used in messages. */
export function usageOf({ flag, env, value, help }: SettingRow): Usage {
  const ways = [flag ? { name: `--${flag}`, before: ' ' } : [], env ? { name: env, before: '=' } : []].flat();
  const written = ways.map(({ name, before }) => `${name}${before}${value}`).join(' or ');
  return { name: ways.map(({ name }) => name).join(' or '), help: `Write ${written}: ${nameCommands(help)}.` };
}

/** Selects the settings that have any of the effects in `what`. */
export function settingsThatAffect<What extends SettingRow['affects']>(
  settings: Affecting<What>,
  ...what: readonly What[]
): Affecting<What> {
  const names = SETTING_ROWS.flatMap(([name, { affects }]) =>
    (what as readonly string[]).includes(affects) ? name : [],
  );
  return Object.fromEntries(names.map((name) => [name, settings[name as keyof typeof settings]])) as Affecting<What>;
}

/** Default settings for reading data. */
export const DEFAULT_READING: ReadingSettings = settingsThatAffect(
  Object.fromEntries(SETTING_ROWS.map(([name, row]) => [name, row.read(row.default, usageOf(row))])) as Settings,
  'reading',
);

/** Creates a `Site` from the settings that affect it. */
export function siteOf(settings: Affecting<'site'>): Site {
  const { site, base, ...others } = settingsThatAffect(settings, 'site');
  return { prefix: urlPrefix(site, base), ...others };
}

/** Returns the help of a command. `usage` and `summary` may contain placeholders for commands. */
export function helpText(command: Command, usage: string, summary: string): string {
  const settings = rowsOf(command).map((row) => {
    const name = row.flag ? `--${row.flag}${row.value ? ` ${row.value}` : ''}` : `${row.env}=${row.value}`;
    const notes = [
      row.default === undefined ? [] : `default: ${row.default}`,
      row.flag && row.env ? `environment variable: ${row.env}` : [],
    ].flat();
    return [name, notes.length === 0 ? row.help : `${row.help} (${notes.join('; ')})`] as const;
  });
  return nameCommands(`${summary}\n\n  ${usage}\n\n${inColumns([...settings, ['--help', 'print this help']])}\n`);
}

/** Formats rows in two columns, indented. */
export function inColumns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([{ length }]) => length));
  return rows.map(([first, second]) => `  ${first.padEnd(width)}  ${second}`).join('\n');
}
