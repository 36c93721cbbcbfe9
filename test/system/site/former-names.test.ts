import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CATALOGUE, folderForAll, sidecarWith, withSidecar, writeFiles } from '../../support/builds/raw-data-folder.ts';
import { runBuild } from '../../support/builds/run-build.ts';
import { type RunningServer, serveOutput } from '../../support/builds/serve-output.ts';
import { comparable } from '../../support/builds/versions.ts';
import { type Answer, askServer } from '../../support/http/raw-request.ts';

const folder = folderForAll();
const rawData = join(folder, 'raw-data');
const [out, clean] = [join(folder, 'out'), join(folder, 'clean')];

const TABLE = `year,price\n${Array.from({ length: 60 }, (_, at) => `${1950 + at},${(at * 7) % 97}\n`).join('')}`;
const COLUMNS = { year: { description: 'Year' }, price: { description: 'Price', unit: 'francs' } };
const NAMED = { name: 'Löhne', columns: COLUMNS };

async function build(target = out): Promise<void> {
  const flags = [
    '--raw-data',
    rawData,
    '--out',
    target,
    '--site',
    'https://data.example',
    '--base',
    '/open',
    '--no-pictures',
  ];
  const { code, stderr } = await runBuild(flags);
  expect(code, stderr).toBe(0);
}

function rename(from: string, to: string, members: object): void {
  renameSync(join(rawData, `economy/${from}.csv`), join(rawData, `economy/${to}.csv`));
  rmSync(join(rawData, `economy/${from}.meta.json`));
  writeFileSync(join(rawData, `economy/${to}.meta.json`), sidecarWith(members));
}

const read = (path: string): string => readFileSync(join(out, 'client', path), 'utf8');

async function expectAsClean(): Promise<void> {
  await build(clean);
  expect(comparable(out)).toEqual(comparable(clean));
  rmSync(clean, { recursive: true });
}

let server: RunningServer;
const ask = (path: string): Promise<Answer> => askServer(server.url, path);

beforeAll(async () => {
  writeFiles(rawData, {
    'catalogue.json': JSON.stringify({ ...JSON.parse(CATALOGUE), language: 'de' }),
    ...withSidecar('economy/pay', TABLE, NAMED),
    ...withSidecar('economy/notes', 'text\na\n', { columns: { text: { description: 'Text' } }, formerly: ['remarks'] }),
  });
  await build();
  rename('pay', 'wages', { ...NAMED, formerly: ['pay'] });
  await build();
  server = await serveOutput(out);
}, 60_000);
afterAll(() => server?.stop());

describe('on a host of files, the old page of a dataset that was renamed', () => {
  test('leads to the new one, and says so in the language of the catalogue', () => {
    const html = read('datasets/pay/index.html');
    expect(html).toContain('<html lang="de"');
    expect(html).toContain('<meta http-equiv="refresh" content="0; url=/open/datasets/wages/">');
    expect(html).toContain('<link rel="canonical" href="https://data.example/open/datasets/wages/">');
    expect(html).toContain('<meta name="robots" content="noindex">');
    const text = 'Der Datensatz <a href="/open/datasets/wages/" dir="auto">Löhne</a> hat eine neue Adresse.';
    expect(html).toContain(text);
  });

  test('is listed nowhere', () => {
    const lists = ['index.html', 'datasets/index.html', 'categories/economy/index.html', 'search/datasets.json'];
    for (const list of lists) expect(read(list)).not.toMatch(/\/pay\//);
  });

  test('for frames leads to the new one for frames, if the dataset has a chart', () => {
    expect(read('embed/pay/index.html')).toContain('content="0; url=/open/embed/wages/"');
    expect(read('datasets/remarks/index.html')).toContain('content="0; url=/open/datasets/notes/"');
    expect(existsSync(join(out, 'client/embed/remarks'))).toBe(false);
  });

  test('has nothing of the old dataset beside it', () => {
    expect(readdirSync(join(out, 'client/datasets/pay'))).toEqual(['index.html']);
    expect(existsSync(join(out, 'client/v1/datasets/pay'))).toBe(false);
  });
});

describe('on the server, an old address', () => {
  test.each([
    ['v1/datasets/pay', 'v1/datasets/wages'],
    ['v1/datasets/pay.json', 'v1/datasets/wages.json'],
    ['v1/datasets/pay/schema', 'v1/datasets/wages/schema'],
    ['v1/datasets/pay/data.parquet', 'v1/datasets/wages/data.parquet'],
    ['v1/datasets/pay?limit=7&offset=3', 'v1/datasets/wages?limit=7&offset=3'],
    ['datasets/pay/', 'datasets/wages/'],
    ['datasets/pay?where=year=1950', 'datasets/wages?where=year=1950'],
    ['datasets/pay/chart.svg', 'datasets/wages/chart.svg'],
    ['embed/pay/', 'embed/wages/'],
  ])('redirects: %s to %s, which exists', async (old, present) => {
    const { status, headers, body } = await ask(`/open/${old}`);
    expect([status, headers.location, headers['content-length'], body.length]).toEqual([
      308,
      `/open/${present}`,
      '0',
      0,
    ]);
    expect((await ask(headers.location as string)).status).toBe(200);
  });

  test('is followed by programs of other sites', async () => {
    const response = await fetch(`${server.url}/open/v1/datasets/pay?limit=2`, {
      headers: { Origin: 'https://a.example' },
    });
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(await response.json()).toMatchObject({ metadata: { resultset: { count: 60, limit: 2 } } });
  });
});

test('the manifest is served like other documents, with and without .json', async () => {
  const manifest = JSON.parse(read('v1/manifest.json'));
  for (const path of ['/open/v1/manifest.json', '/open/v1/manifest', '/open/v1/manifest/']) {
    const { status, headers, text } = await ask(path);
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(JSON.parse(text)).toEqual(manifest);
    const known = { 'If-None-Match': headers.etag as string };
    expect((await askServer(server.url, path, { headers: known })).status).toBe(304);
    expect((await askServer(server.url, path, { method: 'HEAD' })).headers.etag).toBe(headers.etag);
    const packed = await askServer(server.url, path, { headers: { 'Accept-Encoding': 'gzip' } });
    expect(packed.headers['content-encoding']).toBe('gzip');
  }
});

test('an incremental build makes what a build into an empty folder makes; pages go with the former name', async () => {
  await expectAsClean();
  // The page of a dataset whose sidecar did not change is reused, and that of a former name rendered again.
  writeFileSync(join(rawData, 'economy/notes.csv'), 'text\nb\n');
  await build();
  expect(existsSync(join(out, 'client/datasets/pay/index.html'))).toBe(true);
  await expectAsClean();
  writeFileSync(join(rawData, 'economy/wages.meta.json'), sidecarWith(NAMED));
  await build();
  for (const path of ['datasets/pay', 'embed/pay']) expect(existsSync(join(out, 'client', path))).toBe(false);
  await expectAsClean();
}, 60_000);
