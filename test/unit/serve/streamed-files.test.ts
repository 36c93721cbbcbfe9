import { describe, expect, test } from 'vitest';
import type { ReadPublished } from '../../../src/model.ts';
import { createHandler, type Handler } from '../../../src/serve/handle-request.ts';
import { type FileOpener, fileOpener } from '../../support/file-opener.ts';
import { ask } from '../../support/http/ask-handler.ts';
import { type MemoryDisk, publishTables } from '../../support/memory-disk.ts';

/*
 * Files of more than 1 MB are read while they are sent. Their responses are those of files in memory, byte for byte.
 */

const RECORDS = 250;

function publish(word: string, layout: 'pages' | 'packed' = 'pages', length = 30_000): MemoryDisk {
  const texts = Array.from({ length: RECORDS }, (_, at) => `${word} ${at} ü${'x'.repeat((at * 7919) % length)}`);
  return publishTables([{ config: 'table', category: 'topic', texts }], { prefix: '/', pageSizes: [100], layout });
}

const WINDOWS = ['', '?offset=100', '?offset=200', '?limit=100&offset=1', '?limit=99&offset=57', '?limit=1&offset=99'];
const MORE = ['?limit=2&offset=99', '?limit=100&offset=151', '?limit=100&offset=249', '?limit=7&offset=250'];

describe.each(['pages', 'packed'] as const)('of a dataset in the layout %s, whose pages are large,', (layout) => {
  test.each([1000, 1 << 16])(
    'every window is the one from memory, whatever the pieces (%i bytes)',
    async (pieceBytes) => {
      const disk = publish('row', layout);
      const opener = fileOpener(disk.read, pieceBytes);
      const streaming = createHandler(disk.read, { open: opener.open });
      const plain = createHandler(disk.read);
      for (const window of [...WINDOWS, ...MORE]) {
        const path = `/v1/datasets/table${window}`;
        const [streamed, whole] = [await ask(streaming, path), await ask(plain, path)];
        expect(Object.fromEntries(streamed.headers), path).toEqual(Object.fromEntries(whole.headers));
        const text = await streamed.text();
        expect(text, path).toBe(await whole.text());
        expect(Number(streamed.headers.get('Content-Length')), path).toBe(Buffer.byteLength(text));
        const head = await ask(streaming, path, { method: 'HEAD' });
        expect(Object.fromEntries(head.headers), path).toEqual(Object.fromEntries(whole.headers));
      }
      expect(opener.opened()).toBe(0);
      // Once for each file, however often it is asked for.
      expect(new Set(opener.digested).size).toBe(opener.digested.length);
      expect(opener.digested.length).toBeGreaterThan(1);
    },
  );
});

test('a page that its client has is not opened again', async () => {
  const disk = publish('row');
  const handler = createHandler(disk.read, { open: fileOpener(disk.read).open });
  const etag = (await ask(handler, '/v1/datasets/table', { method: 'HEAD' })).headers.get('ETag') ?? '';
  disk.asked.length = 0;
  expect((await ask(handler, '/v1/datasets/table', { headers: new Headers({ 'If-None-Match': etag }) })).status).toBe(
    304,
  );
  expect(disk.asked).toEqual([]);
});

/** A disk that another version replaces before one of the next files is opened. */
function replacedDisk(): { handler: Handler; opener: FileOpener; replaceBefore(opening: number): void } {
  let disk = publish('old');
  let version = 0;
  let left = -1;
  const read: ReadPublished = (path) => {
    if (left-- === 0) {
      disk = publish('new');
      version += 1;
    }
    return disk.read(path);
  };
  const opener = fileOpener(read);
  return {
    handler: createHandler(read, { open: opener.open, versionId: async () => String(version) }),
    opener,
    replaceBefore: (opening) => {
      left = opening;
    },
  };
}

test.each([0, 1, 2, 3, 4, 5])(
  'if another version is published before file %i, no response mixes the two',
  async (at) => {
    for (const isWarm of [false, true]) {
      const { handler, opener, replaceBefore } = replacedDisk();
      await ask(handler, '/v1');
      const path = '/v1/datasets/table?limit=100&offset=50';
      if (isWarm) await (await ask(handler, path)).text();
      replaceBefore(at);
      const { results } = (await (await ask(handler, path)).json()) as { results: { text: string }[] };
      expect(results).toHaveLength(100);
      expect(new Set(results.map(({ text }) => text.split(' ')[0])).size).toBe(1);
      expect(opener.opened()).toBe(0);
    }
  },
);

test('a file whose layout is not that of a page is an error, and stays closed', async () => {
  const disk = publish('row');
  disk.files.set('v1/datasets/table/limit/100/offset/0.json', 'x\n'.repeat(600_000));
  const reported: unknown[] = [];
  const opener = fileOpener(disk.read);
  const handler = createHandler(disk.read, { open: opener.open, onError: (error) => reported.push(error) });
  expect((await ask(handler, '/v1/datasets/table?limit=3&offset=5')).status).toBe(500);
  expect(reported).toHaveLength(1);
  expect(opener.opened()).toBe(0);
});
