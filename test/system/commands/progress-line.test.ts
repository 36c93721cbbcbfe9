import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { generateRawData } from '../../../scripts/bench/data/generate.ts';
import { formatWork } from '../../../scripts/terminal/format-work.ts';
import { ProgressLine } from '../../../scripts/terminal/progress-line.ts';
import { buildApi } from '../../../src/pipeline/build-api.ts';
import { folderOutput } from '../../../src/pipeline/output/folder-output.ts';
import { type Progress, UNCOUNTED, type Work } from '../../../src/pipeline/progress.ts';
import { folderForAll } from '../../support/builds/raw-data-folder.ts';
import { ENVIRONMENT, runCommand } from '../../support/builds/run-build.ts';

const PROFILE: Work = {
  phase: 'profile',
  datasets: { done: 3, all: 25 },
  rows: 1_200_000,
  files: 0,
  bytes: { done: 60e6, all: 100e6, later: 100e6 },
};

const folder = folderForAll();
const rawData = join(folder, 'raw-data');
let bytes = 0;
beforeAll(() => {
  bytes = generateRawData(rawData, { datasets: 3, rows: 20_000 });
});

describe('the line', () => {
  test('shows what was done, how fast, and the time left for both readings', () => {
    expect(formatWork(PROFILE, 2)).toBe('profile   3/25 datasets, 1,200,000 rows, 30.0 MB/s, 5 s left');
    const publish: Work = { ...PROFILE, phase: 'publish', files: 1, bytes: { done: 1e6, all: 91e6, later: 0 } };
    expect(formatWork(publish, 1)).toBe('publish   3/25 datasets, 1,200,000 rows, 1 file, 1.0 MB/s, 1 min 30 s left');
  });

  test('shows the time so far if the time left is not known', () => {
    expect(formatWork(PROFILE, 0.9)).toBe('profile   3/25 datasets, 1,200,000 rows, 1 s');
    expect(formatWork({ ...UNCOUNTED, phase: 'render' }, 7.5)).toBe('render    8 s');
    expect(formatWork({ ...UNCOUNTED, phase: 'merge', datasets: { done: 0, all: 1 }, files: 9 }, 13_200)).toBe(
      'merge     0/1 dataset, 9 files, 3 h 40 min',
    );
  });
});

/** A line on a terminal of a given width, with a clock that the test sets. */
function lineOn(columns: number): { line: ProgressLine; written: string[]; clock: { time: number } } {
  const written: string[] = [];
  const clock = { time: 0 };
  const line = new ProgressLine({ columns, write: (text) => written.push(text) }, () => clock.time);
  return { line, written, clock };
}

describe('its writing', () => {
  test('begins after a second, happens ten times a second, and is erased', () => {
    const { line, written, clock } = lineOn(80);
    for (clock.time = 0; clock.time < 1000; clock.time += 10) line.show(PROFILE);
    line.clear();
    expect(written).toEqual([]);
    for (clock.time = 1000; clock.time < 2000; clock.time += 10) line.show(PROFILE);
    expect(written).toHaveLength(10);
    line.clear();
    line.clear();
    line.close();
    expect(written.slice(10)).toEqual(['\r\x1b[K']);
  });

  test('keeps to the width of the terminal, or to the default if it is not known', () => {
    for (const [columns, length] of [
      [20, 19],
      [0, 60],
    ] as const) {
      const { line, written, clock } = lineOn(columns);
      clock.time = 1000;
      line.show(PROFILE);
      clock.time = 3000;
      line.show(PROFILE);
      line.close();
      const whole = 'profile   3/25 datasets, 1,200,000 rows, 30.0 MB/s, 5 s left';
      expect(written[1]).toBe(`\r${whole.slice(0, length)}\x1b[K`);
    }
  });
});

describe('the work that a build reports', () => {
  test.each([
    ['one thread', { threads: 1 }],
    ['several threads', { threads: 3 }],
    ['small segments', { threads: 2, segmentBytes: 1 << 16 }],
    ['files read as text', { asText: true }],
  ])('ends with its full counts, with %s', (name, options) => {
    const last = new Map<Work['phase'], Work>();
    const progress: Progress = Object.assign(() => {}, { working: (work: Work) => last.set(work.phase, work) });
    const output = folderOutput(join(folder, name));
    const { ok, datasets } = buildApi(
      { rawData, site: { prefix: '/', pageSizes: [100] }, progress, ...options },
      output,
    );
    expect(ok).toBe(true);
    const read = { datasets: { done: 3, all: 3 }, rows: 60_000 };
    expect(last.get('profile')).toMatchObject({ ...read, files: 0, bytes: { all: bytes, later: bytes } });
    // The lists of the catalogue follow the last dataset.
    const files = datasets.reduce((sum, dataset) => sum + dataset.files, 0);
    expect(last.get('publish')).toMatchObject({ ...read, files, bytes: { all: bytes, later: 0 } });
    for (const work of last.values()) {
      expect(work.bytes.done).toBeLessThanOrEqual(bytes);
      expect(work.bytes.done).toBeGreaterThan(bytes - 3000);
    }
  });
});

