import { execFileSync } from 'node:child_process';
import { cpSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { initFolder } from '../../../src/commands/init/init-folder.ts';
import { type Files, folderWith, writeFiles } from '../../support/builds/raw-data-folder.ts';
import { type Job, jobsOf, type Repository, runJob, type Step, temporary } from '../../support/runner/run-job.ts';

/*
 * Under which key the workflow that `init` writes keeps an output, and which one it restores: the same of an unchanged catalogue, the last
 * one of a catalogue that has changed, and none that another system, another Node or another address has made. The job is that of the
 * workflow, but its build only says what it found.
 */

const BUILD: Step = {
  run: 'echo "found $(cat dist/edition 2> /dev/null || echo nothing)"; mkdir -p dist; echo "$EDITION" > dist/edition',
};

interface Machine {
  os?: string;
  node?: string;
}

let folder: string;
let of: Repository;

beforeEach(() => {
  folder = temporary();
  initFolder(folder, { title: 'T', publisher: null, language: 'en' });
  writeFiles(folder, { 'package-lock.json': '{}', 'README.md': 'Ours' });
  of = {
    files: folder,
    workspace: join(temporary(), 'work'),
    pages: { base_url: 'https://org.github.io/repo', origin: 'https://org.github.io', base_path: '/repo' },
    contexts: {},
    caches: new Map(),
    artifacts: temporary(),
    published: null,
  };
});

/** Runs the job on a new machine. Returns which edition of the output it found, and how many outputs are kept afterwards. */
function publish(edition: string, { os = 'Linux', node = 'v24.1.0' }: Machine = {}): [found: string, kept: number] {
  const { steps } = jobsOf(join(folder, '.github/workflows/publish.yml')).publish as Job;
  const upToCache = steps.slice(0, steps.findIndex(({ uses }) => uses?.startsWith('actions/cache@')) + 1);
  const withNode = upToCache.map((step) =>
    step.id === 'node' ? { id: 'node', run: `echo "node-version=${node}" >> "$GITHUB_OUTPUT"` } : step,
  );
  const build = { ...BUILD, env: { EDITION: edition } };
  const ran = runJob(of, { steps: [...withNode, build] }, { runner: { os, arch: 'X64' } });
  expect([ran?.isOk, withNode.length]).toEqual([true, upToCache.length]);
  return [/^found (.*)$/m.exec(ran?.log ?? '')?.[1] ?? 'no build', of.caches.size];
}

test('an unchanged catalogue restores its output, and keeps it once', () => {
  expect(publish('first')).toEqual(['nothing', 1]);
  expect(publish('second')).toEqual(['first', 1]);
});

test('neither times of files, nor files that decide nothing, change the key', () => {
  publish('first');
  utimesSync(join(folder, 'raw-data/catalogue.json'), 1, 1);
  writeFiles(folder, { 'README.md': 'Yours', 'notes/x.csv': 'a\n' });
  expect(publish('second')).toEqual(['first', 1]);
});

describe('a catalogue that has changed restores the last output, and keeps its own under a key of its own', () => {
  const changes: [string, Files | null][] = [
    ['data', { 'raw-data/general/wheat-prices-and-wages.csv': 'year,wheat,wages\n1,2,3\n' }],
    ['the description of the catalogue', { 'raw-data/catalogue.json': '{ "title": "U" }' }],
    ['the version of Almanac', { 'package.json': '{ "devDependencies": { "almanac": "9.9.9" } }' }],
    ['what is installed', { 'package-lock.json': '{ "lockfileVersion": 3 }' }],
    ['a removed dataset', null],
  ];
  test.each(changes)('%s', (_, files) => {
    publish('first');
    if (files) writeFiles(folder, files);
    else rmSync(join(folder, 'raw-data/general/wheat-prices-and-wages.csv'));
    expect(publish('second')).toEqual(['first', 2]);
  });

  test('and of several, the newest', () => {
    for (const edition of ['first', 'second', 'third']) {
      writeFiles(folder, { 'raw-data/general/x.csv': edition });
      publish(edition);
    }
    writeFiles(folder, { 'raw-data/general/x.csv': 'fourth' });
    expect(publish('fourth')).toEqual(['third', 4]);
  });
});

describe('nothing is restored', () => {
  test('on another system, or with another Node', () => {
    publish('first');
    expect(publish('second', { os: 'Windows' })).toEqual(['nothing', 2]);
    expect(publish('third', { node: 'v24.1.01' })).toEqual(['nothing', 3]);
    expect(publish('fourth')).toEqual(['first', 3]);
  });

  test('for another address', () => {
    publish('first');
    of = { ...of, pages: { ...of.pages, base_url: 'https://org.github.io/repo2' } };
    expect(publish('second')).toEqual(['nothing', 2]);
  });
});

describe('the key of the action', () => {
  const PACKAGE = {
    'package.json': '{}',
    'package-lock.json': '{}',
    'src/a/b.ts': '1',
    'public/x': '1',
    'scripts/run.js': '',
    'README.md': '',
  };

  /** The key that the action's script prints for a package with some files. */
  function keyOf(files: Files, settings = '{}'): string {
    const place = folderWith({ ...PACKAGE, ...files });
    cpSync('scripts/action/cache-key.js', join(place, 'cache-key.mjs'));
    const env = { PROGRAM: join(place, 'scripts/run.js'), SETTINGS: settings };
    return execFileSync(process.execPath, [join(place, 'cache-key.mjs')], { env, encoding: 'utf8' });
  }

  test('is the same for the same package, wherever it is, whatever else lies in it', () => {
    expect(keyOf({})).toMatch(/^key=[0-9a-f]{32}\n$/);
    expect(keyOf({ 'README.md': 'Other', 'scripts/run.js': '1', 'test/x.ts': '' })).toBe(keyOf({}));
  });

  test.each<[string, Files, string]>([
    ['a source', { 'src/a/b.ts': '2' }, '{}'],
    ['a published file', { 'public/x': '2' }, '{}'],
    ['the lock file', { 'package-lock.json': '{ }' }, '{}'],
    ['an input', {}, '{ "base": "/x" }'],
  ])('is another with another state of %s', (_, files, settings) => {
    expect(keyOf(files, settings)).not.toBe(keyOf({}));
  });
});
