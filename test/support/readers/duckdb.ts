import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll } from 'vitest';

/** A row as JavaScript values: BIGINT as BigInt, DOUBLE as number, VARCHAR as text. */
export type DuckRow = readonly unknown[];

/** Runs a query in DuckDB, in memory. */
export type Query = (sql: string) => Promise<DuckRow[]>;

export async function openDuckDb(): Promise<{ query: Query; close: () => void }> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '2' });
  const connection = await instance.connect();
  return {
    query: async (sql) => (await connection.runAndReadAll(sql)).getRowsJS(),
    close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

/** Opens DuckDB for the tests of one file. */
export function useDuckDb(): Query {
  let opened: Awaited<ReturnType<typeof openDuckDb>>;
  beforeAll(async () => {
    opened = await openDuckDb();
  });
  afterAll(() => opened.close());
  return (sql) => opened.query(sql);
}

/** A name as an identifier of SQL. */
export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A text as a literal of SQL. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
