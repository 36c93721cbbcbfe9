import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ENVIRONMENT } from '../../support/builds/run-build.ts';

let folder: string;
let server: ChildProcess;
let printed = '';
let url = '';

function write(path: string, body: string): void {
  writeFileSync(join(folder, path), body);
}

function sidecar(name: string): string {
  const description = 'Made for a test.';
  return JSON.stringify({ name, description, source: 'A test', url: 'https://example.org/', license: 'CC0 1.0' });
}

function dataPackage(title: string): string {
  const sources = [{ title: 'A test', path: 'https://example.org/' }];
  const resources = [{ name: 'bakeries', path: 'bakeries.csv', schema: { fields: [{ name: 'town', title: 'Town' }] } }];
  return JSON.stringify({
    title,
    description: 'Made for a test.',
    sources,
    licenses: [{ name: 'CC0-1.0' }],
    resources,
  });
}

/** Waits until the response to a path has a status and contains a text; resolves to its body. */
async function eventually(path: string, status: number, text: string): Promise<string> {
  return vi.waitFor(
    async () => {
      const response = await fetch(url + path, { signal: AbortSignal.timeout(10_000) });
      const body = await response.text();
      expect(response.status).toBe(status);
      expect(body).toContain(text);
      return body;
    },
    { timeout: 15_000, interval: 100 },
  );
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'almanac-dev-'));
  mkdirSync(join(folder, 'economy'));
  const categories = { economy: { title: 'Economy', description: 'For a test.' } };
  write('catalogue.json', JSON.stringify({ title: 'Live', description: 'For a test.', categories }));
  write('economy/prices.csv', 'year,price\n2020,1.50\n');
  write('economy/prices.meta.json', sidecar('Prices of bread'));
  server = spawn(process.execPath, ['scripts/dev.ts', '--raw-data', folder], {
    env: { ...ENVIRONMENT, HOST: '127.0.0.1', PORT: '0', ASTRO_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [server.stdout, server.stderr]) stream?.on('data', (text) => (printed += text));
  url = await vi.waitFor(
    () => {
      const found = /http:\/\/127\.0\.0\.1:[0-9]+/.exec(printed)?.[0];
      if (!found) throw new Error(`no address was printed: ${printed}`);
      return found;
    },
    { timeout: 30_000, interval: 100 },
  );
});

afterAll(async () => {
  server.kill('SIGTERM');
  await once(server, 'exit');
  rmSync(folder, { recursive: true, force: true });
});

test('pages and API are served, and no browser stores a response', async () => {
  await eventually('/v1/datasets/prices', 200, '"price":1.50');
  await eventually('/datasets/prices/', 200, 'Prices of bread');
  const response = await fetch(`${url}/v1/datasets`);
  expect(response.headers.get('cache-control')).toBe('no-store');
});

test('an edited CSV shows in both', async () => {
  write('economy/prices.csv', 'year,price\n2020,1.50\n2021,1.75\n');
  await eventually('/v1/datasets/prices?limit=1&offset=1', 200, '"price":1.75');
  await eventually('/datasets/prices/', 200, '1.75');
});

test('an edited sidecar shows in both', async () => {
  write('economy/prices.meta.json', sidecar('Prices of rye bread'));
  await eventually('/v1/datasets/prices/info', 200, 'Prices of rye bread');
  await eventually('/datasets/prices/', 200, 'Prices of rye bread');
});

test('an added dataset has its page and its API', async () => {
  write('economy/wages.meta.json', sidecar('Wages of bakers'));
  write('economy/wages.csv', 'year,wage\n2020,100\n');
  await eventually('/v1/datasets/wages', 200, '"wage":100');
  await eventually('/datasets/wages/', 200, 'Wages of bakers');
  await eventually('/', 200, 'Wages of bakers');
});

test('an added data package has its page and its API, and an edited one shows in both', async () => {
  mkdirSync(join(folder, 'economy/bakeries'));
  write('economy/bakeries/bakeries.csv', 'town,bakeries\nBern,12\n');
  write('economy/bakeries/datapackage.json', dataPackage('Bakeries by town'));
  await eventually('/v1/datasets/bakeries', 200, '"bakeries":12');
  await eventually('/datasets/bakeries/', 200, 'Bakeries by town');
  write('economy/bakeries/datapackage.json', dataPackage('Bakeries in each town'));
  await eventually('/v1/datasets/bakeries/info', 200, 'Bakeries in each town');
  await eventually('/datasets/bakeries/', 200, 'Bakeries in each town');
  rmSync(join(folder, 'economy/bakeries'), { recursive: true });
  await eventually('/v1/datasets/bakeries', 404, 'unknown-dataset');
});

test('a mistake is reported with its place, and the other datasets stay', async () => {
  write('economy/wages.csv', 'year,wage\n2020,100,7\n');
  await vi.waitFor(() => expect(printed).toContain('economy/wages.csv:2:10  row-too-long'), { timeout: 15_000 });
  await eventually('/v1/datasets/wages', 404, 'unknown-dataset');
  await eventually('/v1/datasets/prices', 200, '"price":1.75');
});

test('a dataset with mistakes says at its addresses what they are, and its page reloads when they are solved', async () => {
  await eventually('/v1/datasets/wages?limit=1', 404, 'economy/wages.csv:2:10  row-too-long');
  await eventually('/datasets/wages/', 404, 'economy/wages.csv:2:10  row-too-long');
  const response = await fetch(`${url}/datasets/wages/`);
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(await response.text()).toContain('/@vite/client');
  expect((await (await fetch(`${url}/datasets/no-such/`)).text()).includes('not published yet')).toBe(false);
  write('economy/wages.csv', 'year,wage\n2020,100\n');
  await eventually('/datasets/wages/', 200, 'Wages of bakers');
});

test('a removed dataset is gone from both', async () => {
  rmSync(join(folder, 'economy/wages.csv'));
  rmSync(join(folder, 'economy/wages.meta.json'));
  await eventually('/v1/datasets', 200, '"count":1');
  await eventually('/datasets/wages/', 404, '');
});
