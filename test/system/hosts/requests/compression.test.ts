import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { useBuiltServer } from '../../../support/http/built-server.ts';
import type { Answer } from '../../../support/http/raw-request.ts';

const server = useBuiltServer();

const PATH = '/v1/datasets/exchange-rates-monthly';

function askFor(coding: string, path = PATH): Promise<Answer> {
  return server.ask(path, { headers: { 'Accept-Encoding': coding } });
}

function decode({ headers, body }: Answer): Buffer {
  if (headers['content-encoding'] === 'br') return brotliDecompressSync(body);
  return headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
}

describe('the encoding', () => {
  test.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['*;q=0.5, br;q=0', 'gzip'],
    ['identity;q=0, *', 'br'],
    ['deflate', undefined],
    ['', undefined],
  ])('for the Accept-Encoding "%s" is %s, and decodes to the same body', async (coding, expected) => {
    const answer = await askFor(coding);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-encoding']).toBe(expected);
    expect(answer.headers['content-length']).toBe(String(answer.body.length));
    expect(decode(answer).equals((await server.ask(PATH)).body)).toBe(true);
  });

  test('is identity for a small body and for a problem, which have Vary too', async () => {
    for (const path of [`${PATH}?limit=1`, '/v1/datasets/nothing', `${PATH}?limit=0`]) {
      const { headers, body } = await askFor('br, gzip', path);
      expect(headers).not.toHaveProperty('content-encoding');
      expect(headers.vary).toBe('Accept-Encoding');
      expect(() => JSON.parse(body.toString())).not.toThrow();
    }
  });

  test.each(['/v1', '/v1/datasets', `${PATH}/schema`, `${PATH}?limit=80&offset=50`, `${PATH}/limit/100/offset/0.json`])(
    'of %s decodes to the body',
    async (path) => {
      const identity = await server.ask(path);
      for (const coding of ['br', 'gzip']) expect(decode(await askFor(coding, path)).equals(identity.body)).toBe(true);
    },
  );
});
