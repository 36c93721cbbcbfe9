import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type ChangesDocument, INDEX_FIELDS, type ManifestDocument } from '../../../src/contract/documents.ts';
import { COMMON_MEMBERS, PROBLEM_TYPES } from '../../../src/contract/problem-types.ts';
import {
  API_MANIFEST,
  CATEGORY_PAGES,
  CHANGES_FILE,
  collectionFile,
  DATASET_FILES,
  DATASET_PAGES,
  DOWNLOAD_FORMATS,
  datasetFeed,
  datasetFile,
  downloadFile,
  EMBED_FOLDER,
  FEED_FILE,
  INDEX_FILE,
  MODULE_FILES,
  pageFile,
  pageUrl,
  TEXT_PAGES,
} from '../../../src/contract/routes.ts';
import {
  catalogueSchema,
  categorySchema,
  columnSchema,
  sidecarSchema,
} from '../../../src/discover/sidecar/sidecar-schema.ts';
import { PROBLEM_CODES } from '../../../src/problems/problem.ts';
import { SETTINGS, type SettingRow } from '../../../src/settings/settings.ts';

/** What the changelog promises, entry by entry. It only grows: an entry that goes is a new major version. */
const RECORD = new URL('./promises.txt', import.meta.url);

const RECORDS = { kind: 'records', config: '{config}' } as const;
const LISTS = [null, '{category}'].map((category) => ({ kind: 'datasets', category }) as const);
const WINDOW = { limit: 100, offset: 200 };

function urls(): string[] {
  const collections = [RECORDS, ...LISTS];
  const pages = [
    DATASET_PAGES,
    `${DATASET_PAGES}/{config}`,
    `${CATEGORY_PAGES}/{category}`,
    `${EMBED_FOLDER}/{config}`,
    `${TEXT_PAGES}/{page}`,
  ];
  return [
    '/',
    ...[...pages, 'api'].map((path) => `/${path}/`),
    ...MODULE_FILES.map((file) => `/${file}`),
    ...[INDEX_FILE, API_MANIFEST, CHANGES_FILE, FEED_FILE, datasetFeed('{config}')].map((file) => `/${file}`),
    ...collections.flatMap((it) => [`/${collectionFile(it)}`, `/${pageFile(it, WINDOW)}`]),
    ...collections.map((it) => pageUrl({ prefix: '/', pageSizes: [] }, it, 1000, WINDOW)),
    ...DATASET_FILES.map((file) => `/${datasetFile(file, '{config}')}`),
    ...DOWNLOAD_FORMATS.map((format) => `/${downloadFile(format, '{config}')}`),
  ];
}

/** The kind of a published document, by its path below `expected`. */
function kindOf(path: string): string {
  const [, , config, file] = path.replace(/\.json$/, '').split('/');
  if (path === INDEX_FILE) return 'index';
  if (config === undefined || config === 'limit' || config === 'category') return 'list';
  return DATASET_FILES.find((it) => it === file) ?? 'records';
}

/** The fields of a document and of all objects in it, as `links.next` and `columns[].name`. */
function fieldsOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((it) => fieldsOf(it, `${path}[]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const at = path === '' ? key : `${path}.${key}`;
    return [at, ...fieldsOf(inner, at)];
  });
}

/** The manifest and the changes, which the golden folders do not contain. */
const MANIFEST: ManifestDocument = { build: '', files: [{ path: '', bytes: 0, sha256: '' }] };
const CHANGES: ChangesDocument = {
  since: null,
  changes: [
    {
      ...{ config: '', name: '', id: '', change: 'changed', formerly: '', date: null },
      rows: { before: 0, now: 0, added: 0, removed: 0, changed: null, key: null },
      columns: { added: [], removed: [], renamed: [{ from: '', to: '' }] },
      types: [{ column: '', from: 'int64', to: 'object' }],
      bounds: [{ column: '', from: [0, 0], to: [0, 0] }],
    },
  ],
};

/** The fields of all documents that the golden folders publish, by kind. Those of a record are its columns. */
function fields(): string[] {
  // Absent from the golden folders: `layout`, which only packed outputs have.
  const found = new Set(Object.keys(INDEX_FIELDS).map((key) => `index: ${key}`));
  for (const field of fieldsOf(MANIFEST)) found.add(`manifest: ${field}`);
  for (const field of fieldsOf(CHANGES)) found.add(`changes: ${field}`);
  for (const file of globSync('test/golden/*/expected/v1/**/*.json')) {
    const path = file.replace(/\\/g, '/').replace(/^.*\/expected\//, '');
    if (path.includes('/chunks/')) continue;
    const kind = kindOf(path);
    for (const field of fieldsOf(JSON.parse(readFileSync(file, 'utf8')))) {
      if (kind !== 'records' || !field.startsWith('results[].')) found.add(`${kind}: ${field}`);
    }
  }
  for (const { members } of Object.values(PROBLEM_TYPES)) for (const { name } of members) found.add(`problem: ${name}`);
  for (const name of Object.keys(COMMON_MEMBERS)) found.add(`problem: ${name}`);
  return [...found];
}

const csvKeys = (): string[] => Object.keys(sidecarSchema.shape.csv.unwrap().shape);

const NOW: Readonly<Record<string, readonly string[]>> = {
  'problem codes': Object.entries(PROBLEM_CODES).map(([code, severity]) => `${severity} ${code}`),
  'problem types': Object.entries(PROBLEM_TYPES).map(([id, { status }]) => `${status} ${id}`),
  'urls': urls(),
  'fields': fields(),
  'sidecar keys': [
    ...Object.keys(sidecarSchema.shape),
    ...csvKeys().map((key) => `csv.${key}`),
    ...Object.keys(columnSchema.shape).map((key) => `columns.{column}.${key}`),
  ],
  'catalogue keys': [
    ...Object.keys(catalogueSchema.shape),
    ...Object.keys(categorySchema.shape).map((key) => `categories.{category}.${key}`),
  ],
  'settings': (Object.values(SETTINGS) as SettingRow[]).flatMap(({ flag, env }) =>
    [flag ? `--${flag}` : [], env ?? []].flat(),
  ),
  'package exports': Object.keys(JSON.parse(readFileSync('package.json', 'utf8')).exports),
};

const promised = Object.entries(NOW).flatMap(([kind, entries]) => entries.map((entry) => `${kind}: ${entry}`));
const recorded = existsSync(RECORD)
  ? readFileSync(RECORD, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
  : [];

describe('what was promised stays:', () => {
  test.each(Object.keys(NOW))('%s', (kind) => {
    const ofKind = recorded.filter((line) => line.startsWith(`${kind}: `));
    expect(ofKind.length).toBeGreaterThan(1);
    const lost = ofKind.filter((line) => !promised.includes(line));
    expect(lost, 'these are gone, or mean something else now: a promise was broken').toEqual([]);
  });

  test('and what is new is recorded', () => {
    const all = [...new Set([...recorded, ...promised])].sort();
    // As with the golden folders: written on a developer's machine, and an error anywhere else.
    if (!process.env.CI && all.length > recorded.length) writeFileSync(RECORD, `${all.join('\n')}\n`);
    else expect(recorded).toEqual(all);
  });

  test('and the record is not shorter than it was', () => {
    expect(recorded.length).toBeGreaterThanOrEqual(400);
  });
});
