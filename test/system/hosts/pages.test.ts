import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, inject, test } from 'vitest';
import { SMALLEST_COMPRESSED } from '../../../src/contract/routes.ts';
import { useBuiltServer } from '../../support/http/built-server.ts';

const server = useBuiltServer();

/** Paths of pages, one for each depth of the site. */
const PAGES = readdirSync(join(inject('builtSite'), 'client'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('index.html'))
  .map((file) => `/${file.slice(0, -'index.html'.length)}`)
  .filter((page, index, all) => all.findIndex((it) => it.split('/').length === page.split('/').length) === index);

const ANSWERS = [...PAGES.map((path) => ({ path, status: 200 })), { path: '/no/such/page', status: 404 }];

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

test('there is a page of each depth', () => {
  expect(PAGES).toHaveLength(3);
  expect(PAGES).toContain('/');
});

describe.each(ANSWERS)('the page $path', ({ path, status }) => {
  test(`is HTML with the status ${status}`, async () => {
    const answer = await server.ask(path);
    expect(answer.status).toBe(status);
    expect(answer.headers['content-type']).toMatch(/^text\/html/);
    expect(answer.text).toMatch(/^<!doctype html>/i);
  });

  test('varies with the encoding, and decodes to the same page', async () => {
    const plain = await server.ask(path);
    expect(plain.headers.vary).toMatch(/accept-encoding/i);
    for (const [coding, decode] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const { headers, body } = await server.ask(path, { headers: { 'Accept-Encoding': coding } });
      expect(headers.vary).toMatch(/accept-encoding/i);
      const isSmall = plain.body.length < SMALLEST_COMPRESSED;
      expect(headers['content-encoding']).toBe(isSmall ? undefined : coding);
      if (isSmall) expect(body.equals(plain.body)).toBe(true);
      else expect(decode(body).equals(plain.body)).toBe(true);
    }
  });
});

test('a path that is not found does not appear in the page as HTML', async () => {
  const { status, text } = await server.ask('/%3Cscript%3Ealert(1)%3C/script%3E');
  expect(status).toBe(404);
  expect(text).not.toContain('<script>alert');
});
