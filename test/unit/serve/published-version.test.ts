import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { nodeCompressors } from '../../../src/hosts/node/compressors.ts';
import type { ReadPublished } from '../../../src/model.ts';
import { createHandler, type Handler } from '../../../src/serve/handle-request.ts';
import type { Compressors, Content } from '../../../src/serve/published-version.ts';
import { ask as askHandler } from '../../support/http/ask-handler.ts';
import { type MemoryDisk, publishTables } from '../../support/memory-disk.ts';

const SITE = { prefix: '/', pageSizes: [100] };

/** Publishes a table of texts that all begin with a word. */
function publish(word: string, count = 250): MemoryDisk {
  const texts = Array.from({ length: count }, (_, index) => `${word} ${index}`);
  return publishTables([{ config: 'table', category: 'topic', texts }], SITE);
}

function ask(handler: Handler, path: string, coding = 'identity'): Promise<Response> {
  return askHandler(handler, path, { headers: new Headers({ 'Accept-Encoding': coding }) });
}

async function textsOf(response: Response): Promise<string[]> {
  const { results } = (await response.json()) as { results: { text: string }[] };
  return results.map(({ text }) => text);
}

function createCache(): Map<string, Content> {
  return new Map();
}

/** Node's Brotli compressor, and how often it was used. */
function countedCompressors(): { compressors: Compressors; used: () => number } {
  let used = 0;
  const compressors: Compressors = {
    br: (bytes) => {
      used += 1;
      return (nodeCompressors.br as NonNullable<Compressors['br']>)(bytes);
    },
  };
  return { compressors, used: () => used };
}

const PATHS = ['/v1', '/v1/datasets/table', '/v1/datasets/table?limit=90&offset=95', '/v1/datasets/table?offset=999'];

describe('with a cache', () => {
  test.each(PATHS.flatMap((path) => [false, true].map((isQuick) => ({ path, isQuick }))))(
    '$path has the same response as without (files read at once: $isQuick), and no file is read twice',
    async ({ path, isQuick }) => {
      const disk = publish('row');
      const handler = createHandler(disk.read, { createCache, readNow: isQuick ? disk.readNow : undefined });
      const plain = await ask(createHandler(publish('row').read), path);
      const text = await plain.text();
      await ask(handler, path);
      disk.asked.length = 0;
      const kept = await ask(handler, path);
      expect(Object.fromEntries(kept.headers)).toEqual(Object.fromEntries(plain.headers));
      expect(await kept.text()).toBe(text);
      expect(disk.asked).toEqual([]);
    },
  );

  test.each(PATHS.slice(1, 3))('%s is compressed once, also for simultaneous requests', async (path) => {
    const { compressors, used } = countedCompressors();
    const handler = createHandler(publish('row').read, { compressors, createCache });
    const identity = await (await ask(handler, path)).text();
    for (let round = 0; round < 2; round += 1) {
      for (const response of await Promise.all([1, 2, 3].map(() => ask(handler, path, 'br')))) {
        expect(response.headers.get('Content-Encoding')).toBe('br');
        expect(brotliDecompressSync(await response.arrayBuffer()).toString()).toBe(identity);
      }
    }
    expect(used()).toBe(1);
  });
});

test('a window without a file is cached in memory of its own', async () => {
  const cache = createCache();
  const handler = createHandler(publish('row').read, { createCache: () => cache });
  await ask(handler, '/v1/datasets/table?limit=90&offset=95');
  const { parts } = cache.get('v1/datasets/table/limit/90/offset/95.json') as Content;
  expect((parts as Uint8Array[]).map(({ buffer }) => buffer.byteLength)).toEqual(parts.map(({ length }) => length));
});

