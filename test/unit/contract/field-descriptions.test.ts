import { describe, expect, test } from 'vitest';
import {
  ABOUT_FIELDS,
  CHANGES_FIELDS,
  COLUMN_FIELDS,
  ENTRY_FIELDS,
  type FieldDescription,
  INDEX_FIELDS,
  MANIFEST_FIELDS,
  PAGE_FIELDS,
  QUALITY_FIELDS,
  RECORDS_FIELDS,
  RESULT_SET_FIELDS,
  SCHEMA_FIELDS,
} from '../../../src/contract/documents.ts';
import { publishTables } from '../../support/memory-disk.ts';

const SITE = { prefix: '/', pageSizes: [100], layout: 'packed' } as const;
const disk = publishTables([{ config: 'rows', category: 'topic', texts: ['a', 'b'] }], SITE, { featured: 'rows' });

type Json = Readonly<Record<string, unknown>>;

function read(file: string): Json {
  return JSON.parse(disk.files.get(`v1/${file}.json`) ?? '');
}

const list = read('datasets');
const records = read('datasets/rows');
const about = read('datasets/rows/about');
const schema = read('datasets/rows/schema');
const [column] = schema.columns as [Json];
const { resultset } = list.metadata as { resultset: Json };

const DOCUMENTS: readonly [what: string, fields: Readonly<Record<string, FieldDescription>>, document: Json][] = [
  ['the index', INDEX_FIELDS, read('index')],
  ['the manifest', MANIFEST_FIELDS, read('manifest')],
  ['the changes', CHANGES_FIELDS, read('changes')],
  ['an entry', ENTRY_FIELDS, read('datasets/rows/info')],
  ['what the publisher says about a dataset', ABOUT_FIELDS, about],
  ['the metadata of a page', RESULT_SET_FIELDS, resultset],
  ['a page', PAGE_FIELDS, list],
  ['a page of records', RECORDS_FIELDS, records],
  ['a schema', SCHEMA_FIELDS, schema],
  ['a column', COLUMN_FIELDS, column],
  ['a quality report', QUALITY_FIELDS, read('datasets/rows/quality')],
];

/** Fields that are null here, or texts, depending on what is published. */
const NULLABLE = [
  ...['publisher', 'contact', 'accent', 'stats', 'since'],
  ...['published', 'modified', 'retrieved', 'version', 'spatial', 'citation', 'chart'],
];

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

describe.each(DOCUMENTS)('each field of %s', (_, fields, document) => {
  test.each(Object.entries(fields))('is explained: %s', (name, [type]) => {
    const published = typeOf(document[name]);
    const isNullable = NULLABLE.includes(name) || (name === 'license' && document !== about);
    if (isNullable) expect([type, published]).toEqual([expect.stringMatching(/^\w+ or null$/), 'null']);
    else expect(type).toBe(published);
  });
});
