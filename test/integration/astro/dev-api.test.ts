import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { DevApi } from '../../../src/astro/development/dev-api.ts';
import { readSettings } from '../../../src/settings/read-settings.ts';
import type { Settings } from '../../../src/settings/settings.ts';
import { folderWith, rawDataWith, sidecarWith, withSidecar, writeFiles } from '../../support/builds/raw-data-folder.ts';
import { type Answer, type AskOptions, askServer } from '../../support/http/raw-request.ts';

/** The API of a raw-data folder, with its output in a folder of its own. */
function apiOf(rawData: string, given: Partial<Settings> = {}): DevApi {
  const out = join(folderWith({}), 'work/out');
  return new DevApi({ ...readSettings('dev', {}, {}).settings, rawData, out, ...given });
}

test('a rebuild that cannot write reports it, and a later one succeeds', async () => {
  const sidecar = sidecarWith({ columns: { a: { description: 'A' } } });
  const rawData = rawDataWith(withSidecar('economy/x', 'a\n1\n', sidecar));
  const work = join(folderWith({}), 'work');
  const api = apiOf(rawData, { out: join(work, 'out') });
  expect(await api.rebuild()).toMatchObject({ ok: true, published: true });
  rmSync(work, { recursive: true });
  writeFileSync(work, 'in the way');
  expect(await api.rebuild()).toMatchObject({ ok: false, published: false, problems: [{ code: 'setting-invalid' }] });
  rmSync(work);
  expect(await api.rebuild()).toMatchObject({ ok: true, published: true });
});

test('selected datasets alone are published, and stay published while the selected one does not exist', async () => {
  const sidecar = sidecarWith({ columns: { a: { description: 'A' } } });
  const file = withSidecar('economy/x', 'a\n1\n', sidecar);
  const rawData = rawDataWith({ ...file, ...withSidecar('economy/y', 'a\n1,2\n', sidecar) });
  const api = apiOf(rawData, { only: ['x'] });
  expect(await api.rebuild()).toMatchObject({ ok: true, published: true, datasets: [{ config: 'x' }], problems: [] });
  for (const path of Object.keys(file)) rmSync(join(rawData, path));
  expect(await api.rebuild()).toMatchObject({ ok: false, published: false, problems: [{ code: 'setting-invalid' }] });
  expect(existsSync(join(api.folder, 'v1/datasets/x.json'))).toBe(true);
});

const SIDECAR = { columns: { a: { description: 'A' } } };

