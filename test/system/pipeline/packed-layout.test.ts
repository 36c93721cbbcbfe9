import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { DOWNLOAD_FORMATS, type Site } from '../../../src/contract/routes.ts';
import { readCatalogue } from '../../../src/discover/catalogue/read-catalogue.ts';
import { findSources } from '../../../src/discover/find-sources.ts';
import type { BuildOptions } from '../../../src/pipeline/build.ts';
import { buildApi } from '../../../src/pipeline/build-api.ts';
import { profileSource } from '../../../src/pipeline/first-pass.ts';
import { folderOutput } from '../../../src/pipeline/output/folder-output.ts';
import { readingHere } from '../../../src/pipeline/tasks.ts';
import { CHUNK_RECORDS, MAX_CHUNK_BYTES } from '../../../src/publish/records/chunk-writer.ts';
import { memoryOutput, textOf } from '../../support/builds/memory-output.ts';
import { folderWith, rawDataWith, withSidecar } from '../../support/builds/raw-data-folder.ts';
import { contentOf } from '../../support/builds/run-build.ts';
import { readParquet } from '../../support/readers/parquet.ts';

/*
 * Packed datasets: their files, which are the same however the raw data is read.
 */

const SITE: Site = { prefix: '/', pageSizes: [10, 100], layout: 'packed', formats: DOWNLOAD_FORMATS };

/** Builds on one thread, into memory. */
function buildInMemory(rawData: string, site: Site, choice: Partial<BuildOptions> = {}) {
  const output = memoryOutput();
  const report = buildApi({ rawData, site, ...choice }, output);
  if (!report.ok) throw new Error(JSON.stringify(report.problems));
  return { report, files: output.files };
}

/** Builds on several threads, into a folder. */
function buildOnThreads(rawData: string, site: Site, choice: Partial<BuildOptions>) {
  const output = folderOutput(folderWith({}));
  const report = buildApi({ rawData, site, threads: 3, ...choice }, output);
  const bodies = [...contentOf(output.folder)].map(
    ([path, body]) => [path.replaceAll('\\', '/'), textOf(path, Buffer.from(body, 'latin1'))] as const,
  );
  return { report, files: new Map(bodies) };
}

/** Paths at which two builds differ. */
function differing(ours: ReadonlyMap<string, string>, theirs: ReadonlyMap<string, string>): string[] {
  const paths = new Set([...ours.keys(), ...theirs.keys()]);
  return [...paths].filter((path) => ours.get(path) !== theirs.get(path));
}

/** Raw data with one dataset, whose rows are short, except for a few. */
function rawDataOf(rows: number, longest: number): string {
  const lines = Array.from({ length: rows }, (_, row) => {
    const text = 'é"'.repeat(row % 97 === 96 ? longest / 2 : row % 5);
    return `${row},${row * 0.5},"${text.replaceAll('"', '""')}",name ${row % 13}\n`;
  });
  return rawDataWith(withSidecar('economy/x', `n,half,text,name\n${lines.join('')}`));
}

function isRegular(rawData: string): boolean {
  const [source] = findSources(
    rawData,
    readCatalogue(rawData, () => {}),
    () => {},
  );
  return source !== undefined && profileSource(source, readingHere()).profiled?.fast != null;
}

describe('the same chunks are made from a file', () => {
  test.each([
    [0, 0],
    [CHUNK_RECORDS, 10],
    [CHUNK_RECORDS + 1, 10],
    [3 * CHUNK_RECORDS, 2_000],
    [250, 1_200_000],
  ])('of %i rows of up to %i bytes, whether it is read as text or in segments of any size', (rows, longest) => {
    const rawData = rawDataOf(rows, longest);
    const { files: text } = buildInMemory(rawData, SITE, { asText: true });
    // Very long records are always read as text.
    expect(isRegular(rawData)).toBe(rows > 0 && longest < 1_000_000);
    for (const segmentBytes of [1_000, 77_777, 1 << 22]) {
      expect(differing(buildInMemory(rawData, SITE, { segmentBytes }).files, text), `${segmentBytes}`).toEqual([]);
    }
  });
});

