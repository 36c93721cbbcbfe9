import { describe, expect, test } from 'vitest';
import type { ReadPublished } from '../../../../src/model.ts';
import { createApi } from '../../../../src/serve/handle-request.ts';
import type { Content } from '../../../../src/serve/published-version.ts';
import type { ApiRequest, ApiResponse } from '../../../../src/serve/respond.ts';
import { fileOpener } from '../../../support/file-opener.ts';
import { type MemoryDisk, publishTables } from '../../../support/memory-disk.ts';

const compressors = { br: async (bytes: Uint8Array<ArrayBuffer>) => bytes };

function requestOf(path: string, rest: Partial<ApiRequest> = {}): ApiRequest {
  return { method: 'GET', url: `http://host${path}`, headers: new Headers({ 'Accept-Encoding': 'br' }), ...rest };
}

/** Reads a streamed body to its end. */
async function sizeOf(response: ApiResponse | null): Promise<number> {
  let size = 0;
  for await (const piece of response?.streamed?.pieces() ?? []) size += piece.length;
  await response?.streamed?.close();
  return size;
}

/** Room for files, of which every request asks for some. */
function room() {
  const asked: number[] = [];
  const state = { asked, held: 0 };
  const reserve = async (files: number): Promise<() => void> => {
    asked.push(files);
    state.held += files;
    return () => {
      state.held -= files;
    };
  };
  return { state, reserve };
}

const SITE = { prefix: '/', pageSizes: [100] };
const PAGE = 'v1/datasets/table/limit/100/offset/0.json';

function largePages(word = 'row'): MemoryDisk {
  const texts = Array.from({ length: 200 }, (_, at) => `${word} ${at} ${'x'.repeat(12_000)}`);
  return publishTables([{ config: 'table', category: 'topic', texts }], SITE);
}

test.each([
  [1 << 20, false],
  [(1 << 20) + 1, true],
])('a file of %i bytes is streamed: %s', async (length, isStreamed) => {
  const disk = publishTables([{ config: 'table', category: 'topic', texts: [] }], SITE);
  disk.files.set('v1/datasets/table/info.json', 'x'.repeat(length));
  const cache = new Map<string, Content>();
  const opener = fileOpener(disk.read);
  const api = createApi(disk.read, { open: opener.open, compressors, createCache: () => cache });
  const response = await api(requestOf('/v1/datasets/table/info'));
  expect(response?.headers['Content-Encoding']).toBe(isStreamed ? undefined : 'br');
  expect(response?.streamed !== undefined).toBe(isStreamed);
  expect(response?.body === null).toBe(isStreamed);
  if (isStreamed) expect(await sizeOf(response)).toBe(length);
  // Only what is held in memory is cached.
  expect([...cache.values()].some(({ parts }) => parts.some((part) => !(part instanceof Uint8Array)))).toBe(false);
  expect(cache.has('v1/datasets/table/info.json')).toBe(!isStreamed);
  expect(opener.opened()).toBe(0);
});

describe('a window of large pages', () => {
  test('is made from files whose records were found before, once for each file', async () => {
    const disk = largePages();
    const opener = fileOpener(disk.read);
    const api = createApi(disk.read, { open: opener.open, compressors });
    const path = '/v1/datasets/table?limit=100&offset=50';
    const size = await sizeOf(await api(requestOf(path)));
    disk.asked.length = 0;
    expect(await sizeOf(await api(requestOf(path)))).toBe(size);
    // Each is opened to be sent, and for nothing else.
    expect(disk.asked).toEqual([PAGE, PAGE.replace('/0.json', '/100.json')]);
    expect(opener.opened()).toBe(0);
  });

  test('is never in memory, and nothing is begun to find out', async () => {
    const disk = largePages();
    const opener = fileOpener(disk.read);
    const api = createApi(disk.read, { open: opener.open });
    await sizeOf(await api(requestOf('/v1/datasets/table')));
    disk.asked.length = 0;
    for (const window of ['', '?limit=3&offset=5', '?offset=900'])
      expect(api.fromMemory?.(requestOf(`/v1/datasets/table${window}`)), window).toBeUndefined();
    expect(disk.asked).toEqual([]);
  });
});

