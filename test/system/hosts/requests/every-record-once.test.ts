import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { type Page, recordLines, recordMembers, type Schema } from '../../../support/http/bodies.ts';
import { useBuiltServer } from '../../../support/http/built-server.ts';
import { expectedToken, readCsv } from '../../../support/http/csv-records.ts';

const server = useBuiltServer();

/** Reads the file that a static host serves for a URL. A static host ignores a query. */
async function readStatic(url: string): Promise<string> {
  return readFileSync(
    join(inject('builtSite'), 'client', decodeURIComponent(new URL(url, 'http://host').pathname)),
    'utf8',
  );
}

async function readServed(url: string): Promise<string> {
  const { status, text } = await server.ask(url);
  expect(status, url).toBe(200);
  return text;
}

/** Follows `next` from a first page to the last; resolves to every record, as its members in order. */
async function follow(read: (url: string) => Promise<string>, first: string): Promise<string[]> {
  const records: string[] = [];
  let previous: string | null = null;
  for (let url: string | null = first; url !== null; ) {
    const text = await read(url);
    const { metadata, links } = JSON.parse(text) as Page;
    expect(metadata.resultset.offset).toBe(records.length);
    expect(links.prev).toBe(previous);
    records.push(...recordLines(text).map((line) => JSON.stringify(recordMembers(line))));
    if (links.next === null) expect(links.last).toBe(links.self);
    previous = links.self;
    url = links.next;
  }
  return records;
}

/** What the records of a CSV file must be: for each cell a name and a token with the digits of the source. */
function recordsOf(file: string, { columns }: Schema): string[] {
  const [header = [], ...records] = readCsv(`raw-data/${file}.csv`);
  return records.map((cells) =>
    JSON.stringify(header.map((name, index) => [name, expectedToken(cells[index] ?? '', columns[index]?.type)])),
  );
}

test.each([
  'economy/exchange-rates-monthly',
  'economy/world-development-indicators',
  'agriculture/swiss-land-use',
  'agriculture/frozen-orange-juice-prices',
  'governance/french-communes',
  'governance/us-senate-rollcalls-109',
])('following next through the files of %s reads every record of the CSV file once', async (file) => {
  const config = file.replace(/^.*\//, '');
  const schema = JSON.parse(await readStatic(`/v1/datasets/${config}/schema.json`)) as Schema;
  const records = await follow(readStatic, `/v1/datasets/${config}.json`);
  expect(records).toEqual(recordsOf(file, schema));
});

test.each([
  ['governance/french-intercommunalities', ''],
  ['economy/us-unemployment-by-industry', ''],
  ['governance/us-budget-forecasts', '?limit=7'],
  ['governance/us-budget-forecasts', '?limit=23'],
  ['agriculture/us-farm-inputs-and-output', '?limit=1'],
  ['governance/state-of-the-union-addresses', '/limit/99/offset/0.json'],
])('following next on the server from %s%s reads every record of the CSV file once', async (file, start) => {
  const config = file.replace(/^.*\//, '');
  const schema = await server.read<Schema>(`/v1/datasets/${config}/schema`);
  const records = await follow(readServed, `/v1/datasets/${config}${start}`);
  expect(records).toEqual(recordsOf(file, schema));
});
