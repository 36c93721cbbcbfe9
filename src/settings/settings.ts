/** Every setting: its name, its default, its help and what it affects. */

import { MAX_COLUMNS } from '../contract/limits.ts';
import { DEFAULT_FORMATS, DEFAULT_LIMIT, DOWNLOAD_FORMATS, SMALLEST_COMPRESSED } from '../contract/routes.ts';
import type { DownloadFormat, Layout } from '../model.ts';
import { nameCommands } from '../problems/name-command.ts';
import type { Problem } from '../problems/problem.ts';
import {
  type GivenValue,
  readBase,
  readCacheSize,
  readCount,
  readFormats,
  readIfGiven,
  readLayout,
  readMaxColumns,
  readMaxSize,
  readPageSizes,
  readPatterns,
  readPort,
  readShard,
  readSite,
  readSwitch,
  readSwitchOff,
  readText,
  readThreads,
  type ShardNumber,
} from './parse-value.ts';

/** The settings of a command, checked. */
export interface Settings {
  rawData: string;
  out: string;
  /** Without a slash at the end. */
  site: string | null;
  /** With a slash at either end. */
  base: string;
  /** In ascending order. */
  pageSizes: readonly number[];
  layout: Layout;
  /** The formats in which each dataset can be downloaded as a whole, in the order of `DOWNLOADS`. */
  formats: readonly DownloadFormat[];
  /** Glob patterns of config names or paths; empty for all datasets. */
  only: readonly string[];
  apiOnly: boolean;
  /** Make the pictures that are shown where a dataset's page is shared. */
  pictures: boolean;
  /** The part of the datasets to build; null for all of them. */
  shard: ShardNumber | null;
  /** Most columns that a data file may have. */
  maxColumns: number;
  /** Most bytes that the static site may have; null for no limit. */
  maxSize: number | null;
  /** Null for one thread per core. */
  threads: number | null;
  keepGoing: boolean;
  precompress: boolean;
  verify: boolean;
  quiet: boolean;
  json: boolean;
  /** Also print problems as annotations, which a job of GitHub Actions does in any case. */
  annotations: boolean;
  /** Check again after each change. */
  watch: boolean;
  /** File to which a summary in Markdown is added; null for none. */
  summary: string | null;
  category: string | null;
  /** Create the category of the added file, and catalogue.json, if they do not exist. */
  create: boolean;
  /** Ask nothing. */
  yes: boolean;
  host: string;
  port: number;
  /** In bytes. */
  cacheSize: number;
  maxConnections: number;
  /** Requests that wait to be worked on, or to be sent. */
  maxWaiting: number;
  /** Files that are sent from the disk at once. */
  maxStreamed: number;
  /** Bytes in memory that are being sent. */
  sendBuffer: number;
  /** In milliseconds. */
  sendTimeout: number;
  /** In bytes a second. */
  minSendRate: number;
  /** Files or folders that the command works on, as given. */
  files: readonly string[];
}

/** Settings that have a name of their own. */
export type SettingName = Exclude<keyof Settings, 'files'>;

export type Command = 'build' | 'start' | 'dev' | 'preview' | 'check-data' | 'init' | 'add' | 'merge';

/** One setting: how it is given, what it is by default, and what it means. */
export interface SettingRow<Value = unknown> {
  /** Name on the command line, without its dashes. */
  flag?: string;
  /** Name in the environment; if there is a flag as well, that wins. */
  env?: string;
  /** How the help names the value; absent for a switch. */
  value?: string;
  /** It may be given several times; the values are joined with commas. */
  repeats?: true;
  /** An empty value means something. */
  mayBeEmpty?: true;
  default: string | null;
  /** Reads the given value. If it is invalid, adds a problem and returns the value that applies without it. */
  read(given: GivenValue, problems: Problem[]): Value;
  help: string;
  /** What it means to a command that uses it for something else. */
  helpOf?: Partial<Record<Command, string>>;
  /** What the setting changes: a dataset's files, only other parts of an output, or nothing that is written. */
  affects: 'dataset' | 'output' | 'nothing';
  /** Commands that take it. */
  commands: readonly Command[];
}