/** Serves an API of development, whose other requests get 418, until the end of the test. */
async function serve(api: DevApi): Promise<(path: string, options?: AskOptions) => Promise<Answer>> {
  const server = createServer(api.listener((_, outgoing) => outgoing.writeHead(418).end()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return (path, options) => askServer(`http://127.0.0.1:${port}`, path, options);
}

test('the logo is that of the last build, below the base, and without one the request is passed on', async () => {
  const logo = (id: string): string => `<svg xmlns="http://www.w3.org/2000/svg"><g id="${id}"/></svg>`;
  const catalogue = { title: 'T', description: 'D', categories: {}, logo: 'l.svg' };
  const rawData = folderWith({ 'catalogue.json': JSON.stringify(catalogue), 'l.svg': logo('a') });
  const api = apiOf(rawData, { base: '/data/' });
  const ask = await serve(api);
  expect((await ask('/data/logo.svg')).status).toBe(418);
  for (const id of ['a', 'b']) {
    writeFiles(rawData, { 'l.svg': logo(id) });
    expect(await api.rebuild()).toMatchObject({ published: true });
    const { status, headers, body } = await ask('/data/logo.svg?x');
    expect([status, body.toString()]).toEqual([200, logo(id)]);
    expect(headers).toMatchObject({ 'content-type': 'image/svg+xml; charset=utf-8', 'cache-control': 'no-store' });
  }
  expect((await ask('/logo.svg')).status).toBe(418);
});

test('responses are those of the API, but no browser stores them, and other requests are passed on', async () => {
  const rows = Array.from({ length: 150 }, (_, at) => `a text that is the text of row ${at}\n`).join('');
  const rawData = rawDataWith(withSidecar('economy/x', `a\n${rows}`, SIDECAR));
  const api = apiOf(rawData, { base: '/data/' });
  expect(await api.rebuild()).toMatchObject({ ok: true });
  const ask = await serve(api);
  const page = await ask('/data/v1/datasets/x?limit=90&offset=7', { headers: { 'Accept-Encoding': 'br' } });
  expect(page.status).toBe(200);
  expect(page.headers).toMatchObject({
    'cache-control': 'no-store',
    'content-encoding': 'br',
    'content-type': 'application/json; charset=utf-8',
    'vary': 'Accept-Encoding',
  });
  expect(JSON.parse(brotliDecompressSync(page.body).toString()).results[0]).toEqual({
    a: 'a text that is the text of row 7',
  });
  const missing = await ask('/data/v1/datasets/z');
  expect([missing.status, missing.headers['cache-control']]).toEqual([404, 'no-store']);
  expect(JSON.parse(missing.text).type).toBe('/data/api/#unknown-dataset');
  expect((await ask('/elsewhere')).status).toBe(418);
});

test('what was published is served until the next build, and an error of the service is printed', async () => {
  const rawData = rawDataWith(withSidecar('economy/x', 'a\n1\n', SIDECAR));
  const print = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => print.mockRestore());
  const api = apiOf(rawData);
  const ask = await serve(api);
  await api.rebuild();
  expect(JSON.parse((await ask('/v1/datasets/x')).text).results).toEqual([{ a: 1 }]);
  writeFiles(rawData, { 'economy/x.csv': 'a\n2\n' });
  expect(JSON.parse((await ask('/v1/datasets/x')).text).results).toEqual([{ a: 1 }]);
  await api.rebuild();
  expect(JSON.parse((await ask('/v1/datasets/x')).text).results).toEqual([{ a: 2 }]);
  // Nothing is left of the builds but the output before, from which the next one may take datasets.
  expect(readdirSync(join(api.folder, '../..')).sort()).toEqual(['.out-recycled', 'out']);
  rmSync(join(api.folder, 'v1/datasets/x/info.json'));
  expect((await ask('/v1/datasets/x/info')).status).toBe(500);
  expect(print).toHaveBeenCalledTimes(1);
});

test('sound datasets are published beside others with errors', async () => {
  const rawData = rawDataWith({
    ...withSidecar('economy/x', 'a\n1\n', SIDECAR),
    ...withSidecar('economy/y', 'a\n1,2\n', SIDECAR),
  });
  const api = apiOf(rawData);
  expect(await api.rebuild()).toMatchObject({
    ok: false,
    published: true,
    datasets: [{ config: 'x' }],
    problems: [{ code: 'row-too-long' }],
  });
  rmSync(join(rawData, 'catalogue.json'));
  expect(await api.rebuild()).toMatchObject({ published: false });
  expect(readdirSync(join(api.folder, '../..'))).toEqual(['out']);
});

test('charts are drawn at each rebuild, and served beside the pages', async () => {
  const table = (factor: number): string =>
    `year,price\n${Array.from({ length: 30 }, (_, at) => `${1990 + at},${(at * factor) % 31}\n`).join('')}`;
  const columns = { year: { description: 'Year' }, price: { description: 'Price', unit: 'pounds' } };
  const rawData = rawDataWith({
    ...withSidecar('economy/x', table(7), { columns }),
    ...withSidecar('economy/y', table(11), { columns }),
  });
  const api = apiOf(rawData, { base: '/data/', formats: ['csv'] });
  expect(await api.rebuild()).toMatchObject({ ok: true, problems: [] });
  const ask = await serve(api);
  const drawing = await ask('/data/datasets/x/chart.svg');
  expect([drawing.status, drawing.headers['content-type'], drawing.headers['cache-control']]).toEqual([
    200,
    'image/svg+xml; charset=utf-8',
    'no-store',
  ]);
  expect(JSON.parse((await ask('/data/datasets/y/chart.json')).body.toString())).toMatchObject({ kind: 'lines' });
  // Pages are Astro's, and nobody shares what a server for development shows.
  for (const path of ['/data/datasets/x/', '/data/datasets/x/chart.png', '/datasets/x/chart.svg'])
    expect((await ask(path)).status, path).toBe(418);

  // The next server draws the chart of the dataset that has changed, and takes the other from this one.
  const inodeOf = (path: string): number => statSync(join(api.folder, path)).ino;
  const paths = ['v1/datasets/y/data.csv', 'datasets/y/chart.svg', 'drawn/y/page.json'];
  const before = paths.map(inodeOf);
  writeFileSync(join(rawData, 'economy/x.csv'), table(13));
  const next = apiOf(rawData, { base: '/data/', formats: ['csv'], out: join(api.folder, '..') });
  next.begin();
  const askNext = await serve(next);
  expect((await askNext('/data/datasets/x/chart.svg')).body.equals(drawing.body)).toBe(false);
  expect((await askNext('/data/v1/datasets/x/data.csv')).text.replaceAll('\r', '')).toBe(table(13));
  expect(paths.map(inodeOf)).toEqual(before);
});

test('requests wait for the first build, which leaves the downloads and charts to the next', async () => {
  const csv = `year,a\n${Array.from({ length: 30 }, (_, at) => `${1990 + at},1\n`).join('')}`;
  const rawData = rawDataWith(withSidecar('economy/x', csv, SIDECAR));
  const api = apiOf(rawData, { formats: ['csv'], pageSizes: [10, 100] });
  api.begin();
  const ask = await serve(api);
  const pages = ['/v1/datasets/x?limit=10', '/v1/datasets/x/limit/10/offset/0.json'];
  const firstPage = { results: expect.arrayContaining([{ year: 1990, a: 1 }]) };
  for (const path of pages) expect(JSON.parse((await ask(path)).text)).toMatchObject(firstPage);
  expect((await ask('/v1/datasets/x/data.csv')).status).toBe(404);
  expect((await ask('/datasets/x/chart.svg')).status).toBe(418);
  expect((await ask('/almanac.js')).text).toContain('export');
  await api.rebuild();
  expect((await ask('/v1/datasets/x/data.csv')).text).toContain('year,a\r\n1990,1\r\n');
  expect((await ask('/datasets/x/chart.svg')).status).toBe(200);
  // The same if it leaves out nothing else.
  const other = apiOf(rawData, { formats: [], layout: 'packed' });
  other.begin();
  expect(await other.rebuild()).toMatchObject({ ok: true });
  expect(existsSync(join(other.folder, 'datasets/x/chart.svg'))).toBe(true);
  for (const path of pages) expect(JSON.parse((await ask(path)).text)).toMatchObject(firstPage);
});

test('a build whose thread dies keeps no later build waiting', async () => {
  const rawData = rawDataWith(withSidecar('economy/x', 'a\n1\n', SIDECAR));
  const api = apiOf(rawData, { only: 5 as unknown as string[] });
  api.begin();
  for (let build = 2; build <= 3; build += 1) await expect(api.rebuild()).rejects.toThrow('not a function');
});

test('what an earlier server has built is not served if nothing can be published', async () => {
  const rawData = rawDataWith(withSidecar('economy/x', 'a\n1\n', SIDECAR));
  const out = join(folderWith({}), 'out');
  await apiOf(rawData, { out }).rebuild();
  const print = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => print.mockRestore());
  rmSync(join(rawData, 'catalogue.json'));
  const api = apiOf(rawData, { out });
  api.begin();
  expect((await (await serve(api))('/v1/datasets/x')).status).toBe(500);
  expect(existsSync(out)).toBe(false);
});

