import { expect, test } from 'vitest';
import { nodeCompressors } from '../../../src/hosts/node/compressors.ts';
import { createApi } from '../../../src/serve/handle-request.ts';
import type { ApiRequest } from '../../../src/serve/respond.ts';
import { publishTables } from '../../support/memory-disk.ts';

const texts = Array.from({ length: 250 }, (_, at) => `row ${at} ${'x'.repeat(50)}`);

function requestOf(path: string, method = 'GET'): ApiRequest {
  const headers = new Headers({ 'Accept-Encoding': 'br' });
  return { method, url: `http://host${path}`, headers };
}

test.each([
  ['pages', false],
  ['pages', true],
  ['packed', false],
  ['packed', true],
] as const)(
  'in the layout %s, what is in memory is sent without waiting, and nothing else is begun (files read at once: %s)',
  async (layout, isQuick) => {
    const site = { prefix: '/', pageSizes: [100], layout };
    const disk = publishTables([{ config: 'table', category: 'topic', texts }], site);
    const readNow = isQuick ? disk.readNow : undefined;
    const api = createApi(disk.read, { readNow, createCache: () => new Map(), compressors: nodeCompressors });
    expect(api.fromMemory?.(requestOf('/v1'))).toBeUndefined();
    await api(requestOf('/v1/datasets/table/info'));
    for (const path of [
      '/v1',
      '/v1/datasets/table',
      '/v1/datasets/table?limit=9&offset=95',
      '/v1/datasets/table?text=row',
      '/v1/datasets/table/info',
    ]) {
      const isReady = path.endsWith('info');
      disk.asked.length = 0;
      for (let time = 0; time < 3 && !isReady; time += 1)
        expect(api.fromMemory?.(requestOf(path)), path).toBeUndefined();
      expect(disk.asked).toEqual([]);
      const response = await api(requestOf(path));
      disk.asked.length = 0;
      expect(api.fromMemory?.(requestOf(path)), path).toEqual(response);
      expect(disk.asked).toEqual([]);
    }
    expect(api.fromMemory?.(requestOf('/v1/datasets/nothing'))?.status).toBe(404);
    expect(api.fromMemory?.(requestOf('/v1', 'DELETE'))?.status).toBe(405);
    expect(api.fromMemory?.(requestOf('/elsewhere'))).toBeNull();
  },
);
