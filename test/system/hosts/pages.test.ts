import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { useBuiltServer } from '../../support/http/built-server.ts';

const server = useBuiltServer();

test('the client is a module that programs of any site may load', async () => {
  const { status, headers, text } = await server.ask('/almanac.js');
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'access-control-allow-origin': '*',
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=0, must-revalidate',
  });
  expect(text).toBe(readFileSync('public/almanac.js', 'utf8'));
});
