import { describe, expect, test } from 'vitest';
import { chunkWriter } from '../../../../src/publish/records/chunk-writer.ts';
import { pageWriter } from '../../../../src/publish/records/page-writer.ts';
import { memoryOutput } from '../../../support/builds/memory-output.ts';
import { feed } from '../../../support/feed.ts';

/** Builds that share files must divide records in the same way, whatever version of the program made them. */
const CHUNK_RECORDS = 4096;
const MAX_CHUNK_BYTES = 1_000_000;

const SITE = { prefix: '/', pageSizes: [100], layout: 'packed' } as const;
const HEAD = '"source": "Nobody",\n';
const RATES = { kind: 'records', config: 'rates' } as const;
const FIRST_PAGE = 'v1/datasets/rates.json';

const numbered = (count: number): string[] => Array.from({ length: count }, (_, number) => `{"number":${number}}`);
const long = (length: number): string => `"${'ü'.repeat(length / 2 - 1)}"`;

function pack(records: readonly string[], firstRow = 0, count = firstRow + records.length) {
  const output = memoryOutput();
  const writer = chunkWriter(
    output,
    { site: SITE, collection: RATES, count, head: HEAD, columns: [{ name: 'number', type: 'int64', longest: 0 }] },
    firstRow,
  );
  feed(writer, records);
  return { firsts: writer.end(true) as number[], files: output.files };
}

/** Text of a chunk, by the number of its first record. */
function chunk(files: ReadonlyMap<string, string>, first: number): string {
  return files.get(`v1/datasets/rates/chunks/${first}.json`) ?? 'not there';
}

describe('short records', () => {
  test.each([
    [0, []],
    [1, [0]],
    [CHUNK_RECORDS, [0]],
    [CHUNK_RECORDS + 1, [0, CHUNK_RECORDS]],
    [3 * CHUNK_RECORDS, [0, CHUNK_RECORDS, 2 * CHUNK_RECORDS]],
  ])('%i of them are in chunks that begin at the multiples of a number', (count, firsts) => {
    const records = numbered(count);
    const packed = pack(records);
    expect(packed.firsts).toEqual(firsts);
    expect(packed.files.size).toBe(firsts.length + 1);
    for (const first of firsts) {
      const expected = records.slice(first, first + CHUNK_RECORDS).join(',\n');
      expect(chunk(packed.files, first)).toBe(`[\n${expected}\n]\n`);
    }
  });

  test('of a part are in the same chunks as those of the whole', () => {
    const records = numbered(2 * CHUNK_RECORDS + 7);
    const whole = pack(records);
    const part = pack(records.slice(CHUNK_RECORDS), CHUNK_RECORDS);
    expect(part.firsts).toEqual(whole.firsts.slice(1));
    expect([...part.files]).toEqual([...whole.files].filter(([path]) => /chunks\/(?!0)/.test(path)));
  });
});

describe('long records', () => {
  test('are in as many chunks as their bytes take, none of which is too long', () => {
    const records = Array.from({ length: 500 }, (_, at) => long(8_000 + 2 * (at % 7)));
    const { firsts, files } = pack(records);
    const sizes = firsts.map((first) => Buffer.byteLength(chunk(files, first)));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(MAX_CHUNK_BYTES);
    // Another record would have been too many.
    expect(Math.min(...sizes.slice(0, -1))).toBeGreaterThan(MAX_CHUNK_BYTES - 9_000);
    expect(firsts.flatMap((first) => JSON.parse(chunk(files, first)))).toEqual(records.map((it) => JSON.parse(it)));
  });

  test('that are longer than a chunk have one of their own', () => {
    const giant = long(2 * MAX_CHUNK_BYTES);
    const { firsts, files } = pack(['{"a":1}', '{"a":2}', giant, giant, '{"a":3}']);
    expect(firsts).toEqual([0, 2, 3, 4]);
    expect(chunk(files, 2)).toBe(`[\n${giant}\n]\n`);
    expect(chunk(files, 4)).toBe('[\n{"a":3}\n]\n');
  });

  test('do not move the chunks after the next multiple', () => {
    const records = numbered(CHUNK_RECORDS + 10);
    records[5] = long(MAX_CHUNK_BYTES);
    expect(pack(records).firsts).toEqual([0, 5, 6, CHUNK_RECORDS]);
  });
});

describe('the first page', () => {
  test.each([
    [0, 0],
    [99, 10],
    [5000, 10],
    [120, 30_000],
  ])('of %i records is what it is where all pages are files (%i bytes each)', (count, length) => {
    const records = numbered(count).map((it) => it.replace('}', `,"text":${long(length + 2)}}`));
    const output = memoryOutput();
    const site = { prefix: '/', pageSizes: [100] };
    const pages = pageWriter(output, { site, collection: RATES, count, head: HEAD });
    feed(pages, records);
    pages.end(true);
    expect(pack(records).files.get(FIRST_PAGE)).toBe(output.files.get(FIRST_PAGE));
  });
});

test('a part that is not the last writes the first page once its records are there, and no chunk that is not full', () => {
  const output = memoryOutput();
  const count = 3 * CHUNK_RECORDS;
  const writer = chunkWriter(
    output,
    { site: SITE, collection: RATES, count, head: HEAD, columns: [{ name: 'number', type: 'int64', longest: 0 }] },
    0,
  );
  feed(writer, numbered(CHUNK_RECORDS));
  expect(writer.end(false)).toEqual([0]);
  expect([...output.files.keys()]).toEqual(['v1/datasets/rates/chunks/0.json', FIRST_PAGE]);
  expect(output.files.get(FIRST_PAGE)).toBe(pack(numbered(count)).files.get(FIRST_PAGE));
});

test.each([1, CHUNK_RECORDS - 1, CHUNK_RECORDS + 1])('no part begins at record %i', (firstRow) => {
  expect(() => pack([], firstRow)).toThrow(new Error(`no chunk begins at record ${firstRow}`));
});

test('a number of records other than announced is a fault, and not published as whole', () => {
  expect(() => pack(numbered(5), 0, 6)).toThrow(new Error('expected 6 records, but got 5'));
});
