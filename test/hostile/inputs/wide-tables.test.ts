import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildApi } from '../../../src/pipeline/build-api.ts';
import { memoryOutput } from '../../support/builds/memory-output.ts';
import { CATALOGUE, folderWith, rawDataWith, sidecarWith, withSidecar } from '../../support/builds/raw-data-folder.ts';
import { TRIES } from '../../support/hostile/tally.ts';

const MILLION = 1_000_000;
const columns = (delimiter: string, name = (at: number): string => `c${at}`): string =>
  Array.from({ length: MILLION }, (_, at) => name(at)).join(delimiter);

interface Wide {
  file: string;
  csv: () => string | Uint8Array;
  csvKeys?: object;
  /** Line and column of the problem. */
  at: string;
}

const WIDE: readonly Wide[] = [
  // A regular file.
  { file: 'x.csv', csv: () => `${columns(',')}\n${columns(',', () => '1')}\n`, at: ' 1 1' },
  { file: 'x.csv', csv: () => `${columns(',')}\r\n${columns(',')}\r\n`, at: ' 1 1' },
  { file: 'x.csv', csv: () => `${columns(',', (at) => `"c${at}"`)}\n1\n`, at: ' 1 1' },
  { file: 'x.tsv', csv: () => `${columns('\t')}\n`, at: ' 1 1' },
  { file: 'x.csv', csv: () => `${columns(';')}\n`, csvKeys: { delimiter: ';' }, at: ' 1 1' },
  { file: 'x.csv', csv: () => Buffer.from(`\uFEFF${columns(',')}\n`, 'utf16le'), at: ' 1 1' },
  { file: 'x.csv', csv: () => `note\n${columns(',')}\n`, csvKeys: { skipRows: 1 }, at: ' 2 1' },
  // A title above the header, and a row that is wider than the header.
  { file: 'x.csv', csv: () => `A title\n${columns(',')}\n`, at: ' 2 1' },
  { file: 'x.csv', csv: () => `a,b\n1,2\n${columns(',')}\n`, at: ' 3 1' },
  { file: 'x.csv', csv: () => ','.repeat(8 * MILLION), at: ' 1 1' },
  // The sidecar has the names.
  {
    file: 'x.csv',
    csv: () => '1,2\n',
    csvKeys: { header: Array.from({ length: 20_000 }, (_, at) => `c${at}`) },
    at: '',
  },
];

/**
 * Builds, checks or adds each of some files, one after another; prints what is found, how long it takes, and the memory that all of it
 * takes.
 */
const PROGRAM = `
  import { readFileSync } from 'node:fs';
  import { buildApi } from './src/pipeline/build-api.ts';
  import { addDataset } from './src/commands/add-dataset/add-dataset.ts';
  import { checkData } from './src/commands/check-data.ts';
  const site = { prefix: '/', pageSizes: [100] };
  const output = { written: { files: 0, bytes: 0 }, write() {} };
  const WAYS = {
    'build': (rawData) => buildApi({ rawData, site }, output).problems,
    'build as text': (rawData) => buildApi({ rawData, site, asText: true }, output).problems,
    'check-data': (rawData) => checkData(rawData, []).files.flatMap((it) => it.problems),
    'add': (rawData, file) => {
      try {
        addDataset(file, { rawData, category: 'economy' });
      } catch ({ problem }) {
        return [problem];
      }
    },
  };
  const placeOf = ({ code, line, column }) => [code, line, column].filter((it) => it !== null).join(' ');
  const outcomes = JSON.parse(process.argv[1]).map(([way, ...paths]) => {
    const started = process.cpuUsage();
    const found = WAYS[way](...paths).map(placeOf);
    const { user, system } = process.cpuUsage(started);
    return { found, seconds: (user + system) / 1e6 };
  });
  // On Linux, \`maxRSS\` of a process starts at the peak of the process that started it.
  const status = process.platform === 'linux' ? readFileSync('/proc/self/status', 'utf8') : '';
  const kilobytes = /VmHWM:\\s+(\\d+)/.exec(status)?.[1] ?? process.resourceUsage().maxRSS;
  console.log(JSON.stringify({ outcomes, megabytes: kilobytes / 1000 }));`;

interface Outcomes {
  outcomes: { found: string[]; seconds: number }[];
  megabytes: number;
}

test('a table of too many columns is refused from its first row, with little memory, in little time', {
  timeout: 90_000,
}, () => {
  const folders = WIDE.map(({ file, csv, csvKeys }) =>
    rawDataWith({ [`economy/${file}`]: csv(), 'economy/x.meta.json': sidecarWith(csvKeys ? { csv: csvKeys } : {}) }),
  );
  const other = folderWith({ 'raw/catalogue.json': CATALOGUE, 'wide.csv': `${columns(',')}\n` });
  const attacks = [
    ...folders.flatMap((folder) => ['build', 'build as text', 'check-data'].map((way) => [way, folder])),
    ['add', join(other, 'raw'), join(other, 'wide.csv')],
  ];
  const args = ['--input-type=module', '-e', PROGRAM, JSON.stringify(attacks)];
  const { outcomes, megabytes }: Outcomes = JSON.parse(
    spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 80_000 }).stdout,
  );
  const expected = [...WIDE.flatMap(({ at }) => [at, at, at]), ' 1 1'];
  expect(outcomes.map(({ found }) => found)).toEqual(expected.map((at) => [`columns-too-many${at}`]));
  // The widest file alone has 14 MB. Anything kept of each of a million columns would take gigabytes.
  expect(megabytes).toBeLessThan(300);
  // Of the processor, so that a busy machine is not taken for a slow program.
  for (const { seconds } of outcomes) expect(seconds).toBeLessThan(3);
  expect(outcomes).toHaveLength(TRIES['Tables of too many columns'] ?? 0);
});

test('as many columns as the setting allows are published, and one more is refused', () => {
  const row = (cell: (at: number) => string): string => Array.from({ length: 10_001 }, (_, at) => cell(at)).join(',');
  const csv = `${row((at) => `c${at}`)}\n${row(() => '1')}\n`;
  const rawData = rawDataWith(withSidecar('economy/x', csv));
  const site = { prefix: '/', pageSizes: [100] };
  const published = [10_000, 10_001].map(
    (maxColumns) => buildApi({ rawData, site, reading: { maxColumns } }, memoryOutput()).published,
  );
  expect(published).toEqual([false, true]);
});