test('whether a large file was compressed by the build is found out once', async () => {
  const disk = largePages();
  disk.files.set(`${PAGE}.br`, 'compressed');
  const opener = fileOpener(disk.read);
  const api = createApi(disk.read, { open: opener.open, compressors });
  const first = [
    await api(requestOf('/v1/datasets/table', { method: 'HEAD' })),
    await api(requestOf('/v1/datasets/table?offset=100', { method: 'HEAD' })),
  ];
  expect(first.map((response) => response?.headers['Content-Encoding'])).toEqual(['br', undefined]);
  expect(first[0]?.headers['Content-Length']).toBe('10');
  disk.asked.length = 0;
  expect(await api(requestOf('/v1/datasets/table', { method: 'HEAD' }))).toEqual(first[0]);
  expect(await api(requestOf('/v1/datasets/table?offset=100', { method: 'HEAD' }))).toEqual(first[1]);
  expect(disk.asked).toEqual([]);
  expect(opener.opened()).toBe(0);
});

describe('if another version is published', () => {
  /** A disk that another version replaces just before a file is read. */
  function replacedBefore(file: string) {
    const disks = [largePages('old'), largePages('new')];
    for (const disk of disks) disk.files.set(`${PAGE}.br`, 'compressed');
    let isReplaced = false;
    let isDue = false;
    const read: ReadPublished = (path) => {
      if (isDue && path === file) isReplaced = true;
      return (disks[isReplaced ? 1 : 0] as MemoryDisk).read(path);
    };
    const opener = fileOpener(read);
    const api = createApi(read, {
      open: opener.open,
      versionId: async () => (isReplaced ? '2' : '1'),
      compressors,
    });
    return {
      api,
      opener,
      replace: () => {
        isDue = true;
      },
    };
  }

  test.each([PAGE, `${PAGE}.br`])('while %s is opened, the response is that of the new version', async (file) => {
    const fresh = await createApi(largePages('new').read)(requestOf('/v1/datasets/table'));
    const { api, opener, replace } = replacedBefore(file);
    await api(requestOf('/v1'));
    replace();
    const response = await api(requestOf('/v1/datasets/table', { method: 'HEAD' }));
    expect(response?.headers.ETag).toBe(String(fresh?.headers.ETag).replace(/"$/, '-br"'));
    expect(opener.opened()).toBe(0);
  });

  test('while a body is opened, its files are closed and their places given back', async () => {
    const { api, opener, replace } = replacedBefore(PAGE);
    const { state, reserve } = room();
    await api(requestOf('/v1/datasets/table?limit=100&offset=50', { method: 'HEAD' }));
    replace();
    const response = await api(requestOf('/v1/datasets/table?limit=100&offset=50', { reserve }));
    expect(state.asked).toEqual([2, 2]);
    expect(state.held).toBe(2);
    expect(opener.opened()).toBe(2);
    await sizeOf(response);
    expect([state.held, opener.opened()]).toEqual([0, 0]);
  });
});

describe('a window of long records of a packed dataset', () => {
  const texts = Array.from({ length: 12 }, (_, at) => `${at}${'x'.repeat(400_000)}`);
  const table = { config: 'table', category: 'topic', texts };
  const disk = publishTables([table], { ...SITE, layout: 'packed' });

  test.each([
    [4, 0, []],
    [4, 8, []],
    [5, 0, [3]],
    [6, 0, [3]],
    [12, 0, [6]],
  ])(
    '(%i from %i on) is held in memory if it is of two chunks at most, otherwise streamed',
    async (limit, offset, files) => {
      const opener = fileOpener(disk.read);
      const api = createApi(disk.read, { open: opener.open });
      const { state, reserve } = room();
      const response = await api(requestOf(`/v1/datasets/table?limit=${limit}&offset=${offset}`, { reserve }));
      expect(state.asked).toEqual(files);
      expect(response?.streamed !== undefined).toBe(files.length > 0);
      expect([await sizeOf(response), state.held, opener.opened()].slice(1)).toEqual([0, 0]);
    },
  );
});
