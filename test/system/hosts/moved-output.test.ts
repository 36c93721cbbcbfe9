import { execFileSync } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { folderForAll } from '../../support/builds/raw-data-folder.ts';
import { contentOf } from '../../support/builds/run-build.ts';
import { type RunningServer, serveOutput } from '../../support/builds/serve-output.ts';
import { askServer } from '../../support/http/raw-request.ts';

/** The machine's own Node: the first one outside node_modules that is version 20 or later. */
function ownNode(): string {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
  const programs = folders.map((folder) => join(folder, process.platform === 'win32' ? 'node.exe' : 'node'));
  return programs.find((program) => existsSync(program) && majorOf(program) >= 20) ?? process.execPath;
}

function majorOf(program: string): number {
  return Number(/^v(\d+)/.exec(execFileSync(program, ['--version'], { encoding: 'utf8' }))?.[1]);
}

describe.each([
  ['the Node of the project', process.execPath],
  ['the Node of the machine', ownNode()],
])('an output in a folder without packages, run by %s', (_, node) => {
  const place = folderForAll();
  let server: RunningServer;
  beforeAll(async () => {
    cpSync(inject('builtSite'), join(place, 'moved output'), { recursive: true });
    server = await serveOutput(join(place, 'moved output'), { node, cwd: place });
  });
  afterAll(() => server.stop());

  test('has no node_modules above it', () => {
    for (let folder = place; folder !== dirname(folder); folder = dirname(folder)) {
      expect(existsSync(join(folder, 'node_modules')), folder).toBe(false);
    }
  });

  test('has no code that replaces outputs, which needs a native addon', () => {
    const programs = [...contentOf(join(place, 'moved output/server'))];
    expect(programs.filter(([, text]) => text.includes('function folderReader')).map(([path]) => path)).toEqual([
      'server.mjs',
    ]);
    expect(programs.filter(([, text]) => text.includes('fs-native-extensions')).map(([path]) => path)).toEqual([]);
  });

  test.each([
    ['/', 200, 'text/html'],
    ['/v1', 200, 'application/json'],
    ['/v1/datasets?category=economy', 200, 'application/json'],
    ['/v1/datasets/exchange-rates-monthly?limit=7&offset=98', 200, 'application/json'],
    ['/v1/datasets/exchange-rates-monthly.json', 200, 'application/json'],
    ['/v1/datasets/exchange-rates', 404, 'application/problem+json'],
    ['/no/such/page', 404, 'text/html'],
  ])('responds to %s with %i', async (path, status, type) => {
    for (const coding of ['identity', 'br', 'gzip']) {
      const answer = await askServer(server.url, path, { headers: { 'Accept-Encoding': coding } });
      expect(answer.status).toBe(status);
      expect(answer.headers['content-type']).toContain(type);
    }
  });

  test('ends on SIGTERM with 0', async () => {
    expect(await server.stop()).toBe(0);
  });
});
