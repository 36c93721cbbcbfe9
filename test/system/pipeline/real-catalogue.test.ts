import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import spdx from 'spdx-license-list';
import { expect, inject, test } from 'vitest';
import { DOWNLOAD_FORMATS } from '../../../src/contract/routes.ts';
import { buildApi } from '../../../src/pipeline/build-api.ts';
import { memoryOutput, textOf } from '../../support/builds/memory-output.ts';
import { readCsv } from '../../support/tables/read-csv.ts';
import { RAW_DATA, realDatasets, sidecarOf } from '../../support/tables/real-data.ts';

const client = join(inject('builtSite'), 'client');
const report = inject('buildReport');
const datasets = realDatasets();

const entries = datasets.map((dataset) => {
  const { name, description, source, url, category = dataset.category } = sidecarOf(dataset);
  return { config: dataset.config, name, category, description, source, url };
});

test('the list has an entry for each dataset, as its sidecar describes it, in the order of names', () => {
  const list = read('v1/datasets.json');
  expect(list.metadata).toEqual({ resultset: { count: 25, offset: 0, limit: 100 } });
  expect(JSON.stringify(list.results)).toBe(JSON.stringify(entries));
});

test('the index names every category and dataset, and all its links lead to files', () => {
  const catalogue = JSON.parse(readFileSync(join(RAW_DATA, 'catalogue.json'), 'utf8'));
  const index = JSON.parse(readFileSync(join(client, 'v1/index.json'), 'utf8'));
  expect(index).toMatchObject({ title: catalogue.title, description: catalogue.description, page_sizes: [100] });
  expect(index.categories.map(({ name }: { name: string }) => name)).toEqual(Object.keys(catalogue.categories));
  const expected = datasets.map((dataset, at) => {
    const { license } = sidecarOf(dataset);
    return { ...entries[at], license: (spdx[license as string]?.name ?? license) as string };
  });
  expect(index.datasets).toMatchObject(
    expected.map(({ config, name, category, license }) => ({ config, name, category, license })),
  );
  const links = [...index.categories, ...index.datasets].flatMap(({ links: it }) => Object.values<string>(it));
  expect(links).toHaveLength(3 + 7 * 25);
  for (const link of links) expect(statSync(join(client, link)).isFile(), link).toBe(true);
});

test('the build report counts the rows of each file, and the files and bytes that were written', () => {
  expect(report).toMatchObject({ ok: true, problems: [] });
  const counted = datasets.map(({ config, csv }) => {
    const files = filesBelow(join(client, 'v1/datasets', config));
    files.push(join(client, `v1/datasets/${config}.json`));
    return { config, rows: readCsv(readFileSync(csv, 'utf8')).length - 1, files: files.length, bytes: bytesOf(files) };
  });
  expect(report.datasets).toEqual(counted);
  const all = filesBelow(client);
  expect([report.files, report.bytes]).toEqual([all.length, bytesOf(all)]);
});

test('a second build of the same data writes the same files, byte for byte', () => {
  const output = memoryOutput();
  const second = buildApi(
    { rawData: RAW_DATA, site: { prefix: '/', pageSizes: [100], formats: DOWNLOAD_FORMATS } },
    output,
  );
  expect(second.datasets).toEqual(report.datasets);
  const first = new Map(
    filesBelow(join(client, 'v1')).map((path) => [path.slice(client.length + 1), textOf(path, readFileSync(path))]),
  );
  const again = [...output.files].filter(([path]) => path.startsWith('v1/'));
  expect(again.map(([path]) => path).sort()).toEqual([...first.keys()].sort());
  expect(again.filter(([path, body]) => first.get(path) !== body).map(([path]) => path)).toEqual([]);
});

function read(path: string): { metadata: { resultset: { count: number } }; results: unknown[] } {
  return JSON.parse(readFileSync(join(client, path), 'utf8'));
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function bytesOf(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + statSync(file).size, 0);
}
