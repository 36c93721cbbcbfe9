import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { MAX_IN_MEMORY } from '../../../../src/contract/routes.ts';
import { createApi, createHandler } from '../../../../src/serve/handle-request.ts';
import type { Content } from '../../../../src/serve/published-version.ts';
import type { ApiRequest, ApiResponse } from '../../../../src/serve/respond.ts';
import { fileOpener } from '../../../support/file-opener.ts';
import { type MemoryDisk, publishTables } from '../../../support/memory-disk.ts';

const SITE = { prefix: '/open/', pageSizes: [100], formats: ['csv', 'ndjson'] as const };
const PATH = 'v1/datasets/table/data.csv';
const URL_PATH = `/open/${PATH}`;
const compressors = { br: async (bytes: Uint8Array<ArrayBuffer>) => bytes.slice().reverse() };

/** A dataset whose downloads are held in memory, or of more than 1 MB. */
function publish(isLarge: boolean, word = 'row'): MemoryDisk {
  const texts = Array.from({ length: 200 }, (_, at) => `${word} ${at} ü ${'x'.repeat(isLarge ? 12_000 : 40)}`);
  return publishTables([{ config: 'table', category: 'topic', texts }], SITE);
}

function requestOf(headers: Record<string, string>, rest: Partial<ApiRequest> = {}): ApiRequest {
  return { method: 'GET', url: `http://host${URL_PATH}`, headers: new Headers(headers), ...rest };
}

async function bytesOf(response: ApiResponse): Promise<Buffer> {
  const pieces = [...(response.body ?? [])];
  for await (const piece of response.streamed?.pieces() ?? []) pieces.push(piece.slice());
  await response.streamed?.close();
  return Buffer.concat(pieces);
}

