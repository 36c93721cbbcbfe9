import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { CATALOGUE, folderForAll, sidecarWith, withSidecar, writeFiles } from '../../support/builds/raw-data-folder.ts';
import { type CommandResult, contentOf, ENVIRONMENT, runBuild } from '../../support/builds/run-build.ts';

const SIDECAR = sidecarWith({ columns: { x: { description: 'X', unit: 'm' } } });
const FIRST = { 'catalogue.json': CATALOGUE, ...withSidecar('economy/first', 'x\n1\n2.50\n', SIDECAR) };
const SOUND = { ...FIRST, ...withSidecar('governance/second', 'x\na\n', SIDECAR) };

const folder = folderForAll();
const rawData = join(folder, 'raw-data');
const out = join(folder, 'place/out');

/** What a build has left beside the output. */
function leftBehind(): string[] {
  return readdirSync(join(out, '..')).filter((it) => it !== 'out');
}

// Variables that programs inside the build understand, but that must not change what is published.
const HOME = join(folder, 'home');
const VARIABLES = {
  HOME,
  NODE_ENV: 'development',
  MODE: 'test',
  BASE_URL: '/elsewhere/',
  SITE: 'https://other.example.org',
};

describe('a build with --json, --quiet, --site and --base, whatever the environment says', () => {
  let ran: CommandResult;
  beforeAll(async () => {
    writeFiles(rawData, SOUND);
    const place = ['--site=https://data.example.org', '--base', '/open'];
    ran = await runBuild(['--raw-data', rawData, '--out', out, '--json', '--quiet', ...place], VARIABLES);
  });

  test('succeeds, and prints only one document, on standard output', () => {
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    const report = JSON.parse(ran.stdout);
    expect(Object.keys(report)).toEqual(['ok', 'datasets', 'problems', 'files', 'bytes', 'seconds']);
    expect(report).toMatchObject({ ok: true, problems: [] });
    expect(report.datasets.map(Object.keys)).toEqual(Array(2).fill(['config', 'rows', 'files', 'bytes']));
    expect(report.datasets).toMatchObject([
      { config: 'first', rows: 2 },
      { config: 'second', rows: 1 },
    ]);
  });

  test('counts the files and bytes of the static site', () => {
    const { files, bytes } = JSON.parse(ran.stdout);
    const written = contentOf(join(out, 'client'));
    expect([files, bytes]).toEqual([written.size, [...written.values()].reduce((sum, body) => sum + body.length, 0)]);
  });

  test('makes the links of the API absolute, and starts those of the pages with the base', () => {
    const index = JSON.parse(readFileSync(join(out, 'client/v1/index.json'), 'utf8'));
    expect(index.links.self).toBe('https://data.example.org/open/v1/index.json');
    expect(index.datasets[0].links.records).toBe('https://data.example.org/open/v1/datasets/first.json');
    const page = readFileSync(join(out, 'client/index.html'), 'utf8');
    const links = [...page.matchAll(/(?:href|src)="(\/[^"]*)"/g)].map(([, link]) => link);
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter((link) => !link?.startsWith('/open/'))).toEqual([]);
  });

  test('writes nothing into the home folder, such as an identifier for telemetry', () => {
    expect(existsSync(HOME)).toBe(false);
  });
});

describe('a build of broken data', () => {
  let before: Map<string, string>;
  let ran: CommandResult;
  beforeAll(async () => {
    before = contentOf(out);
    writeFiles(rawData, {
      'economy/first.csv': 'x\n1\n2,3\n',
      'governance/second.meta.json': SIDECAR.replace('"license"', '"licence"'),
      ...withSidecar('governance/third', '\u001b[31mx\n"', SIDECAR),
    });
    ran = await runBuild(['--raw-data', rawData, '--out', out]);
  });

  test('fails, and prints every problem with its place, code and message', () => {
    expect(ran).toMatchObject({ code: 1, stdout: '' });
    const lines = ran.stderr.split('\n');
    expect(lines).toContain('economy/first.csv:3:3  row-too-long  the row has 2 cells, the header 1 column');
    expect(lines).toContain('    | 2,3');
    expect(lines).toContain(
      'governance/second.meta.json:6:3  key-unknown  unknown key "licence" (did you mean "license"?)',
    );
    expect(ran.stderr).not.toContain('license-missing');
    expect(ran.stderr).toMatch(/^governance\/third\.csv:2:1 {2}quote-unclosed {2}/m);
    expect(ran.stderr).toMatch(/^Nothing was published: \d+ problems to solve\.$/m);
  });

  test('prints no colours without a terminal, and none that the data contains', () => {
    expect(ran.stderr).not.toContain('\u001b');
  });

  test('leaves the previous output as it was, byte for byte, and no temporary files', () => {
    expect(contentOf(out)).toEqual(before);
    expect(leftBehind()).toEqual([]);
  });

  test('reports the same in one document with --json', async () => {
    const { code, stdout } = await runBuild(['--raw-data', rawData, '--out', out, '--json', '--quiet']);
    const report = JSON.parse(stdout);
    expect(code).toBe(1);
    expect(Object.keys(report)).toEqual(['ok', 'datasets', 'problems', 'files', 'bytes', 'seconds']);
    expect(report).toMatchObject({ ok: false, datasets: [], files: 0, bytes: 0 });
    for (const problem of report.problems) {
      expect(Object.keys(problem)).toEqual(['severity', 'code', 'file', 'line', 'column', 'message', 'help']);
    }
    expect(report.problems).toContainEqual({
      severity: 'error',
      code: 'row-too-long',
      file: 'economy/first.csv',
      line: 3,
      column: 3,
      message: 'the row has 2 cells, the header 1 column',
      help: 'Quote cells that contain the delimiter, or remove the surplus cells.',
    });
  });
});

