import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { folderWith } from '../../support/builds/raw-data-folder.ts';

const FILES = {
  'index.html': 'Home',
  '404.html': 'Nothing is here',
  'datasets/rain/index.html': 'Rain',
  'v1/index.json': '{}',
  'v1/datasets/rain.json': '{"rain": true}',
  'v1/datasets/rain/info.json': '{}',
  '.well-known/api-catalog': '{}',
};

// The package has no types.
const { default: handler } = await import(import.meta.resolve('serve-handler'));

const CONFIG = JSON.parse(readFileSync('scripts/preview/serve.json', 'utf8'));

/** Serves files as the command does, by the handler of its server. */
async function serve(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = folderWith(files);
  const server = createServer((request, response) => handler(request, response, { ...CONFIG, public: folder }));
  server.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function answer(url: string, headers: Readonly<Record<string, string>> = {}): Promise<[number, string]> {
  const response = await fetch(url, { redirect: 'manual', headers });
  return [response.status, await response.text()];
}

test.each([
  ['/', 'Home'],
  ['/datasets/rain/', 'Rain'],
  ['/v1/datasets/rain.json', '{"rain": true}'],
  ['/v1/datasets/rain.json?limit=1&offset=1', '{"rain": true}'],
  ['/.well-known/api-catalog', '{}'],
])('the file of %s is sent', async (path, text) => {
  expect(await answer((await serve(FILES)) + path)).toEqual([200, text]);
});

test.each([
  // Folders, of which none is listed, and no other path is tried.
  '/v1',
  '/v1/',
  '/v1/datasets/',
  '/datasets',
  // Files without their ending.
  '/v1/datasets/rain',
  '/v1/index',
  '/v1/datasets/rain.json/',
  '/v1/datasets/snow.json',
])('%s is not found', async (path) => {
  expect(await answer((await serve(FILES)) + path)).toEqual([404, 'Nothing is here']);
  expect(await answer((await serve(FILES)) + path, { range: 'bytes=0-1' })).toEqual([404, 'Nothing is here']);
});

test.each(['/%zz', '/..%2f..%2fetc%2fpasswd'])('%s leads nowhere', async (path) => {
  const [status] = await answer((await serve(FILES)) + path);
  expect([400, 403, 404]).toContain(status);
});
