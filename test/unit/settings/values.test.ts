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
  ['threads', '1', 'threads', 1],
  ['threads', '10', 'threads', 10],
  ['threads', '999', 'threads', 999],
  ['max-columns', '1', 'maxColumns', 1],
  ['max-columns', '1000000', 'maxColumns', 1_000_000],
  ['max-size', '1', 'maxSize', 1_000_000],
  ['max-size', '1000', 'maxSize', 1_000_000_000],
  ['max-size', '9999999', 'maxSize', 9_999_999_000_000],
  ['summary', 'notes/summary.md', 'summary', 'notes/summary.md'],
];

test.each(SOUND)('--%s "%s" is read', (flag, given, name, expected) => {
  const { settings, problems } = read('build', { [flag]: given });
  expect(problems).toEqual([]);
  expect(settings[name]).toEqual(expected);
});

const SITE = 'Write it like https://data.example.org.';
const BASE = 'Write it like /data: it begins with a slash and contains only a–z, A–Z, 0–9, . _ ~ - and slashes.';
const PAGE_SIZES =
  'Write whole numbers from 1 to 100, separated by commas. Include 100: a request that names no limit gets pages of that size.';
const SHARD = 'Write --shard 1/3, 2/3 and 3/3 to build in three parts. The most is 9999 parts.';

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
    'is not a path',
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
    'does not name a part',
    SHARD,
    ['2/1', '0/3', '1/0', '1', '1/10000', '10000/10000', 'x1/2', '1/2x', '01/2', '1/02'],
  ],
  [
    'threads',
    'threads',
    null,
    'is not a number of threads',
    'Write a number from 1 to 999.',
    ['0', '1000', '-1', '1.5', 'x1', '1x', '01'],
  ],
  [
    'max-columns',
    'maxColumns',
    10_000,
    'is not a number of columns',
    'Write a whole number from 1 to 1000000.',
    ['0', '1000001', '10000000', '1e3', 'x1', '1x', '01'],
  ],
  [
    'max-size',
    'maxSize',
    null,
    'is not a size',
    'Write a whole number of megabytes, such as --max-size 1000 for GitHub Pages.',
    ['0', '1 GB', '0.5', '10000000', '1e3', '-1', '01'],
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
      problems: wrong(`--site ${site} has a path, which is a setting of its own`, help),
    });
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
    const help = 'Write --threads NUMBER: most threads that may read and write data; one per core if not given.';
    expect(read('build', { threads: true }).problems).toEqual(wrong('--threads needs a value', help));
    expect(read('build', { shard: true }).problems[0]?.help).toContain('npm run merge joins the parts.');
  });

  test('a value of a switch', () => {
    expect(read('build', { quiet: 'yes' }).problems).toEqual(wrong('--quiet takes no value', 'Write --quiet alone.'));
  });

  test('a flag that is near to a known one, with its name', () => {
    const { problems } = readSettings('preview', { ouy: 'x' }, {}, ['there']);
    expect(problems.map(({ message, help }) => [message, help])).toEqual([
      ['unknown setting --ouy (did you mean "--out"?)', 'Known to npm run preview: --out, --host, --port.'],
      ['unknown setting there', 'Known to npm run preview: --out, --host, --port.'],
    ]);
  });
});

/** Variables of the server: the setting, its value by default, and how many units one of the variable is. */
const COUNTS: readonly [string, SettingName, number, number][] = [
  ['MAX_CONNECTIONS', 'maxConnections', 4096, 1],
  ['MAX_WAITING', 'maxWaiting', 1024, 1],
  ['MAX_STREAMED', 'maxStreamed', 256, 1],
  ['SEND_MB', 'sendBuffer', 64, 1_000_000],
  ['SEND_TIMEOUT', 'sendTimeout', 60, 1000],
  ['MIN_SEND_RATE', 'minSendRate', 10, 1000],
];

describe('of the server', () => {
  test.each(COUNTS)('%s is a number above 0', (variable, name, usual, unit) => {
    for (const [given, expected] of [
      ['', usual],
      ['1', 1],
      ['20', 20],
      ['999999', 999_999],
    ] as const) {
      const { settings, problems } = read('start', {}, { [variable]: given });
      expect(problems).toEqual([]);
      expect(settings[name]).toBe(expected * unit);
    }
    for (const given of ['0', '1000000', '1.5', 'x1', '1x', '01']) {
      const { settings, problems } = read('start', {}, { [variable]: given });
      const help = 'Set it to a whole number from 1 to 999999.';
      expect(problems).toEqual(wrong(`${variable}=${given} is not a number above 0`, help));
      expect(settings[name]).toBe(usual * unit);
    }
  });

  test('PORT is a number up to 65535', () => {
    for (const [given, port] of [
      ['', 4321],
      ['0', 0],
      ['80', 80],
      ['65535', 65_535],
    ] as const) {
      expect(read('start', {}, { PORT: given })).toMatchObject({ settings: { port }, problems: [] });
    }
    for (const given of ['65536', '100000', '-1', 'x1', '1x', 'tcp://10.0.0.1:80']) {
      const { settings, problems } = read('start', {}, { PORT: given });
      const help = 'Write a number from 0 to 65535 after --port, or in PORT.';
      expect(problems).toEqual(wrong(`${given} is not a port`, help));
      expect(settings.port).toBe(4321);
    }
  });

  test('CACHE_MB is a number of megabytes, or 0', () => {
    for (const [given, megabytes] of [
      ['', 64],
      ['0', 0],
      ['1', 1],
      ['999999', 999_999],
    ] as const) {
      const { settings, problems } = read('start', {}, { CACHE_MB: given });
      expect({ size: settings.cacheSize, problems }).toEqual({ size: megabytes * 1_000_000, problems: [] });
    }
    for (const given of ['-1', '1.5', '64MB', 'x1', '1000000']) {
      const { settings, problems } = read('start', {}, { CACHE_MB: given });
      const help = 'Set it to a whole number of megabytes, or to 0 for no cache.';
      expect(problems).toEqual(wrong(`CACHE_MB=${given} is not a size`, help));
      expect(settings.cacheSize).toBe(64_000_000);
    }
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

  test('HOST is a text', () => {
    expect(read('start', {}, { HOST: '0.0.0.0' }).settings.host).toBe('0.0.0.0');
    expect(read('start', {}).settings.host).toBe('localhost');
  });

  test('a variable that a command does not use is ignored', () => {
    expect(read('build', {}, { PORT: '70000' })).toMatchObject({ settings: { port: 4321 }, problems: [] });
    expect(read('dev', {}, { PORT: '70000' }).problems).toHaveLength(1);
  });
});

describe('files', () => {
  const after = 'Write the path after the settings.';

  test.each<[Command, readonly string[], string]>([
    ['add', [], 'one file must be named'],
    ['add', ['a.csv', 'b.csv'], 'one file must be named'],
    ['merge', [], 'the folders of the shards must be named'],
  ])('of %s are refused if they are %j', (command, files, message) => {
    const { problems } = readSettings(command, {}, {}, files);
    expect(problems.map((it) => [it.message, it.help])).toEqual([[message, after]]);
  });

  test.each<[Command, readonly string[]]>([
    ['add', ['a.csv']],
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

test('the category of an added file, and whether it is created', () => {
  const { settings } = readSettings('add', { category: 'economy', create: true }, {}, ['a.csv']);
  expect(settings).toMatchObject({ category: 'economy', create: true });
  const usual = readSettings('add', {}, {}, ['a.csv']).settings;
  expect(usual).toMatchObject({ category: null, create: false });
});