describe.each([
  ['in memory', false],
  ['on the disk', true],
])('of a download %s', (_, isLarge) => {
  let disk: MemoryDisk;
  let whole: Buffer;
  beforeAll(() => {
    disk = publish(isLarge);
    whole = Buffer.from(disk.files.get(PATH) ?? '');
  });
  const serve = () => {
    const opener = fileOpener(disk.read, 1000);
    const api = createApi(disk.read, { open: opener.open, compressors });
    const ask = (headers: Record<string, string>, rest?: Partial<ApiRequest>): Promise<ApiResponse> =>
      api(requestOf(headers, rest)) as Promise<ApiResponse>;
    return { opener, api, ask };
  };

  test('a range has the fields of the whole, its place, its own length, and only its bytes', async () => {
    const { ask, opener } = serve();
    const { headers } = await ask({}, { method: 'HEAD' });
    expect(headers).toMatchObject({ 'Accept-Ranges': 'bytes', 'Content-Length': `${whole.length}` });
    const response = await ask({ Range: 'bytes=5-104' });
    expect(response.status).toBe(206);
    expect(response.headers).toEqual({
      ...headers,
      'Content-Length': '100',
      'Content-Range': `bytes 5-104/${whole.length}`,
    });
    // A short range is read into memory.
    expect(response.streamed).toBeUndefined();
    expect((await bytesOf(response)).equals(whole.subarray(5, 105))).toBe(true);
    expect(opener.opened()).toBe(0);
  });

  test('any range is that slice of the file, whatever the client accepts', async () => {
    const { ask, opener } = serve();
    const { length } = whole;
    const position = fc.oneof(fc.nat({ max: length - 1 }), fc.constantFrom(0, 1, length - 1));
    await fc.assert(
      fc.asyncProperty(position, position, fc.constantFrom('', 'br', 'identity;q=0, br'), async (a, b, coding) => {
        const [first, last] = [Math.min(a, b), Math.max(a, b)];
        for (const [field, slice] of [
          [`bytes=${first}-${last}`, whole.subarray(first, last + 1)],
          [`bytes=${first}-`, whole.subarray(first)],
          [`bytes=-${last + 1}`, whole.subarray(-(last + 1))],
        ] as const) {
          const response = await ask({ 'Range': field, 'Accept-Encoding': coding });
          expect([response.status, response.headers['Content-Length']], field).toEqual([206, `${slice.length}`]);
          expect(response.headers).not.toHaveProperty('Content-Encoding');
          expect((await bytesOf(response)).equals(slice), field).toBe(true);
        }
      }),
      { numRuns: isLarge ? 20 : 100 },
    );
    expect(opener.opened()).toBe(0);
  });

  test('HEAD, several ranges, another unit and what is malformed get the whole, compressed as without the field', async () => {
    disk.files.set(`${PATH}.br`, 'compressed');
    const { ask, opener } = serve();
    for (const coding of ['', 'br']) {
      const plain = await ask({ 'Accept-Encoding': coding });
      const body = await bytesOf(plain);
      expect(body.equals(whole)).toBe(coding === '');
      expect(plain.headers['Accept-Ranges']).toBe(coding === '' ? 'bytes' : undefined);
      for (const range of ['bytes=0-1,4-5', 'lines=0-1', 'bytes=5-1', 'bytes=x', '']) {
        const response = await ask({ 'Range': range, 'Accept-Encoding': coding });
        expect([response.status, response.headers], range).toEqual([200, plain.headers]);
        expect((await bytesOf(response)).equals(body)).toBe(true);
      }
      for (const range of ['bytes=0-1', 'bytes=999999999-']) {
        const head = await ask({ 'Range': range, 'Accept-Encoding': coding }, { method: 'HEAD' });
        expect(head).toEqual({ status: 200, headers: plain.headers, body: null });
      }
    }
    disk.files.delete(`${PATH}.br`);
    expect(opener.opened()).toBe(0);
  });

  test('a range beyond the end is a problem that no cache keeps, and states the size', async () => {
    const { ask, opener } = serve();
    for (const range of [`bytes=${whole.length}-`, 'bytes=-0', 'bytes=99999999999999999999-']) {
      const response = await ask({ 'Range': range, 'Accept-Encoding': 'br' });
      const body = await bytesOf(response);
      expect(response.status).toBe(416);
      expect(response.headers).toEqual({
        'Accept-Ranges': 'bytes',
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Expose-Headers': 'Accept-Ranges, Content-Range, ETag, Link, Retry-After',
        'Cache-Control': 'no-store',
        'Content-Length': `${body.length}`,
        'Content-Range': `bytes */${whole.length}`,
        'Content-Type': 'application/problem+json; charset=utf-8',
        'Vary': 'Accept-Encoding',
        'X-Content-Type-Options': 'nosniff',
      });
      expect(JSON.parse(body.toString())).toEqual({
        type: '/open/api/#range-not-satisfiable',
        title: 'Range not satisfiable',
        status: 416,
        detail: `The file has ${whole.length} bytes, and the range selects none of them.`,
        instance: URL_PATH,
      });
    }
    expect(opener.opened()).toBe(0);
  });

  test('If-Range allows a range for the tag of the uncompressed file only; otherwise the whole is sent', async () => {
    disk.files.set(`${PATH}.br`, 'compressed');
    const { ask } = serve();
    const tag = (await ask({}, { method: 'HEAD' })).headers.ETag as string;
    const compressed = (await ask({ 'Accept-Encoding': 'br' }, { method: 'HEAD' })).headers.ETag as string;
    expect(compressed).not.toBe(tag);
    for (const coding of ['', 'br']) {
      const ifRange = async (value: string, range = 'bytes=3-9') => {
        const response = await ask({ 'Range': range, 'If-Range': value, 'Accept-Encoding': coding });
        await bytesOf(response);
        return [response.status, response.headers.ETag];
      };
      expect(await ifRange(tag)).toEqual([206, tag]);
      expect(await ifRange(tag, 'bytes=999999999-')).toEqual([416, undefined]);
      const other = [200, coding === '' ? tag : compressed];
      for (const value of [`W/${tag}`, compressed, '"old"', 'Sun, 06 Nov 1994 08:49:37 GMT']) {
        expect(await ifRange(value), value).toEqual(other);
        expect(await ifRange(value, 'bytes=999999999-'), value).toEqual(other);
      }
    }
    disk.files.delete(`${PATH}.br`);
  });

  test('If-None-Match comes before the range, and is about the uncompressed file', async () => {
    const { ask, opener } = serve();
    const head = await ask({}, { method: 'HEAD' });
    const tag = head.headers.ETag as string;
    for (const range of ['bytes=0-9', 'bytes=999999999-']) {
      const response = await ask({ 'Range': range, 'If-None-Match': tag, 'If-Range': tag, 'Accept-Encoding': 'br' });
      expect([response.status, response.body, response.streamed]).toEqual([304, null, undefined]);
      expect(response.headers).toMatchObject({ 'ETag': tag, 'Accept-Ranges': 'bytes', 'Vary': 'Accept-Encoding' });
      for (const name of ['Content-Range', 'Content-Length', 'Content-Type']) {
        expect(response.headers).not.toHaveProperty(name);
      }
    }
    const other = await ask({
      'Range': 'bytes=0-9',
      'If-None-Match': `${tag.slice(0, -1)}-br"`,
      'Accept-Encoding': 'br',
    });
    await bytesOf(other);
    expect(other.status).toBe(206);
    expect(opener.opened()).toBe(0);
  });

  test('the handler of the Web platform sends the same', async () => {
    const handler = createHandler(disk.read, isLarge ? { open: fileOpener(disk.read).open } : {});
    const response = (await handler(requestOf({ Range: 'bytes=-8' }))) as Response;
    expect([response.status, response.headers.get('Content-Range')]).toEqual([
      206,
      `bytes ${whole.length - 8}-${whole.length - 1}/${whole.length}`,
    ]);
    expect(Buffer.from(await response.arrayBuffer()).equals(whole.subarray(-8))).toBe(true);
  });
});

