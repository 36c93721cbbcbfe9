import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Page } from '../../../support/http/bodies.ts';
import { numberedRows, useFixture } from '../../../support/http/fixture.ts';

const COUNTS = [0, 1, 99, 100, 101, 200, 250];
const fixture = useFixture(Object.fromEntries(COUNTS.map((count) => [`topic/rows-${count}`, numberedRows(count)])), {
  prefix: '/',
  pageSizes: [10, 100],
});

async function read(path: string): Promise<Page> {
  const { status, text } = await fixture.ask(path);
  expect(status, path).toBe(200);
  return JSON.parse(text) as Page;
}

describe.each(COUNTS)('with %i records', (count) => {
  test.each([1, 7, 10, 25, 50, 99, 100])(
    'the last page by the formula of the specification exists for a limit of %i',
    async (limit) => {
      const offset = count - (count % limit);
      const { metadata, results } = await read(`/v1/datasets/rows-${count}?limit=${limit}&offset=${offset}`);
      expect(metadata.resultset).toEqual({ count, offset, limit });
      expect(results.map(({ n }) => n)).toEqual(Array.from({ length: count - offset }, (_, index) => offset + index));
    },
  );

  test.each([10, 100])(
    'every page of %i records is a file, the last by the formula and offset 0 among them',
    (limit) => {
      for (let offset = 0; offset <= count; offset += limit) {
        const file = `v1/datasets/rows-${count}/limit/${limit}/offset/${offset}.json`;
        expect(existsSync(join(fixture.client, file)), file).toBe(true);
      }
    },
  );

  test('the link to the last page leads to records, unless there are none', async () => {
    for (const limit of [7, 10, 100]) {
      const { links } = await read(`/v1/datasets/rows-${count}?limit=${limit}`);
      const last = await read(links.last);
      expect(last.links.next).toBeNull();
      expect(last.results.at(-1)?.n).toBe(count === 0 ? undefined : count - 1);
    }
  });
});
