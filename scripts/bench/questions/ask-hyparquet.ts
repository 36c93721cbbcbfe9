import {
  asyncBufferFromUrl,
  cachedAsyncBuffer,
  type ParquetQueryFilter,
  parquetMetadataAsync,
  parquetReadObjects,
} from 'hyparquet';
import type { Answered, Opens } from './asked.ts';

type Cell = Answered['rows'][number][number];
type Read = Record<string, Cell | bigint>;

/** What most programs do with hyparquet: read the columns as objects, and work on these. */
export const open: Opens = async (base, config) => {
  const url = `${base}/v1/datasets/${config}/data.parquet`;
  const file = cachedAsyncBuffer(await asyncBufferFromUrl({ url }));
  const metadata = await parquetMetadataAsync(file);
  const read = (part: { columns: string[] } | { filter: ParquetQueryFilter }): Promise<Read[]> =>
    parquetReadObjects({ file, metadata, ...part });
  return async (asked) => {
    switch (asked.kind) {
      case 'rows': {
        const found = await read({ filter: { country: { $eq: asked.country } } });
        const amountOf = ({ value }: Read): number => Number(value ?? Number.NEGATIVE_INFINITY);
        const top = found.toSorted((a, b) => amountOf(b) - amountOf(a)).slice(0, asked.limit);
        return { matched: found.length, rows: top.map((row) => Object.values(row).map(plain)) };
      }
      case 'counts': {
        const all = await read({ columns: ['year', ...asked.columns] });
        const rows = all.filter(({ year }) => Number(year) >= asked.since);
        const counts = asked.columns.map((column) => {
          const byValue = new Map<Read[string] | undefined, number>();
          for (const row of rows) byValue.set(row[column], (byValue.get(row[column]) ?? 0) + 1);
          return Array.from(byValue, ([value, count]) => [column, plain(value ?? null), count]);
        });
        return { matched: rows.length, rows: counts.flat() };
      }
      case 'means': {
        const all = await read({ columns: ['country', 'year', 'value'] });
        const rows = all.filter(({ year }) => Number(year) >= asked.since);
        const groups = new Map<string, { by: Cell[]; sum: number; there: number; count: number }>();
        for (const { country, year, value } of rows) {
          const key = `${year} ${country}`;
          const group = groups.get(key) ?? { by: [plain(country), plain(year)], sum: 0, there: 0, count: 0 };
          groups.set(key, group);
          group.count += 1;
          if (value === null || value === undefined) continue;
          group.there += 1;
          group.sum += Number(value);
        }
        const answers = Array.from(groups.values(), ({ by, sum, there, count }) => [...by, sum / there, count]);
        return { matched: rows.length, rows: answers };
      }
    }
  };
};

function plain(value: Read[string] | undefined): Cell {
  return typeof value === 'bigint' ? Number(value) : (value ?? null);
}
