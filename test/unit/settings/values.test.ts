import { describe, expect, test } from 'vitest';
import { readSettings } from '../../../src/settings/read-settings.ts';
import type { Command, SettingName } from '../../../src/settings/settings.ts';

/** What a command takes a setting for, and the problems with it, each with its help. */
function read(command: Command, flags: Record<string, string | true>, environment: Record<string, string> = {}) {
  const { settings, problems } = readSettings(command, flags, environment);
  return { settings, problems: problems.map(({ code, file, message, help }) => ({ code, file, message, help })) };
}

const wrong = (message: string, help: string) => [{ code: 'setting-invalid', file: null, message, help }];

/** Flags of a build: as given, the setting, and its value. */
const SOUND: readonly [string, string, SettingName, unknown][] = [
  ['raw-data', ' my data', 'rawData', ' my data'],
  ['out', 'public', 'out', 'public'],
  ['site', 'https://data.example.org', 'site', 'https://data.example.org'],
  ['site', 'http://localhost:8080/', 'site', 'http://localhost:8080'],
  ['site', 'HTTPS://Data.Example.org', 'site', 'https://data.example.org'],
  ['base', '/', 'base', '/'],
  ['base', '/a/b-c/~d.e_F9', 'base', '/a/b-c/~d.e_F9/'],
  ['base', '/.a/b../...', 'base', '/.a/b../.../'],
  ['page-sizes', '100', 'pageSizes', [100]],
  ['page-sizes', '100, 9 ,20,100', 'pageSizes', [9, 20, 100]],
  ['page-sizes', '1,100', 'pageSizes', [1, 100]],
  ['layout', 'pages', 'layout', 'pages'],
  ['layout', 'packed', 'layout', 'packed'],
  ['only', ' a* , b/{c,d}.csv ', 'only', ['a*', 'b/{c,d}.csv']],
  ['shard', '1/1', 'shard', { number: 1, of: 1 }],
  ['shard', '3/3', 'shard', { number: 3, of: 3 }],
  ['shard', '9998/9999', 'shard', { number: 9998, of: 9999 }],
  ['summary', 'notes/summary.md', 'summary', 'notes/summary.md'],
];

test.each(SOUND)('--%s "%s" is read', (flag, given, name, expected) => {
  const { settings, problems } = read('build', { [flag]: given });
  expect(problems).toEqual([]);
  expect(settings[name]).toEqual(expected);
});

const SITE = 'Write a URL such as https://data.example.org.';
const BASE = 'Write a path such as /data, with a leading slash and only a–z, A–Z, 0–9, . _ ~ - and slashes.';
const PAGE_SIZES =
  'Write whole numbers from 1 to 100, separated by commas. Include 100, the page size for requests without a limit.';
const SHARD = 'To build in three parts, run three builds, with --shard 1/3, 2/3 and 3/3. The maximum is 9999 parts.';

/** Flags of a build: the setting, its value without the flag, the end of the message, what to do, and what may not be given. */
const REFUSED: readonly [string, SettingName, unknown, string, string, readonly string[]][] = [
  [
    'site',
    'site',
    null,
    'is not an http or https URL',
    SITE,
    ['ftp://example.org', 'example.org', 'javascript:https:', 'xhttps://example.org', 'httpss://example.org'],
  ],
  [
    'base',
    'base',
    '/',
    'is not a valid path',
    BASE,
    ['data', '//', '/a//b', '/a b', '/..', '/.', '/a/./b', '/a/../b', '/a!', 'x/a'],
  ],
  ['page-sizes', 'pageSizes', [100], 'does not include 100', PAGE_SIZES, ['10', '10,99']],
  [
    'page-sizes',
    'pageSizes',
    [100],
    'is not a list of page sizes',
    PAGE_SIZES,
    ['0,100', '100,101', '101', '100,', '100;10', '1e2,100', '100,x5', '100,5x', '01,100'],
  ],
  ['layout', 'layout', 'pages', 'is not a layout', 'Write --layout pages or --layout packed.', ['zip', 'Pages']],
  [
    'shard',
    'shard',
    null,
    'is not a valid shard',
    SHARD,
    ['2/1', '0/3', '1/0', '1', '1/10000', '10000/10000', 'x1/2', '1/2x', '01/2', '1/02'],
  ],
];