describe('a dataset that is left out because of its problems', () => {
  const hostile = '<script>alert(1)</script>';
  async function leftOut(): Promise<{ rawData: string; api: DevApi }> {
    const rawData = rawDataWith({
      ...withSidecar('economy/good', 'a\n1\n', SIDECAR),
      ...withSidecar('economy/Neue Zahlen', `a\n1,${hostile}\n`, SIDECAR),
      ...withSidecar('economy/blank', 'a\n1\n', '{ "name": "N", "description": "", "source": "", "url": "" }'),
    });
    const api = apiOf(rawData, { base: '/data/' });
    expect(await api.rebuild()).toMatchObject({ published: true, datasets: [{ config: 'good' }] });
    return { rawData, api };
  }

  test('is a 404 of the API that lists them', async () => {
    const ask = await serve((await leftOut()).api);
    for (const path of ['blank', 'blank.json', 'blank/info', 'blank/limit/100/offset/0.json']) {
      const { status, headers, text } = await ask(`/data/v1/datasets/${path}`);
      expect([status, headers['cache-control'], headers['content-type']], path).toEqual([
        404,
        'no-store',
        'application/problem+json; charset=utf-8',
      ]);
      const { type, detail, instance } = JSON.parse(text);
      expect([type, instance]).toEqual(['/data/api/#unknown-dataset', `/data/v1/datasets/${path}`]);
      expect(detail).toMatch(
        /^The dataset "blank" is not published because of 1 problem: economy\/blank\.meta\.json:1:\d+ {2}key-missing/,
      );
      expect(detail).toContain('"description", "source" and "url" are blank');
    }
    expect((await ask('/data/v1/datasets/neue-zahlen')).text).toContain('row-too-long');
    expect(JSON.parse((await ask('/data/v1/datasets/blan')).text).detail).toContain('There is no dataset');
    expect((await ask('/data/v1/datasets/good')).status).toBe(200);
    expect((await ask('/data/v1/datasets/blank', { method: 'POST' })).status).toBe(405);
    expect((await ask('/data/v1/datasets/blank', { method: 'HEAD' })).text).toBe('');
  });

  test('has a page that says what to do, in which the data is text, until the problems are solved', async () => {
    const { rawData, api } = await leftOut();
    const page = api.pageOfUnpublished('/data/datasets/neue-zahlen/') ?? '';
    expect(page).toContain('<h1>neue-zahlen is not published yet</h1>');
    expect(page).toContain('economy/Neue Zahlen.csv:2:');
    expect(page).toContain('&lt;script&gt;');
    expect(page).not.toContain(hostile);
    expect(api.pageOfUnpublished('/data/datasets/blank?x')).toContain('Write &quot;description&quot;: ');
    for (const other of [
      '/data/datasets/good/',
      '/data/datasets/',
      '/data/v1/datasets/blank',
      '/datasets/blank/',
      '/data/x',
    ])
      expect(api.pageOfUnpublished(other), other).toBeNull();
    writeFiles(rawData, { 'economy/blank.meta.json': sidecarWith(SIDECAR) });
    await api.rebuild();
    expect(api.pageOfUnpublished('/data/datasets/blank/')).toBeNull();
  });
});
