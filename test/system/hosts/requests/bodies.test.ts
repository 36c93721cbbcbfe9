import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  type IndexDocument,
  type NullSpellings,
  PROFILE_COLUMN_FIELDS,
  PROFILE_FIELDS,
  type ProfileDocument,
  type QualityDocument,
} from '../../../../src/contract/documents.ts';
import { type Entry, type Page, recordLines, recordMembers, type Schema } from '../../../support/http/bodies.ts';
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
const LINKS = ['self', 'first', 'prev', 'next', 'last'];

describe('the list of datasets', () => {
  test('has metadata, links and results, in this order', async () => {
    const page = await server.read<Page>('/v1/datasets');
    expect(Object.keys(page)).toEqual(['metadata', 'links', 'results']);
    expect(Object.keys(page.metadata)).toEqual(['resultset']);
    expect(Object.keys(page.metadata.resultset)).toEqual(['count', 'offset', 'limit']);
    expect(Object.keys(page.links).sort()).toEqual([...LINKS].sort());
  });

  test('has an entry for every CSV file, by config in the order of code points', async () => {
    const { results, metadata } = await server.read<Page>('/v1/datasets');
    expect(results.map(({ config }) => config)).toEqual(CONFIGS);
    expect(metadata.resultset).toEqual({ count: CONFIGS.length, offset: 0, limit: 100 });
    for (const entry of results) expect(Object.keys(entry)).toEqual(ENTRY);
  });

  test.each(['economy', 'agriculture', 'governance'])('of %s has those of its category only', async (category) => {
    const all = await server.read<Page>('/v1/datasets');
    const { results, metadata } = await server.read<Page>(`/v1/datasets?category=${category}`);
    const expected = all.results.filter((entry) => entry.category === category);
    expect(results).toEqual(expected);
    expect(metadata.resultset).toEqual({ count: expected.length, offset: 0, limit: 100 });
    const part = await server.read<Page>(`/v1/datasets?category=${category}&limit=2&offset=3`);
    expect(part.results).toEqual(expected.slice(3, 5));
    expect(part.metadata.resultset).toEqual({ count: expected.length, offset: 3, limit: 2 });
    expect(part.links.next).toContain(category);
  });

  test('is empty after its end, which is not an error', async () => {
    const { results, metadata } = await server.read<Page>('/v1/datasets?offset=1000');
    expect(results).toEqual([]);
    expect(metadata.resultset).toEqual({ count: CONFIGS.length, offset: 1000, limit: 100 });
  });
});

describe.each(CONFIGS)('the dataset %s', (config) => {
  const file = FILES.find((it) => it.endsWith(`/${config}.csv`)) ?? '';

  test('has an info resource that is its entry in the list', async () => {
    const info = await server.read<Entry>(`/v1/datasets/${config}/info`);
    const { results } = await server.read<Page>('/v1/datasets');
    expect(Object.keys(info)).toEqual(ENTRY);
    expect(results).toContainEqual(info);
    for (const text of Object.values(info)) expect(text).toMatch(/\S/);
    expect(info.url).toMatch(/^https?:\/\//);
  });

  test('has records with source, description, url, category, metadata, links and results, in this order', async () => {
    const page = await server.read<Page & Entry>(`/v1/datasets/${config}?limit=5`);
    const info = await server.read<Entry>(`/v1/datasets/${config}/info`);
    expect(Object.keys(page)).toEqual(['source', 'description', 'url', 'category', 'metadata', 'links', 'results']);
    expect(page).toMatchObject({
      source: info.source,
      description: info.description,
      url: info.url,
      category: info.category,
    });
    expect(Object.keys(page.metadata.resultset)).toEqual(['count', 'offset', 'limit']);
    expect(Object.keys(page.links).sort()).toEqual([...LINKS].sort());
  });

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

  test('has a schema of its columns, each with the fields of the specification in its order', async () => {
    const schema = await server.read<Schema>(`/v1/datasets/${config}/schema`);
    const [header = [], ...records] = readCsv(file);
    expect(Object.keys(schema)).toEqual(['config', 'category', 'name', 'source', 'row_count', 'columns']);
    expect(schema).toMatchObject({ config, row_count: records.length });
    expect(schema.columns.map(({ name }) => name)).toEqual(header);
    for (const column of schema.columns) {
      expect(Object.keys(column)).toEqual([
        'name',
        'type',
        'description',
        'nullable',
        'null_count',
        'sample_values',
        'stats',
      ]);
      expect(['int64', 'float64', 'object']).toContain(column.type);
      expect(column.description).toMatch(/\S/);
      expect(column.sample_values.length).toBeLessThanOrEqual(5);
      expect(new Set(column.sample_values).size).toBe(column.sample_values.length);
      if (column.null_count > 0) expect(column.nullable).toBe(true);
      if (column.stats === null) continue;
      expect(Object.keys(column.stats)).toEqual(['count', 'mean', 'std', 'min', 'q1', 'median', 'q3', 'max']);
      expect(column.stats.count).toBe(records.length - column.null_count);
    }
  });

  test('has a profile of its columns, in which each has all fields', async () => {
    const profile = await server.read<ProfileDocument>(`/v1/datasets/${config}/profile`);
    const { columns } = await server.read<Schema>(`/v1/datasets/${config}/schema`);
    expect(Object.keys(profile)).toEqual(Object.keys(PROFILE_FIELDS));
    expect(profile.columns.map(({ name, type }) => [name, type])).toEqual(
      columns.map(({ name, type }) => [name, type]),
    );
    for (const column of profile.columns) expect(Object.keys(column)).toEqual(Object.keys(PROFILE_COLUMN_FIELDS));
  });

  test('has a quality report in which the spellings of null add up to the nulls of its schema', async () => {
    const quality = await server.read<QualityDocument>(`/v1/datasets/${config}/quality`);
    const { columns } = await server.read<Schema>(`/v1/datasets/${config}/schema`);
    expect(Object.keys(quality)).toEqual(['config', 'name', 'hints', 'nulls']);
    expect(quality).toMatchObject({ config, hints: [] });
    expect(quality.nulls.map(({ column, spellings }) => [column, sumOf(spellings)])).toEqual(
      columns.filter((it) => it.null_count > 0).map((it) => [it.name, it.null_count]),
    );
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

function sumOf(spellings: NullSpellings['spellings']): number {
  return spellings.reduce((sum, { count }) => sum + count, 0);
}

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
