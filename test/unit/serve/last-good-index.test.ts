import { describe, expect, test } from 'vitest';
import type { ReadPublished } from '../../../src/model.ts';
import { createHandler } from '../../../src/serve/handle-request.ts';
import { ask } from '../../support/http/ask-handler.ts';
import { publishTables } from '../../support/memory-disk.ts';

const SITE = { prefix: '/', pageSizes: [100] };
const disks = Object.fromEntries(
  ['old', 'new'].map((word) => [word, publishTables([{ config: 'table', category: 'topic', texts: [word] }], SITE)]),
);

/** A published folder whose index can be broken. Each change counts as another version. */
function folder() {
  let current = 'old';
  let version = 0;
  let index: string | null | undefined;
  const read: ReadPublished = async (path) => {
    if (path !== 'v1/index.json' || index === undefined) return disks[current]?.read(path);
    return index === null ? undefined : new TextEncoder().encode(index);
  };
  const reported: unknown[] = [];
  const handler = createHandler(read, {
    versionId: async () => {
      if (index === null) throw new Error('ENOENT: v1/index.json');
      return String(version);
    },
    createCache: () => new Map(),
    onError: (error) => reported.push(error),
  });
  return {
    handler,
    reported,
    /** Publishes another version; `text` is its index, null if it is missing, and undefined if it is a sound one. */
    publish(word: string, text?: string | null): void {
      current = word;
      index = text;
      version += 1;
    },
  };
}

async function textOf(response: Response): Promise<string | undefined> {
  return ((await response.json()) as { results: { text: string }[] }).results[0]?.text;
}

const BROKEN = [null, '', '{', '{"page_sizes":[100],"links":{"self":"/v1/ind', '{"links":{}}', '[]', 'null'];

describe.each(BROKEN)('if the index of a new version is %j', (text) => {
  test('the old one goes on being served, the error is reported once, and the next sound one is served', async () => {
    const { handler, reported, publish } = folder();
    expect(await textOf(await ask(handler, '/v1/datasets/table'))).toBe('old');
    publish('new', text);
    for (let round = 0; round < 20; round += 1) {
      // It was not in memory, and its file is another version's.
      const info = await ask(handler, '/v1/datasets/table/info');
      expect(info.status).toBe(503);
      expect(info.headers.get('Cache-Control')).toBe('no-store');
      expect(Number(info.headers.get('Retry-After'))).toBeGreaterThan(0);
      expect(await textOf(await ask(handler, '/v1/datasets/table'))).toBe('old');
      expect((await ask(handler, '/v1/datasets/tabel')).status).toBe(404);
    }
    expect(reported).toHaveLength(1);
    publish('new');
    expect((await ask(handler, '/v1/datasets/table/info')).status).toBe(200);
    expect(await textOf(await ask(handler, '/v1/datasets/table'))).toBe('new');
    expect(reported).toHaveLength(1);
  });
});

test('each change of a broken index is reported', async () => {
  const { handler, reported, publish } = folder();
  await ask(handler, '/v1');
  for (const text of ['{', '{', '[]']) {
    publish('new', text);
    await ask(handler, '/v1/datasets/table/info');
    await ask(handler, '/v1/datasets/table/info');
  }
  expect(reported).toHaveLength(3);
});

test('if there never was a sound index, each request is a 500, and the error is reported once', async () => {
  const { handler, reported, publish } = folder();
  publish('old', '{');
  for (let round = 0; round < 5; round += 1) expect((await ask(handler, '/v1')).status).toBe(500);
  expect(reported).toHaveLength(1);
  publish('old');
  expect((await ask(handler, '/v1')).status).toBe(200);
});