describe('beside chunks', () => {
  const { files: packed } = buildInMemory('raw-data', { ...SITE, pageSizes: [100], formats: DOWNLOAD_FORMATS });
  const published = new Map(
    [...contentOf(join(inject('builtSite'), 'client/v1'))].map(([path, body]) => [
      `v1/${path.replaceAll('\\', '/')}`,
      textOf(path, Buffer.from(body, 'latin1')),
    ]),
  );
  const isRecordsPage = (path: string): boolean => /^v1\/datasets\/(?!category\/)[^/]+\/limit\//.test(path);

  test('the other files are those of the layout `pages`, byte for byte, except the files of pages and of groups of records', () => {
    // In a long table, row groups of Parquet, and blocks of XLSX, begin where pages or chunks do.
    const isOther = (path: string): boolean =>
      path.startsWith('v1/') && !/\/chunks\/|\/data\.(?:parquet|xlsx)$|\/downloads\.json$/.test(path);
    const others = new Map([...packed].filter(([path]) => isOther(path)));
    const expected = new Map([...published].filter(([path]) => isOther(path) && !isRecordsPage(path)));
    expect(differing(others, expected)).toEqual(['v1/index.json', 'v1/manifest.json']);
    const { layout, ...index } = JSON.parse(packed.get('v1/index.json') ?? '');
    expect(layout).toBe('packed');
    const { build, ...expectedIndex } = JSON.parse(published.get('v1/index.json') ?? '');
    expect(index).toEqual({ ...expectedIndex, build: expect.not.stringMatching(build) });
  });

  test('Parquet files have the same tables as those of the layout `pages`', async () => {
    const paths = [...published.keys()].filter((path) => path.endsWith('/data.parquet'));
    expect(paths).toHaveLength(25);
    for (const path of paths) {
      const [ours, theirs] = await Promise.all(
        [packed, published].map((files) => readParquet(Buffer.from(files.get(path) ?? '', 'latin1'))),
      );
      expect(ours?.names, path).toEqual(theirs?.names);
      expect(ours?.rows.length, path).toBe(theirs?.rows.length);
      const isOther = (row: unknown[], at: number): boolean =>
        row.some((cell, column) => !Object.is(cell, theirs?.rows[at]?.[column]));
      expect(ours?.rows.findIndex(isOther), path).toBe(-1);
    }
  }, 60_000);

  test('an index says where each chunk begins, and holds the members of a page around its records', () => {
    const { datasets } = JSON.parse(packed.get('v1/index.json') ?? '') as {
      datasets: { config: string; row_count: number; links: { records: string } }[];
    };
    for (const { config, row_count: count, links } of datasets) {
      const self = `v1/datasets/${config}/chunks/index.json`;
      const index = JSON.parse(packed.get(self) ?? '');
      const { source, description, url, category } = JSON.parse(packed.get(`v1/datasets/${config}.json`) ?? '');
      const head = { source, description, url, category };
      expect(index).toMatchObject({ head, count, links: { self: `/${self}`, records: links.records } });
      const sizes = (index.chunks as number[]).map((first, at) => {
        const body = packed.get(`v1/datasets/${config}/chunks/${first}.json`) ?? '';
        expect(Buffer.byteLength(body)).toBeLessThanOrEqual(MAX_CHUNK_BYTES);
        const size = (index.chunks[at + 1] ?? count) - first;
        expect(body.split('\n')).toHaveLength(size + 3);
        return size;
      });
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(count);
      const files = [...packed.keys()].filter((path) => path.startsWith(`v1/datasets/${config}/chunks/`));
      expect(files).toHaveLength(sizes.length + 1);
    }
  });
});

test('100,000 rows on several threads make so few files that 100 times as many stay far below 20,000', {
  timeout: 60_000,
}, () => {
  const rows = 100_000;
  const rawData = rawDataOf(rows, 2_000);
  const { report, files } = buildOnThreads(rawData, SITE, {});
  const [dataset] = report.datasets;
  expect(dataset).toMatchObject({ config: 'x', rows });
  expect(dataset?.files).toBe([...files.keys()].filter((path) => path.startsWith('v1/datasets/x')).length);
  // Six descriptions, four downloads, the first page, the index, and the chunks.
  expect(dataset?.files).toBe(12 + Math.ceil(rows / CHUNK_RECORDS));
  expect(dataset?.files).toBeLessThan(20_000 / 4 / 100);
  const index = files.get('v1/datasets/x/chunks/index.json') as string;
  // At most 20,000 chunks, as many as files, of ten million records.
  expect(index.length + 20_000 * '10000000,'.length).toBeLessThan(200_000);
  const others = [...files].filter(([path]) => !path.includes('/data.'));
  expect(Math.max(...others.map(([, body]) => Buffer.byteLength(body)))).toBeLessThanOrEqual(MAX_CHUNK_BYTES);
  expect(differing(files, buildInMemory(rawData, SITE, { asText: true }).files)).toEqual([]);
});