export const SETTINGS = {
  rawData: {
    flag: 'raw-data',
    value: 'DIR',
    default: 'raw-data',
    read: readText,
    help: 'folder with catalogue.json, the CSV and TSV files, and their sidecars',
    affects: 'output',
    commands: ['build', 'start', 'dev', 'check-data', 'add'],
  },
  out: {
    flag: 'out',
    value: 'DIR',
    default: 'dist',
    read: readText,
    help: 'folder to write; a successful build replaces it as a whole',
    helpOf: { preview: 'folder that a build has written; its site is served, and nothing is changed' },
    affects: 'nothing',
    commands: ['build', 'start', 'preview', 'merge'],
  },
  site: {
    flag: 'site',
    value: 'URL',
    default: null,
    read: readSite,
    help: 'URL of the host, such as https://data.example.org; makes links absolute',
    affects: 'dataset',
    commands: ['build', 'start', 'dev'],
  },
  base: {
    flag: 'base',
    value: 'PATH',
    default: '/',
    read: readBase,
    help: 'path on the host under which everything is served',
    affects: 'dataset',
    commands: ['build', 'start', 'dev'],
  },
  pageSizes: {
    flag: 'page-sizes',
    value: 'LIST',
    default: String(DEFAULT_LIMIT),
    read: readPageSizes,
    help: `page sizes to write files for, such as 10,${DEFAULT_LIMIT}; must include ${DEFAULT_LIMIT}`,
    affects: 'dataset',
    commands: ['build', 'start', 'dev'],
  },
  layout: {
    flag: 'layout',
    value: 'LAYOUT',
    default: 'pages',
    read: readLayout,
    help: 'pages: one file for each page of records; packed: far fewer files, from which code makes the pages',
    affects: 'dataset',
    commands: ['build', 'start', 'dev'],
  },
  formats: {
    flag: 'formats',
    value: 'LIST',
    mayBeEmpty: true,
    default: DEFAULT_FORMATS.join(','),
    read: readFormats,
    help: `formats in which each dataset can be downloaded as a whole, some of ${DOWNLOAD_FORMATS.join(',')}; none if empty`,
    affects: 'dataset',
    commands: ['build', 'start', 'dev'],
  },
  only: {
    flag: 'only',
    value: 'GLOB',
    repeats: true,
    default: null,
    read: readPatterns,
    help: 'datasets to build, by config name or path, such as wheat-* or economy/*.csv; separate several with commas',
    affects: 'output',
    commands: ['build', 'start', 'dev'],
  },
  apiOnly: {
    flag: 'api-only',
    default: null,
    read: readSwitch,
    help: 'build only /v1, without the pages and the server',
    affects: 'output',
    commands: ['build', 'merge'],
  },
  pictures: {
    flag: 'no-pictures',
    default: null,
    read: readSwitchOff,
    help: 'make no pictures of charts (chart.png), which are shown where the page of a dataset is shared',
    affects: 'output',
    commands: ['build', 'start', 'merge'],
  },
  shard: {
    flag: 'shard',
    value: 'I/N',
    default: null,
    read: readShard,
    help: 'build only /v1, for the I-th of N parts of the datasets; {almanac merge} joins the parts',
    affects: 'output',
    commands: ['build'],
  },
  maxColumns: {
    flag: 'max-columns',
    value: 'NUMBER',
    default: String(MAX_COLUMNS),
    read: readMaxColumns,
    help: 'most columns that a data file may have; more cost more memory and time',
    affects: 'dataset',
    commands: ['build', 'start', 'dev', 'check-data', 'add'],
  },
  maxSize: {
    flag: 'max-size',
    value: 'MEGABYTES',
    default: null,
    read: readMaxSize,
    help: 'largest size of the static site; a larger one is not published (GitHub Pages takes 1000)',
    affects: 'output',
    commands: ['build', 'merge'],
  },
  threads: {
    flag: 'threads',
    value: 'NUMBER',
    default: null,
    read: readThreads,
    help: 'most threads that may read and write data; one per core if not given',
    affects: 'nothing',
    commands: ['build', 'start'],
  },
  keepGoing: {
    flag: 'keep-going',
    default: null,
    read: readSwitch,
    help: 'publish the sound datasets even if others have errors; the exit code is still 1',
    affects: 'output',
    commands: ['build', 'start'],
  },
  precompress: {
    flag: 'precompress',
    default: null,
    read: readSwitch,
    help: `also write each text file of ${SMALLEST_COMPRESSED} bytes or more as .br and .gz, for hosts and the server to send`,
    affects: 'dataset',
    commands: ['build', 'start', 'merge'],
  },
  verify: {
    flag: 'verify',
    default: null,
    read: readSwitch,
    help: 'read every file of the output, and make again those that are not as they were published',
    affects: 'nothing',
    commands: ['build', 'start'],
  },
  quiet: {
    flag: 'quiet',
    default: null,
    read: readSwitch,
    help: 'print problems only',
    affects: 'nothing',
    commands: ['build', 'start', 'check-data', 'merge'],
  },
  json: {
    flag: 'json',
    default: null,
    read: readSwitch,
    help: 'print one JSON document to standard output',
    affects: 'nothing',
    commands: ['build', 'check-data', 'merge'],
  },
  annotations: {
    flag: 'annotations',
    default: null,
    read: readSwitch,
    help: 'also print problems as annotations, which GitHub shows beside the lines of files; if GITHUB_ACTIONS is true, that is done anyway',
    affects: 'nothing',
    commands: ['build', 'check-data', 'merge'],
  },
  watch: {
    flag: 'watch',
    default: null,
    read: readSwitch,
    help: 'check again whenever a file changes, and show only what is wrong',
    affects: 'nothing',
    commands: ['check-data'],
  },
  summary: {
    flag: 'summary',
    value: 'FILE',
    default: null,
    read: readIfGiven,
    help: 'add a summary of the build to a file, in Markdown, such as the one that $GITHUB_STEP_SUMMARY names',
    affects: 'nothing',
    commands: ['build', 'merge'],
  },
  category: {
    flag: 'category',
    value: 'NAME',
    default: null,
    read: readIfGiven,
    help: 'category of the added file; may be left out if the catalogue has only one',
    affects: 'nothing',
    commands: ['add'],
  },
  create: {
    flag: 'create',
    default: null,
    read: readSwitch,
    help: 'create the category of the added file, and catalogue.json, if they do not exist',
    affects: 'nothing',
    commands: ['add'],
  },
  yes: {
    flag: 'yes',
    default: null,
    read: readSwitch,
    help: 'ask nothing, and take the default of each question',
    affects: 'nothing',
    commands: ['init'],
  },
  host: {
    flag: 'host',
    env: 'HOST',
    value: 'NAME',
    default: 'localhost',
    read: readText,
    help: 'name or address that the server listens on',
    affects: 'nothing',
    commands: ['start', 'dev', 'preview'],
  },
  port: {
    flag: 'port',
    env: 'PORT',
    value: 'NUMBER',
    default: '4321',
    read: readPort,
    help: 'port that the server listens on; 0 takes a free one',
    affects: 'nothing',
    commands: ['start', 'dev', 'preview'],
  },
  cacheSize: {
    env: 'CACHE_MB',
    value: 'NUMBER',
    default: '64',
    read: readCacheSize,
    help: 'memory for files and their compressed forms, in megabytes; 0 turns the cache off',
    affects: 'nothing',
    commands: ['start'],
  },
  maxConnections: {
    env: 'MAX_CONNECTIONS',
    value: 'NUMBER',
    default: '4096',
    read: readCount('MAX_CONNECTIONS'),
    help: 'connections at once; a new one takes the place of the one that has been idle longest',
    affects: 'nothing',
    commands: ['start'],
  },
  maxWaiting: {
    env: 'MAX_WAITING',
    value: 'NUMBER',
    default: '1024',
    read: readCount('MAX_WAITING'),
    help: 'requests that may wait for their turn; the others get 503',
    affects: 'nothing',
    commands: ['start'],
  },
  maxStreamed: {
    env: 'MAX_STREAMED',
    value: 'NUMBER',
    default: '256',
    read: readCount('MAX_STREAMED'),
    help: 'files of more than 1 MB that are sent at once; the others wait',
    affects: 'nothing',
    commands: ['start'],
  },
  sendBuffer: {
    env: 'SEND_MB',
    value: 'NUMBER',
    default: '64',
    read: readCount('SEND_MB', 1_000_000),
    help: 'memory for responses that are being sent, in megabytes; the others wait',
    affects: 'nothing',
    commands: ['start'],
  },
  sendTimeout: {
    env: 'SEND_TIMEOUT',
    value: 'SECONDS',
    default: '60',
    read: readCount('SEND_TIMEOUT', 1000),
    help: 'time after which a client that receives nothing is disconnected',
    affects: 'nothing',
    commands: ['start'],
  },
  minSendRate: {
    env: 'MIN_SEND_RATE',
    value: 'NUMBER',
    default: '10',
    read: readCount('MIN_SEND_RATE', 1000),
    help: 'kilobytes a second that a client must receive, on average and after SEND_TIMEOUT, to stay connected',
    affects: 'nothing',
    commands: ['start'],
  },
} as const satisfies { [Name in SettingName]: SettingRow<Settings[Name]> };

