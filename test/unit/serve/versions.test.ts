import { afterEach, describe, expect, test, vi } from 'vitest';
import { createApi, type HandlerOptions, TooBusy } from '../../../src/serve/handle-request.ts';
import { fileOpener } from '../../support/file-opener.ts';
import { requestOf } from '../../support/http/ask-handler.ts';
import { type MemoryDisk, publishTables } from '../../support/memory-disk.ts';

const SITE = { prefix: '/', pageSizes: [100] };
const TABLE = { config: 'table', category: 'topic', texts: ['a', 'b', 'c'] };

afterEach(() => vi.restoreAllMocks());

/** An API that counts how often it asks which version is published. */
function countedApi(disk: MemoryDisk, versionOf: (asked: number) => string | Error, options: HandlerOptions = {}) {
  let asked = 0;
  const reported: string[] = [];
  const versionId = async (): Promise<string> => {
    asked += 1;
    const id = versionOf(asked);
    if (id instanceof Error) throw id;
    return id;
  };
  const api = createApi(disk.read, { versionId, onError: (error) => reported.push(String(error)), ...options });
  return { api, reported, asked: () => asked };
}

describe('which version is published', () => {
  test('is checked again one second after the last check', async () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(5_000);
    const { api, asked } = countedApi(publishTables([TABLE], SITE), () => '1', { createCache: () => new Map() });
    await api(requestOf('/v1'));
    const first = asked();
    clock.mockReturnValue(5_999.9);
    expect((await api(requestOf('/v1')))?.status).toBe(200);
    expect(api.fromMemory?.(requestOf('/v1'))?.status).toBe(200);
    expect(asked()).toBe(first);
    clock.mockReturnValue(6_000);
    expect(api.fromMemory?.(requestOf('/v1'))).toBeUndefined();
    await api(requestOf('/v1'));
    expect(asked()).toBe(first + 1);
    clock.mockReturnValue(6_999.9);
    await api(requestOf('/v1'));
    expect(asked()).toBe(first + 1);
  });

  test('is not checked again because there is no room for a response', async () => {
    vi.spyOn(performance, 'now').mockReturnValue(5_000);
    const disk = publishTables([{ ...TABLE, texts: ['x'.repeat(1 << 20)] }], SITE);
    const { api, asked } = countedApi(disk, () => '1', { open: fileOpener(disk.read).open });
    await api(requestOf('/v1/datasets/table', { method: 'HEAD' }));
    const before = asked();
    const reserve = (): Promise<never> => Promise.reject(new TooBusy());
    const response = await api(requestOf('/v1/datasets/table', { reserve }));
    expect(response?.status).toBe(503);
    expect(response?.headers).toMatchObject({ 'Retry-After': '5', 'Cache-Control': 'no-store' });
    expect(asked()).toBe(before);
    expect((await api(requestOf('/v1/datasets/table', { method: 'HEAD' })))?.status).toBe(200);
    expect(asked()).toBe(before);
  });

  test('may change three times during a request; then the client is asked to come back', async () => {
    const disk = publishTables([TABLE], SITE);
    const { api, reported } = countedApi(disk, String);
    const response = await api(requestOf('/v1/datasets/table'));
    expect(response?.status).toBe(503);
    expect(response?.headers).toMatchObject({ 'Retry-After': '2', 'Cache-Control': 'no-store' });
    expect(disk.asked.filter((path) => path === 'v1/index.json')).toHaveLength(3);
    expect(reported).toEqual([]);
    // The second time it stays the same.
    const settled = countedApi(publishTables([TABLE], SITE), (asked) => String(Math.min(asked, 3)));
    expect((await settled.api(requestOf('/v1/datasets/table')))?.status).toBe(200);
  });
});

describe('an index that cannot be read', () => {
  test('is reported again once there was a readable one in between', async () => {
    let isBroken = true;
    const disk = publishTables([TABLE], SITE);
    const { api, reported } = countedApi(disk, () => (isBroken ? new Error('EIO') : '1'));
    const statuses: unknown[] = [];
    for (const broken of [true, true, false, true, true]) {
      isBroken = broken;
      vi.spyOn(performance, 'now').mockReturnValue(statuses.length * 5_000);
      statuses.push((await api(requestOf('/v1')))?.status);
    }
    expect(statuses).toEqual([500, 500, 200, 503, 503]);
    expect(reported).toEqual(['Error: EIO', 'Error: EIO']);
  });

  test.each([
    ['is missing', undefined, 'v1/index.json is missing: this is not a published folder'],
    ['names another file as itself', /v1\/index\.json/, 'v1/index.json is not a valid index'],
    ['has no pages of the default limit', /"page_sizes": \[100\]/, 'v1/index.json is not a valid index'],
  ])('because it %s, is reported in words', async (_, pattern, message) => {
    const disk = publishTables([TABLE], SITE);
    const text = disk.files.get('v1/index.json') as string;
    disk.files.delete('v1/index.json');
    if (pattern) {
      const part = pattern.exec(text)?.[0] as string;
      disk.files.set('v1/index.json', text.replace(part, part.replace('100', '10').replace('index', 'other')));
    }
    const { api, reported } = countedApi(disk, () => '1');
    expect((await api(requestOf('/v1')))?.status).toBe(500);
    expect(reported).toEqual([`Error: ${message}`]);
  });
});
