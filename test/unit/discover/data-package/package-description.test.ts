import { describe, expect, test } from 'vitest';
import type { Source } from '../../../../src/model.ts';
import type { Problem } from '../../../../src/problems/problem.ts';
import { placesOf } from '../../../support/builds/problem-places.ts';
import { findOne, PACKAGE } from '../../../support/data-packages.ts';

/** A resource with several properties that a sidecar can replace. */
const RESOURCE = {
  name: 'x',
  path: 'data/x.csv',
  title: 'Its title',
  dialect: { delimiter: ';', commentChar: '#' },
  schema: {
    fields: [
      { name: 'a', type: 'integer', description: 'A', unit: 'm', groupChar: ',' },
      { name: 'b', type: 'string', description: 'B' },
    ],
    missingValues: ['', '-9'],
  },
};
const SIDECAR = 'economy/p/data/x.meta.json';

/** The source of the resource, with a sidecar laid over it. */
function laid(
  content: unknown,
  resource: object = RESOURCE,
  head: object = {},
): { source: Source | undefined; problems: Problem[]; text: string } {
  const text = JSON.stringify(content, null, 2);
  return { ...findOne(resource, head, { [SIDECAR]: text }), text };
}

describe('a sidecar beside a file of a package', () => {
  test('may be empty', () => {
    const without = findOne(RESOURCE);
    const { source, problems } = laid({});
    expect(problems).toEqual([]);
    const { path, columnPlaces, ...described } = source as Source;
    expect(without.source).toMatchObject(described);
    expect(path).toMatch(/x\.csv$/);
    expect(columnPlaces.get('a')?.file).toBe(PACKAGE);
  });

  test('replaces the package’s licence with its link, and its other details one by one', () => {
    const head = {
      licenses: [{ title: 'Ours', path: 'https://example.org/ours' }],
      ...{ version: '1', keywords: ['a', 'b'], created: '2020-01-01T00:00:00Z' },
    };
    const { source } = laid({ license: 'MIT-0', keywords: ['c'], version: '' }, RESOURCE, head);
    expect(source?.license).toBe('MIT No Attribution');
    expect(source?.about).toMatchObject({ version: '1', keywords: ['c'], published: '2020-01-01' });
    expect(source?.about.license).toMatchObject({ spdx: 'MIT-0', url: expect.not.stringContaining('example.org') });
  });

  test('replaces the package’s keys, one by one', () => {
    const { source, problems } = laid({
      $schema: '../dataset.schema.json',
      name: 'Another title',
      category: 'governance',
      csv: { delimiter: '|', footerRows: 1 },
      columns: { a: { unit: 'km', nullable: true }, c: { description: 'C' } },
    });
    expect(problems).toEqual([]);
    expect(source).toMatchObject({
      name: 'Another title',
      description: 'What it holds.',
      category: 'governance',
      descriptionFile: PACKAGE,
      format: { delimiter: '|', comment: '#', footerRows: 1, missing: ['-9'] },
    });
    expect(source?.columns.get('a')).toMatchObject({
      description: 'A',
      unit: 'km',
      nullable: true,
      numberFormat: { thousands: ',' },
      claim: { type: 'integer' },
    });
    expect([...(source?.columns.keys() ?? [])]).toEqual(['a', 'b', 'c']);
    expect(source?.columnPlaces.get('a')?.file).toBe(SIDECAR);
    expect(source?.columnPlaces.get('b')?.file).toBe(PACKAGE);
  });

  test('can set the spellings of null, for the file and for a column', () => {
    const { source } = laid({ csv: { missing: ['x'] }, columns: { b: { missing: [] } } });
    expect([...(source?.columns.values() ?? [])].map(({ missing }) => missing)).toEqual([['x'], []]);
  });

  test('requires its columns to be in the file, even if the schema lets those of the package be absent', () => {
    const schema = { ...RESOURCE.schema, fieldsMatch: 'superset' };
    const { source } = laid({ columns: { b: { description: 'Its own' }, c: {} } }, { ...RESOURCE, schema });
    const absent = [...(source?.columns ?? [])].map(([name, { mayBeAbsent = null }]) => [name, mayBeAbsent]);
    expect(absent).toEqual([
      ['a', 'declared'],
      ['b', null],
      ['c', null],
    ]);
  });

  test('describes columns that are named like an object’s built-in members', () => {
    const columns = '{"columns": {"__proto__": {"unit": "m"}, "constructor": {"unit": "s"}, "toString": {}}}';
    const { source, problems } = findOne(RESOURCE, {}, { [SIDECAR]: columns });
    expect(problems).toEqual([]);
    expect([...(source?.columns ?? [])].map(([name, { unit }]) => [name, unit])).toEqual([
      ['a', 'm'],
      ['b', undefined],
      ['__proto__', 'm'],
      ['constructor', 's'],
      ['toString', undefined],
    ]);
  });

  test('replaces nothing with its blank fields', () => {
    const columns = { a: { description: ' ', unit: '' } };
    const before = laid({}).source;
    const blank = laid({ name: '', description: '\t', source: ' ', url: '', license: '', category: '', columns });
    expect(blank.problems).toEqual([]);
    expect(blank.source).toMatchObject({
      name: before?.name,
      description: before?.description,
      source: before?.source,
      url: before?.url,
      license: before?.license,
      category: before?.category,
    });
    expect(blank.source?.columns.get('a')?.description).toBe(before?.columns.get('a')?.description);
  });

  test('that names a column’s type removes the claim of the schema', () => {
    const { source } = laid({ columns: { a: { type: 'object' } } });
    expect(source?.columns.get('a')).toMatchObject({ type: 'object', isNumber: false });
    expect(source?.columns.get('a')).not.toHaveProperty('claim');
  });

  test('supplies what the package lacks', () => {
    const content = { description: 'D', source: 'S', url: 'https://example.org', license: 'L' };
    const { source, problems } = laid(content, RESOURCE, { description: '', sources: [], licenses: [] });
    expect(problems).toEqual([]);
    expect(source).toMatchObject(content);
  });

  test('replaces what would be refused', () => {
    const dialect = { delimiter: '::', escapeChar: '\\', header: false, commentRows: [2] };
    const content = { csv: { delimiter: ';', quote: '"', header: ['a', 'b'], skipRows: 2 } };
    const { source, problems } = laid(content, { ...RESOURCE, dialect, schema: null, encoding: 'utf-8' });
    expect(problems).toEqual([]);
    expect(source?.format).toMatchObject({ delimiter: ';', quote: '"', header: ['a', 'b'], skipRows: 2 });
  });

  const FIELDS = { fields: [{ name: 'a' }, { name: 'b' }] };
  const ESCAPED = { quoteChar: '"', escapeChar: '\\', doubleQuote: true };

  test.each<[object, object | null, object, boolean]>([
    [{ escapeChar: '\\' }, FIELDS, { escape: '\\' }, true],
    [ESCAPED, FIELDS, { escape: '\\' }, true],
    [{ doubleQuote: false }, FIELDS, { escape: '\\' }, true],
    [{ commentRows: [2] }, FIELDS, { skipRows: 0 }, true],
    [{ header: false }, null, { header: ['a', 'b'] }, true],
    [{ headerRows: [1, 3] }, FIELDS, { header: 1 }, true],
    [{ headerRows: [1, 3] }, FIELDS, { skipRows: 1 }, false],
    [{ headerRows: [1, 2], headerJoin: '_' }, FIELDS, { header: 1 }, true],
    [{ lineTerminator: '|' }, FIELDS, { comment: '#', escape: '\\', header: 1, skipRows: 1 }, false],
  ])('in the place of the dialect %j, with the schema %j, its csv %j is read: %s', (dialect, schema, csv, isRead) => {
    const { source, problems } = laid({ csv }, { name: 'x', path: 'data/x.csv', dialect, schema });
    expect(problems).toHaveLength(isRead ? 0 : 1);
    expect(source !== undefined).toBe(isRead);
  });

  test('that is not JSON keeps its dataset from being published', () => {
    const { source, problems } = findOne(RESOURCE, {}, { [SIDECAR]: '{' });
    expect(source).toBeUndefined();
    expect(placesOf(problems)).toEqual([`${SIDECAR}:1:2 json-syntax`]);
  });

  test('may lie beside a file whose name does not end in .csv', () => {
    const resource = { ...RESOURCE, path: 'data/t.txt', type: 'table' };
    const files = { 'economy/p/data/t.txt': 'a,b\n', 'economy/p/data/t.meta.json': '{ "name": "Text" }' };
    const { source, problems } = findOne(resource, {}, files);
    expect(source).toMatchObject({ file: 'economy/p/data/t.txt', name: 'Text' });
    expect(placesOf(problems)).toEqual(['economy/p/data/x.csv sidecar-missing']);
  });
});