/** Settings that decide what the files of a dataset hold. */
export type DatasetSetting = {
  [Name in SettingName]: (typeof SETTINGS)[Name]['affects'] extends 'dataset' ? Name : never;
}[SettingName];

/** The table as a list, in its order. */
export const SETTING_ROWS = Object.entries(SETTINGS) as [SettingName, SettingRow][];

/** True for a flag that is given without a value. */
export function isSwitch(flag: string): boolean {
  return SETTING_ROWS.some(([, row]) => row.flag === flag && row.value === undefined);
}

/** True for a flag that may be given several times. */
export function isRepeatable(flag: string): boolean {
  return SETTING_ROWS.some(([, row]) => row.flag === flag && row.repeats);
}

/** Flags and variables that a command takes, in the order of the table. */
export function rowsOf(command: Command): SettingRow[] {
  return SETTING_ROWS.flatMap(([, row]) =>
    row.commands.includes(command) ? [{ ...row, help: row.helpOf?.[command] ?? row.help }] : [],
  );
}

/** The settings that decide what the files of a dataset hold; for `output`, those that decide what any file of an output holds. */
export function settingsThatAffect(settings: Settings, what: 'dataset' | 'output'): Partial<Settings> {
  const affecting = SETTING_ROWS.filter(([, { affects }]) => affects === 'dataset' || affects === what);
  return Object.fromEntries(affecting.map(([name]) => [name, settings[name]]));
}

/** The help of a command, to be printed. `usage` and `summary` may have placeholders for commands. */
export function helpText(command: Command, usage: string, summary: string): string {
  const settings = rowsOf(command).map((row) => {
    const name = row.flag ? `--${row.flag}${row.value ? ` ${row.value}` : ''}` : `${row.env}=${row.value}`;
    const notes = [
      row.default === null ? [] : `default: ${row.default}`,
      row.flag && row.env ? `or ${row.env} in the environment` : [],
    ].flat();
    return { name, text: notes.length === 0 ? row.help : `${row.help} (${notes.join('; ')})` };
  });
  const list = [...settings, { name: '--help', text: 'print this' }];
  const width = Math.max(...list.map(({ name }) => name.length));
  const lines = list.map(({ name, text }) => `  ${name.padEnd(width)}  ${text}`);
  return nameCommands(`${summary}\n\n  ${usage}\n\n${lines.join('\n')}\n`);
}