describe('refused, with a sentence and what to do instead, is', () => {
  test.each([
    ['https://example.org/data', '/data'],
    ['https://example.org/?a', '/'],
    ['https://example.org/#a', '/'],
  ])('--site %s, with a path', (site, base) => {
    const help = `Write --site https://example.org --base ${base}.`;
    expect(read('build', { site })).toMatchObject({
      settings: { site: null },
      problems: wrong(`--site ${site} contains more than a scheme and a host`, help),
    });
  });

  test.each(['user:secret', 'user', ':secret'])('--site with %s, which is not repeated', (credentials) => {
    const message = '--site contains a user name or password, which every page would show';
    const { problems } = read('build', { site: `https://${credentials}@example.org/data` });
    expect(problems).toEqual(wrong(message, 'Write --site https://example.org.'));
  });

  test.each(REFUSED)('--%s, if it is not what it should be', (flag, name, expected, message, help, all) => {
    for (const given of all) {
      const { settings, problems } = read('build', { [flag]: given });
      expect(problems, given).toEqual(wrong(`--${flag} ${given} ${message}`, help));
      expect(settings[name], given).toEqual(expected);
    }
  });

  test.each([',a', 'a,,b', 'a, '])('--only "%s", which has an empty pattern', (given) => {
    const help = 'Write patterns separated by commas, such as wheat-*,rents.';
    expect(read('build', { only: given }).problems).toEqual(wrong(`--only ${given} contains an empty pattern`, help));
  });

  test('a flag without its value', () => {
    const help =
      'Write --threads NUMBER: maximum number of threads for reading and writing data; one per core if not given.';
    expect(read('build', { threads: true }).problems).toEqual(wrong('--threads needs a value', help));
    expect(read('build', { shard: true }).problems[0]?.help).toContain('npm run merge joins the parts.');
  });

  test('a flag that is near to a known one, with its name', () => {
    const { problems } = readSettings('preview', { ouy: 'x' }, {}, ['there']);
    expect(problems.map(({ message, help }) => [message, help])).toEqual([
      ['unknown setting --ouy (did you mean "--out"?)', 'Settings of npm run preview: --out, --host, --port.'],
      ['unknown setting there', 'Settings of npm run preview: --out, --host, --port.'],
    ]);
  });
});

/** Settings that are whole numbers: how messages name them, the setting, its default, the bounds, and how many units one is. */
const NUMBERS: readonly [string, SettingName, number | null, number, number, number][] = [
  ['--threads', 'threads', null, 1, 999, 1],
  ['--max-columns', 'maxColumns', 10_000, 1, 1_000_000, 1],
  ['--max-size', 'maxSize', null, 1, 9_999_999, 1_000_000],
  ['PORT', 'port', 4321, 0, 65_535, 1],
  ['CACHE_MB', 'cacheSize', 128_000_000, 0, 999_999, 1_000_000],
  ['MAX_CONNECTIONS', 'maxConnections', 4096, 1, 999_999, 1],
  ['MAX_WAITING', 'maxWaiting', 1024, 1, 999_999, 1],
  ['MAX_STREAMED', 'maxStreamed', 256, 1, 999_999, 1],
  ['SEND_MB', 'sendBuffer', 64_000_000, 1, 999_999, 1_000_000],
  ['SEND_TIMEOUT', 'sendTimeout', 60_000, 1, 999_999, 1000],
  ['MIN_SEND_RATE', 'minSendRate', 10_000, 1, 999_999, 1000],
];

