import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Site } from '../../../src/contract/routes.ts';
import { type Api, createApi } from '../../../src/serve/handle-request.ts';
import type { ApiResponse } from '../../../src/serve/respond.ts';
import { ask } from '../../support/http/ask-handler.ts';
import { publishTables, type Table } from '../../support/memory-disk.ts';
import { runs } from '../../support/runs.ts';

/*
 * For every URL, a packed dataset has the same response as one with a file for each page, byte for byte.
 */

function tableOf(count: number, length: number, config = 'table'): Table {
  const texts = Array.from({ length: count }, (_, at) => `${at}\n"ü😀${'x'.repeat((at * 7919) % (length + 1))}`);
  return { config, category: 'topic', description: 'A "text"\n\ud800 of it.', texts };
}

/** A response without its entity tag, which may differ but must be there. */
function comparable({ status, headers: { ETag, ...headers }, body }: ApiResponse) {
  return { status, isTagged: ETag !== undefined, headers, body: body && Buffer.concat(body).toString('latin1') };
}

function apisOf(tables: readonly Table[], site: Site): { pages: Api; packed: Api } {
  return {
    pages: createApi(publishTables(tables, site).read),
    packed: createApi(publishTables(tables, { ...site, layout: 'packed' }).read),
  };
}

/** Every page that has a file in the layout `pages`, in each size. */
function pageUrls(count: number, pageSizes: readonly number[]): string[] {
  return pageSizes.flatMap((limit) => {
    const pages = Math.floor(count / limit) + 2;
    return Array.from({ length: pages }, (_, page) => `/limit/${limit}/offset/${page * limit}.json`);
  });
}

const OTHERS = [
  '.json',
  '',
  '?limit=101',
  '?offset=-1',
  '?limit=1&limit=2',
  '?offset=9007199254740991',
  '/limit/0/offset/0.json',
  '/limit/100/offset/x.json',
  '/info.json',
  '/schema',
  '/quality.json',
  '/downloads',
  '/data.csv',
  '/chunks/0.json',
  '/chunks/index.json',
  '/nothing',
];

