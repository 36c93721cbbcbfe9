import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sidecarWith, writeFiles } from '../../support/builds/raw-data-folder.ts';
import { contentOf } from '../../support/builds/run-build.ts';
import { type AnotherUser, anotherUser, type Ran } from '../../support/npm/another-user.ts';
import { installNode, smallestNode } from '../../support/npm/install-node.ts';
import { type InstalledPackage, installedPackage } from '../../support/npm/installed-package.ts';

const CSV = 'town,bakeries\nAix,12\nBonn,9\nCork,7\n';
const SIDECAR = sidecarWith({
  name: 'Bakeries',
  columns: { town: { description: 'A town' }, bakeries: { description: 'Bakeries in it' } },
});
const ADDRESS = /http:\/\/127\.0\.0\.1:[0-9]+/;

describe('every command of an installed package, of another user, on the smallest Node', () => {
  let installed: InstalledPackage;
  let before: string;
  let node: string;
  let user: AnotherUser;
  beforeAll(async () => {
    installed = await installedPackage();
    before = stateOf(installed.folder);
    node = await installNode(smallestNode('package.json'));
    user = anotherUser();
  }, 300_000);
  afterAll(() => rmSync(user.home, { recursive: true, force: true }));

  const run = (...args: string[]): Promise<Ran> => user.run(node, [installed.program, ...args]);

  test('says how to begin and where its guide is, and prints a line for each command', async () => {
    const { code, stdout, stderr } = await run();
    expect([code, stderr]).toEqual([0, '']);
    const [beginning = '', usage = ''] = stdout.split('\nUsage: ');
    expect(beginning).toMatch(/^ {2}1\. (?:npx )?almanac init {2}/m);
    expect(existsSync(/^ {2}(\S+publish\.md)$/m.exec(beginning)?.[1] ?? '')).toBe(true);
    const commands = [...usage.matchAll(/^ {2}(\w+) {2,}\w/gm)].map(([, name]) => name);
    expect(commands).toEqual(['init', 'add', 'update', 'accept', 'check', 'build', 'dev', 'start', 'preview', 'merge']);
    for (const word of ['help', '--help', '-h']) expect((await run(word)).stdout).toBe(stdout);
  });

  test('prints its version', async () => {
    const { version: ours } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(await run('--version')).toEqual({ code: 0, stdout: `${ours}\n`, stderr: '' });
  });

  test.each([
    ['biuld', '(did you mean "build"?)'],
    ['Check', '(did you mean "check"?)'],
    ['quick', 'There is no command "quick". The commands are'],
    ['\u001b[2J', 'There is no command "\uFFFD[2J". The commands are'],
  ])('says of %j that there is no such command', async (name, sentence) => {
    const { code, stdout, stderr } = await run(name);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(sentence);
  });

  test('begins a catalogue in a folder, which it finds no fault with', async () => {
    const begun = await run('init', '--yes', 'begun');
    expect([begun.code, begun.stderr]).toEqual([0, '']);
    expect(readdirSync(join(user.home, 'begun')).sort()).toEqual([
      ...['.gitattributes', '.github', '.gitignore', 'package.json', 'raw-data'],
    ]);
    const checked = await user.run(node, [installed.program, 'check'], { cwd: 'begun' });
    expect([checked.code, checked.stdout]).toEqual([0, expect.stringContaining('0 problems')]);
  }, 60_000);

  test('adds a file to raw data without a catalogue, and checks it', async () => {
    writeFiles(user.home, { 'bakeries.csv': CSV });
    mkdirSync(join(user.home, 'raw-data'));
    user.own();
    const added = await run('add', '--category', 'economy', '--create', 'bakeries.csv');
    expect([added.code, added.stderr]).toEqual([0, '']);
    expect(readFileSync(join(user.home, 'raw-data/economy/bakeries.csv'), 'utf8')).toBe(CSV);
    const unfilled = await run('check');
    expect([unfilled.code, unfilled.stdout]).toEqual([1, expect.stringContaining('bakeries.meta.json')]);
    writeFiles(user.home, { 'raw-data/economy/bakeries.meta.json': SIDECAR });
    user.own();
    const checked = await run('check');
    expect([checked.code, checked.stdout]).toEqual([0, expect.stringContaining('0 problems')]);
  }, 60_000);

  test('builds the API alone', async () => {
    const { code, stdout, stderr } = await run('build', '--api-only', '--out', 'api');
    expect([code, stdout, stderr]).toEqual([0, '', expect.stringContaining('1 dataset, 3 rows')]);
    expect(JSON.parse(readFileSync(join(user.home, 'api/client/v1/datasets/bakeries.json'), 'utf8'))).toMatchObject({
      results: [{ town: 'Aix' }, { town: 'Bonn' }, { town: 'Cork' }],
    });
  }, 60_000);

  test('joins shards into the API that one build makes', async () => {
    for (const shard of ['1/2', '2/2']) {
      const { code, stderr } = await run('build', '--shard', shard, '--out', `shard-${shard[0]}`, '--quiet');
      expect([code, stderr]).toEqual([0, '']);
    }
    const { code, stderr } = await run('merge', '--api-only', '--quiet', '--out', 'merged', 'shard-1', 'shard-2');
    expect([code, stderr]).toEqual([0, '']);
    expect(contentOf(join(user.home, 'merged'))).toEqual(contentOf(join(user.home, 'api')));
  }, 60_000);

  test('builds the site, and the second time finds nothing to do', async () => {
    const built = await run('build');
    expect([built.code, built.stdout, built.stderr]).toEqual([0, '', expect.stringContaining('render')]);
    const page = readFileSync(join(user.home, 'dist/client/datasets/bakeries/index.html'), 'utf8');
    expect(page).toContain('<h1');
    const again = await run('build');
    expect([again.code, again.stderr]).toEqual([0, expect.stringMatching(/^unchanged/)]);
  }, 120_000);

  test('serves the site as a static host, and with its server', async () => {
    for (const [command, path] of [
      ['preview', '/v1/index.json'],
      ['start', '/v1/datasets/bakeries?limit=1&offset=2'],
    ] as const) {
      const server = await serve(user, node, installed.program, command);
      const response = await fetch(server.url + path);
      expect([command, response.status]).toEqual([command, 200]);
      expect(await response.text()).toContain(command === 'start' ? 'Cork' : 'bakeries');
      expect((await fetch(`${server.url}/datasets/bakeries/`)).status).toBe(200);
      await server.stop();
    }
  }, 120_000);

  test('serves pages live, with everything that they load', async () => {
    const server = await serve(user, node, installed.program, 'dev');
    try {
      expect(await loadAll(`${server.url}/datasets/bakeries/`)).toEqual([]);
      writeFiles(user.home, { 'raw-data/economy/bakeries.csv': `${CSV}Dole,3\n` });
      await vi.waitFor(
        async () => expect(await (await fetch(`${server.url}/v1/datasets/bakeries`)).text()).toContain('Dole'),
        { timeout: 15_000 },
      );
    } finally {
      await server.stop();
    }
  }, 120_000);

  test('has written what Node compiles in the cache folder of its user, and nothing else but beside the data', () => {
    expect(readdirSync(join(user.home, '.cache'))).toEqual(['almanac']);
    const cached = readdirSync(join(user.home, '.cache/almanac'), { recursive: true, encoding: 'utf8' });
    expect(cached.filter((path) => /\.\w+$/.test(path))).toEqual([]);
    // Astro asks npm for its registry, and TypeScript keeps what it has compiled with the temporary files, which are here too.
    const ofOthers = ['.cache', '.npm', 'node-compile-cache'];
    const seen = readdirSync(user.home).filter((name) => !ofOthers.includes(name));
    expect(seen.sort()).toEqual(
      ['.dist-dev', 'api', 'bakeries.csv', 'begun', 'dist', 'merged', 'raw-data', 'shard-1', 'shard-2'].sort(),
    );
    expect(stateOf(installed.folder)).toBe(before);
  });
});

