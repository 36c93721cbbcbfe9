import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildApi } from '../../../src/pipeline/build-api.ts';
import { mendFolder } from '../../../src/pipeline/output/swap-folder.ts';
import { memoryOutput } from '../../support/builds/memory-output.ts';
import { folderForAll, writeFiles } from '../../support/builds/raw-data-folder.ts';
import { contentOf, ENVIRONMENT, runBuild } from '../../support/builds/run-build.ts';
import { comparable, filesBeside, rawDataOf } from '../../support/builds/versions.ts';

const folder = folderForAll();

const VERSIONS = [1, 2] as const;
const rawDataFolder = (version: number): string => join(folder, `raw-data-${version}`);
beforeAll(() => {
  for (const version of VERSIONS) writeFiles(rawDataFolder(version), rawDataOf(version));
});

describe('a build that is killed', () => {
  const out = join(folder, 'place/out');
  /** What is built, as arguments: the site of each version, and its API alone. */
  const KINDS = { site: [], api: ['--api-only'] };
  type Edition = { version: number; kind: keyof typeof KINDS };
  const nameOf = ({ version, kind }: Edition): string => `${kind} of version ${version}`;
  const argsOf = ({ version, kind }: Edition): string[] => ['--raw-data', rawDataFolder(version), ...KINDS[kind]];
  /** Output of each, by name, and the time that a site takes in milliseconds. */
  const whole = new Map<string, Map<string, string>>();
  let duration = 0;

  beforeAll(async () => {
    for (const kind of ['api', 'site'] as const) {
      for (const version of VERSIONS) {
        const started = performance.now();
        const place = join(folder, `whole-${kind}-${version}`);
        const { code } = await runBuild([...argsOf({ version, kind }), '--out', place]);
        duration = performance.now() - started;
        expect(code).toBe(0);
        whole.set(nameOf({ version, kind }), comparable(place));
      }
    }
    cpSync(join(folder, 'whole-site-1'), out, { recursive: true });
  });

  /** Moments at which to kill a build: over all of it, over its end, and when the finished output appears beside the old one. */
  const anywhere = (): Promise<void> => pause(Math.random() * duration);
  const late = (): Promise<void> => pause((0.75 + Math.random() / 4) * duration);
  async function replacing(child: ChildProcess): Promise<void> {
    const watcher = watch(join(out, '..'));
    // A killed build has left some. The first that this build adds is the one in which it makes the output.
    const leftovers = readdirSync(join(out, '..'));
    const folders = new Set<string>();
    const appeared = new Promise<void>((resolve) => {
      watcher.on('change', (_, name) => {
        if (!`${name}`.endsWith('-new') || leftovers.includes(`${name}`)) return;
        if (folders.add(`${name}`).size === 2) resolve();
      });
    });
    await Promise.race([appeared, once(child, 'exit')]);
    watcher.close();
    // The new output is listed between the two.
    await pause(Math.random() * 100);
  }
  /** A site and an API are exchanged in the same way, so most kills at that moment hit the API, which is built faster. */
  const moments = [
    { moment: anywhere, kind: 'site' },
    { moment: replacing, kind: 'api' },
    { moment: replacing, kind: 'api' },
    { moment: late, kind: 'site' },
    { moment: replacing, kind: 'api' },
  ] as const;

  test('leaves the old output whole, or the new one, at any moment', async () => {
    let published: Edition = { version: 1, kind: 'site' };
    const pids: (number | undefined)[] = [];
    const outcomes: string[] = [];
    const afterwards = (kind: keyof typeof KINDS): Edition => ({ version: published.version === 1 ? 2 : 1, kind });
    for (let kill = 0; kill < 30; kill += 1) {
      const { moment, kind } = moments[kill % moments.length] as (typeof moments)[number];
      const next = afterwards(kind);
      const args = ['scripts/run.js', 'build', '--no-compare', ...argsOf(next), '--out', out];
      const child = spawn(process.execPath, args, { stdio: 'ignore', env: ENVIRONMENT });
      const ended = once(child, 'exit');
      await moment(child);
      child.kill('SIGKILL');
      await ended;
      pids.push(child.pid);
      const found = comparable(out);
      const isNew = found.get('client/v1/index.json')?.includes(`Version ${next.version}`) === true;
      if (isNew) published = next;
      outcomes.push(`${moment.name}: ${isNew ? 'new' : 'old'}`);
      expect(found, `after ${outcomes.join(', ')}`).toEqual(whole.get(nameOf(published)));
    }
    // Kills that all come before the exchange, or all after it, prove nothing.
    expect(outcomes.join()).toMatch(/: old/);
    expect(outcomes.join()).toMatch(/: new/);
    const next = afterwards('site');
    expect(await runBuild([...argsOf(next), '--out', out])).toMatchObject({ code: 0 });
    expect(comparable(out)).toEqual(whole.get(nameOf(next)));
    expect(filesBeside(out)).toEqual([]);
  }, 240_000);
});