describe('a packed dataset', () => {
  test.each([
    [0, 0, [100]],
    [1, 10, [1, 100]],
    [100, 10, [7, 100]],
    [350, 20_000, [10, 99, 100]],
    [4096, 10, [64, 100]],
    [4200, 600, [100]],
  ])('of %i records of up to %i bytes has every page of sizes %j', async (count, length, pageSizes) => {
    const { pages, packed } = apisOf([tableOf(count, length)], { prefix: '/', pageSizes });
    for (const path of [...pageUrls(count, pageSizes), ...OTHERS]) {
      const url = `/v1/datasets/table${path}`;
      for (const method of ['GET', 'HEAD']) {
        expect(comparable(await ask(packed, url, { method })), url).toEqual(
          comparable(await ask(pages, url, { method })),
        );
      }
    }
    for (const url of ['/v1/datasets', '/v1/datasets/limit/100/offset/0.json', '/v1/datasets/tabel', '/v1/x']) {
      expect(await ask(packed, url), url).toEqual(await ask(pages, url));
    }
  });

  test('has any window', { timeout: 60_000 }, async () => {
    const sizes = fc.constantFrom(...([[100], [3, 100], [40, 90, 100]] as const));
    const shapes = fc.constantFrom([350, 20_000], [4200, 300], [9000, 10], [99, 100], [12, 400_000]);
    const at = fc.double({ min: 0, max: 1.1, noNaN: true });
    const windows = fc.array(fc.tuple(fc.integer({ min: 1, max: 100 }), at), { minLength: 20, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(shapes, sizes, windows, async ([count = 0, length = 0], pageSizes, chosen) => {
        const site = { prefix: 'https://data.example.org/open/', pageSizes };
        const { pages, packed } = apisOf([tableOf(count, length)], site);
        for (const [limit, part] of chosen) {
          const offset = Math.floor(part * count);
          const url = `/open/v1/datasets/table?limit=${limit}&offset=${offset}`;
          expect(comparable(await ask(packed, url)), url).toEqual(comparable(await ask(pages, url)));
        }
      }),
      { numRuns: runs(15) },
    );
  });

  test.each([4095, 4096, 4097, 8193])('of %i records has every window at the edges of its chunks', async (count) => {
    const { pages, packed } = apisOf([tableOf(count, 10)], { prefix: '/', pageSizes: [100] });
    for (const limit of [1, 2, 99, 100]) {
      for (const offset of [-101, -100, -99, -2, -1, 0, 1].flatMap((by) => [4096 + by, count + by])) {
        const url = `/v1/datasets/table?limit=${limit}&offset=${offset}`;
        expect(comparable(await ask(packed, url)), url).toEqual(comparable(await ask(pages, url)));
      }
    }
  });

  test('is read from the index of its chunks and at most two chunks if its records are short', async () => {
    const disk = publishTables([tableOf(9000, 10)], { prefix: '/', pageSizes: [100], layout: 'packed' });
    const api = createApi(disk.read);
    for (const [offset, chunks] of [
      [3990, ['0']],
      [3996, ['0']],
      [4050, ['0', '4096']],
      [8900, ['8192']],
      [9000, []],
    ] as const) {
      await ask(api, '/v1');
      disk.asked.length = 0;
      await ask(api, `/v1/datasets/table?limit=100&offset=${offset}`);
      expect(disk.asked).toEqual(['index', ...chunks].map((name) => `v1/datasets/table/chunks/${name}.json`));
    }
  });

  test('keeps its chunks in the cache', async () => {
    const disk = publishTables([tableOf(9000, 10)], { prefix: '/', pageSizes: [100], layout: 'packed' });
    const api = createApi(disk.read, { createCache: () => new Map() });
    const first = await ask(api, '/v1/datasets/table?limit=30&offset=4090');
    disk.asked.length = 0;
    const again = await ask(api, '/v1/datasets/table?limit=30&offset=4090');
    expect(comparable(again)).toEqual(comparable(first));
    expect(again.headers).toEqual(first.headers);
    await ask(api, '/v1/datasets/table/limit/100/offset/4100.json');
    expect(disk.asked).toEqual([]);
  });
});

describe('if a chunk', () => {
  const FILE = 'v1/datasets/table/chunks/4096.json';

  test.each([
    ['is missing', undefined],
    ['is cut off', '[\n{"text":"4096'],
    ['is empty', '[\n\n]\n'],
    ['has other records than the index says', '[\n{"text":"4096"}\n]\n'],
    ['is not a chunk', '{\n"results": [\n]\n}\n'],
  ])('%s, the responses to its pages are 500, and to others as before', async (_, text) => {
    const disk = publishTables([tableOf(9000, 10)], { prefix: '/', pageSizes: [100], layout: 'packed' });
    disk.files.delete(FILE);
    if (text !== undefined) disk.files.set(FILE, text);
    const reported: unknown[] = [];
    const api = createApi(disk.read, { onError: (error) => reported.push(error) });
    expect(await ask(api, '/v1/datasets/table?limit=100&offset=4100')).toMatchObject({ status: 500 });
    expect(await ask(api, '/v1/datasets/table?limit=100&offset=4000')).toMatchObject({ status: 500 });
    expect(reported).toEqual([expect.any(Error), expect.any(Error)]);
    expect(await ask(api, '/v1/datasets/table?limit=100&offset=3996')).toMatchObject({ status: 200 });
    expect(await ask(api, '/v1/datasets/table?limit=100&offset=8192')).toMatchObject({ status: 200 });
  });
});

describe('the entity tag of a page', () => {
  const URL = '/v1/datasets/table?limit=5&offset=95';
  const table = tableOf(200, 20);
  const site: Site = { prefix: '/', pageSizes: [100], layout: 'packed' };
  const tagOf = async (tables: readonly Table[], of: Site): Promise<string> => {
    const { headers } = await ask(createApi(publishTables(tables, of).read), URL);
    return headers.ETag as string;
  };

  test('is the same wherever the same is served, and gets 304', async () => {
    const tag = await tagOf([table], site);
    expect(await tagOf([table], site)).toBe(tag);
    const answer = await ask(createApi(publishTables([table], site).read), URL, {
      headers: new Headers({ 'If-None-Match': tag }),
    });
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 304, body: null });
  });

  test.each([
    ['a record', [{ ...table, texts: table.texts.with(97, 'other') }], site],
    ['the number of records', [{ ...table, texts: [...table.texts, 'more'] }], site],
    ['the description', [{ ...table, description: 'Other.' }], site],
    ['the prefix', [table], { ...site, prefix: 'http://host/' }],
    ['the page sizes', [table], { ...site, pageSizes: [5, 100] }],
  ])('differs if %s does', async (_, tables, of) => {
    expect(await tagOf(tables, of)).not.toBe(await tagOf([table], site));
  });

  test('differs from that of another window', async () => {
    const api = createApi(publishTables([table], site).read);
    const windows = [
      'limit=5&offset=95',
      'limit=59&offset=5',
      'limit=5&offset=9',
      'limit=100',
      'offset=5',
      'offset=900',
    ];
    const tags = await Promise.all(
      windows.map(async (window) => (await ask(api, `/v1/datasets/table?${window}`)).headers.ETag),
    );
    expect(new Set(tags).size).toBe(windows.length);
  });
});
