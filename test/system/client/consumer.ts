/* A program that uses the package's export with its types. It is compiled, and never run. */

import {
  AlmanacError,
  type Catalogue,
  type Dataset,
  EditionChanged,
  open,
  openDataset,
  type Row,
} from 'almanac/client';

export async function sumOf(url: string, column: string, signal?: AbortSignal): Promise<number> {
  const dataset: Dataset = await openDataset(url, { signal, retries: 2 });
  let sum = 0;
  for await (const row of dataset.rows({ limit: 10, signal })) {
    const cell: string | number | null | undefined = row[column];
    if (typeof cell === 'number') sum += cell;
  }
  return sum;
}

export async function digitsOf(url: URL): Promise<string[]> {
  const catalogue: Catalogue = await open(url);
  const rows: Row<string>[] = await catalogue.dataset().toArray({ numbers: 'text' });
  const cells: (string | null)[] = rows.flatMap((row) => Object.values(row));
  return cells.filter((cell) => cell !== null);
}

export async function columnsOf(catalogue: Catalogue, config: string): Promise<(string | number | null)[][]> {
  const dataset = catalogue.dataset(config);
  const { columns } = await dataset.schema();
  const most: number | null | undefined = columns[0]?.stats?.max;
  const cells = await dataset.toColumns({ offset: most ?? 0 });
  // @ts-expect-error The types must refuse a value of `numbers` that does not exist.
  await dataset.toColumns({ numbers: 'bigint' });
  return columns.map(({ name }) => cells[name] ?? []);
}

export function isToBeReadAgain(error: unknown): boolean {
  return error instanceof EditionChanged || (error instanceof AlmanacError && error.status === 503);
}
