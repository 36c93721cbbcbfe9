import { describe, expect, test } from 'vitest';
import { useBuiltServer } from '../../../support/http/built-server.ts';
import { sendText } from '../../../support/http/raw-request.ts';

const server = useBuiltServer();

const PATHS = [
  '/v1',
  '/v1/datasets',
  '/v1/datasets/coffee-production',
  '/v1/datasets/coffee-production/info',
  '/v1/datasets/coffee-production/schema',
];

describe.each(PATHS)('the response to %s', (path) => {
  test('does not depend on the host or on what a proxy adds', async () => {
    const plain = await server.ask(path);
    const { text, headers } = await server.ask(path, {
      headers: {
        'Host': 'elsewhere.example',
        'X-Forwarded-Host': 'elsewhere.example',
        'X-Forwarded-Proto': 'https',
        'X-Forwarded-Prefix': '/elsewhere',
        'X-Original-URL': '/elsewhere',
        'X-HTTP-Method-Override': 'DELETE',
        'Forwarded': 'host=elsewhere.example',
      },
    });
    expect(text).toBe(plain.text);
    expect(headers.etag).toBe(plain.headers.etag);
    expect(headers.link).toBe(plain.headers.link);
  });
});

describe('no header repeats anything from a request', () => {
  const MARK = 'echo4711';

  test.each([
    `/v1/${MARK}`,
    `/v1/datasets/${MARK}`,
    `/v1/datasets/${MARK}%0d%0aX-${MARK}:%20a`,
    `/v1/datasets/${MARK}${'x'.repeat(5_000)}`,
    `/v1/datasets?limit=${MARK}`,
    `/v1/datasets?category=${MARK}%0d%0a${MARK}`,
    `/v1/datasets?${MARK}=${MARK}`,
    `/v1/datasets/coffee-production?limit=10&${MARK}`,
    `/v1/datasets/${MARK}/%ff`,
    `/${MARK}`,
    `//${MARK}.example/`,
    `//${MARK}.example//..`,
    `/${MARK}/..`,
    `/datasets?${MARK}`,
    `/v1\\${MARK}`,
  ])('of %s', async (path) => {
    const { rawHeaders } = await server.ask(path, {
      headers: {
        'Host': `${MARK}.example`,
        'X-Forwarded-Host': `${MARK}.example`,
        'Origin': `https://${MARK}.example`,
        'Referer': `https://${MARK}.example/`,
        'If-None-Match': `"${MARK}"`,
        'Accept-Encoding': MARK,
        'Access-Control-Request-Headers': MARK,
        'User-Agent': MARK,
      },
    });
    expect(rawHeaders.join('\n').toLowerCase()).not.toContain(MARK);
  });

  test.each(['', ':', '[', 'a b', 'x:99999', '\xe9', '"', '<script>'])('with the odd host "%s"', async (host) => {
    for (const path of ['/v1', '/v1/nothing', '/nothing']) {
      const request = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
      const [head = ''] = (await sendText(server.url(), request)).split('\r\n\r\n');
      expect(head).toMatch(path === '/v1' ? /^HTTP\/1\.1 (?:200|400) / : /^HTTP\/1\.1 40[04] /);
      if (host.length > 1) expect(head).not.toContain(host);
    }
  });
});
