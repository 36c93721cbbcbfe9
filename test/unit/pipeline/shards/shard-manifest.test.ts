import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DOWNLOAD_FORMATS } from '../../../../src/contract/routes.ts';
import {
  readShardManifest,
  SHARED_SETTING_NAMES,
  type ShardManifest,
  writeShardManifest,
} from '../../../../src/pipeline/shards/shard-manifest.ts';
import { settingsWith } from '../../../support/builds/build-parts.ts';
import { folderWith, writeFiles } from '../../../support/builds/raw-data-folder.ts';
import { PLAIN_CATALOGUE } from '../../../support/tables/plain-catalogue.ts';

const FILE = ['v1/datasets/wages.json', 0, 'digest'];
const SETTINGS = { site: null, base: '/', pageSizes: [100], layout: 'pages', formats: ['csv'] };
const CATEGORY = { name: 'economy', title: 'Economy', description: 'Money.' };
const CATALOGUE = { ...PLAIN_CATALOGUE, categories: [CATEGORY] };
const LISTED = {
  ...{ config: 'wages', name: 'N', category: 'economy', description: 'D', source: 'S', url: '' },
  ...{ license: 'CC0', formerly: [], rowCount: 0 },
};
const MANIFEST = {
  shard: 1,
  shards: 1,
  settings: SETTINGS,
  digest: 'a',
  catalogue: CATALOGUE,
  datasets: [{ listed: LISTED, files: [FILE] }],
};

/** Whether a manifest is read as it is in the file. */
function isValid(manifest: unknown): boolean {
  const folder = folderWith({ 'shard.json': JSON.stringify(manifest) });
  try {
    expect(readShardManifest(folder)).toEqual(manifest);
    return true;
  } catch {
    return false;
  }
}

const withFiles = (...files: unknown[]): unknown => ({ ...MANIFEST, datasets: [{ listed: LISTED, files }] });
const withPath = (path: string): unknown => withFiles([path, 1, 'digest']);
const withListed = (given: object): unknown => ({
  ...MANIFEST,
  datasets: [{ listed: { ...LISTED, ...given }, files: [] }],
});
const withCatalogue = (given: object): unknown => ({ ...MANIFEST, catalogue: { ...CATALOGUE, ...given } });
const withHome = (node: object): unknown => withCatalogue({ texts: { home: [node], pages: [] } });
const withSettings = (given: object): unknown => ({ ...MANIFEST, settings: { ...SETTINGS, ...given } });

describe('the manifest of a shard', () => {
  test('is valid with the smallest values', () => {
    expect(isValid(MANIFEST)).toBe(true);
    expect(isValid({ ...MANIFEST, datasets: [] })).toBe(true);
  });

  test.each([
    ['shard 0', { ...MANIFEST, shard: 0 }],
    ['no shards', { ...MANIFEST, shards: 0 }],
    ['half a shard', { ...MANIFEST, shard: 1.5 }],
    ['pages of no records', withSettings({ pageSizes: [0] })],
    ['another layout', withSettings({ layout: 'files' })],
    ['another format', withSettings({ formats: ['csv', 'xls'] })],
    ['no base', withSettings({ base: null })],
    ['a site that is not a text', withSettings({ site: 1 })],
    ['a negative size', withFiles(['v1/datasets/wages.json', -1, 'digest'])],
    ['a file without a digest', withFiles(['v1/datasets/wages.json', 1])],
    ['a file twice', withFiles(FILE, ['v1/datasets/wages.json', 1, 'other'])],
    ['no digest', { ...MANIFEST, digest: undefined }],
    ['no catalogue', { ...MANIFEST, catalogue: null }],
    ['no datasets', { ...MANIFEST, datasets: undefined }],
  ])('is invalid with %s', (_, manifest) => {
    expect(isValid(manifest)).toBe(false);
  });

  test.each(['layout', 'base', 'site', 'pageSizes', 'formats'])('is invalid without the setting %s', (name) => {
    expect(SHARED_SETTING_NAMES).toContain(name);
    expect(isValid(withSettings({ [name]: undefined }))).toBe(false);
  });

  test.each([['pages'], ['packed']])('may have the layout %s', (layout) => {
    expect(isValid(withSettings({ layout, pageSizes: [1, 100], site: 'https://example.org' }))).toBe(true);
  });

  const PATHS = ['a', '0', '_', '-', 'a.json', 'a-b_c.9.json', 'v1/datasets/a_1/limit/100/offset/0.json'];
  const OTHERS = [
    '',
    '/a',
    'a/',
    'a//b',
    '.',
    '..',
    '.a',
    'a/.b',
    '../a',
    'a/../b',
    'a\\b',
    'A',
    'a b',
    'a/B',
    'é',
    'a\n',
  ];
  test.each([...PATHS, ...OTHERS])('may list the path "%s" only if it is safe', (path) => {
    expect(isValid(withPath(path))).toBe(PATHS.includes(path));
  });

  const NAMES = ['a', '9', 'a-b_c', 'a'.repeat(100)];
  const NO_NAMES = ['', '-a', '_a', 'A', 'a.b', 'a/b', 'a b', 'a'.repeat(101), 'a\n', '\na'];
  test.each([...NAMES, ...NO_NAMES])('may have a dataset named "%s" only if that is a name', (config) => {
    expect(isValid(withListed({ config }))).toBe(NAMES.includes(config));
  });

  test('is a text of one line, and leaves out the settings that shards may differ in', () => {
    const folder = folderWith({});
    const settings = settingsWith({ out: 'elsewhere', base: '/open/' });
    const manifest = { ...MANIFEST, settings, datasets: [{ listed: LISTED, files: [['a.json', 1, 'd']] }] };
    writeShardManifest(folder, manifest as unknown as ShardManifest);
    const text = readFileSync(join(folder, 'shard.json'), 'utf8');
    expect(text).toMatch(/^.*\n$/);
    expect(JSON.parse(text)).toEqual({
      ...manifest,
      settings: { ...SETTINGS, base: '/open/', formats: DOWNLOAD_FORMATS },
    });
  });

  test('is not read through a link, or from a folder', () => {
    const folder = folderWith({ 'other.json': JSON.stringify(MANIFEST) });
    symlinkSync('other.json', join(folder, 'shard.json'));
    expect(() => readShardManifest(folder)).toThrow('shard.json is not a regular file');
    const other = folderWith({});
    mkdirSync(join(other, 'shard.json'));
    expect(() => readShardManifest(other)).toThrow('shard.json is not a regular file');
    writeFiles(other, { 'x/shard.json': '{' });
    expect(() => readShardManifest(join(other, 'x'))).toThrow(SyntaxError);
  });
});