test.each(NUMBERS)('%s is a whole number between its bounds', (named, name, usual, min, max, unit) => {
  const readNumber = (given: string) =>
    named.startsWith('--') ? read('build', { [named.slice(2)]: given }) : read('start', {}, { [named]: given });
  for (const number of [min, 20, max]) {
    const { settings, problems } = readNumber(`${number}`);
    expect({ problems, value: settings[name] }).toEqual({ problems: [], value: number * unit });
  }
  for (const given of [`${min - 1}`, `${max + 1}`, '1.5', '1e3', '1 GB', 'x1', '1x', '01']) {
    const { settings, problems } = readNumber(given);
    const [{ message = '', help = '' } = {}, ...others] = problems;
    expect([message.replace('--port or ', ''), others, settings[name]]).toEqual([
      `${named} must be a whole number from ${min} to ${max}, not ${given}`,
      [],
      usual,
    ]);
    expect(help).toMatch(/^Write (?:--[a-z-]+ |[A-Z_]+=)[A-Z]+\b.*: .*\.$/);
  }
});

describe('of the server', () => {
  test('an empty variable is as none', () => {
    expect(read('start', {}, { PORT: '', CACHE_MB: '' })).toMatchObject({ settings: { port: 4321 }, problems: [] });
  });

  test('--host and --port win over HOST and PORT', () => {
    const environment = { HOST: '0.0.0.0', PORT: '80' };
    for (const command of ['start', 'dev', 'preview'] as const) {
      const { settings, problems } = read(command, { host: '127.0.0.1', port: '5000' }, environment);
      expect({ problems, host: settings.host, port: settings.port }).toEqual({
        problems: [],
        host: '127.0.0.1',
        port: 5000,
      });
      expect(read(command, {}, environment).settings).toMatchObject({ host: '0.0.0.0', port: 80 });
    }
  });

  test('a variable that a command does not use is ignored', () => {
    expect(read('build', {}, { PORT: '70000' })).toMatchObject({ settings: { port: 4321 }, problems: [] });
    expect(read('dev', {}, { PORT: '70000' }).problems).toHaveLength(1);
  });
});

describe('files', () => {
  const after = 'Write each path after the settings, in quotes if it contains spaces.';

  test.each<[Command, readonly string[], string]>([
    ['add', [], 'the files to add must be given'],
    ['merge', [], 'the folders of the shards must be given'],
  ])('of %s are refused if they are %j', (command, files, message) => {
    const { problems } = readSettings(command, {}, {}, files);
    expect(problems.map((it) => [it.message, it.help])).toEqual([[message, after]]);
  });

  test.each<[Command, readonly string[]]>([
    ['add', ['a.csv', 'b.xlsx']],
    ['check-data', []],
    ['check-data', ['a.csv', 'b.csv', 'c.csv']],
    ['merge', ['a']],
    ['merge', ['a', 'b', 'c']],
  ])('of %s may be %j', (command, files) => {
    expect(readSettings(command, {}, {}, files)).toMatchObject({ settings: { files }, problems: [] });
  });

  test('are no settings: a word that begins with a dash is one, and unknown', () => {
    const { settings, problems } = readSettings('check-data', {}, {}, ['a.csv', '-x']);
    expect(settings.files).toEqual(['a.csv']);
    expect(problems.map(({ message }) => message)).toEqual(['unknown setting -x']);
  });

  test('are refused by a command that works on no files', () => {
    const { settings, problems } = readSettings('build', {}, {}, ['a.csv']);
    expect(settings.files).toEqual([]);
    expect(problems.map(({ message }) => message)).toEqual(['unknown setting a.csv']);
  });
});

test('the category of an added file, whether it is created, and the sheet of a workbook', () => {
  const { settings } = readSettings('add', { category: 'economy', create: true, sheet: '2024' }, {}, ['a.csv']);
  expect(settings).toMatchObject({ category: 'economy', create: true, sheet: '2024' });
  const usual = readSettings('add', {}, {}, ['a.csv']).settings;
  expect(usual).toMatchObject({ category: null, create: false, sheet: null });
});
