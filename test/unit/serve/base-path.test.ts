import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ReadPublished } from '../../../src/model.ts';
import { type Api, createApi } from '../../../src/serve/handle-request.ts';
import { publishTables } from '../../support/memory-disk.ts';

const TABLE = { config: 'rows', category: 'topic', texts: ['a', 'b'] };
/** After this time, in milliseconds, the handler looks again which version is published. */
const UNCHECKED_MS = 1100;
const BASES = ['/', '/data/', '/open/data.v2/', '/v1/', '/d/'];

function apiBelow(base: string): Api {
  return createApi(publishTables([TABLE], { prefix: base, pageSizes: [100] }).read);
}

async function statusOf(api: Api, path: string, method = 'GET'): Promise<number | null> {
  return (await api({ method, url: `http://host${path}`, headers: { get: () => null } }))?.status ?? null;
}

describe.each(BASES)('below %s', (base) => {
  test('the API is there', async () => {
    const api = apiBelow(base);
    for (const path of [
      'v1',
      'v1/',
      'v1/index.json',
      'v1/datasets',
      'v1/datasets/rows.json',
      'v1/datasets/rows?limit=1',
    ])
      expect(await statusOf(api, base + path), path).toBe(200);
    for (const path of ['v1/x', 'v1/datasets/row', 'v1/datasets//rows'])
      expect(await statusOf(api, base + path), path).toBe(404);
  });

  test('whether a path is the API depends on nothing but what it begins with', async () => {
    const api = apiBelow(base);
    const between = Math.max(0, base.length - 2);
    const letters = fc.constantFrom(...'/datvopen1.2x%4A'.split(''));
    const path = fc.oneof(
      fc.string({ unit: letters, maxLength: 12 }).map((text) => `/${text}`),
      fc.string({ unit: letters, maxLength: 6 }).map((text) => base + text),
      fc
        .tuple(fc.string({ unit: letters, minLength: between, maxLength: between }), fc.constantFrom('v1', 'v1/x'))
        .map(([text, rest]) => `/${text}/${rest}`),
    );
    await fc.assert(
      fc.asyncProperty(path, async (text) => {
        const { pathname } = new URL(`http://host${text}`);
        // Escapes of letters and digits are the same as these (RFC 3986, section 6.2.2.2).
        const plain = pathname.replace(/(?<!%)%4A/gi, 'J');
        const isApi = plain === `${base}v1` || plain.startsWith(`${base}v1/`);
        for (const method of ['GET', 'OPTIONS', 'POST'])
          expect((await statusOf(api, text, method)) !== null, `${method} ${text}`).toBe(isApi);
      }),
      { numRuns: 300 },
    );
  });
});

test('if files cannot be read, the response is an error below the base, and none elsewhere', async () => {
  let isBroken = false;
  const apis = BASES.map((base) => {
    const disk = publishTables([TABLE], { prefix: base, pageSizes: [100] });
    const failed = Promise.reject(new Error('the disk is broken'));
    failed.catch(() => {});
    const read: ReadPublished = (path) => (isBroken ? failed : disk.read(path));
    return { base, api: createApi(read, { versionId: async () => (isBroken ? failed : '1') }) };
  });
  for (const { base, api } of apis) expect(await statusOf(api, `${base}v1`)).toBe(200);
  isBroken = true;
  await new Promise((resolve) => setTimeout(resolve, UNCHECKED_MS));
  for (const { base, api } of apis) {
    expect(await statusOf(api, `${base}v1/datasets/rows`), base).toBe(500);
    for (const path of [`${base}v2`, `${base}x/v1/datasets`]) expect(await statusOf(api, path), path).toBeNull();
  }
});
