import { describe, expect, test } from 'vitest';
import { filesOf, isTable } from '../../../../src/discover/data-package/locate-data.ts';
import { find, findOne, HEAD, PACKAGE } from '../../../support/data-packages.ts';

/** Endings of files that hold no delimited text, whatever a package says about them. */
const OTHER = [
  ...['json', 'geojson', 'topojson', 'jsonl', 'ndjson', 'yaml', 'yml', 'xml', 'html', 'pdf'],
  ...['xls', 'xlsx', 'xlsm', 'xlsb', 'ods', 'gsheets', 'parquet', 'feather', 'arrow', 'sqlite', 'db'],
  ...['md', 'doc', 'docx', 'odt', 'png', 'jpg', 'jpeg', 'gif', 'svg'],
  ...['sav', 'dta', 'sas7bdat', 'rds', 'shp', 'gpkg'],
];
const ARCHIVES = ['gz', 'zip', 'bz2', 'xz', 'zst', '7z', 'tar', 'tgz'];

type Properties = Readonly<Record<string, unknown>>;

const TABULAR = 'tabular-data-package';
const SCHEMAS = 'specs.frictionlessdata.io/schemas';

describe('a resource is a table', () => {
  test.each<[Properties, Properties]>([
    [{ path: 'x.csv' }, {}],
    [{ path: 'x.tsv' }, {}],
    [{ path: 'x.CSV' }, {}],
    [{ url: 'x.csv' }, {}],
    [{ path: 'x?a=b.csv' }, {}],
    [{ path: ['x.csv'] }, {}],
    [{ path: ['a.txt', 'b.csv'] }, {}],
    [{ path: [1, 'b.csv'] }, {}],
    [{ path: 'x.json', format: 'csv' }, {}],
    [{ path: 'x', format: 'TSV' }, {}],
    [{ path: 'x.csv.gz' }, {}],
    [{ path: 'x.csv.ZIP' }, {}],
    [{ path: 'https://example.org/x.csv?a=b.json' }, {}],
    [{ path: 'https://example.org/x.csv?' }, {}],
    [{ path: 'https://example.org/x.csv#top.json\n' }, {}],
    [{ path: 'https://example.org/x.csv?a\nb.json' }, {}],
    [{ path: 'H2+x-y.z://example.org/x.csv?a=.json' }, {}],
    [{ path: 'x', mediatype: 'text/csv' }, {}],
    [{ path: 'x', mediatype: 'TEXT/CSV; charset=utf-8' }, {}],
    [{ path: 'x', mediatype: 'text/tab-separated-values' }, {}],
    [{ path: 'x.json', schema: { fields: [] } }, {}],
    [{ path: 'x.json', dialect: {} }, {}],
    [{ path: 'x', schema: {} }, {}],
    [{ path: 'x', type: 'table' }, {}],
    [{ path: 'x', profile: 'tabular-data-resource' }, {}],
    [{ path: 'x', profile: 'Tabular-Data-Resource.JSON' }, {}],
    [{ path: 'x', profile: `https://${SCHEMAS}/tabular-data-resource.json` }, {}],
    [{ path: 'x', profile: `http://${SCHEMAS}/tabular-data-package` }, {}],
    [{ path: 'x' }, { profile: TABULAR }],
    [{ path: 'x.gz.d' }, { profile: TABULAR }],
    [{ path: 'x.txt.gz' }, { profile: TABULAR }],
    [{ path: 'x.gz', type: 'table' }, { profile: TABULAR }],
    [{}, { profile: TABULAR }],
  ])('%j in the package %j', (resource, head) => {
    expect(isTable(resource, head)).toBe(true);
  });

  test.each<[Properties, Properties]>([
    [{}, {}],
    [{ path: 'x' }, {}],
    [{ path: 'csv' }, {}],
    [{ path: 'x.csvs' }, {}],
    [{ path: 'x' }, { profile: 'data-package' }],
    [{ path: 'https://example.org/x?a=b.csv' }, {}],
    [{ path: 'x', format: 'csvs' }, {}],
    [{ path: 'x', format: 1, mediatype: 2, profile: 3 }, { profile: 4 }],
    [{ path: 'x', mediatype: 'text/csvs' }, {}],
    [{ path: 'x', mediatype: 'application/text/csv' }, {}],
    [{ path: 'x', type: 'tables' }, {}],
    [{ path: 'x', schema: null, dialect: null }, {}],
    [{ path: 'x.json', schema: { fields: {} } }, {}],
    [{ path: 'x.json', schema: 'x' }, {}],
    [{ path: 'x', profile: 'tabular-data-resources' }, {}],
    [{ path: 'x', profile: 'xtabular-data-resource' }, {}],
    [{ path: 'x', profile: 'tabular-data-resource.jsonx' }, {}],
    [{ path: 'x', profile: 'tabular-data-resourcejson' }, {}],
    [{ path: 'x', profile: 'tabular-data-table' }, {}],
    [{ path: 'x', profile: 'https://example.org/schemas/tabular-data-resource' }, {}],
    [{ path: 'x.json' }, { profile: TABULAR }],
    [{ path: 'x', format: 'JSON' }, { profile: TABULAR }],
    [{ path: 'x.gz' }, { profile: TABULAR }],
    [{ path: ['x', 'y.ZIP'] }, { profile: TABULAR }],
  ])('but not %j in the package %j', (resource, head) => {
    expect(isTable(resource, head)).toBe(false);
  });

  test.each(OTHER)('but not if its file ends in .%s, or that is its format', (ending) => {
    expect(isTable({ path: `x.${ending}`, type: 'table' }, {})).toBe(false);
    expect(isTable({ path: `x.${ending.toUpperCase()}.gz`, type: 'table' }, {})).toBe(false);
    expect(isTable({ path: 'x', format: ending, schema: {} }, {})).toBe(false);
  });

  test.each(ARCHIVES)('but not just because it is listed, if it is an archive that ends in .%s', (ending) => {
    expect(isTable({ path: `x.${ending}` }, { profile: TABULAR })).toBe(false);
    expect(isTable({ path: `x.csv.${ending}` }, {})).toBe(true);
    expect(isTable({ path: `x${ending}` }, { profile: TABULAR })).toBe(true);
  });
});

