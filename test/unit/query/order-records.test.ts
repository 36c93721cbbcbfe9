import fc from 'fast-check';
import { expect, test } from 'vitest';
import { recordOrder } from '../../../src/query/collect/order-records.ts';
import { ColumnChunk } from '../../../src/query/file/column-chunk.ts';
import { compare } from '../../../src/query/file/compare-texts.ts';
import { Dictionary, type Found } from '../../../src/query/file/dictionary.ts';
import type { LoadedGroup, TableColumn } from '../../../src/query/file/table-layout.ts';
import { runs } from '../../support/runs.ts';

/** Values of each type, few enough for many to be equal. */
const VALUES: Readonly<Record<string, readonly (Found | null)[]>> = {
  float64: [null, -0, 0, 0.5, -1e300, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  int64: [null, 2n ** 53n, 2n ** 53n + 1n, -(2n ** 63n), 5n],
  object: [null, '', 'a', 'B', '\uFFFD', '\u{10000}', 'é'],
};
const TYPES = ['float64', 'int64', 'object'] as const;

type Record3 = readonly (Found | null)[];
const record = fc.tuple(...TYPES.map((type) => fc.constantFrom(...(VALUES[type] as Record3))));
const records = fc.oneof(
  fc.array(record, { maxLength: 60 }),
  // In order, in reverse, and equal.
  fc.constantFrom<Record3[]>(
    Array.from({ length: 300 }, (_, at) => [at, 5n, 'a']),
    Array.from({ length: 300 }, (_, at) => [-at, 5n, null]),
    Array.from({ length: 300 }, () => [null, null, '']),
  ),
);
const keys = fc.array(fc.record({ column: fc.constantFrom(...TYPES), descending: fc.boolean() }), { maxLength: 3 });

/** The records in groups of 40, each of which matches unless its number is divisible by 7. */
function orderOf(all: readonly Record3[], sort: Parameters<typeof expected>[1]) {
  const columns = new Map(
    TYPES.map((type, index): [string, TableColumn] => [
      type,
      { name: type, type, index, isBig: type === 'int64', decimals: null, dictionary: new Dictionary() },
    ]),
  );
  const order = recordOrder(sort, columns);
  for (let first = 0; first < all.length; first += 40) {
    const group = all.slice(first, first + 40);
    const read = (name: string): ColumnChunk => {
      const { dictionary, index } = columns.get(name) as TableColumn;
      const values = group.map((it) => it[index] as Found | null);
      const codes = (): Uint32Array => Uint32Array.from(values, (it) => (it === null ? 0 : dictionary.codeOf(it)));
      const isPlain = name === 'float64' && first % 80 === 0;
      return new ColumnChunk(
        dictionary,
        isPlain ? Float64Array.from(values, (it) => Number(it ?? Number.NaN)) : codes(),
      );
    };
    const positions = Uint32Array.from(group.keys()).filter((at) => (first + at) % 7 !== 0);
    order.add({ index: 0, first, count: group.length, chunks: [], read } satisfies LoadedGroup, positions);
  }
  return order;
}

/** The numbers of the records in order, by sorting all of them. */
function expected(
  all: readonly Record3[],
  sort: readonly { column: (typeof TYPES)[number]; descending: boolean }[],
): number[] {
  const numbers = Array.from(all.keys()).filter((number) => number % 7 !== 0);
  return numbers.sort((a, b) => {
    for (const { column, descending } of sort) {
      const [x, y] = [a, b].map((number) => all[number]?.[TYPES.indexOf(column)] ?? null) as [
        Found | null,
        Found | null,
      ];
      if (x === null || y === null) {
        if (x !== y) return x === null ? 1 : -1;
      } else if (compare(x, y) !== 0) return descending ? compare(y, x) : compare(x, y);
    }
    return a - b;
  });
}

test('any part of the records in order is that part of all of them, sorted', () => {
  fc.assert(
    fc.property(records, keys, fc.nat(70), fc.oneof(fc.nat(70), fc.constant(Infinity)), (all, sort, offset, limit) => {
      expect(orderOf(all, sort).slice(offset, limit)).toEqual(expected(all, sort).slice(offset, offset + limit));
    }),
    { numRuns: runs(1000) },
  );
});
