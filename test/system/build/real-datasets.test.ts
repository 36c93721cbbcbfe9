import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { readCsv } from '../../support/tables/read-csv.ts';
import { readPage } from '../../support/tables/read-page.ts';
import { expectedRealColumn, type RealDataset, realDatasets, sidecarOf } from '../../support/tables/real-data.ts';

const PAGE = 100;
const published = join(inject('builtSite'), 'client/v1');

test('the project has 25 datasets, and all are published', () => {
  const configs = realDatasets().map(({ config }) => config);
  expect(configs).toHaveLength(25);
  expect(configs.filter((config) => !existsSync(join(published, `datasets/${config}.json`)))).toEqual([]);
});

describe.each(realDatasets())('the pages of $config', (dataset) => {
  const [header = [], ...rows] = readCsv(readFileSync(dataset.csv, 'utf8'));

  test('hold every record of the file, digit for digit, in the order of rows and columns', () => {
    const sidecar = sidecarOf(dataset);
    const columns = header.map((_, cell) => {
      const cells = rows.map((row) => row[cell] as string);
      return expectedRealColumn(cells, sidecar).tokens;
    });
    let difference: unknown = null;
    let read = 0;
    for (let offset = 0; offset < rows.length; offset += PAGE) {
      for (const { names, tokens } of pageAt(dataset, offset).records) {
        const expected = columns.map((column) => column[read]);
        const same = names.every((name, at) => name === header[at]) && tokens.every((it, at) => it === expected[at]);
        if (!same || names.length !== header.length) difference ??= { row: read, names, tokens, header, expected };
        read += 1;
      }
    }
    expect(difference).toBeNull();
    expect(read).toBe(rows.length);
  });

  test('state their position, and link from the first to the last', () => {
    const seen: number[] = [];
    let next: string | null = `/v1/datasets/${dataset.config}.json`;
    while (next !== null) {
      const { json } = readPage(readFileSync(join(published, '..', next), 'utf8'));
      seen.push(json.metadata.resultset.offset);
      expect(json.metadata.resultset).toEqual({ count: rows.length, offset: seen.at(-1), limit: PAGE });
      expect(json.links.first).toBe(`/v1/datasets/${dataset.config}.json`);
      next = json.links.next;
    }
    expect(seen).toEqual(Array.from({ length: Math.ceil(rows.length / PAGE) }, (_, page) => page * PAGE));
  });

  test('name the source and the category that the sidecar names', () => {
    const { description, source, url, category = dataset.category } = sidecarOf(dataset);
    const { json } = readPage(readFileSync(join(published, `datasets/${dataset.config}.json`), 'utf8'));
    expect(Object.keys(json)).toEqual(['source', 'description', 'url', 'category', 'metadata', 'links', 'results']);
    expect(json).toMatchObject({ description, source, url, category });
  });
});

function pageAt({ config }: RealDataset, offset: number): ReturnType<typeof readPage> {
  return readPage(readFileSync(join(published, `datasets/${config}/limit/${PAGE}/offset/${offset}.json`), 'utf8'));
}