describe('a build over an older output', () => {
  let ran: CommandResult;
  beforeAll(async () => {
    rmSync(rawData, { recursive: true });
    writeFiles(rawData, { ...FIRST, 'economy/first.csv': 'x,y\n1,2\n' });
    ran = await runBuild(['--raw-data', rawData, '--out', out]);
  });

  test('prints its progress and its hints to standard error, and nothing to standard output', () => {
    expect(ran).toMatchObject({ code: 0, stdout: '' });
    expect(ran.stderr).toMatch(/^discover +1 dataset$/m);
    expect(ran.stderr).toMatch(/^profile +1 dataset, 1 row$/m);
    expect(ran.stderr).toMatch(/^economy\/first\.meta\.json {2}hint column-undescribed {2}/m);
    expect(ran.stderr).toMatch(/^done +1 dataset, 1 row, \d+ files, [\d.]+ MB, [\d.]+ s → /m);
  });

  test('replaces it as a whole', () => {
    const files = [...contentOf(out).keys()];
    expect(files).toContain('client/v1/datasets/first.json');
    expect(files.filter((path) => path.includes('second'))).toEqual([]);
    // The output before this one, out of which the next build moves what is unchanged.
    expect(leftBehind()).toEqual(['.out-recycled']);
  });
});

test('a folder with files that no build made is not replaced', async () => {
  writeFiles(folder, { 'home/thesis.txt': 'years of work' });
  const { code, stderr } = await runBuild(['--raw-data', rawData, '--out', join(folder, 'home')]);
  expect(code).toBe(1);
  expect(stderr).toContain('setting-invalid');
  expect(stderr).toContain('not made by Almanac');
  expect(readdirSync(join(folder, 'home'))).toEqual(['thesis.txt']);
});

describe.skipIf(process.platform === 'win32')(
  'a limit of the system is named, with what to do, and nothing is left behind',
  () => {
    const place = join(folder, 'limited');
    const settings = ['--raw-data', rawData, '--out', join(place, 'out')];
    const run = (script: string, options: readonly string[], args: readonly string[]) => {
      const [node, command] = [process.execPath, resolve('scripts/run.js')];
      const line = ['-c', `${script}; exec "$@"`, 'sh', node, ...options, command, ...args];
      return spawnSync('sh', line, { encoding: 'utf8', env: ENVIRONMENT, cwd: place });
    };
    const expectSentence = ({ status, stderr }: ReturnType<typeof run>, sentence: RegExp): void => {
      expect(stderr).toMatch(sentence);
      expect(stderr).not.toMatch(/^ +at /m);
      expect(status).toBe(1);
      expect(readdirSync(place)).toEqual([]);
    };
    beforeAll(() => {
      writeFiles(rawData, SOUND);
      mkdirSync(place);
    });

    test.each([22, 24, 26, 28].flatMap((limit) => [[limit, ['--api-only']] as const, [limit, []] as const]))(
      '%i open files, in a build with %j',
      (limit, args) => {
        const ran = run(`ulimit -n ${limit}`, [], ['build', ...settings, ...args]);
        // Two small files may be published within the limit. A link in the work folder leads to our packages.
        if (ran.status !== 0) expectSentence(ran, /ulimit -n/);
        rmSync(join(place, 'out'), { recursive: true, force: true });
        expect(existsSync('node_modules/astro/package.json')).toBe(true);
      },
    );

    test.each(['build', 'check-data'])('too little memory, in %s', (command) => {
      const args = command === 'build' ? [...settings, '--api-only'] : settings.slice(0, 2);
      expectSentence(
        run('true', ['--wasm-max-mem-pages=1'], [command, ...args]),
        /^Almanac needs more memory .*--threads 1/m,
      );
    });

    test.each(['build', 'check', 'init', 'add', 'dev', 'start', 'preview'])(
      'a folder that is gone, in %s',
      (command) => {
        const gone = 'mkdir gone; cd gone; rmdir ../gone';
        expectSentence(
          run(gone, [], [command, 'x.csv']),
          /^The folder in which Almanac was started no longer exists: .*\n$/,
        );
      },
    );
  },
);
