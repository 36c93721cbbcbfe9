import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { buildApi } from '../../../src/pipeline/build-api.ts';
import { memoryOutput } from '../../support/builds/memory-output.ts';
import { placesOf } from '../../support/builds/problem-places.ts';
import { folderWith, rawDataWith, withSidecar, writeFiles } from '../../support/builds/raw-data-folder.ts';
import { type CommandResult, runCommand } from '../../support/builds/run-build.ts';
import { TRIES } from '../../support/hostile/tally.ts';

let entries = 0;
let names = 0;
afterAll(() => expect([entries, names]).toEqual([TRIES['Entries that are no files'], TRIES['Names that give orders']]));

const SOUND = withSidecar('economy/x', 'a\n1\n', { columns: { a: { description: 'A' } } });
const SITE = { prefix: '/', pageSizes: [100] };

/** Entries of a folder that are no files, each with its problem. */
const ENTRIES: Record<string, { make: (path: string) => void; code: string }> = {
  'a pipe': { make: (path) => execFileSync('mkfifo', [path]), code: 'not-a-file' },
  'a folder': { make: (path) => mkdirSync(path), code: 'not-a-file' },
  'a link to a device without end': { make: (path) => symlinkSync('/dev/zero', path), code: 'link-outside' },
  'a link to a terminal': { make: (path) => symlinkSync('/dev/tty', path), code: 'link-outside' },
  'a link to itself': { make: (path) => symlinkSync(path, path), code: 'file-unreadable' },
  'a link to the folder around it': { make: (path) => symlinkSync('..', path), code: 'not-a-file' },
  'a link to nothing': { make: (path) => symlinkSync('nothing', path), code: 'file-unreadable' },
  'a link to a file outside': { make: (path) => symlinkSync('/etc/hostname', path), code: 'link-outside' },
};
const KINDS = ['economy/y.csv', 'economy/y.meta.json', 'economy/datapackage.json'];

test.skipIf(process.platform === 'win32').each(Object.entries(ENTRIES))(
  '%s in the place of a file is refused at once',
  (_, { make, code }) => {
    for (const file of KINDS) {
      entries += 1;
      const rawData = rawDataWith(SOUND);
      make(join(rawData, file));
      const { problems } = buildApi({ rawData, site: SITE }, memoryOutput());
      expect(placesOf(problems).filter((it) => it.startsWith(file))).toContain(`${file} ${code}`);
    }
  },
);

test.skipIf(process.platform === 'win32')('a socket in the place of a file is refused at once', async () => {
  const rawData = rawDataWith(SOUND);
  const server = createServer();
  onTestFinished(() => void server.close());
  for (const file of ['economy/y.csv']) {
    entries += 1;
    await new Promise<void>((resolve) => server.listen(join(rawData, file), resolve));
    const { problems } = buildApi({ rawData, site: SITE }, memoryOutput());
    expect(placesOf(problems)).toContain(`${file} not-a-file`);
  }
});

test('thousands of other files, and folders as deep as paths may be, are passed over', () => {
  const rawData = rawDataWith(SOUND);
  for (let at = 0; at < 5000; at += 1) writeFileSync(join(rawData, `economy/${at}.txt`), '');
  let deep = join(rawData, 'economy');
  for (; deep.length < 3500; deep = join(deep, 'deep'.repeat(25)));
  mkdirSync(deep, { recursive: true });
  entries += 5001;
  const { published, problems } = buildApi({ rawData, site: SITE }, memoryOutput());
  expect([published, problems]).toEqual([true, []]);
});

/** What a terminal would obey, or what would change the order of letters or lines. */
const ORDERS = [
  '\x1b[31m',
  '\x1b]0;title\x07',
  '\x9b2J',
  '\r',
  '\n',
  '\b\b',
  '\u202E',
  '\u2066',
  '\u200F',
  '\u2028',
  '\x7f',
];
const OBEYED = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

/** Expects that nothing but line feeds in what a command prints gives orders, and that each line is the command's own. */
function expectHarmless({ stdout, stderr }: Pick<CommandResult, 'stdout' | 'stderr'>): void {
  for (const line of `${stdout}${stderr}`.split('\n')) expect(line).not.toMatch(OBEYED);
  expect(`${stdout}${stderr}`).not.toMatch(/^INJECTED/m);
}

test.skipIf(process.platform === 'win32')(
  'names and paths in any output of any command give no orders to a terminal',
  { timeout: 90_000 },
  async () => {
    const order = `${ORDERS.join('')}INJECTED`;
    const rawData = rawDataWith({
      ...SOUND,
      ...Object.fromEntries(
        ORDERS.map((it, at) => [`economy/${at}${it}INJECTED.csv`, `a${it}INJECTED,b\n1,2\n"${it}"x,2\n`]),
      ),
      ...withSidecar('economy/z', 'a\n1\n', { [order]: 1, columns: { [order]: { [order]: 1 } }, category: order }),
    });
    names += ORDERS.length;
    const sound = rawDataWith(SOUND);
    const parent = folderWith({});
    const out = join(parent, `out${order}`);
    const odd = join(parent, `raw${order}`);
    const file = join(parent, `file${order}.csv`);
    writeFiles(parent, { [`file${order}.csv`]: 'a\n1\n' });
    // The line at the end of a build names the output.
    const built = await runCommand('build', ['--api-only', '--raw-data', sound, '--out', out]);
    expect(built).toMatchObject({ code: 0, stderr: expect.stringMatching(/^done .*INJECTED$/m) });
    expect(existsSync(out)).toBe(true);
    const refused = await Promise.all([
      runCommand('check-data', ['--raw-data', rawData]),
      runCommand('check-data', [
        '--raw-data',
        rawData,
        ...readdirSync(join(rawData, 'economy')).map((it) => join(rawData, 'economy', it)),
      ]),
      runCommand('build', ['--api-only', '--raw-data', rawData, '--out', out]),
      runCommand('build', ['--api-only', '--raw-data', odd, '--out', out, `--${order}`]),
      runCommand('build', ['--api-only', '--raw-data', odd, '--out', out]),
      runCommand('build', ['--api-only', '--raw-data', sound, '--only', order]),
      runCommand('add', ['--raw-data', rawData, '--category', order, file]),
      runCommand('add', ['--raw-data', sound, '--category', 'economy', file]),
      runCommand('merge', [out, order]),
    ]);
    const results = [built, ...refused];
    for (const result of results) expectHarmless(result);
    names += results.length;
  },
);

test('without WebAssembly, a command says in a sentence what to do', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--jitless', 'scripts/run.js', 'check-data'], {
    encoding: 'utf8',
  });
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^Almanac needs WebAssembly, [^\n]+--jitless[^\n]+\.\n$/);
});
