import type { Layout } from '../model.ts';
import { didYouMean } from '../problems/did-you-mean.ts';
import type { Problem } from '../problems/problem.ts';
import {
  invalid,
  readBase,
  readCacheSize,
  readLayout,
  readPageSizes,
  readPatterns,
  readPort,
  readShard,
  readSite,
  readThreads,
  type ShardNumber,
} from './parse-value.ts';

/** A setting: where it is given, what it is when it is not, and what it means. */
export interface SettingRow {
  /** Name on the command line, without its dashes. */
  flag?: string;
  /** Name in the environment. */
  env?: string;
  /** How help names the value; a setting without one is a switch. */
  value?: string;
  /** It may be given several times, and is a list with commas between. */
  repeats?: true;
  default: string | null;
  help: string;
  /** Commands that take it. */
  commands: readonly Command[];
}

export type Command = 'build' | 'start' | 'dev' | 'preview' | 'check-data' | 'add' | 'merge';

/** Every setting there is. */
export const SETTINGS = {
  rawData: {
    flag: 'raw-data',
    value: 'DIR',
    default: 'raw-data',
    help: 'folder with catalogue.json, the CSV files and their sidecars',
    commands: ['build', 'start', 'dev', 'check-data', 'add'],
  },
  out: {
    flag: 'out',
    value: 'DIR',
    default: 'dist',
    help: 'folder to write; it is replaced as a whole when the build succeeds',
    commands: ['build', 'start', 'preview', 'merge'],
  },
  site: {
    flag: 'site',
    value: 'URL',
    default: null,
    help: 'address of the host, such as https://data.example.org: makes links absolute',
    commands: ['build', 'start', 'dev'],
  },
  base: {
    flag: 'base',
    value: 'PATH',
    default: '/',
    help: 'path on the host below which everything is served',
    commands: ['build', 'start', 'dev'],
  },
  pageSizes: {
    flag: 'page-sizes',
    value: 'LIST',
    default: '100',
    help: 'limits for which page files are written, such as 10,100; 100 must be among them',
    commands: ['build', 'start', 'dev'],
  },
  layout: {
    flag: 'layout',
    value: 'LAYOUT',
    default: 'pages',
    help: 'pages: every page of records is a file; packed: far fewer files, of which code makes the pages',
    commands: ['build', 'start', 'dev'],
  },
  only: {
    flag: 'only',
    value: 'GLOB',
    repeats: true,
    default: null,
    help: 'datasets to build, by config name or path, such as wheat-* or economy/*.csv; several with commas between',
    commands: ['build', 'start', 'dev'],
  },
  apiOnly: {
    flag: 'api-only',
    default: null,
    help: 'build /v1 alone, without the pages and the server',
    commands: ['build', 'merge'],
  },
  shard: {
    flag: 'shard',
    value: 'I/N',
    default: null,
    help: 'build /v1 of one part of the datasets, the I-th of N, for npm run merge',
    commands: ['build'],
  },
  threads: {
    flag: 'threads',
    value: 'NUMBER',
    default: null,
    help: 'threads that read and write data, at most; as many as the machine has cores when not given',
    commands: ['build', 'start'],
  },
  keepGoing: {
    flag: 'keep-going',
    default: null,
    help: 'publish the datasets that are sound though others are not; the exit code is 1 all the same',
    commands: ['build', 'start'],
  },
  precompress: {
    flag: 'precompress',
    default: null,
    help: 'write each text file of 1400 bytes or more also as .br and .gz, for hosts and the server to send',
    commands: ['build', 'start', 'merge'],
  },
  quiet: {
    flag: 'quiet',
    default: null,
    help: 'print problems only',
    commands: ['build', 'start', 'merge'],
  },
  json: {
    flag: 'json',
    default: null,
    help: 'print one JSON document to standard output',
    commands: ['build', 'check-data', 'merge'],
  },
  category: {
    flag: 'category',
    value: 'NAME',
    default: null,
    help: 'category the added file belongs to; may be left out where there is only one',
    commands: ['add'],
  },
  host: {
    env: 'HOST',
    value: 'NAME',
    default: 'localhost',
    help: 'name or address the server listens on',
    commands: ['start', 'dev', 'preview'],
  },
  port: {
    env: 'PORT',
    value: 'NUMBER',
    default: '4321',
    help: 'port the server listens on; 0 takes a free one',
    commands: ['start', 'dev', 'preview'],
  },
  cacheSize: {
    env: 'CACHE_MB',
    value: 'NUMBER',
    default: '64',
    help: 'memory for files and their compressed forms, in megabytes; 0 keeps none',
    commands: ['start'],
  },
} as const satisfies Record<string, SettingRow>;

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
  /** Glob patterns of config names or paths; empty for all datasets. */
  only: readonly string[];
  apiOnly: boolean;
  /** Part of the datasets to build. */
  shard: ShardNumber | null;
  /** Null for as many as there are cores. */
  threads: number | null;
  keepGoing: boolean;
  precompress: boolean;
  quiet: boolean;
  json: boolean;
  category: string | null;
  host: string;
  port: number;
  /** In bytes. */
  cacheSize: number;
  /** Files or folders that the command is about, as they were given. */
  files: readonly string[];
}

