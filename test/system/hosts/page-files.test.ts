import { cpSync, mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { folderForAll } from '../../support/builds/raw-data-folder.ts';
import { type RunningServer, serveOutput } from '../../support/builds/serve-output.ts';
import { type Answer, type AskOptions, askServer, sendText } from '../../support/http/raw-request.ts';

const LARGE = Buffer.alloc(3_000_000, 'a large text\n');
const SECRET = 'nobody may read this';

const out = folderForAll();
const client = join(out, 'client');
let server: RunningServer;
let other: RunningServer;

function write(path: string, content: string | Buffer): void {
  mkdirSync(dirname(join(client, path)), { recursive: true });
  writeFileSync(join(client, path), content);
}

beforeAll(async () => {
  cpSync(inject('builtSite'), out, { recursive: true });
  write('large.txt', LARGE);
  write('large.csv', LARGE);
  write('large.csv.br', brotliCompressSync(LARGE));
  write('.hidden.html', SECRET);
  write('.git/config', SECRET);
  write('.well-known/security.txt', 'Contact: mailto:a@example.org\n');
  writeFileSync(join(out, 'secret.html'), SECRET);
  symlinkSync(join(out, 'secret.html'), join(client, 'link.html'));
  symlinkSync(out, join(client, 'outside'));
  server = await serveOutput(out);
  // The same bytes on another server, with other times.
  utimesSync(join(client, 'index.html'), 1_000_000, 1_000_000);
  other = await serveOutput(out);
});
afterAll(() => Promise.all([server.stop(), other.stop()]));

const ask = (path: string, options?: AskOptions): Promise<Answer> => askServer(server.url, path, options);

const NOT_SERVED = [
  '/.hidden.html',
  '/.git/config',
  '/link.html',
  '/outside/secret.html',
  '/outside/',
  '/large.csv.br',
  '/secret.html',
  '/..%2fsecret.html',
  '/..%5csecret.html',
  '/index.html%00',
  `/${encodeURIComponent(join(out, 'secret.html'))}`,
  '/embed',
  '/assets/',
  '/index.html/',
  '/index.html/x',
  '/__proto__',
  '/%ff',
  '/%',
];

test.each(NOT_SERVED)('%s is not found', async (path) => {
  const { status, headers, text } = await ask(path);
  expect(status).toBe(404);
  expect(text).not.toContain(SECRET);
  expect(text).toBe((await ask('/404.html')).text);
  expect(headers['cache-control']).toBe('public, max-age=60');
  expect(headers).not.toHaveProperty('etag');
  expect((await ask(path, { headers: { 'If-None-Match': '*' } })).status).toBe(404);
});

test('files about the site are served, though their folder is hidden', async () => {
  expect((await ask('/.well-known/security.txt')).status).toBe(200);
});

const TURNED = [
  '//evil.example',
  '//evil.example/',
  '//evil.example/..',
  '//evil.example/%2e%2e',
  '//evil.example//..',
  '/\\evil.example',
  '/\\/evil.example/..',
  '/%2f%2fevil.example',
  '/%2f%2fevil.example/..',
  '/%5cevil.example/',
  '/evil.example%0d%0aLocation:%20https://evil.example',
  '/datasets?evil.example',
  '/datasets/coffee-production?evil.example',
  '/datasets/coffee-production//evil.example/..',
  '/api//evil.example/..',
  '/evil.example/..//',
  '/evil.example;/..',
];

test.each(TURNED)('%s redirects nowhere, and nothing of it appears in the response', async (path) => {
  const request = `GET ${path} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`;
  const received = await sendText(server.url, request);
  expect(received).toMatch(/^HTTP\/1\.1 (?:200|404) /);
  expect(received.toLowerCase()).not.toContain('location:');
  expect(received).not.toContain('evil');
});
