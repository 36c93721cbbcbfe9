import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { runBuild } from '../../support/builds/run-build.ts';
import { type RunningServer, serveOutput } from '../../support/builds/serve-output.ts';
import { type Answer, askServer } from '../../support/http/raw-request.ts';
import { textOf } from '../browser/built-pages.ts';

/*
 * The real catalogue, packed with the command that publishers use, and served. Every URL has the same response as in the layout `pages`.
 */

const folder = mkdtempSync(join(tmpdir(), 'almanac-packed-'));
const packedOut = join(folder, 'out');
const compressedOut = join(folder, 'compressed');
/** Datasets of a few chunks and of one, whose packed output is compressed too: Brotli takes longer for all than everything else here. */
const COMPRESSED = ['exchange-rates-monthly', 'wheat-prices-and-wages'];
let packed: RunningServer;
let compressed: RunningServer;
let pages: RunningServer;

beforeAll(async () => {
  const flags = ['--layout', 'packed', '--quiet'];
  for (const more of [
    ['--out', packedOut],
    ['--out', compressedOut, '--precompress', '--only', COMPRESSED.join()],
  ]) {
    const { code, stderr } = await runBuild([...flags, ...more]);
    if (code !== 0) throw new Error(stderr);
  }
  [packed, compressed, pages] = (await Promise.all(
    [packedOut, compressedOut, inject('builtSite')].map((out) => serveOutput(out)),
  )) as [RunningServer, RunningServer, RunningServer];
}, 120_000);
afterAll(async () => {
  await Promise.all([packed?.stop(), compressed?.stop(), pages?.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

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
 * Files that depend on the layout, since row groups of Parquet and blocks of XLSX begin where its pages or chunks do, and their list of digests.
 */
const HAS_ROW_GROUPS = /\/(?:data\.(?:parquet|xlsx)|downloads\.json)$/;
const isRecordsPage = (path: string): boolean => /^\/v1\/datasets\/(?!category\/)[^/]+\/limit\//.test(path);

describe('a packed output', () => {
  test('serves every URL under /v1 that is a file in the layout pages', { timeout: 60_000 }, async () => {
    const urls = filesIn(inject('builtSite')).filter((path) => path.startsWith('/v1/') && path !== '/v1/index.json');
    expect(urls.filter(isRecordsPage).length).toBeGreaterThan(1000);
    const expectSame = async (url: string, server: RunningServer, out: string): Promise<void> => {
      const [ours, theirs] = await Promise.all([askServer(server.url, url), askServer(pages.url, url)]);
      if (HAS_ROW_GROUPS.test(url)) {
        expect(ours.body.equals(readFileSync(join(out, 'client', url))), url).toBe(true);
        expect(withoutBody(ours), url).toEqual(withoutBody(theirs));
      } else expect(comparable(ours), url).toEqual(comparable(theirs));
    };
    for (const url of urls) await expectSame(url, packed, packedOut);
    const ofCompressed = urls.filter((url) =>
      COMPRESSED.some((it) => /^\/v1\/datasets\/([^/.]+)/.exec(url)?.[1] === it),
    );
    expect(ofCompressed.filter(isRecordsPage).length).toBeGreaterThan(100);
    for (const url of ofCompressed) await expectSame(url, compressed, compressedOut);
  });

  test.each([
    '?limit=7&offset=3',
    '?limit=100&offset=4050',
    '?offset=12700',
    '?limit=100&offset=99999',
    '/limit/33/offset/12770.json',
    '?limit=0',
  ])('serves the window %s', async (window) => {
    const url = `/v1/datasets/exchange-rates-monthly${window}`;
    const [plain, small, theirs] = (await Promise.all(
      [packed, compressed, pages].map((it) => askServer(it.url, url)),
    )) as [Answer, Answer, Answer];
    expect(comparable(plain)).toEqual(comparable(theirs));
    expect(comparable(small)).toEqual(comparable(theirs));
  });

  test('compresses a page for clients that accept it, with its own entity tag', async () => {
    const url = '/v1/datasets/exchange-rates-monthly/limit/100/offset/4000.json';
    for (const server of [packed, compressed]) {
      const plain = await askServer(server.url, url);
      const small = await askServer(server.url, url, { headers: { 'Accept-Encoding': 'br' } });
      expect(small.headers['content-encoding']).toBe('br');
      expect(brotliDecompressSync(small.body).equals(plain.body)).toBe(true);
      expect(small.headers.etag).not.toBe(plain.headers.etag);
      const headers = { 'Accept-Encoding': 'br', 'If-None-Match': small.headers.etag ?? '' };
      expect(await askServer(server.url, url, { headers })).toMatchObject({ status: 304, text: '' });
    }
  });

  test('has the pages of the catalogue, and only the first pages of records', () => {
    const [ours, theirs] = [filesIn(packedOut), filesIn(inject('builtSite'))].map((files) =>
      files.filter((path) => !path.includes('/chunks/')).sort(),
    );
    expect(ours).toEqual(theirs?.filter((path) => !isRecordsPage(path)));
    const small = filesIn(compressedOut).filter((path) => /\.(?:br|gz)$/.test(path));
    expect(small.length).toBeGreaterThan(10);
    expect(small.filter((path) => path.includes('/chunks/'))).toEqual([]);
  });

  test('explains in its reference that code makes the pages of records', () => {
    const reference = (out: string): string => textOf(readFileSync(join(out, 'client/api/index.html'), 'utf8'));
    expect(reference(packedOut)).toContain('the first of each dataset, of 100 records');
    expect(reference(packedOut)).toContain('by the server’s code only');
    expect(reference(packedOut)).not.toContain('works on every host, and reads every record');
    expect(reference(inject('builtSite'))).toContain('works on every host, and reads every record');
    expect(reference(inject('builtSite'))).not.toContain('by the server’s code only');
  });
});