describe('a build that takes longer than a second', () => {
  const large = join(folder, 'large');
  /** Arguments of a build into a folder that does not exist yet. */
  const buildInto = (out: string): string[] => [
    ...['scripts/build.ts', '--api-only', '--threads', '1', '--formats', 'csv'],
    ...['--raw-data', large, '--out', join(folder, out)],
  ];
  const PRINTED = [
    /^discover {2}1 dataset$/,
    /^profile {3}1 dataset, 80,000 rows$/,
    /^publish {3}816 files of \/v1$/,
    /^done /,
  ];
  /** Follows the first build into a folder, for a person. */
  const NEXT_STEPS = [
    /^The API is in .*shown\/client: npm run preview -- --out .*shown serves it on this machine\.$/,
    /^To publish it, /,
  ];
  const linesOf = (text: string): string[] => text.trimEnd().split(/\r?\n/);
  beforeAll(() => {
    generateRawData(large, { datasets: 1, rows: 80_000 });
    // A file that may have comments is read as text, which takes several times as long as reading it as bytes.
    const path = join(large, 'statistics/series-000.meta.json');
    const sidecar = JSON.parse(readFileSync(path, 'utf8'));
    writeFileSync(path, JSON.stringify({ ...sidecar, csv: { comment: '#' } }));
  });

  test('shows one line on a terminal, and otherwise prints what it prints elsewhere, and what to do next', () => {
    const shown = onTerminal([process.execPath, ...buildInto('shown')]);
    const states = [...shown.matchAll(REWRITTEN)].map(([, state]) => state ?? '');
    expect(states.length).toBeGreaterThan(1);
    expect(states.at(-2)).toMatch(
      /^publish {3}[01]\/1 dataset, [0-9,]+ rows, [0-9,]+ files, ([0-9.]+ MB\/s, .* left|1 s)$/,
    );
    expect(linesOf(shown.replaceAll(REWRITTEN, ''))).toEqual(
      [...PRINTED, ...NEXT_STEPS].map((it) => expect.stringMatching(it)),
    );
  }, 120_000);

  test('shows no such line on a terminal with --quiet', () => {
    expect(onTerminal([process.execPath, ...buildInto('quiet'), '--quiet'])).toBe('');
  }, 120_000);
});

describe('a check that takes longer than a second', () => {
  /** Four columns that are read as text, among them a doubtful one. */
  const checked = join(folder, 'checked.csv');
  const check = (...args: string[]): string[] => ['scripts/check-data.ts', checked, ...args];
  beforeAll(() => {
    const rows = Array.from({ length: 200_000 }, (_, at) => `${at},"n ${at}",x,"1,234,${100 + (at % 900)}"`);
    writeFileSync(checked, `a,b,c,d\n${rows.join('\n')}\n`);
  });

  test('shows one line on a terminal, and the codes of problems in colour', () => {
    const shown = onTerminal([process.execPath, ...check()]);
    expect([...shown.matchAll(REWRITTEN)].map(([, state]) => state)).toContainEqual(
      expect.stringMatching(/^check {5}[01]\/1 dataset, [0-9,]+ rows, /),
    );
    expect(shown).toContain(`${ESCAPE}33mhint number-format${ESCAPE}39m  `);
  }, 120_000);

  test('shows no line with --quiet or --json', () => {
    expect(onTerminal([process.execPath, ...check('--quiet')])).not.toMatch(REWRITTEN);
    expect(onTerminal([process.execPath, ...check('--json')])).not.toContain(ESCAPE);
  }, 120_000);

  test('shows no colour with NO_COLOR or in a pipe', async () => {
    const short = join(folder, 'short.csv');
    writeFileSync(short, 'a,b\n1,"1,234"\n2,"5,678"\n');
    const args = ['scripts/check-data.ts', short];
    expect(onTerminal([process.execPath, ...args])).toContain(`${ESCAPE}33m`);
    expect(onTerminal([process.execPath, ...args], { NO_COLOR: '1' })).not.toContain(`${ESCAPE}33m`);
    const { code, stdout, stderr } = await runCommand('check-data', args.slice(1));
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).not.toContain(ESCAPE);
  });
});

const ESCAPE = '\x1b[';
const REWRITTEN = new RegExp(`\\r([^\\r\\n]*)${ESCAPE.replace('[', '\\[')}K`, 'g');

/** The output of a command on a terminal of 120 columns, made by `script`, which every Debian system has. */
function onTerminal(command: readonly string[], variables: Readonly<Record<string, string>> = {}): string {
  const line = `stty cols 120; exec ${command.map((it) => `'${it}'`).join(' ')}`;
  const { status, stdout } = spawnSync('script', ['--quiet', '--return', '--command', line, '/dev/null'], {
    encoding: 'utf8',
    env: { ...ENVIRONMENT, TERM: 'xterm', SHELL: '/bin/sh', ...variables },
    input: '',
  });
  expect(status).toBe(0);
  return stdout;
}
