import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publishedPlugin } from '../../../src/astro/published-plugin.ts';
import type { DatasetSummary, IndexDocument } from '../../../src/contract/documents.ts';
import { numberedRows, publishTables } from '../../support/http/fixture.ts';

/*
 * What the pages read, of folders that a build has published. Vite loads it with the plugin that Astro loads it with, since that provides the
 * functions which read the files.
 */

const SITE = { prefix: '/', pageSizes: [100] };
const PUBLISHED = fileURLToPath(new URL('../../../src/site/published.ts', import.meta.url));
const LINKS = fileURLToPath(new URL('../../../src/site/links.ts', import.meta.url));

type Published = typeof import('../../../src/site/published.ts');
type Links = typeof import('../../../src/site/links.ts');

const folder = mkdtempSync(join(tmpdir(), 'almanac-pages-'));
const servers: ViteDevServer[] = [];

async function modulesFor(published: string, base: string): Promise<ViteDevServer> {
  const server = await createServer({
    configFile: false,
    logLevel: 'silent',
    cacheDir: join(folder, 'cache'),
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    plugins: [
      publishedPlugin(published, () => ({
        base,
        isDevelopment: false,
        policy: null,
        hasPictures: false,
        icon: 'favicon.svg',
      })),
    ],
  });
  servers.push(server);
  return server;
}

let published: Published;
let atRoot: Links;
let belowRoot: Links;
const client = join(folder, 'client');

beforeAll(async () => {
  const many = Array.from({ length: 101 }, (_, at) => [`many/d${String(at).padStart(3, '0')}`, 'a\n1\n'] as const);
  const tables = {
    ...Object.fromEntries(many),
    'some/long': numberedRows(101),
    'some/wide': 'z,2019,a\n1.50,9007199254740993,x\nN/A,2,\n0.25,3,y\n',
  };
  publishTables(tables, client, SITE);
  const root = await modulesFor(client, '/');
  published = (await root.ssrLoadModule(PUBLISHED)) as Published;
  atRoot = (await root.ssrLoadModule(LINKS)) as Links;
  belowRoot = (await (await modulesFor(client, '/data/')).ssrLoadModule(LINKS)) as Links;
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  rmSync(folder, { recursive: true, force: true });
});

function bytesOf(file: string): number {
  return statSync(join(client, 'v1/datasets', file)).size;
}

test('the index is read, and the entries of a category from all of its pages', async () => {
  const { categories, datasets } = await published.readIndex();
  expect(categories.map(({ name, count }) => [name, count])).toEqual([
    ['many', 101],
    ['some', 2],
  ]);
  for (const category of categories) {
    const entries = await published.readEntries(category);
    const expected = datasets.filter((dataset) => dataset.category === category.name);
    expect(entries.map(({ config }) => config)).toEqual(expected.map(({ config }) => config));
  }
});

test('a dataset has its columns and their profile with the digits of numbers, what is doubtful, and the sizes of its files', async () => {
  const { entry, about, columns, profile, hints, bytes } = await published.readDataset('wide');
  expect(entry).toMatchObject({ config: 'wide', name: 'Title of some/wide' });
  expect(about).toMatchObject({ config: 'wide' });
  expect(columns.map(({ name, stats }) => [name, stats?.max])).toEqual([
    ['z', { digits: '1.50' }],
    ['2019', { digits: '9007199254740993' }],
    ['a', undefined],
  ]);
  expect(profile.row_count).toEqual({ digits: '3' });
  expect(profile.columns.map(({ name, max }) => [name, max])).toEqual([
    ['z', { digits: '1.50' }],
    ['2019', { digits: '9007199254740993' }],
    ['a', null],
  ]);
  expect(hints.map(({ code }) => code)).toEqual(['column-undescribed']);
  expect(bytes).toEqual({
    records: bytesOf('wide.json'),
    schema: bytesOf('wide/schema.json'),
    profile: bytesOf('wide/profile.json'),
    downloads: bytesOf('wide/downloads.json'),
    quality: bytesOf('wide/quality.json'),
    info: bytesOf('wide/info.json'),
    about: bytesOf('wide/about.json'),
  });
});

test('the sample of a page ends after its first record', async () => {
  const text = await published.readSampleText('wide');
  const [first, ...lines] = text.split('\n');
  expect(first).toBe('{');
  const results = lines.indexOf('"results": [');
  expect(results).toBeGreaterThan(0);
  expect(lines.slice(results)).toEqual(['"results": [', '{"z":1.50,"2019":9007199254740993,"a":"x"},', '…', ']', '}']);
});

describe('the dataset of the examples', () => {
  const index = (...counts: number[]): IndexDocument => {
    const datasets = counts.map((row_count, at) => ({ config: `d${at}`, row_count }) as DatasetSummary);
    return { datasets } as unknown as IndexDocument;
  };

  test.each([
    ['the first with more than one page', [3, 100, 101, 500], 'd2'],
    ['the first, if none has more than one page', [3, 100], 'd0'],
    ['null in an empty catalogue', [], undefined],
  ])('is %s', (_, counts, config) => {
    expect(published.exampleDataset(index(...counts))?.config).toBe(config);
  });
});

test('links lead to pages and to files, below the path of the site', () => {
  const linksOf = (links: Links) => [
    links.HOME_PAGE,
    links.API_PAGE,
    links.datasetPage('wide'),
    links.categoryPage('some'),
    links.embedPage('wide'),
    links.LIST_PAGE,
    links.fileLink('v1/index.json'),
  ];
  expect(linksOf(atRoot)).toEqual([
    '/',
    '/api/',
    '/datasets/wide/',
    '/categories/some/',
    '/embed/wide/',
    '/datasets/',
    '/v1/index.json',
  ]);
  expect(linksOf(belowRoot)).toEqual([
    '/data/',
    '/data/api/',
    '/data/datasets/wide/',
    '/data/categories/some/',
    '/data/embed/wide/',
    '/data/datasets/',
    '/data/v1/index.json',
  ]);
});

test('the icon of the pages is the catalogue’s logo, if it has one', () => {
  expect(belowRoot.iconLink({ has_logo: true })).toBe('/data/logo.svg');
  expect(belowRoot.iconLink({ has_logo: false })).toBe('/data/favicon.svg');
});

test('the address of a file is that of the site, or of a server on this machine as long as no site is set', () => {
  const site = new URL('https://data.example');
  expect(belowRoot.fileAddress('v1/index.json', site)).toBe('https://data.example/data/v1/index.json');
  expect(belowRoot.assumedAddress(site)).toBeNull();
  expect(belowRoot.fileAddress('v1/index.json', undefined)).toBe('http://localhost:4321/data/v1/index.json');
  expect(belowRoot.assumedAddress(undefined)).toBe('http://localhost:4321');
});
