import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { useBuiltServer } from '../../../support/http/built-server.ts';
import type { Answer } from '../../../support/http/raw-request.ts';

const server = useBuiltServer();

/** The first is held in memory by the server, the others are read from the disk. */
const PATHS = [
  '/v1/datasets/coffee-production/data.csv',
  '/v1/datasets/penn-world-table/data.csv',
  '/v1/datasets/penn-world-table/data.ndjson',
];

function fileOf(path: string): Buffer {
  return readFileSync(join(inject('builtSite'), 'client', path));
}

function askRange(path: string, range: string, headers: Record<string, string> = {}): Promise<Answer> {
  return server.ask(path, { headers: { Range: range, ...headers } });
}

/** Requests a path, and cuts the connection once some bytes of the body have arrived. */
async function readUntilCut(path: string, enough: number): Promise<Buffer> {
  const outgoing = request(`${server.url()}${path}`, { agent: false }).end();
  outgoing.on('error', () => {});
  const [incoming] = await once(outgoing, 'response');
  incoming.on('error', () => {});
  const chunks: Buffer[] = [];
  let received = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    received += chunk.length;
    if (received >= enough) break;
  }
  outgoing.destroy();
  return Buffer.concat(chunks).subarray(0, enough);
}

describe.each(PATHS)('%s', (path) => {
  test('is read as DuckDB and pyarrow read a file: HEAD for its length, then its end, then parts of it', async () => {
    const file = fileOf(path);
    for (const coding of [{}, { 'Accept-Encoding': 'identity' }]) {
      const head = await server.ask(path, { method: 'HEAD', headers: coding });
      expect([head.status, head.body.length, head.headers['accept-ranges']]).toEqual([200, 0, 'bytes']);
      expect(head.headers).not.toHaveProperty('content-encoding');
      const size = Number(head.headers['content-length']);
      expect(size).toBe(file.length);
      for (const [start, end] of [
        [size - 8, size],
        [Math.floor(size / 3), Math.floor(size / 2)],
        [0, Math.min(size, 1 << 20)],
        [0, size],
      ] as const) {
        const part = await askRange(path, `bytes=${start}-${end - 1}`, coding);
        expect(part.status).toBe(206);
        expect(part.headers['content-length']).toBe(String(end - start));
        expect(part.headers['content-range']).toBe(`bytes ${start}-${end - 1}/${size}`);
        expect(part.headers.etag).toBe(head.headers.etag);
        expect(part.body.equals(file.subarray(start, end))).toBe(true);
      }
    }
  });

  test('goes on where a cut download ended, unless the file has changed', async () => {
    const file = fileOf(path);
    const had = await readUntilCut(path, Math.floor(file.length / 3));
    const { etag = '' } = (await server.ask(path, { method: 'HEAD' })).headers;
    const rest = await askRange(path, `bytes=${had.length}-`, { 'If-Range': etag, 'Accept-Encoding': 'gzip' });
    expect(rest.status).toBe(206);
    expect(Buffer.concat([had, rest.body]).equals(file)).toBe(true);
    for (const other of ['"of-an-edition-before"', `W/${etag}`, new Date().toUTCString()]) {
      const again = await askRange(path, `bytes=${had.length}-`, { 'If-Range': other });
      expect([again.status, again.headers['content-range']], other).toEqual([200, undefined]);
      expect(again.body.equals(file)).toBe(true);
    }
  });
});