/** Files of the API of a version, with one character per byte, by path. */
function api(version: number): ReadonlyMap<string, string> {
  const output = memoryOutput();
  buildApi({ rawData: rawDataFolder(version), site: { prefix: '/', pageSizes: [100] } }, output);
  return new Map([...output.files].sort().map(([path, text]) => [path, Buffer.from(text).toString('latin1')]));
}

/** Files of /v1 for each version. */
let apis: ReadonlyMap<number, ReadonlyMap<string, string>>;
beforeAll(() => {
  apis = new Map(VERSIONS.map((version) => [version, api(version)]));
});

/** Builds the API of the versions in turn, and prints a line after each. */
function rebuildForever(out: string, flags: readonly string[] = []): ChildProcess {
  const args = [
    ...flags,
    'test/system/crash/rebuild-forever.ts',
    join(folder, 'work'),
    out,
    ...VERSIONS.map(rawDataFolder),
  ];
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], env: ENVIRONMENT });
}

describe.each([
  ['exchanged at once', []],
  ['renamed one after the other', ['--no-addons']],
])('a process that is killed while folders are %s', (_, flags: string[]) => {
  const place = join(folder, `forever${flags.join('')}`);
  const out = join(place, 'out');

  /** The version that an output holds completely; undefined if it holds no version completely. */
  function versionOf(output: string): number | undefined {
    const found = contentOf(join(output, 'client'));
    return VERSIONS.find((version) => isDeepStrictEqual(found, apis.get(version)));
  }

  test('leaves one of them whole; if neither is in place, the next process puts one back', async () => {
    for (let kill = 0; kill < 12; kill += 1) {
      const child = rebuildForever(out, flags);
      const ended = once(child, 'exit');
      await once(child.stdout as NodeJS.ReadableStream, 'data');
      await pause(Math.random() * 100);
      child.kill('SIGKILL');
      await ended;
      if (flags.length === 0) expect(existsSync(out)).toBe(true);
      mendFolder(out, true);
      expect(readdirSync(place)).toEqual(['out']);
      expect(VERSIONS).toContain(versionOf(out));
    }
  }, 60_000);

  test('also leaves one whole if two processes work without a lock', async () => {
    const children = [rebuildForever(out, flags), rebuildForever(out, flags)];
    const ended = children.map((child) => once(child, 'exit'));
    for (const child of children) await once(child.stdout as NodeJS.ReadableStream, 'data');
    await pause(500);
    expect(children.map(({ exitCode }) => exitCode)).toEqual([null, null]);
    for (const child of children) child.kill('SIGKILL');
    await Promise.all(ended);
    mendFolder(out, true);
    expect(readdirSync(place)).toEqual(['out']);
    expect(VERSIONS).toContain(versionOf(out));
  });
});

test('while folders are exchanged, the output is never missing', async () => {
  const out = join(folder, 'watched/out');
  const child = rebuildForever(out);
  const ended = once(child, 'exit');
  await once(child.stdout as NodeJS.ReadableStream, 'data');
  let seen = 0;
  let missed = 0;
  for (const end = performance.now() + 1000; performance.now() < end; ) {
    if (existsSync(out)) seen += 1;
    else missed += 1;
  }
  child.kill('SIGKILL');
  await ended;
  expect(missed).toBe(0);
  expect(seen).toBeGreaterThan(100);
});