/** A digest of the package's own files, and of the names of all that is installed with it. */
function stateOf(folder: string): string {
  const hash = createHash('sha256');
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    hash.update(`${path}\n`);
    const isOwn = /^node_modules[\\/]almanac[\\/](?!node_modules)/.test(path);
    if (isOwn && statSync(join(folder, path)).isFile()) hash.update(readFileSync(join(folder, path)));
  }
  return hash.digest('hex');
}

interface Serving {
  url: string;
  stop(): Promise<void>;
}

/** Starts a command that serves, on a free port of 127.0.0.1. */
async function serve(user: AnotherUser, node: string, program: string, command: string): Promise<Serving> {
  // The flags win over the environment, whose address is not of this machine.
  const address = ['--host', '127.0.0.1', '--port', '0'];
  const child = user.spawn(node, [program, command, ...address], { env: { HOST: '192.0.2.1', PORT: '1' } });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text) => (printed += text));
  const stop = (): Promise<void> => end(child);
  try {
    const url = await vi.waitFor(
      () => {
        const found = ADDRESS.exec(printed)?.[0];
        if (!found) throw new Error(`${command} printed no address: ${printed}`);
        return found;
      },
      { timeout: 60_000, interval: 50 },
    );
    return { url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

/** Loads a page, and the style sheets and modules that it names, and these name. Returns those that are not there. */
async function loadAll(page: string): Promise<string[]> {
  const [seen, missing] = [new Set<string>([page]), [] as string[]];
  // A set that grows while it is read.
  for (const url of seen) {
    const response = await fetch(url);
    const text = await response.text();
    if (response.status !== 200) missing.push(`${response.status} ${url}`);
    const named =
      url === page
        ? /(?:<script[^>]* src|<link rel="stylesheet"[^>]* href)="([^"]+)"/g
        : /(?:from|import) ?"(\/[^"]+)"/g;
    for (const [, path = ''] of text.matchAll(named)) seen.add(new URL(path.replaceAll('&amp;', '&'), page).href);
  }
  expect(seen.size).toBeGreaterThan(2);
  return missing;
}
