import { describe, expect, test } from 'vitest';
import type { Collection } from '../../../../src/contract/routes.ts';
import { pageWriter } from '../../../../src/publish/records/page-writer.ts';
import { memoryOutput } from '../../../support/builds/memory-output.ts';
import { feed } from '../../../support/feed.ts';

const RATES: Collection = { kind: 'records', config: 'rates' };

describe.each([0, 1, 9, 10, 11, 99, 100, 101, 200, 205])('%i records', (count) => {
  const files = paginate(count, [10, 100]);

  test.each([10, 100])('fill pages of %i, all but the last', (limit) => {
    const expected: Record<string, number> = {};
    for (let offset = 0; offset <= count; offset += limit) {
      expected[`v1/datasets/rates/limit/${limit}/offset/${offset}.json`] = Math.min(limit, count - offset);
    }
    const written = [...files].filter(([path]) => path.includes(`/limit/${limit}/`));
    expect(Object.fromEntries(written.map(([path, body]) => [path, resultsOf(body).length]))).toEqual(expected);
  });

  test('come in their order, in each size', () => {
    for (const limit of [10, 100]) {
      const records: unknown[] = [];
      for (let offset = 0; offset < count; offset += limit) {
        records.push(...resultsOf(files.get(`v1/datasets/rates/limit/${limit}/offset/${offset}.json`) ?? ''));
      }
      expect(records).toEqual(Array.from({ length: count }, (_, number) => ({ number })));
    }
  });

  test('begin in the file of the collection, which is the first page of 100', () => {
    expect(files.get('v1/datasets/rates.json')).toBe(files.get('v1/datasets/rates/limit/100/offset/0.json'));
  });
});

test('a number of records other than announced is a fault, and not published as whole', () => {
  expect(() => paginate(5, [100], 6)).toThrow(new Error('expected 6 records, but got 5'));
});

test('records that are too long together for a page are refused', () => {
  const site = { prefix: '/', pageSizes: [10, 100] };
  const pages = pageWriter(memoryOutput(), { site, collection: RATES, count: 100, head: '' });
  const record = `"${'x'.repeat(1 << 24)}"`;
  for (let number = 0; number < 15; number += 1) feed(pages, [record]);
  expect(() => feed(pages, [record])).toThrow('records 1 to 16 of v1/datasets/rates.json belong on one page');
});

test.each([1, 99, 105])('no part of pages of 10 and 100 begins at record %i', (firstRow) => {
  const site = { prefix: '/', pageSizes: [10, 100] };
  expect(() => pageWriter(memoryOutput(), { site, collection: RATES, count: 300, head: '' }, firstRow)).toThrow(
    new Error(`no page begins at record ${firstRow}`),
  );
});

test('a part of the pages is what the whole has there, and only the last part ends them', () => {
  const site = { prefix: '/', pageSizes: [10, 100] };
  const pages = { site, collection: RATES, count: 250, head: '' };
  const numbered = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => `{"number":${from + at}}`);
  const whole = paginate(250, [10, 100]);
  const written = new Map<string, string>();
  for (const [from, to] of [
    [0, 100],
    [100, 200],
    [200, 250],
  ] as const) {
    const output = memoryOutput();
    const writer = pageWriter(output, pages, from);
    expect(writer.capacity).toBe(10);
    feed(writer, numbered(from, to));
    expect(writer.end(to === 250)).toEqual([]);
    for (const [path, text] of output.files) written.set(path, text);
  }
  expect([...written].sort()).toEqual([...whole].sort());
});

function paginate(count: number, pageSizes: readonly number[], announced = count): ReadonlyMap<string, string> {
  const output = memoryOutput();
  const site = { prefix: '/', pageSizes };
  const pages = pageWriter(output, { site, collection: RATES, count: announced, head: '' });
  feed(
    pages,
    Array.from({ length: count }, (_, number) => `{"number":${number}}`),
  );
  pages.end(true);
  return output.files;
}

function resultsOf(body: string): unknown[] {
  return JSON.parse(body).results;
}