test('the files of a resource are those below the folder of its package', () => {
  expect(filesOf({ path: ['a.csv', './b/c.csv', '../d.csv', '../pq/e.csv', 1] }, 'p')).toEqual([
    'p/a.csv',
    'p/b/c.csv',
  ]);
  expect(filesOf({ path: null, url: 'a.csv' }, 'p/q')).toEqual(['p/q/a.csv']);
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

  test.each([
    '/etc/x.csv',
    '\\x.csv',
    'c:x.csv',
    'C:\\x.csv',
    '..',
    '../x.csv',
    'b/../../x.csv',
    'b\\..\\x.csv',
    'b/..',
  ])('%s may lead out of the package', (path) => {
    expect(refusalOf(path)).toBe(`"${path}" may lead out of the package’s folder, which is not allowed`);
  });

  test.each(['ftp://x.csv', 'HTTP://example.org/x.csv', 'x://a.csv', 's3+a-b.c9://x.csv'])('%s is a URL', (path) => {
    expect(refusalOf(path)).toBe(`"${path}" is a URL, but a build reads only files in the raw-data folder`);
  });

  test.each(['9p://x.csv', 'x:/a.csv.txt', 'ab:c.csv', 'b/http://x.csv'])('%s is the path of a file', (path) => {
    expect(refusalOf(path)).toMatch(/^(?:there is no regular file|"x:\/a)/);
  });

  test.each(['a.csv', './a.csv', 'b/c..csv'])('%s is found', (path) => {
    expect(refusalOf(path)).toBeNull();
  });

  test('that is missing has the nearest name of its own folder as a suggestion, if there is one', () => {
    expect(refusalOf('b/d.csv', { 'economy/p/b/dd.csv': '' })).toBe(
      'there is no regular file economy/p/b/d.csv (did you mean "dd.csv"?)',
    );
    expect(refusalOf('nowhere/a.csv')).toBe('there is no regular file economy/p/nowhere/a.csv');
  });
});

describe('a compression', () => {
  test.each([['gz'], ['zip'], ['yes']])('%s is refused at its property', (compression) => {
    const { problems, source } = findOne({ name: 'x', path: 'data/x.csv', compression });
    expect(source).toBeUndefined();
    expect(problems[0]?.message).toBe('"data/x.csv" is compressed');
  });

  test.each([[''], ['no'], [null], [1]])('%j is none', (compression) => {
    expect(findOne({ name: 'x', path: 'data/x.csv', compression }).problems).toEqual([]);
  });
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
  expect(problems.map(({ code, message, help }) => [code, message, help])).toEqual([
    [
      'description-too-large',
      'the schemas of the package’s resources have more than 100,000 fields up to here',
      'Divide the package into several, each in a folder of its own.',
    ],
  ]);
});
