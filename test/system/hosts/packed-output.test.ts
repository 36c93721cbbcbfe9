import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { folderForAll } from '../../support/builds/raw-data-folder.ts';
import { runBuild } from '../../support/builds/run-build.ts';
import { type RunningServer, serveOutput } from '../../support/builds/serve-output.ts';
import { type Answer, askServer } from '../../support/http/raw-request.ts';
import { textOf } from '../browser/built-pages.ts';

/*
 * Real datasets of a few chunks and of one, packed and compressed with the command that publishers use, and served. Every URL has the same
 * response as in the layout `pages`.
 */

const folder = folderForAll();
const out = join(folder, 'out');
const CONFIGS = ['exchange-rates-monthly', 'wheat-prices-and-wages'];
let packed: RunningServer;
let pages: RunningServer;

beforeAll(async () => {
  const flags = ['--layout', 'packed', '--quiet', '--precompress', '--only', CONFIGS.join()];
  const { code, stderr } = await runBuild([...flags, '--out', out]);
  if (code !== 0) throw new Error(stderr);
  packed = await serveOutput(out);
  pages = await serveOutput(inject('builtSite'));
}, 120_000);
afterAll(() => Promise.all([packed?.stop(), pages?.stop()]));

/** Paths of the files that a static host serves. */
function filesIn(out: string): string[] {
  const client = join(out, 'client');
  const entries = readdirSync(client, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(client.length).replaceAll('\\', '/'));
}

function comparable({ status, headers, body }: Answer) {
  const { etag, date, connection, 'keep-alive': keepAlive, ...others } = headers;
  return { status, isTagged: etag !== undefined, headers: others, body: body.toString('latin1') };
}

function withoutBody(answer: Answer) {
  const { status, isTagged, headers } = comparable(answer);
  const { 'content-length': _, ...others } = headers;
  return { status, isTagged, headers: others };
}

/**
 * Files that depend on the layout, since row groups of Parquet and blocks of XLSX begin where its pages or chunks do, and their list of
 * digests.
 */
const HAS_ROW_GROUPS = /\/(?:data\.(?:parquet|xlsx)|downloads\.json)$/;
const isRecordsPage = (path: string): boolean => /^\/v1\/datasets\/(?!category\/)[^/]+\/limit\//.test(path);

describe('a packed output', () => {
  test('serves every URL under /v1 that is a file in the layout pages', { timeout: 60_000 }, async () => {
    const urls = filesIn(inject('builtSite')).filter((path) =>
      CONFIGS.includes(/^\/v1\/datasets\/([^/.]+)/.exec(path)?.[1] ?? ''),
    );
    expect(urls.filter(isRecordsPage).length).toBeGreaterThan(100);
    for (const url of urls) {
      const [ours, theirs] = await Promise.all([askServer(packed.url, url), askServer(pages.url, url)]);
      if (HAS_ROW_GROUPS.test(url)) {
        expect(ours.body.equals(readFileSync(join(out, 'client', url))), url).toBe(true);
        expect(withoutBody(ours), url).toEqual(withoutBody(theirs));
      } else expect(comparable(ours), url).toEqual(comparable(theirs));
    }
  });

  test('compresses a page for clients that accept it, with its own entity tag', async () => {
    const url = '/v1/datasets/exchange-rates-monthly/limit/100/offset/4000.json';
    const plain = await askServer(packed.url, url);
    const small = await askServer(packed.url, url, { headers: { 'Accept-Encoding': 'br' } });
    expect(small.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(small.body).equals(plain.body)).toBe(true);
    expect(small.headers.etag).not.toBe(plain.headers.etag);
    const headers = { 'Accept-Encoding': 'br', 'If-None-Match': small.headers.etag ?? '' };
    expect(await askServer(packed.url, url, { headers })).toMatchObject({ status: 304, text: '' });
  });

  test('has only the first pages of records, and its chunks are not compressed', () => {
    expect(filesIn(out).filter(isRecordsPage)).toEqual([]);
    expect(filesIn(out)).toEqual(expect.arrayContaining(CONFIGS.map((config) => `/v1/datasets/${config}.json`)));
    const small = filesIn(out).filter((path) => /\.(?:br|gz)$/.test(path));
    expect(small.length).toBeGreaterThan(10);
    expect(small.filter((path) => path.includes('/chunks/'))).toEqual([]);
  });

  test('explains in its reference that code makes the pages of records', () => {
    const reference = (of: string): string => textOf(readFileSync(join(of, 'client/api/index.html'), 'utf8'));
    expect(reference(out)).toContain('only the first of each dataset, with a limit of 100');
    expect(reference(out)).toContain('(only with the server’s code)');
    expect(reference(out)).not.toContain('works on every host and reads every record');
    expect(reference(inject('builtSite'))).toContain('works on every host and reads every record');
    expect(reference(inject('builtSite'))).not.toContain('(only with the server’s code)');
  });
});
