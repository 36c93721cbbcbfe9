import { describe, expect, test } from 'vitest';
import { filesOf, isTable, isTabSeparated } from '../../../../src/discover/data-package/locate-data.ts';
import { find, findOne, HEAD, PACKAGE } from '../../../support/data-packages.ts';

type Properties = Readonly<Record<string, unknown>>;

const TABULAR = 'tabular-data-package';
const SCHEMAS = 'specs.frictionlessdata.io/schemas';

describe('a resource is a table', () => {
  test.each<[Properties, Properties]>([
    [{ path: 'x.CSV' }, {}],
    [{ path: 'x.tsv' }, {}],
    [{ path: ['a.txt', 'b.csv'] }, {}],
    [{ path: 'x.json', format: 'csv' }, {}],
    [{ path: 'x.csv.gz' }, {}],
    [{ path: 'x.csv.tar.gz' }, {}],
    [{ path: 'https://example.org/x.csv?a=b.json' }, {}],
    [{ path: 'https://example.org/x.csv#top.json\n' }, {}],
    [{ path: 'x', mediatype: 'TEXT/CSV; charset=utf-8' }, {}],
    [{ path: 'x', mediatype: 'text/tab-separated-values' }, {}],
    [{ path: 'x.json', schema: { fields: [] } }, {}],
    [{ path: 'x.json', dialect: {} }, {}],
    [{ path: 'x', type: 'table' }, {}],
    [{ path: 'x', profile: 'Tabular-Data-Resource.JSON' }, {}],
    [{ path: 'x', profile: `https://${SCHEMAS}/tabular-data-resource.json` }, {}],
    [{ path: 'x' }, { profile: TABULAR }],
    [{ path: 'x.txt.gz' }, { profile: TABULAR }],
    [{ path: 'x.gz', type: 'table' }, { profile: TABULAR }],
    [{}, { profile: TABULAR }],
  ])('%j in the package %j', (resource, head) => {
    expect(isTable(resource, head)).toBe(true);
  });

  test.each<[Properties, Properties]>([
    [{}, {}],
    [{ path: 'csv' }, {}],
    [{ path: 'x.csvs' }, {}],
    [{ path: 'https://example.org/x?a=b.csv' }, {}],
    [{ path: 'x', format: 1, mediatype: 2, profile: 3 }, { profile: 4 }],
    [{ path: 'x', mediatype: 'application/text/csv' }, {}],
    [{ path: 'x', schema: null, dialect: null }, {}],
    [{ path: 'x.json', schema: { fields: {} } }, {}],
    [{ path: 'x.json', schema: 'x' }, {}],
    [{ path: 'x.json', type: 'table' }, {}],
    [{ path: 'x.XLSX.gz', type: 'table' }, {}],
    [{ path: 'x', format: 'parquet', schema: {} }, {}],
    [{ path: 'x', profile: 'tabular-data-resources' }, {}],
    [{ path: 'x', profile: 'https://example.org/schemas/tabular-data-resource' }, {}],
    [{ path: 'x.json' }, { profile: TABULAR }],
    [{ path: 'x', format: 'JSON' }, { profile: TABULAR }],
    [{ path: ['x', 'y.ZIP'] }, { profile: TABULAR }],
    [{ path: 'x.tgz' }, { profile: TABULAR }],
    [{ path: 'x.tar.gz' }, { profile: TABULAR }],
  ])('but not %j in the package %j', (resource, head) => {
    expect(isTable(resource, head)).toBe(false);
  });
});

test.each([
  [{ path: 'data/X.TSV' }, true],
  [{ path: ['x.tsv'] }, true],
  [{ path: 'x.csv', format: 'TSV' }, true],
  [{ path: 'x.txt', mediatype: 'Text/Tab-Separated-Values; charset=utf-8' }, true],
  [{ path: 'x.tsv.csv' }, false],
  [{ path: 'x.csv', format: 'csv', mediatype: 'text/csv' }, false],
  [{}, false],
])('whether the cells of %j are separated by tabs: %s', (resource, expected) => {
  expect(isTabSeparated(resource)).toBe(expected);
});

test('the files of a resource are those below the folder of its package', () => {
  expect(filesOf({ path: ['a.csv', './b/c.csv', '../d.csv', '../pq/e.csv', 1] }, 'p')).toEqual([
    'p/a.csv',
    'p/b/c.csv',
  ]);
  expect(filesOf({ path: 'b/../a.csv' }, '.')).toEqual(['a.csv']);
  expect(filesOf({}, '.')).toEqual([]);
});

describe('a path of a resource', () => {
  const refusalOf = (path: string, files = {}) => {
    const { sources, problems } = find(
      { ...HEAD, resources: [{ name: 'x', path, type: 'table' }] },
      { 'economy/p/a.csv': 'a\n1\n', 'economy/p/b/c..csv': 'a\n1\n', ...files },
    );
    const own = problems.filter(({ file }) => file === PACKAGE);
    return sources.length > 0 ? null : (own[0]?.message ?? 'nothing');
  };

  test.each(['/etc/x.csv', '\\x.csv', 'c:x.csv', '..', '../x.csv', 'b/../../x.csv', 'b\\..\\x.csv', 'b/..'])(
    '%s may lead outside the package',
    (path) => {
      expect(refusalOf(path)).toContain('may lead outside the package’s folder');
    },
  );

  test.each(['HTTP://example.org/x.csv', 'x://a.csv', 's3+a-b.c9://x.csv'])('%s is a URL', (path) => {
    expect(refusalOf(path)).toContain('is a URL');
  });

  test.each(['9p://x.csv', 'x:/a.csv.txt', 'ab:c.csv', 'b/http://x.csv'])('%s is the path of a file', (path) => {
    expect(refusalOf(path)).toMatch(/^(?:there is no file|"x:\/a)/);
  });

  test.each(['a.csv', './a.csv', 'b/c..csv'])('%s is found', (path) => {
    expect(refusalOf(path)).toBeNull();
  });

  test('that is missing has the nearest name of its own folder as a suggestion, if there is one', () => {
    expect(refusalOf('b/d.csv', { 'economy/p/b/dd.csv': '' })).toBe(
      'there is no file economy/p/b/d.csv (did you mean "dd.csv"?)',
    );
    expect(refusalOf('nowhere/a.csv')).toBe('there is no file economy/p/nowhere/a.csv');
  });
});

test.each([
  ['yes', 1],
  ['', 0],
  ['no', 0],
  [null, 0],
  [1, 0],
])('a resource with the compression %j has %i problems', (compression, count) => {
  expect(findOne({ name: 'x', path: 'data/x.csv', compression }).problems).toHaveLength(count);
});

test('the fields of all resources of a package are limited: 100,000, of a schema as often as it is used', () => {
  const fields = Array.from({ length: 25_000 }, () => ({ name: 'a' }));
  const resources = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ name, path: `${name}.csv`, schema: 's.json' }));
  const files = Object.fromEntries(resources.map(({ path }) => [`economy/p/${path}`, 'a\n1\n']));
  const { sources, problems } = find(
    { ...HEAD, resources: [...resources, { name: 'f', path: 'f.csv' }] },
    { ...files, 'economy/p/f.csv': 'a\n1\n', 'economy/p/s.json': JSON.stringify({ fields }) },
  );
  expect(sources.map(({ config }) => config)).toEqual(['a', 'b', 'c', 'd', 'f']);
  expect(problems.map(({ code }) => code)).toEqual(['description-too-large']);
});
