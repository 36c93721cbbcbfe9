import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { IndexDocument } from '../../../../src/contract/documents.ts';
import { type Page, recordLines, recordMembers, type Schema } from '../../../support/http/bodies.ts';
import { useBuiltServer } from '../../../support/http/built-server.ts';
import { readCsv } from '../../../support/http/csv-records.ts';

const server = useBuiltServer();

const FILES = ['economy', 'agriculture', 'governance'].flatMap((category) =>
  readdirSync(`raw-data/${category}`).flatMap((file) =>
    file.endsWith('.csv') ? [`raw-data/${category}/${file}`] : [],
  ),
);
const CONFIGS = FILES.map((file) => file.replace(/^.*\/|\.csv$/g, '')).sort();

const ENTRY = ['config', 'name', 'category', 'description', 'source', 'url'];

describe('the list of datasets', () => {
  test('has an entry for every CSV file, by config in the order of code points', async () => {
    const { results, metadata } = await server.read<Page>('/v1/datasets');
    expect(results.map(({ config }) => config)).toEqual(CONFIGS);
    expect(metadata.resultset).toEqual({ count: CONFIGS.length, offset: 0, limit: 100 });
    for (const entry of results) expect(Object.keys(entry)).toEqual(ENTRY);
  });
});

describe.each(CONFIGS)('the dataset %s', (config) => {
  const file = FILES.find((it) => it.endsWith(`/${config}.csv`)) ?? '';

  test('has one record a line, its members in the order of the columns of the file', async () => {
    const [header = [], ...records] = readCsv(file);
    for (const path of [`/v1/datasets/${config}`, `/v1/datasets/${config}?limit=11&offset=13`]) {
      const { text } = await server.ask(path);
      const lines = recordLines(text);
      const page = JSON.parse(text) as Page;
      expect(lines.map((line) => JSON.parse(line))).toEqual(page.results);
      for (const line of lines) expect(recordMembers(line).map(([name]) => name)).toEqual(header);
      expect(page.metadata.resultset.count).toBe(records.length);
    }
  });

  test('has records of the types that its schema names', async () => {
    const { columns } = await server.read<Schema>(`/v1/datasets/${config}/schema`);
    const { text } = await server.ask(`/v1/datasets/${config}`);
    const patterns = { int64: /^-?[0-9]+$/, float64: /^-?[0-9]/, object: /^"/ } as Record<string, RegExp>;
    for (const line of recordLines(text)) {
      for (const [index, [name, token]] of recordMembers(line).entries()) {
        const { type = '', nullable } = columns[index] ?? {};
        if (token === 'null') expect(nullable, name).toBe(true);
        else expect(token, `${name} is ${type}`).toMatch(patterns[type] as RegExp);
      }
    }
  });
});

describe('the index', () => {
  test('links to every list, and to the records, info, about, schema, quality, profile and downloads of every dataset', async () => {
    const { links, categories, datasets } = await server.read<IndexDocument>('/v1');
    expect(datasets.map(({ config }) => config)).toEqual(CONFIGS);
    expect(categories.map(({ name }) => name)).toEqual(['economy', 'agriculture', 'governance']);
    const urls = [links.self, links.datasets, ...[...categories, ...datasets].flatMap((it) => Object.values(it.links))];
    expect(urls).toHaveLength(2 + categories.length + 7 * datasets.length);
    for (const url of urls)
      expect((await server.ask(url as string)).headers['content-type']).toMatch(/^application\/json/);
  });

  test('links to the documentation', async () => {
    const { links } = await server.read<IndexDocument>('/v1');
    const { status, headers } = await server.ask(links.documentation as string);
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^text\/html/);
  });
});

test('every body is UTF-8 JSON without a byte order mark and ends with a line break', async () => {
  for (const path of [
    '/v1',
    '/v1/datasets',
    '/v1/datasets/coffee-production',
    '/v1/datasets/coffee-production/schema',
  ]) {
    const { headers, body, text } = await server.ask(path);
    expect(headers['content-type']).toMatch(/^application\/json(?:; charset=utf-8)?$/);
    expect(body[0]).toBe('{'.charCodeAt(0));
    expect(text.endsWith('}\n')).toBe(true);
  }
});
