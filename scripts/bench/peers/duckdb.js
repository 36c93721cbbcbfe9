/**
 * Builds pages from records that DuckDB converts to JSON. DuckDB also reads the data, detects types, describes columns, and writes each
 * table in the given formats.
 */

import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { copyTo } from './copy.js';
import { linksOf } from './pages.ts';

const LIMIT = 100;
const NUMERIC = ['BIGINT', 'DOUBLE'];

const [rawData = '', out = '', , formats = ''] = process.argv.slice(2);
const connection = await (await DuckDBInstance.create(':memory:')).connect();
for (const file of globSync('*/*.csv', { cwd: rawData })) await buildDataset(file);

async function buildDataset(file) {
  const path = join(rawData, file);
  const config = basename(file, '.csv');
  const { source, description, url } = JSON.parse(readFileSync(path.replace(/\.csv$/, '.meta.json'), 'utf8'));
  const head = { source, description, url, category: dirname(file) };
  await connection.run(
    `CREATE OR REPLACE TABLE data AS SELECT * FROM read_csv('${path}', header = true, sample_size = -1, nullstr = '')`,
  );
  const count = Number(await single('SELECT count(*) FROM data'));
  mkdirSync(join(out, `v1/datasets/${config}/limit/${LIMIT}/offset`), { recursive: true });
  writeFileSync(join(out, `v1/datasets/${config}/schema.json`), JSON.stringify(await describe(config, count)));
  await writePages(head, config, count);
  const folder = join(out, `v1/datasets/${config}`);
  for (const format of formats.split(',').filter(Boolean)) await copyTo(folder, format, 'FROM data', connection);
}

async function writePages(head, config, count) {
  let records = [];
  let offset = 0;
  const write = () => {
    const resultset = { count, offset, limit: LIMIT };
    const start = JSON.stringify({ ...head, metadata: { resultset }, links: linksOf(config, count, offset) });
    const body = `${start.slice(0, -1)},"results":[${records.join(',')}]}`;
    writeFileSync(join(out, `v1/datasets/${config}/limit/${LIMIT}/offset/${offset}.json`), body);
    if (offset === 0) writeFileSync(join(out, `v1/datasets/${config}.json`), body);
    offset += LIMIT;
    records = [];
  };
  const result = await connection.stream('SELECT to_json(data)::VARCHAR FROM data');
  for (;;) {
    const chunk = await result.fetchChunk();
    if (!chunk || chunk.rowCount === 0) break;
    for (const record of chunk.getColumnValues(0)) {
      records.push(record);
      if (records.length === LIMIT) write();
    }
  }
  write();
}

async function describe(config, count) {
  const columns = await rows('DESCRIBE data');
  const described = [];
  for (const { column_name: name, column_type: type } of columns) {
    const [facts] = await rows(factsQuery(name, NUMERIC.includes(type)));
    const samples = await rows(
      `SELECT any_value("${name}") AS value FROM (SELECT "${name}", row_number() OVER () AS place FROM data)
        WHERE "${name}" IS NOT NULL GROUP BY "${name}" ORDER BY min(place) LIMIT 5`,
    );
    described.push({ name, type, sample_values: samples.map(({ value }) => value), ...facts });
  }
  return { config, row_count: count, columns: described };
}

function factsQuery(name, isNumeric) {
  const nulls = `count(*) - count("${name}") AS null_count`;
  if (!isNumeric) return `SELECT ${nulls} FROM data`;
  const quartiles = `quantile_cont("${name}", [0.25, 0.5, 0.75]) AS quartiles`;
  const moments = `avg("${name}") AS mean, stddev_samp("${name}") AS std, min("${name}") AS min, max("${name}") AS max`;
  return `SELECT ${nulls}, ${moments}, ${quartiles} FROM data`;
}

async function rows(query) {
  return (await connection.runAndReadAll(query)).getRowObjectsJson();
}

async function single(query) {
  return (await connection.runAndReadAll(query)).getRows()[0][0];
}
