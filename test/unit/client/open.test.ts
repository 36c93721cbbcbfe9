import { describe, expect, test } from 'vitest';
import { AlmanacError } from '../../../src/client/errors.ts';
import { open, openDataset } from '../../../src/client/open.ts';
import { fetchFrom, published, staticHost, textsOf } from '../../support/client/host.ts';
import { publishTables } from '../../support/memory-disk.ts';

const site = { prefix: 'https://elsewhere.example/data/', pageSizes: [100] };
const files = published(textsOf(3), site);

/** A host that has the catalogue below a path. */
function hostBelow(base: string, requested: string[] = []): typeof fetch {
  const answer = staticHost(new Map([...files].map(([path, text]) => [base.slice(1) + path, text])));
  return fetchFrom(answer, requested);
}

const OF_CATALOGUE = [
  '',
  'v1',
  'v1/',
  'v1/index',
  'v1/index.json',
  'v1/datasets',
  'v1/datasets.json',
  'index.html',
  'almanac.js',
];
const OF_LISTS = [
  'v1/datasets?limit=3&category=topic',
  'v1/datasets/category/topic.json',
  'v1/datasets/limit/100/offset/0.json',
];
const OF_DATASET = [
  'v1/datasets/table',
  'v1/datasets/table/',
  'v1/datasets/table.json#top',
  'v1/datasets/table?limit=7&offset=3',
  'v1/datasets/table/limit/100/offset/0.json',
  'v1/datasets/table/info',
  'v1/datasets/table/schema.json',
  'v1/datasets/table/data.csv',
  'datasets/table',
  'datasets/table/',
  'datasets/table/index.html?x=1',
];

describe.each(['/', '/data/', '/v1/', '/datasets/', '/a/datasets/v1/'])('a catalogue below %s', (base) => {
  const opened = (path: string) => open(`http://host${base}${path}`, { fetch: hostBelow(base), retries: 0 });

  test.each([...OF_CATALOGUE, ...OF_LISTS])('is opened with %s', async (path) => {
    const catalogue = await opened(path);
    expect(catalogue.url).toBe(`http://host${base}`);
    expect(() => catalogue.dataset()).toThrow(AlmanacError);
    expect(await catalogue.dataset('table').toArray()).toHaveLength(3);
  });

  test.each(OF_DATASET)('and its dataset, with %s', async (path) => {
    const catalogue = await opened(path);
    expect(catalogue.url).toBe(`http://host${base}`);
    expect(catalogue.dataset().config).toBe('table');
  });

  test('is opened without a slash at its end', async () => {
    const catalogue = await open(`http://host${base.slice(0, -1)}`, { fetch: hostBelow(base), retries: 0 });
    expect(catalogue.url).toBe(`http://host${base}`);
  });
});

test('a dataset may be named like a part of a path', async () => {
  const tables = ['datasets', 'v1'].map((config) => ({ config, category: 'topic', texts: [config] }));
  const fetch = fetchFrom(staticHost(publishTables(tables, { prefix: '/', pageSizes: [100] }).files));
  for (const config of ['datasets', 'v1']) {
    for (const url of [`http://host/v1/datasets/${config}/info.json`, `http://host/datasets/${config}/`]) {
      expect(await (await openDataset(url, { fetch })).toArray()).toEqual([{ text: config }]);
    }
  }
});

describe('a catalogue', () => {
  test('has its index, and the entries of its datasets', async () => {
    const catalogue = await open(new URL('http://host/data/'), { fetch: hostBelow('/data/') });
    expect(catalogue.index).toMatchObject({ title: 'Memory', page_sizes: [100] });
    expect(catalogue.datasets.map(({ config }) => config)).toEqual(['table']);
    expect(catalogue.dataset('table').summary).toMatchObject({ name: 'Title of table', row_count: 3 });
  });

  test.each([
    ['Table', 'table'],
    ['my-table.csv', 'table'],
    ['tab', 'table'],
    ['x', null],
    ['---', null],
  ])('says that it has no dataset %s, and suggests %s', async (config, suggestion) => {
    const catalogue = await open('http://host/', { fetch: hostBelow('/') });
    expect(() => catalogue.dataset(config)).toThrow(
      expect.objectContaining({ name: 'AlmanacError', type: 'unknown-dataset', suggestion }),
    );
  });

  test('is read with requests that a cache may not answer alone', async () => {
    const modes: unknown[] = [];
    const fetch: typeof globalThis.fetch = (input, init) => {
      modes.push(init?.cache);
      return hostBelow('/')(input, init);
    };
    await (await openDataset('http://host/datasets/table/', { fetch })).toArray();
    expect(new Set(modes)).toEqual(new Set(['no-cache']));
  });
});

describe('what is no catalogue', () => {
  test.each([
    ['has no index', () => new Response('', { status: 404 })],
    ['may not be read', () => new Response('', { status: 403 })],
    ['answers with its own page', () => new Response('<html>')],
    ['answers with other JSON', () => new Response('{"links":{"self":"/v2/index.json"}}')],
  ])('is refused if it %s', async (_, answer) => {
    const opening = open('http://host/some/folder', { fetch: fetchFrom(answer), retries: 0 });
    await expect(opening).rejects.toMatchObject({
      name: 'AlmanacError',
      type: 'no-catalogue',
      url: 'http://host/some/folder',
    });
  });

  test('is not confused with a failure', async () => {
    const opening = open('http://host/', { fetch: fetchFrom(() => new Response('', { status: 503 })), retries: 0 });
    await expect(opening).rejects.toMatchObject({ status: 503, type: 'http-error' });
  });

  test('is refused at once if the URL is none, or the signal is aborted', async () => {
    await expect(open('/v1')).rejects.toBeInstanceOf(TypeError);
    const opening = open('http://host/', { fetch: hostBelow('/'), signal: AbortSignal.abort(new Error('enough')) });
    await expect(opening).rejects.toThrow('enough');
  });
});
