import { describe, expect, test } from 'vitest';
import type { Layout } from '../../../src/model.ts';
import { createApi } from '../../../src/serve/handle-request.ts';
import { publishTables } from '../../support/memory-disk.ts';

/*
 * Every window that begins or ends near the edge of a page, of a chunk or of the data has exactly its records. What it must have is cut
 * from the list of all records here, without the code that splices pages.
 */

const LAYOUTS: readonly Layout[] = ['pages', 'packed'];
/** Short records are put into a chunk by this number. */
const CHUNK = 4096;

interface Window {
  /** The default if absent. */
  limit: number | null;
  offset: number;
}

/** Asks for windows of a dataset by query, and by path if they name both numbers; returns how many were compared. */
async function compareWindows(
  layout: Layout,
  count: number,
  pageSizes: readonly number[],
  windows: Iterable<Window>,
): Promise<number> {
  const texts = Array.from({ length: count }, (_, at) => `record ${at}`);
  const table = { config: 'table', category: 'topic', description: 'Text.', texts };
  const api = createApi(publishTables([table], { prefix: '/', pageSizes, layout }).read, {
    createCache: () => new Map(),
  });
  let compared = 0;
  for (const { limit, offset } of windows) {
    const query = limit === null ? `?offset=${offset}` : `?limit=${limit}&offset=${offset}`;
    for (const path of limit === null ? [query] : [query, `/limit/${limit}/offset/${offset}.json`]) {
      const response = await api({
        method: 'GET',
        url: `http://host/v1/datasets/table${path}`,
        headers: { get: () => null },
      });
      const { metadata, results } = JSON.parse(Buffer.concat(response?.body ?? []).toString());
      const to = offset + (limit ?? 100);
      const found = { status: response?.status, metadata, results: results.map(({ text }: { text: string }) => text) };
      const resultset = { count, offset, limit: limit ?? 100 };
      // A comparison by text is much faster than one by structure.
      const expected = { status: 200, metadata: { resultset }, results: texts.slice(offset, to) };
      if (JSON.stringify(found) !== JSON.stringify(expected)) expect(found, path).toEqual(expected);
      compared += 1;
    }
  }
  return compared;
}

function* windowsOf(limits: readonly (number | null)[], from: number, to: number): Generator<Window> {
  for (const limit of limits) for (let offset = from; offset <= to; offset += 1) yield { limit, offset };
}

describe.each(LAYOUTS)('in the layout %s', (layout) => {
  test.each([0, 1, 2, 99, 100, 101, 200, 203])('every offset into %i records has its records', async (count) => {
    const limits = [null, 1, 2, 50, 99, 100];
    for (const pageSizes of [[100], [3, 50, 100]]) {
      const compared = await compareWindows(layout, count, pageSizes, windowsOf(limits, 0, count + 2));
      expect(compared).toBe((count + 3) * (2 * limits.length - 1));
    }
  });

  test('every limit has its records, from the first offsets and up to the end', async () => {
    const limits = Array.from({ length: 100 }, (_, at) => at + 1);
    const compared = [0, 98, 198].map((from) => compareWindows(layout, 201, [100], windowsOf(limits, from, from + 4)));
    expect(await Promise.all(compared)).toEqual([1000, 1000, 1000]);
  });

  test.each([CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, 2 * CHUNK + 1])(
    'every window at the edges of chunks of %i records has its records',
    async (count) => {
      const limits = [null, 1, 2, 99, 100];
      for (let edge = CHUNK; edge <= count + 1; edge += CHUNK) {
        const around = [edge - 101, edge - 100, edge - 99, edge - 2, edge - 1, edge, edge + 1];
        const windows = around.flatMap((offset) => [...windowsOf(limits, offset, offset)]);
        expect(await compareWindows(layout, count, [100], windows)).toBe(around.length * (2 * limits.length - 1));
      }
    },
  );
});
