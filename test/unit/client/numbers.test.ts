import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Dataset } from '../../../src/client/dataset.ts';
import { open } from '../../../src/client/open.ts';
import { parseDigits } from '../../../src/contract/parse-digits.ts';
import { buildApi } from '../../../src/pipeline/build-api.ts';
import { memoryOutput } from '../../support/builds/memory-output.ts';
import { CATALOGUE, folderForAll, withSidecar, writeFiles } from '../../support/builds/raw-data-folder.ts';
import { fetchFrom, staticHost } from '../../support/client/host.ts';
import { runs } from '../../support/runs.ts';
import { Digits, parseKeepingDigits } from '../../support/tables/parse-keeping-digits.ts';

/** JSON as it was parsed by the platform's own access to the text of numbers. */
function expected(text: string): unknown {
  const plain = (value: unknown): unknown => {
    if (value instanceof Digits) return value.text;
    if (Array.isArray(value)) return value.map(plain);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]));
  };
  return plain(parseKeepingDigits(text));
}

describe('the digits of numbers', () => {
  test('are those that the platform sees, in any JSON', () => {
    const spaces = fc.constantFrom(undefined, 1, '\t');
    const stringUnit = fc.constantFrom(...'"\\10-.e:a \n\u2028😀', '\ud800');
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3, stringUnit }), spaces, (value, space) => {
        const text = JSON.stringify(value, null, space);
        expect(JSON.stringify(parseDigits(text))).toBe(JSON.stringify(expected(text)));
      }),
      { numRuns: runs(300) },
    );
  });

  test.each([
    ['[-0, 12.50, 1e5, 1E-05, 9223372036854775807, 0.1234567890123456789]'],
    ['{"1": 1, "a\\\\": 2, "\\"3": "4\\\\\\"5", "-6": [7], "__proto__": 8}'],
    ['  "12\\n\\u0031"  '],
    ['-1.5'],
  ])('are kept in %s', (text) => {
    expect(parseDigits(text)).toEqual(expected(text));
  });

  test.each(['01', '1.', '.5', '+1', '1e', '--1', '[1 2]', '[1', '"1', '1"', '{1:2}', '', 'NaN'])(
    'are not read from %j, which is not JSON',
    (text) => {
      expect(() => JSON.parse(text)).toThrow(SyntaxError);
      expect(() => parseDigits(text)).toThrow(SyntaxError);
    },
  );

  test('are found beside a string of millions of escapes', () => {
    const [long, number] = parseDigits(JSON.stringify(['\\"'.repeat(1e5), 1])) as [string, string];
    expect([long.length, number]).toEqual([2e5, '1']);
  });
});

describe('a dataset with all kinds of numbers', () => {
  const TABLE = [
    ['id', 'wide', 'amount', 'code', '2019', '__proto__', 'gap'],
    ['1', '9007199254740993', '12.50', '01001', '7', 'a', ''],
    ['2', '-9223372036854775808', '0.12345678901234567', '1-2', '8', 'b', '5'],
    ['9007199254740991', '0', '1e300', 'NA', '9', 'c', ''],
  ] as const;
  const [names, ...records] = TABLE;
  const folder = folderForAll();
  let [wide, narrow]: Dataset[] = [];
  beforeAll(async () => {
    const lines = (columns: readonly number[]): string =>
      TABLE.map((cells) => `${columns.map((at) => cells[at]).join(',')}\n`).join('');
    writeFiles(folder, {
      'catalogue.json': CATALOGUE,
      ...withSidecar('economy/narrow', lines([0, 2, 3, 4, 5, 6])),
      ...withSidecar('economy/wide', lines([0, 1, 2, 3, 4, 5, 6])),
    });
    const output = memoryOutput();
    expect(buildApi({ rawData: folder, site: { prefix: '/', pageSizes: [100] } }, output).ok).toBe(true);
    const catalogue = await open('http://host/', { fetch: fetchFrom(staticHost(output.files)) });
    [wide, narrow] = [catalogue.dataset('wide'), catalogue.dataset('narrow')];
  });

  test('has them as texts with the digits of the source, and the other cells as they are', async () => {
    const rows = await wide?.toArray({ numbers: 'text' });
    const cells = rows?.map((row) => names.map((name) => row[name] ?? ''));
    expect(cells).toEqual(records);
    expect(rows?.map(({ gap }) => gap)).toEqual([null, '5', null]);
  });

  test('has columns in the same way, in any order of names', async () => {
    const columns = await wide?.toColumns({ numbers: 'text' });
    expect(Object.keys(columns ?? {}).sort()).toEqual([...names].sort());
    for (const [at, name] of names.entries()) {
      const cells = Object.getOwnPropertyDescriptor(columns, name)?.value as (string | null)[];
      expect(cells.map((cell) => cell ?? '')).toEqual(records.map((record) => record[at]));
    }
  });

  test('is not read as doubles if a column has whole numbers that these cannot hold', async () => {
    const reading = (wide as Dataset).toArray();
    await expect(reading).rejects.toMatchObject({ name: 'AlmanacError', type: 'inexact-numbers' });
    await expect(reading).rejects.toThrow(/column wide .* numbers: 'text'/);
  });

  test('is read as doubles otherwise', async () => {
    expect((await narrow?.toColumns())?.amount).toEqual([12.5, Number('0.12345678901234567'), 1e300]);
    expect((await narrow?.toColumns({ offset: 1 }))?.id).toEqual([2, Number.MAX_SAFE_INTEGER]);
    expect((await narrow?.toArray({ limit: 1 }))?.[0]).toMatchObject({ id: 1, code: '01001', gap: null });
  });

  test('has a schema in both ways', async () => {
    const [digits, doubles] = await Promise.all([wide?.schema({ numbers: 'text' }), narrow?.schema()]);
    expect(digits?.columns[1]?.stats).toMatchObject({ min: '-9223372036854775808', max: '9007199254740993' });
    expect(digits?.columns[2]?.sample_values[0]).toBe('12.50');
    expect(doubles?.columns[0]?.stats).toMatchObject({ min: 1, max: Number.MAX_SAFE_INTEGER });
    expect(doubles?.row_count).toBe(3);
  });

  test('has columns even if the range is empty', async () => {
    expect(await narrow?.toColumns({ offset: 3 })).toMatchObject({ id: [], code: [] });
    expect(await narrow?.toArray({ limit: 0 })).toEqual([]);
  });

  test.each([
    [{ offset: -1 }],
    [{ offset: 0.5 }],
    [{ limit: -1 }],
    [{ limit: Number.NaN }],
    [{ concurrency: 0 }],
    [{ concurrency: Number.POSITIVE_INFINITY }],
    [{ numbers: 'bigint' as 'text' }],
  ])('is not read with %j', async (options) => {
    await expect(narrow?.toArray(options as { numbers: 'text' })).rejects.toBeInstanceOf(RangeError);
  });
});
