/** Uses DuckDB to read a CSV file, detect column types from all rows, and write the table in one format: csv, json or parquet. */

import { globSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { copyTo } from './copy.js';

const [rawData = '', out = '', format = ''] = process.argv.slice(2);
const [file = ''] = globSync('*/*.csv', { cwd: rawData });
mkdirSync(out);
const connection = await (await DuckDBInstance.create(':memory:')).connect();
const table = `read_csv('${join(rawData, file)}', header = true, sample_size = -1, nullstr = '')`;
await copyTo(out, format, `FROM ${table}`, connection);
