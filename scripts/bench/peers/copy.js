/** Has DuckDB write a table in the formats that Almanac offers for download. */

import { join } from 'node:path';

const OPTIONS = { csv: 'FORMAT csv, HEADER', json: 'FORMAT json', parquet: 'FORMAT parquet' };

/** Writes the result of a query as `data.csv`, `data.json` or `data.parquet` in a folder. */
export async function copyTo(folder, format, query, connection) {
  await connection.run(`COPY (${query}) TO '${join(folder, `data.${format}`)}' (${OPTIONS[format]})`);
}
