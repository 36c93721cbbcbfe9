/** Answers questions in a browser with DuckDB-WASM, whose files the host has in the folder `duckdb`. */

import { AsyncDuckDB, DuckDBDataProtocol, VoidLogger } from '@duckdb/duckdb-wasm';

export async function open(base, config) {
  const database = new AsyncDuckDB(new VoidLogger(), new Worker(`${base}/duckdb/duckdb-browser-eh.worker.js`));
  await database.instantiate(`${base}/duckdb/duckdb-eh.wasm`);
  const url = `${base}/v1/datasets/${config}/data.parquet`;
  await database.registerFileURL('data.parquet', url, DuckDBDataProtocol.HTTP, false);
  const connection = await database.connect();
  const rowsOf = async (sql) => {
    const table = await connection.query(sql);
    return table.toArray().map((row) => Object.values(row.toJSON()).map(plain));
  };
  return async (asked) => {
    switch (asked.kind) {
      case 'rows': {
        const from = `FROM 'data.parquet' WHERE country = '${asked.country}'`;
        const rows = await rowsOf(`SELECT * ${from} ORDER BY value DESC NULLS LAST LIMIT ${asked.limit}`);
        const [[matched]] = await rowsOf(`SELECT count(*) ${from}`);
        return { matched, rows };
      }
      case 'counts': {
        const sets = asked.columns.map((column) => `(${column})`).join();
        const columns = asked.columns.join();
        const all = await rowsOf(
          `SELECT ${columns}, grouping(${columns}), count(*) FROM 'data.parquet' WHERE year >= ${asked.since} GROUP BY GROUPING SETS (${sets})`,
        );
        const rows = asked.columns.flatMap((column, at) =>
          all.filter((row) => row.at(-2) === 7 - (4 >> at)).map((row) => [column, row[at], row.at(-1)]),
        );
        const first = rows.filter(([column]) => column === asked.columns[0]);
        return { matched: first.reduce((sum, [, , count]) => sum + count, 0), rows };
      }
      case 'means': {
        const rows = await rowsOf(
          `SELECT country, year, avg(value), count(*) FROM 'data.parquet' WHERE year >= ${asked.since} GROUP BY ALL`,
        );
        return { matched: rows.reduce((sum, row) => sum + row[3], 0), rows };
      }
    }
  };
}

function plain(value) {
  return typeof value === 'bigint' ? Number(value) : value;
}