test('nothing else has ranges', async () => {
  const disk = publish(false);
  const api = createApi(disk.read, { list: async () => ['index.html'] });
  disk.files.set('index.html', '<!doctype html>');
  for (const path of [
    'v1',
    'v1/datasets',
    'v1/datasets/table',
    'v1/datasets/table/downloads',
    'v1/datasets/nothing',
    '',
  ]) {
    const url = `http://host/open/${path}`;
    const plain = await api(requestOf({}, { url }));
    for (const range of ['bytes=0-1', 'bytes=99999999-']) {
      expect(await api(requestOf({ Range: range }, { url })), path).toEqual(plain);
    }
    expect(plain?.headers['Accept-Ranges'], path).toBe(path === '' ? 'none' : undefined);
  }
});

test('a range of a file in memory is served from there, and only a long one of a file on the disk waits for its place', async () => {
  const ranged = requestOf({ Range: 'bytes=1-2' });
  const small = publish(false);
  const inMemory = createApi(small.read, { createCache: () => new Map<string, Content>() });
  await inMemory(ranged);
  small.asked.length = 0;
  expect(inMemory.fromMemory?.(ranged)?.status).toBe(206);
  expect(small.asked).toEqual([]);

  const large = publish(true);
  const opener = fileOpener(large.read);
  const onDisk = createApi(large.read, { open: opener.open });
  const places: string[] = [];
  const reserve = async (files: number): Promise<() => void> => {
    places.push(`take ${files}`);
    return () => places.push(`give ${files}`);
  };
  // A reader of Parquet asks for the end of the file, and must not wait for those who take whole files slowly.
  expect(await bytesOf((await onDisk({ ...ranged, reserve })) as ApiResponse)).toHaveLength(2);
  expect(places).toEqual([]);
  const long = requestOf({ Range: `bytes=1-${MAX_IN_MEMORY + 1}` });
  expect(await bytesOf((await onDisk({ ...long, reserve })) as ApiResponse)).toHaveLength(MAX_IN_MEMORY + 1);
  expect(places).toEqual(['take 1', 'give 1']);
  large.asked.length = 0;
  expect(onDisk.fromMemory?.({ ...ranged, reserve })).toBeUndefined();
  expect(large.asked).toEqual([]);
  expect(opener.opened()).toBe(0);
  // Each file was read once for its entity tag, and never again.
  expect(opener.digested).toEqual([PATH]);
});

test('if another version is published before the file is opened, the range is one of the new file, with its tag', async () => {
  const disks = [publish(true, 'old'), publish(true, 'new file')] as const;
  let version: 0 | 1 = 0;
  let isDue = false;
  const read = (path: string) => {
    if (isDue && path === PATH) version = 1;
    return disks[version].read(path);
  };
  const opener = fileOpener(read);
  const api = createApi(read, { open: opener.open, versionId: async () => String(version) });
  const before = await api(requestOf({}, { method: 'HEAD' }));
  isDue = true;
  const response = (await api(requestOf({ Range: 'bytes=0-20' }))) as ApiResponse;
  const size = Buffer.byteLength(disks[1].files.get(PATH) ?? '');
  expect(response.headers['Content-Range']).toBe(`bytes 0-20/${size}`);
  expect(response.headers.ETag).not.toBe(before?.headers.ETag);
  expect((await bytesOf(response)).toString()).toContain('new file 0');
  expect(opener.opened()).toBe(0);
});