/** Commands that are about files or folders: how many they take at least and at most, and what is said when it is another number. */
const FILES: Partial<Record<Command, { least: number; most: number; otherwise: string }>> = {
  'check-data': { least: 0, most: Number.POSITIVE_INFINITY, otherwise: '' },
  'add': { least: 1, most: 1, otherwise: 'one file must be named' },
  'merge': { least: 1, most: Number.POSITIVE_INFINITY, otherwise: 'the folders of the shards must be named' },
};

/** Settings as they are given: by flag name, each with its text, or true for a switch. */
export type GivenFlags = Readonly<Record<string, string | boolean | undefined>>;
export type GivenEnvironment = Readonly<Record<string, string | undefined>>;

const rows: [keyof Settings, SettingRow][] = Object.entries(SETTINGS) as [keyof Settings, SettingRow][];

/** True for a flag that is given without a value. */
export function isSwitch(flag: string): boolean {
  return rows.some(([, row]) => row.flag === flag && row.value === undefined);
}

/** True for a flag that may be given several times. */
export function repeats(flag: string): boolean {
  return rows.some(([, row]) => row.flag === flag && row.repeats);
}

/**
 * Settings of a command from its flags and the environment; or what is wrong with them, all of it. `strays` are arguments
 * that are no flag: files, where the command is about files.
 */
export function readSettings(
  command: Command,
  flags: GivenFlags,
  environment: GivenEnvironment,
  strays: readonly string[] = [],
): { settings: Settings; problems: Problem[] } {
  const problems: Problem[] = [];
  const taken = rows.filter(([, row]) => row.commands.includes(command));
  const known = taken.flatMap(([, { flag }]) => (flag ? [flag] : []));
  const spelled = known.map((flag) => `--${flag}`);
  const unknown = Object.keys(flags).filter((flag) => !known.includes(flag));
  const count = FILES[command];
  const files = count ? strays.filter((it) => !it.startsWith('-')) : [];
  if (count && (files.length < count.least || files.length > count.most)) {
    problems.push(invalid(count.otherwise, 'Write the path behind the settings.'));
  }
  for (const stray of [...unknown.map((flag) => `--${flag}`), ...strays.filter((it) => !files.includes(it))]) {
    const message = `unknown setting ${stray}${didYouMean(stray, spelled)}`;
    problems.push(invalid(message, `Known to ${command}: ${spelled.join(', ')}.`));
  }
  const texts = new Map<keyof Settings, string | boolean | null>();
  for (const [name, row] of rows) {
    const isTaken = row.commands.includes(command);
    let given = !isTaken ? undefined : row.flag ? flags[row.flag] : environment[row.env as string] || undefined;
    if (given !== undefined && row.value !== undefined && (given === true || given === '')) {
      problems.push(invalid(`--${row.flag} needs a value`, `Write --${row.flag} ${row.value}: ${row.help}.`));
      given = undefined;
    }
    if (typeof given === 'string' && row.value === undefined) {
      problems.push(invalid(`--${row.flag} takes no value`, `Write --${row.flag} alone.`));
    }
    texts.set(name, given ?? row.default);
  }
  return { settings: checkSettings((name) => texts.get(name) ?? null, files, problems), problems };
}

function checkSettings(
  get: (name: keyof Settings) => string | boolean | null,
  files: readonly string[],
  problems: Problem[],
): Settings {
  return {
    rawData: String(get('rawData')),
    out: String(get('out')),
    site: readSite(get('site'), problems),
    base: readBase(String(get('base')), problems),
    pageSizes: readPageSizes(String(get('pageSizes')), problems),
    layout: readLayout(String(get('layout')), problems),
    only: readPatterns(get('only'), problems),
    apiOnly: get('apiOnly') === true,
    shard: readShard(get('shard'), problems),
    threads: readThreads(get('threads'), problems),
    keepGoing: get('keepGoing') === true,
    precompress: get('precompress') === true,
    quiet: get('quiet') === true,
    json: get('json') === true,
    category: typeof get('category') === 'string' ? String(get('category')) : null,
    host: String(get('host')),
    port: readPort(String(get('port')), problems),
    cacheSize: readCacheSize(String(get('cacheSize')), problems),
    files,
  };
}

/** The help of a command, made from the table of settings. */
export function helpText(command: Command, usage: string, summary: string): string {
  const taken = rows.filter(([, row]) => row.commands.includes(command));
  const lines = taken.map(([, row]) => {
    const name = row.flag ? `--${row.flag}${row.value ? ` ${row.value}` : ''}` : `${row.env}=${row.value}`;
    return { name, text: row.default === null ? row.help : `${row.help} (default: ${row.default})` };
  });
  const width = Math.max(...lines.map(({ name }) => name.length), '--help'.length);
  const list = [...lines, { name: '--help', text: 'print this' }];
  return `${summary}\n\n  ${usage}\n\n${list.map(({ name, text }) => `  ${name.padEnd(width)}  ${text}`).join('\n')}\n`;
}
