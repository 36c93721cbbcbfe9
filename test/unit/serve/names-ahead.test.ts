import { expect, test } from 'vitest';
import { createApi } from '../../../src/serve/handle-request.ts';

function indexOf(names: readonly string[]): Uint8Array<ArrayBuffer> {
  const datasets = names.map((config) => ({ config, name: config, row_count: 1 }));
  const categories = [{ name: 'economy', count: names.length }];
  return new TextEncoder().encode(
    JSON.stringify({ page_sizes: [100], links: { self: '/v1/index.json' }, categories, datasets }),
  );
}

test('a host that has time between requests prepares the names of each version then, once, and no request has to', async () => {
  const waiting: (() => void)[] = [];
  let version = 'first';
  const api = createApi(async () => indexOf(['land', 'water']), {
    versionId: async () => version,
    later: (work) => waiting.push(work),
  });
  const ask = (path: string) => api({ method: 'GET', url: `http://x${path}`, headers: { get: () => null } });
  await ask('/v1/datasets/x');
  await ask('/v1/datasets/y');
  expect(waiting).toHaveLength(1);

  version = 'second';
  const countAfterRequest = async (): Promise<number> => {
    await ask('/v1/index.json');
    return waiting.length;
  };
  await expect.poll(countAfterRequest, { timeout: 5_000 }).toBe(2);
  waiting.at(-1)?.();
  expect((await ask('/v1/datasets/x'))?.status).toBe(404);
  expect(waiting).toHaveLength(2);
});