describe('of the catalogue in a manifest', () => {
  test('all that describes it is taken', () => {
    const words = { publisher: 'P', contact: 'C', license: 'L', accent: '#00aaFF', featured: 'wages' };
    expect(isValid(withCatalogue({ ...words, logo: '<svg/>', theme: 'a{}' }))).toBe(true);
    expect(
      isValid(withHome({ tag: 'a', href: 'https://example.org', content: ['x', { tag: 'br', content: [] }] })),
    ).toBe(true);
  });

  test.each([
    ...Object.keys(CATALOGUE).map((name) => [`no ${name}`, withCatalogue({ [name]: undefined })] as const),
    ...Object.keys(LISTED).map((name) => [`a dataset without ${name}`, withListed({ [name]: undefined })] as const),
    ...Object.keys(CATEGORY).map(
      (name) =>
        [`a category without ${name}`, withCatalogue({ categories: [{ ...CATEGORY, [name]: undefined }] })] as const,
    ),
    ['a path for the featured dataset', withCatalogue({ featured: '../x' })],
    ['an accent that is not a colour', withCatalogue({ accent: 'red' })],
    ['a direction from top to bottom', withCatalogue({ direction: 'ttb' })],
    ['a negative number of records', withListed({ rowCount: -1 })],
    // Pages are written at the addresses of former names.
    ['a path for a former name', withListed({ formerly: ['../flats'] })],
    ['a path for a category', withCatalogue({ categories: [{ ...CATEGORY, name: '../x' }] })],
    ['an element that texts do not have', withHome({ tag: 'script', content: ['x()'] })],
    ['the address of a script', withHome({ tag: 'a', href: 'javascript:x()', content: ['x'] })],
    ['another host', withHome({ tag: 'a', path: '/x.example/', content: ['x'] })],
    ['an attribute', withHome({ tag: 'p', onclick: 'x()', content: ['x'] })],
    [
      'a page beside the others',
      withCatalogue({ texts: { home: null, pages: [{ name: '../x', title: 'X', content: [] }] } }),
    ],
  ] as const)('one with %s is refused', (_, manifest) => {
    expect(isValid(manifest)).toBe(false);
  });

  test.each([
    ['', true],
    ['http://example.org', true],
    ['HTTPS://example.org', true],
    ['javascript:alert(1)', false],
    ['xhttp://example.org', false],
    ['httpsx://example.org', false],
    ['http//example.org', false],
    [' ', false],
  ])('the link "%s" of a dataset is one: %s', (url, is) => {
    expect(isValid(withListed({ url }))).toBe(is);
  });
});
