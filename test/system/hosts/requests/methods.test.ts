import { describe, expect, test } from 'vitest';
import { useBuiltServer } from '../../../support/http/built-server.ts';

const server = useBuiltServer();

const PATHS = ['/v1', '/v1/datasets', '/v1/datasets/coffee-production', '/v1/datasets/nothing', '/v1/nothing'];

describe.each(['POST', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND', 'QUERY'])('a %s request', (method) => {
  test.each(PATHS)('to %s gets 405 and the allowed methods', async (path) => {
    const { status, headers, text } = await server.ask(path, { method });
    expect(status).toBe(405);
    expect(headers.allow).toBe('GET, HEAD, OPTIONS');
    expect(JSON.parse(text)).toMatchObject({ status: 405, instance: path });
  });
});

describe('an OPTIONS request', () => {
  const preflight = { 'Origin': 'https://example.org', 'Access-Control-Request-Method': 'GET' };

  test.each(PATHS)('to %s gets 204 and what a browser asks for before the real request', async (path) => {
    const { status, headers, body } = await server.ask(path, { method: 'OPTIONS', headers: preflight });
    expect(status).toBe(204);
    expect(body).toHaveLength(0);
    expect(headers.allow).toBe('GET, HEAD, OPTIONS');
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers['access-control-allow-methods']?.split(', ')).toEqual(['GET', 'HEAD', 'OPTIONS']);
    expect(headers['access-control-allow-headers']?.toLowerCase()).toContain('if-none-match');
    expect(Number(headers['access-control-max-age'])).toBeGreaterThan(0);
    expect(headers.vary).toBe('Accept-Encoding');
  });
});

describe('a HEAD request', () => {
  const paths = [
    ...PATHS,
    '/v1/datasets/exchange-rates-monthly?limit=7&offset=3',
    '/v1/datasets?limit=0',
    '/v1/datasets/%ff',
    '/v1/datasets/coffee-production/info',
    '/v1/datasets/coffee-production/schema',
  ];

  test.each(paths)('to %s has the status and the headers of GET, and no body', async (path) => {
    for (const coding of ['identity', 'gzip', 'br']) {
      const headers = { 'Accept-Encoding': coding };
      const head = await server.ask(path, { method: 'HEAD', headers });
      const get = await server.ask(path, { headers });
      const withoutDate = ({ date: _, ...rest }: typeof get.headers): object => rest;
      expect(head.status).toBe(get.status);
      expect(withoutDate(head.headers)).toEqual(withoutDate(get.headers));
      expect(head.headers['content-length']).toBe(String(get.body.length));
      expect(head.body).toHaveLength(0);
    }
  });
});
