import { describe, expect, test } from 'vitest';
import type { ReadPublished } from '../../../src/model.ts';
import { createHandler } from '../../../src/serve/handle-request.ts';
import { ask } from '../../support/http/ask-handler.ts';
import { publishTables } from '../../support/memory-disk.ts';

const SITE = { prefix: '/', pageSizes: [100] };
const TABLE = { config: 'table', category: 'topic', texts: Array.from({ length: 150 }, (_, index) => String(index)) };

/** A disk that fails on demand, for the paths that match a pattern. */
function breakableDisk(how: 'throws' | 'is missing'): { read: ReadPublished; breakAt(pattern: RegExp | null): void } {
  const disk = publishTables([TABLE], SITE);
  let broken: RegExp | null = null;
  return {
    breakAt: (pattern) => {
      broken = pattern;
    },
    read: async (path) => {
      if (!broken?.test(path)) return disk.read(path);
      if (how === 'is missing') return undefined;
      throw new Error(`EIO: i/o error, read '/srv/secret/${path}'`);
    },
  };
}

const RESOURCES = [
  '/v1',
  '/v1/datasets',
  '/v1/datasets/table',
  '/v1/datasets/table?limit=7&offset=97',
  '/v1/datasets/table/info',
  '/v1/datasets/table/schema',
];

describe.each(['throws', 'is missing'] as const)('if a file %s', (how) => {
  test.each(RESOURCES)(
    'the response to %s is a problem that reveals nothing, and afterwards the resource',
    async (path) => {
      const reported: unknown[] = [];
      const disk = breakableDisk(how);
      const handler = createHandler(disk.read, { onError: (error) => reported.push(error) });
      disk.breakAt(/./);
      const response = await ask(handler, path);
      expect(response?.status).toBe(500);
      expect(response?.headers.get('Content-Type')).toMatch(/^application\/problem\+json/);
      expect(response?.headers.get('Access-Control-Allow-Origin')).toBe('*');
      expect(response?.headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(response?.headers.get('Vary')).toBe('Accept-Encoding');
      const text = (await response?.text()) ?? '';
      const body = JSON.parse(text);
      expect(Object.keys(body)).toEqual(['type', 'title', 'status', 'detail', 'instance']);
      expect(body).toMatchObject({ status: 500, instance: path });
      expect(text).not.toMatch(/EIO|secret|index\.json|\.ts|\n\s+at /);
      expect(reported).toHaveLength(1);
      expect(reported[0]).toBeInstanceOf(Error);

      disk.breakAt(null);
      expect((await ask(handler, path))?.status).toBe(200);
    },
  );

  test('a broken page does not harm the others', async () => {
    const disk = breakableDisk(how);
    const handler = createHandler(disk.read);
    disk.breakAt(/offset\/100\.json$/);
    expect((await ask(handler, '/v1/datasets/table?offset=100'))?.status).toBe(500);
    expect((await ask(handler, '/v1/datasets/table?limit=10&offset=95'))?.status).toBe(500);
    expect((await ask(handler, '/v1/datasets/table?limit=10'))?.status).toBe(200);
    expect((await ask(handler, '/v1/datasets/nothing'))?.status).toBe(404);
  });

  test('simultaneous requests all get responses', async () => {
    const disk = breakableDisk(how);
    const handler = createHandler(disk.read);
    disk.breakAt(/./);
    const broken = await Promise.all(RESOURCES.map((path) => ask(handler, path)));
    expect(broken.map((response) => response?.status)).toEqual(RESOURCES.map(() => 500));
    disk.breakAt(null);
    const mended = await Promise.all(RESOURCES.map((path) => ask(handler, path)));
    expect(mended.map((response) => response?.status)).toEqual(RESOURCES.map(() => 200));
  });
});

test('a compressor that fails causes a problem too', async () => {
  const handler = createHandler(publishTables([TABLE], SITE).read, {
    compressors: { br: () => Promise.reject(new Error('no memory')) },
  });
  const response = await ask(handler, '/v1/datasets/table', { headers: new Headers({ 'Accept-Encoding': 'br' }) });
  expect(response?.status).toBe(500);
  expect(response?.headers.has('Content-Encoding')).toBe(false);
});