test('compressed contents and indexes of chunks are costly to make again, and others are not', async () => {
  const texts = Array.from({ length: 250 }, (_, at) => `row ${at} ${'x'.repeat(50)}`);
  const { read } = publishTables([{ config: 'table', category: 'topic', texts }], { ...SITE, layout: 'packed' });
  const costly = new Map<string, boolean>();
  const cache = { get: () => undefined, set: (key: string, _: Content, isCostly = false) => costly.set(key, isCostly) };
  const handler = createHandler(read, { compressors: nodeCompressors, createCache: () => cache });
  const etag = (await ask(handler, '/v1/datasets/table?offset=7', 'br')).headers.get('ETag');
  const expected = [etag, 'v1/datasets/table/chunks/index.json'];
  expect([...costly.keys()].filter((key) => costly.get(key)).sort()).toEqual(expected.sort());
  expect(costly.size).toBeGreaterThan(expected.length);
});

test('a file that the build compressed is sent as it is, and others are compressed', async () => {
  const disk = publish('row');
  const ready = new Uint8Array([1, 2, 3]);
  const read: ReadPublished = async (path) =>
    path === 'v1/datasets/table/limit/100/offset/0.json.br' ? ready : disk.read(path);
  const { compressors, used } = countedCompressors();
  const handler = createHandler(read, { compressors });
  const response = await ask(handler, '/v1/datasets/table', 'br');
  expect(response.headers.get('Content-Encoding')).toBe('br');
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(ready);
  expect(used()).toBe(0);
  await ask(handler, '/v1/datasets/table?offset=100', 'br');
  await ask(handler, '/v1/datasets/table?offset=1&limit=99', 'br');
  expect(used()).toBe(2);
});

describe('two windows', () => {
  test('of the same records have the same tag in two versions, and of other records another tag', async () => {
    const path = '/v1/datasets/table?limit=50&offset=75';
    const tagOf = async (disk: MemoryDisk): Promise<string | null> =>
      (await ask(createHandler(disk.read), path)).headers.get('ETag');
    expect(await tagOf(publish('row'))).toBe(await tagOf(publish('row')));
    expect(await tagOf(publish('row'))).not.toBe(await tagOf(publish('now')));
    expect(await tagOf(publish('row'))).not.toBe(await tagOf(publish('row', 251)));
  });
});

/** A disk whose files are replaced before the n-th read from now, or now if n is 0. */
function replacedDisk({ cache, isQuick }: { cache: boolean; isQuick: boolean }) {
  let disk = publish('old');
  let version = 0;
  let countdown: { readings: number; next: MemoryDisk } | null = null;
  const step = (): MemoryDisk => {
    if (countdown === null || countdown.readings-- > 0) return disk;
    disk = countdown.next;
    version += 1;
    countdown = null;
    return disk;
  };
  const handler = createHandler((path) => step().read(path), {
    versionId: () => (isQuick ? String(version) : Promise.resolve(String(version))),
    readNow: isQuick
      ? (path, wanted) => {
          const { readNow } = step();
          return wanted === String(version) ? readNow(path) : undefined;
        }
      : undefined,
    ...(cache ? { createCache } : {}),
  });
  return {
    handler,
    replaceBefore(reading: number, next: MemoryDisk) {
      countdown = { readings: reading - 1, next };
      if (reading === 0) step();
    },
  };
}

const WINDOW = '/v1/datasets/table?limit=100&offset=50';

describe.each([
  { cache: true, isQuick: false },
  { cache: false, isQuick: false },
  { cache: true, isQuick: true },
  { cache: false, isQuick: true },
])('if another version is published (%o)', (how) => {
  test.each([1, 2])('before read %i of a request, the whole response is from the new version', async (reading) => {
    const { handler, replaceBefore } = replacedDisk(how);
    await ask(handler, '/v1');
    replaceBefore(reading, publish('new', 120));
    const response = await ask(handler, WINDOW);
    expect(await textsOf(response)).toEqual(Array.from({ length: 70 }, (_, index) => `new ${index + 50}`));
  });

  test('what it removes is a 404, and what it adds is found', async () => {
    const { handler, replaceBefore } = replacedDisk(how);
    await ask(handler, '/v1');
    const texts = ['other 0'];
    replaceBefore(1, publishTables([{ config: 'other', category: 'topic', texts }], SITE));
    expect((await ask(handler, '/v1/datasets/table')).status).toBe(404);
    expect(await textsOf(await ask(handler, '/v1/datasets/other'))).toEqual(texts);
  });
});
