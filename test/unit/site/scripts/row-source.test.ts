import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { EditionChanged } from '../../../../src/client/errors.ts';
import { rowReader } from '../../../../src/site/scripts/rows/row-source.ts';

/** Texts of files by URL; whatever else is asked for is not there. */
let files: Record<string, string>;
let asked: string[];

beforeEach(() => {
  asked = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    const text = files[url];
    return new Response(text ?? '', { status: text === undefined ? 404 : 200 });
  });
});
afterEach(() => vi.unstubAllGlobals());

const { signal } = new AbortController();
const record = (at: number): string => `{"n":${at},"x":1.50}`;
const lines = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, at) => record(from + at)).join(',\n');
const page = (count: number, from: number, to: number): string =>
  `{"metadata":{"resultset":{"count":${count},"offset":${from},"limit":100}},"results":[${lines(from, to)}]}`;

const PUBLISHED = { config: 'd', prefix: '/data/', count: 250, columns: ['n', 'x'], isPacked: false };

describe('rows from pages', () => {
  beforeEach(() => {
    files = {
      '/data/v1/datasets/d.json': page(250, 0, 100),
      '/data/v1/datasets/d/limit/100/offset/100.json': page(250, 100, 200),
      '/data/v1/datasets/d/limit/100/offset/200.json': page(250, 200, 250),
    };
  });

  test('are read below the path of the site, with the digits of the source', async () => {
    const rows = await rowReader(PUBLISHED)(200, 250, signal);
    expect(rows).toHaveLength(50);
    expect(rows[0]).toEqual({ n: '200', x: '1.50' });
    expect(asked).toEqual(['/data/v1/datasets/d/limit/100/offset/200.json']);
  });

  test.each([
    ['is gone', { '/data/v1/datasets/d/limit/100/offset/100.json': undefined }],
    ['has another count', { '/data/v1/datasets/d/limit/100/offset/100.json': page(251, 100, 200) }],
    [
      'has other columns',
      { '/data/v1/datasets/d/limit/100/offset/100.json': page(250, 100, 200).replaceAll('"x"', '"y"') },
    ],
  ])('whose page %s belong to another edition', async (_, changed) => {
    files = { ...files, ...changed } as Record<string, string>;
    await expect(rowReader(PUBLISHED)(100, 200, signal)).rejects.toBeInstanceOf(EditionChanged);
  });

  test('that the network does not deliver are an error, not another edition', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
    const reading = rowReader(PUBLISHED)(0, 100, signal);
    await expect(reading).rejects.toThrow('cannot be read');
    await expect(reading).rejects.not.toBeInstanceOf(EditionChanged);
  });
});

describe('rows of a packed dataset', () => {
  const packed = { ...PUBLISHED, isPacked: true };

  test('come from its chunks', async () => {
    files = {
      '/data/v1/datasets/d/chunks/index.json': '{"count":250,"chunks":[0,150]}',
      '/data/v1/datasets/d/chunks/0.json': `[${lines(0, 150)}]`,
      '/data/v1/datasets/d/chunks/150.json': `[${lines(150, 250)}]`,
    };
    const rows = await rowReader(packed)(100, 200, signal);
    expect(rows.map(({ n }) => n)).toEqual(Array.from({ length: 100 }, (_, at) => String(100 + at)));
  });

  test('come from the first page, which is a file', async () => {
    files = { '/data/v1/datasets/d.json': page(250, 0, 100) };
    expect(await rowReader(packed)(0, 100, signal)).toHaveLength(100);
    expect(asked).toEqual(['/data/v1/datasets/d.json']);
  });
});
