import { describe, expect, test } from 'vitest';
import { useBuiltServer } from '../../../support/http/built-server.ts';
import type { Answer } from '../../../support/http/raw-request.ts';

const server = useBuiltServer();

const PATHS = [
  '/v1',
  '/v1/datasets?category=economy&limit=3',
  '/v1/datasets/exchange-rates-monthly',
  '/v1/datasets/exchange-rates-monthly?limit=9&offset=1',
  '/v1/datasets/coffee-production/info',
  '/v1/datasets/coffee-production/schema',
];

const PATH = '/v1/datasets/exchange-rates-monthly';

function askIf(ifNoneMatch: string, coding = 'identity'): Promise<Answer> {
  return server.ask(PATH, { headers: { 'If-None-Match': ifNoneMatch, 'Accept-Encoding': coding } });
}

async function tagOf(path: string, coding = 'identity'): Promise<string> {
  const { etag } = (await server.ask(path, { headers: { 'Accept-Encoding': coding } })).headers;
  if (!etag) throw new Error(`${path} has no entity tag`);
  return etag;
}

describe.each(PATHS)('%s', (path) => {
  test('has the same strong entity tag every time', async () => {
    const etag = await tagOf(path);
    expect(etag).toMatch(/^"[\x21\x23-\x7e]+"$/);
    expect(await tagOf(path)).toBe(etag);
  });

  test.each(['GET', 'HEAD'])('is not sent again by %s to a client that has it', async (method) => {
    for (const coding of ['identity', 'gzip', 'br']) {
      const etag = await tagOf(path, coding);
      const { status, headers, body } = await server.ask(path, {
        method,
        headers: { 'Accept-Encoding': coding, 'If-None-Match': etag },
      });
      expect(status).toBe(304);
      expect(body).toHaveLength(0);
      expect(headers.etag).toBe(etag);
      expect(headers['cache-control']).toBe('public, max-age=300, stale-while-revalidate=86400');
      expect(headers.vary).toBe('Accept-Encoding');
      expect(headers['access-control-allow-origin']).toBe('*');
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers).not.toHaveProperty('content-encoding');
    }
  });
});

test('different contents have different entity tags', async () => {
  const tags = await Promise.all(PATHS.map((path) => tagOf(path)));
  expect(new Set(tags).size).toBe(PATHS.length);
});

describe('each encoding', () => {
  test('has its own entity tag', async () => {
    const tags = [await tagOf(PATH), await tagOf(PATH, 'gzip'), await tagOf(PATH, 'br')];
    expect(new Set(tags).size).toBe(3);
  });

  test('is sent to a client that has only another encoding', async () => {
    const identity = await tagOf(PATH);
    const brotli = await tagOf(PATH, 'br');
    expect((await askIf(identity, 'br')).status).toBe(200);
    expect((await askIf(brotli, 'gzip')).status).toBe(200);
    expect((await askIf(brotli, 'identity')).status).toBe(200);
    expect((await askIf(`${identity}, ${brotli}`, 'br')).status).toBe(304);
  });
});

test('never turns a problem into a 304', async () => {
  for (const path of ['/v1/datasets/nothing', '/v1/nothing', '/v1/datasets?limit=0']) {
    const { status } = await server.ask(path, { headers: { 'If-None-Match': '*' } });
    expect([400, 404], path).toContain(status);
  }
});
