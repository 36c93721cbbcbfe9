import { describe, expect, test } from 'vitest';
import { useBuiltServer } from '../../../support/http/built-server.ts';
import { sendText } from '../../../support/http/raw-request.ts';

const server = useBuiltServer();

describe('a path that tries to leave the API', () => {
  test.each([
    '/v1/datasets/..%2f..%2fpackage.json',
    '/v1/datasets/..%2F..%2F..%2Fserver%2Fentry.mjs',
    '/v1/datasets/..%5c..%5cpackage.json',
    '/v1/datasets/%252e%252e%252f%252e%252e%252fpackage.json',
    '/v1/datasets/..%2findex',
    '/v1/datasets/..%2findex.json',
    '/v1/..%2findex.html',
    '/v1/%2e%2e%2findex.html',
    '/v1/datasets/category/..%2f..%2findex.json',
    '/v1/datasets/category%2feconomy%2f..%2f..%2fcoffee-production.json',
    '/v1/datasets/%2fetc%2fpasswd',
    '/v1/datasets/C:%5cWindows',
    '/v1/datasets/file:%2f%2f%2fetc%2fpasswd',
    '/v1/datasets/coffee-production%00',
    '/v1/datasets/%00',
    '/v1/%00',
    '/v1/datasets/coffee-production%00/info',
    '/v1/datasets/coffee-production/limit/100%00/offset/0.json',
    '/v1/datasets/coffee-production/limit/..%2f..%2f/offset/0.json',
    '/v1/datasets/.json',
    '/v1/datasets/%20',
    '/v1/datasets/%0d%0aSet-Cookie:%20a=b',
    '/v1/datasets/__proto__',
    '/v1/datasets/constructor',
    '/v1/datasets/toString',
    '/v1/datasets/hasOwnProperty/schema',
    '/v1/datasets/category',
    '/v1/datasets/category.json',
    '/v1/datasets/category/constructor',
    '/v1/datasets/limit',
    '/v1/datasets/limit/100',
    '/v1/datasets/offset',
    '/v1/datasets/index',
    '/v1/datasets/con',
  ])('%s gets a problem and never a file', async (path) => {
    const { status, headers } = await server.ask(path);
    expect([400, 404]).toContain(status);
    expect(headers['content-type']).toMatch(/^application\/problem\+json/);
  });

  test.each([1_000, 10_000])('with a name of %i characters gets 404', async (length) => {
    for (const name of ['a'.repeat(length), '%C3%A4'.repeat(length / 10), 'a-'.repeat(length / 2)]) {
      const { status, text, body } = await server.ask(`/v1/datasets/${name}`);
      expect(status).toBe(404);
      expect(JSON.parse(text)).toMatchObject({ suggestion: null });
      expect(body.length).toBeLessThan(3_000);
    }
  });

  test('out of the served folder finds nothing among the pages either', async () => {
    for (const path of [
      '/../server/entry.mjs',
      '/%2e%2e/server/entry.mjs',
      '/..%2fserver/entry.mjs',
      '/.almanac-output',
    ]) {
      expect((await server.ask(path)).status, path).toBe(404);
    }
  });
});

describe('a path that is not UTF-8 once its escapes are decoded', () => {
  test.each(['%', '%f', '%zz', '%ff', '%80', '%c3%28', '%E0%A4%A', '%ed%a0%80', '%u0041', '%%361', 'a%2', '%c0%af'])(
    'such as %j gets 400, in any part of the path',
    async (part) => {
      for (const path of [
        `/v1/${part}`,
        `/v1/datasets/${part}/info`,
        `/v1/datasets/coffee-production/limit/${part}/offset/0`,
      ]) {
        const { status, text } = await server.ask(path);
        expect(status, path).toBe(400);
        expect(JSON.parse(text)).toMatchObject({ status: 400, instance: path });
      }
    },
  );
});

describe('a request line of an unusual form', () => {
  const statusOf = async (target: string): Promise<number> => {
    const text = await sendText(server.url(), `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    return Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]);
  };

  test('with a whole URL gets the response to its path, whatever its host', async () => {
    const text = await sendText(
      server.url(),
      'GET http://elsewhere.example/v1/datasets?limit=1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    );
    expect(text).toMatch(/^HTTP\/1\.1 200 /);
    expect(text.slice(text.indexOf('\r\n\r\n') + 4)).toBe((await server.ask('/v1/datasets?limit=1')).text);
  });

  test.each(['http://[bad', 'http://', '//', '//x', '/\\x', '/%', '/?', '/v1?#', '/v1#x', '*', '/v1;a=b', '/%00'])(
    '%s does no harm',
    async (target) => {
      expect(await statusOf(target)).toBeLessThan(500);
      expect(await statusOf('/v1')).toBe(200);
    },
  );

  test('with bytes outside ASCII gets some response, and does no harm', async () => {
    expect(await statusOf('/v1/datasets/\xe9')).toBeLessThan(500);
    expect(await statusOf('/v1')).toBe(200);
  });
});
