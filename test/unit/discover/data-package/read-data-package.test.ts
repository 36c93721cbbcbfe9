import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lineAndColumn, placesOf } from '../../../support/builds/problem-places.ts';
import {
  type Files,
  folderWith,
  rawDataWith,
  withSidecar,
  writeFiles,
} from '../../../support/builds/raw-data-folder.ts';
import { columnOf, find, findIn, findOne, HEAD, PACKAGE } from '../../../support/data-packages.ts';
import { runs } from '../../../support/runs.ts';
import { PLAIN_FORMAT } from '../../../support/tables/plain-format.ts';

/** Finds the only resource of a package, `data/x.csv`, which has some members more. */
const findX = (members: object, ...others: [head?: object, files?: Files]) =>
  findOne({ name: 'x', path: 'data/x.csv', ...members }, ...others);

describe('of a package', () => {
  test.each(['tabular-data-package', 'https://specs.frictionlessdata.io/schemas/tabular-data-package.json'])(
    'in a package with the profile %s each resource is tabular, unless it has another format',
    (profile) => {
      const resources = [
        { name: 't', path: 't.dat' },
        { name: 'readme', path: 'readme.md' },
        { name: 'all', path: 'all.zip', format: 'zip' },
      ];
      const { sources, problems } = find({ ...HEAD, profile, resources }, { 'economy/p/t.dat': 'a\n1\n' });
      expect(problems).toEqual([]);
      expect(sources.map(({ config }) => config)).toEqual(['t']);
    },
  );

  test('a CSV file that is not a resource needs a sidecar', () => {
    const others = { 'economy/p/y.csv': 'a\n1\n', ...withSidecar('economy/p/z', 'a\n1\n') };
    const { sources, problems } = find(
      { ...HEAD, resources: [{ name: 'x', path: 'x.csv' }] },
      { 'economy/p/x.csv': 'a\n1\n', ...others },
    );
    expect(sources.map(({ config }) => config)).toEqual(['x', 'z']);
    expect(placesOf(problems)).toEqual(['economy/p/y.csv sidecar-missing']);
  });
});

describe('the title and the source of a dataset:', () => {
  test('a resource’s own texts take precedence over those of the package', () => {
    const { source } = findX({
      title: 'Its title',
      description: 'Its description.',
      sources: [{ title: 'Its source', path: 'http://example.org/its' }],
      licenses: [{ name: 'ODbL-1.0' }],
    });
    expect(source).toMatchObject({
      name: 'Its title',
      description: 'Its description.',
      source: 'Its source',
      url: 'http://example.org/its',
      license: 'Open Data Commons Open Database License v1.0',
    });
  });

  test('blank texts, empty lists and null count as absent', () => {
    const { source } = findX({ title: ' ', description: null, sources: [], licenses: null });
    expect(source).toMatchObject({
      name: 'A package',
      source: 'An institution',
      license: 'Creative Commons Zero v1.0 Universal',
    });
  });

  test('of several tables, one without a title is called by its own name', () => {
    const resources = ['x', 'y'].map((name) => ({ name, path: `data/${name}.csv` }));
    const { sources } = find({ ...HEAD, resources }, { 'economy/p/data/x.csv': 'a\n', 'economy/p/data/y.csv': 'a\n' });
    expect(sources.map(({ name }) => name)).toEqual(['x', 'y']);
  });
});

describe('fields', () => {
  test('have the title of columns, and their description or else their title', () => {
    const fields = [
      { name: 'a', title: 'Title', description: 'Description', unit: 'm', constraints: { required: true } },
      { name: 'b', title: 'Title', description: ' ', unit: 7, constraints: { unique: true } },
      { name: 'c' },
      { name: '__proto__', description: 'A name that objects have' },
    ];
    const { source, problems } = findX({ schema: { fields } });
    expect(problems).toEqual([]);
    const plain = { nullable: false, required: false, numberFormat: {}, isNumber: false, mayBeAbsent: 'doubted' };
    expect([...(source?.columns ?? [])]).toEqual([
      ['a', { ...plain, title: 'Title', description: 'Description', unit: 'm', required: true }],
      ['b', { ...plain, title: 'Title', description: 'Title', constraints: { unique: true } }],
      ['c', { ...plain, description: '' }],
      ['__proto__', { ...plain, description: 'A name that objects have' }],
    ]);
  });

  test.each([
    [undefined, undefined, false],
    ['any', undefined, false],
    ['string', 'object', false],
    ['date', 'object', true],
    ['time', 'object', true],
    ['yearmonth', 'object', true],
    ['duration', 'object', false],
    ['geojson', 'object', false],
    ['integer', undefined, true],
    ['number', undefined, true],
    ['year', undefined, true],
    ['boolean', undefined, true],
    ['float', undefined, false],
  ])(
    'of type %s have the type %s, or that of their values, and claim something about these: %s',
    (type, read, claims) => {
      const column = columnOf({ type });
      expect(column?.type).toBe(read);
      expect(column?.claim !== undefined).toBe(claims);
    },
  );

  test('have labels from their categories, of which those without a label are their own', () => {
    const categories = [{ value: 1, label: 'yea' }, { value: '' }, { value: 6 }];
    expect(columnOf({ type: 'integer', categories })?.labels).toEqual({ 1: 'yea', 6: '6' });
    expect(columnOf({ categories: ['low', 'high'] })?.labels).toEqual({ low: 'low', high: 'high' });
    expect(columnOf({ categories: { resource: 'codes' } })?.labels).toBeUndefined();
  });

  test('may declare how their dates and booleans are spelled', () => {
    expect(columnOf({ type: 'date', format: '%d/%m/%Y' })?.claim?.format).toBe('%d/%m/%Y');
    const usual = ['true', 'True', 'TRUE', '1', 'false', 'False', 'FALSE', '0'];
    expect(columnOf({ type: 'boolean' })?.claim?.spellings).toEqual(usual);
    expect(columnOf({ type: 'boolean', trueValues: ['yes'], falseValues: [] })?.claim?.spellings).toEqual(['yes']);
  });

  test('may declare how their numbers are written', () => {
    expect(columnOf({ type: 'number', decimalChar: ',', groupChar: '.' })).toMatchObject({
      numberFormat: { decimal: ',', thousands: '.' },
      isNumber: false,
    });
    expect(columnOf({ type: 'integer', decimalChar: ',', groupChar: ' ' })?.numberFormat).toEqual({ thousands: ' ' });
    expect(columnOf({ type: 'integer', groupChar: '.' })?.numberFormat).toEqual({ thousands: '.', decimal: ',' });
    expect(columnOf({ type: 'number', groupChar: '.' })).toBeUndefined();
    expect(columnOf({ type: 'number', decimalChar: '.', groupChar: null })?.numberFormat).toEqual({});
    expect(columnOf({ type: 'string', decimalChar: ',' })?.numberFormat).toEqual({});
    expect(columnOf({ type: 'number', bareNumber: false })?.claim).toMatchObject({ isBare: false });
  });

  test('have the constraints that are checked, and a hint names the others', () => {
    const constraints = { required: true, minimum: 0, enum: [1, 2], exclusiveMaximum: 9, jsonSchema: {}, unique: null };
    const foreignKeys = [
      { fields: ['a'], reference: { resource: '', fields: ['b'] } },
      { fields: ['a', 'b'], reference: { resource: 'y', fields: ['a', 'b'] } },
      { fields: ['a'], reference: { resource: 'map', fields: ['a'] } },
    ];
    const fields = [
      { name: 'a', type: 'integer', constraints },
      { name: 'b', type: 'date', format: '%d.%m.%Y', constraints: { minimum: '01.01.2020', pattern: '2.*' } },
      { name: 'c', type: 'string', constraints: { pattern: '\\i\\c*' } },
    ];
    const { source, problems } = findX({ schema: { fields, primaryKey: 'b', foreignKeys, uniqueKeys: [['a']] } });
    const { a, b, c } = Object.fromEntries(source?.columns ?? []);
    expect(a).toMatchObject({ required: true, constraints: { minimum: 0, enum: [1, 2] } });
    expect([b?.constraints, c?.constraints]).toEqual([undefined, undefined]);
    expect(source?.rules).toMatchObject({
      primaryKey: { columns: ['b'] },
      foreignKeys: [{ column: 'a', dataset: '', references: 'b' }],
    });
    expect(problems.map(({ code, message }) => `${code} ${message}`)).toEqual([
      'rule-unchecked the package states rules that are not checked: "exclusiveMaximum", "jsonSchema" of "a"',
      'rule-unchecked the package states rules that are not checked: "minimum", "pattern" of "b"',
      'rule-unchecked the package states rules that are not checked: "pattern" of "c"',
      'rule-unchecked the package states rules that are not checked: "uniqueKeys"',
      'rule-unchecked the package states rules that are not checked: "foreignKeys" with several columns',
      'rule-unchecked the package states rules that are not checked: "foreignKeys" to what is not a table of the package',
    ]);
  });

  test.each([
    [undefined, 'doubted'],
    ['exact', 'doubted'],
    ['subset', 'doubted'],
    ['superset', 'declared'],
    [['partial'], 'declared'],
  ])('that match by %j may be absent from the file: %j', (fieldsMatch, mayBeAbsent) => {
    const { source } = findX({ schema: { fields: [{ name: 'a' }], fieldsMatch } });
    expect(source?.columns.get('a')?.mayBeAbsent).toBe(mayBeAbsent);
  });

  test('are located in the package', () => {
    const schema = { fields: [{ name: 'a' }, { title: 'B', name: 'b' }] };
    const { source, text } = findX({ schema });
    const { file, place } = source?.columnPlaces.get('b') ?? {};
    expect(`${file}:${place?.line}:${place?.column}`).toBe(`${PACKAGE}:${lineAndColumn(text, '"b"')}`);
    expect(source?.columnPlaces.get('c')).toBeUndefined();
  });

  test('may be in a file of their own', () => {
    const schema = '{"fields": [{"name": "a", "title": "A"}]}';
    const { source, problems } = findX({ schema: './schemas/x.json' }, {}, { 'economy/p/schemas/x.json': schema });
    expect(problems).toEqual([]);
    expect(source?.columns.get('a')?.description).toBe('A');
    expect(source?.columnPlaces.get('a')).toMatchObject({
      file: 'economy/p/schemas/x.json',
      place: { line: 1, column: 22 },
    });
  });
});

describe('nulls are spelled', () => {
  test.each<
    [string, object | undefined, object | undefined, readonly string[] | undefined, readonly string[] | undefined]
  >([
    ['by default, if nothing is declared', undefined, undefined, undefined, undefined],
    ['by default, if the default is declared', { missingValues: [''] }, undefined, undefined, undefined],
    ['in no way, if the list is empty', { missingValues: [] }, undefined, [], []],
    ['as the schema says', { missingValues: ['', '-9'] }, undefined, ['-9'], ['-9']],
    [
      'as the schema says, with labels',
      { missingValues: [{ value: '-9', label: 'refused' }] },
      undefined,
      ['-9'],
      ['-9'],
    ],
    ['as the field says', { missingValues: ['-9'] }, { missingValues: ['?'] }, ['-9'], ['?']],
  ])('%s', (_, schema, field, ofFile, ofColumn) => {
    const { source, problems } = findX({ schema: { fields: [{ name: 'a', ...field }], ...schema } });
    expect(problems).toEqual([]);
    expect(source?.format.missing).toEqual(ofFile);
    expect(source?.columns.get('a')?.missing).toEqual(ofColumn);
  });

  test('as the dialect declares, too', () => {
    const dialect = { nullSequence: '\\N' };
    const fields = [{ name: 'a' }, { name: 'b', missingValues: ['?'] }];
    const { source } = findX({ dialect, schema: { fields, missingValues: ['', '-9'] } });
    expect(source?.format.missing).toEqual(['-9', '\\N']);
    expect(source?.columns.get('b')?.missing).toEqual(['?', '\\N']);
    expect(findX({ dialect }).source?.format.missing).toEqual(['\\N']);
  });
});

describe('a dialect', () => {
  test.each<[object, object]>([
    [{ delimiter: ';', lineTerminator: '\r\n', csvddfVersion: 1.2, caseSensitiveHeader: true }, { delimiter: ';' }],
    [{ quoteChar: "'" }, { quote: "'", escape: "'" }],
    [{ quoteChar: '' }, { quote: '', escape: '' }],
    [
      { quoteChar: null, doubleQuote: false },
      { quote: '', escape: '' },
    ],
    [{ quoteChar: '"', escapeChar: '\\' }, { escape: '\\' }],
    [
      { quoteChar: "'", escapeChar: '"' },
      { quote: "'", escape: '"' },
    ],
    [
      { quoteChar: '', escapeChar: '', doubleQuote: false },
      { quote: '', escape: '' },
    ],
    [{ lineTerminator: '', commentChar: '', nullSequence: '' }, {}],
    [{ headerRows: null, commentRows: null, delimiter: null }, {}],
    [{ doubleQuote: true, skipInitialSpace: false, header: true, escapeChar: null }, {}],
    [{ commentChar: '//' }, { comment: '//' }],
    [{ skipInitialSpace: true }, { trim: 'start' }],
    [{ commentRows: [1, 1, 3, 2] }, { skipRows: 3 }],
    [{ headerRows: [1, 2], headerJoin: ' ' }, { header: 2 }],
    [
      { headerRows: [2, 3], headerJoin: null },
      { header: 2, skipRows: 1 },
    ],
    [{ header: false }, { header: ['a', 'b'] }],
    [
      { header: false, headerRows: [1], commentRows: [1] },
      { header: ['a', 'b'], skipRows: 1 },
    ],
    [{ csv: { delimiter: ';' }, delimiter: '|' }, { delimiter: ';' }],
  ])('%j is read', (dialect, form) => {
    const schema = { fields: [{ name: 'a' }, { name: 'b' }] };
    const { source, problems } = findX({ dialect, schema });
    expect(problems).toEqual([]);
    expect(source?.format).toEqual({ ...PLAIN_FORMAT, ...form });
  });

  test.each<[object, string, string]>([
    [{ skipInitialSpace: true, delimiter: ' ' }, 'true', 'value-invalid'],
    [{ escapeChar: '"', doubleQuote: false }, 'false', 'dialect-unsupported'],
    [{ headerRows: [] }, '[]', 'dialect-unsupported'],
    [{ csv: { lineTerminator: ';' } }, '";"', 'dialect-unsupported'],
    [{ delimiter: '' }, '""', 'value-invalid'],
    [{ quoteChar: ';', delimiter: ';' }, '";"\n', 'value-invalid'],
    [{ quoteChar: '"', escapeChar: 'ab' }, '"ab"', 'value-invalid'],
    [{ commentChar: '#\n' }, '"#\\n"', 'value-invalid'],
    [{ headerRows: [2000] }, '[\n          2000', 'value-invalid'],
  ])('%j is reported at its place', (dialect, part, code) => {
    const { source, problems, text } = findX({ dialect });
    expect(source).toBeUndefined();
    expect(placesOf(problems)).toEqual([`${PACKAGE}:${lineAndColumn(text, part)} ${code}`]);
    expect(problems[0]?.message).toContain('"resources.0.dialect.');
  });
});

test('the fields of a schema name the columns of a file without a header, so they must differ', () => {
  const fields = [{ name: 'a' }, { name: 'a' }];
  const { problems, text } = findX({ dialect: { header: false }, schema: { fields } });
  expect(placesOf(problems)).toEqual([`${PACKAGE}:${lineAndColumn(text, 'false')} value-invalid`]);
  const none = findX({ dialect: { header: false }, schema: { fields: [] } });
  expect(none.problems.map(({ code }) => code)).toEqual(['header-missing']);
});

describe('who is named as the source is', () => {
  const sourceOf = (head: object) =>
    findX({}, { homepage: 'https://example.org/', sources: [], ...head }).source?.source;

  test.each<[string, object, string]>([
    ['the title of a source', { sources: [{ title: 'T', name: 'N', path: 'p', email: 'e' }] }, 'T'],
    ['its name', { sources: [{ title: ' ', name: 'N', path: 'p', email: 'e' }] }, 'N'],
    ['its path', { sources: [{ name: '', path: 'p', email: 'e' }] }, 'p'],
    ['its address', { sources: [{ email: 'e' }] }, 'e'],
    ['each source once', { sources: [{ title: 'B' }, { title: 'A' }, {}, { title: 'B' }] }, 'B; A'],
    [
      'no contributor, if there is a source',
      { sources: [{ title: 'T' }], contributors: [{ title: 'C', role: 'author' }] },
      'T',
    ],
    ...['publisher', 'rightsHolder', 'creator', 'author'].map((role, at, roles): [string, object, string] => [
      `the ${role} before those who follow`,
      {
        contributors: roles
          .slice(at)
          .reverse()
          .map((it) => ({ title: `The ${it}`, role: it })),
      },
      `The ${role}`,
    ]),
    [
      'the roles of version 2 before the role',
      { contributors: [{ title: 'A', role: 'author', roles: ['creator'] }] },
      'A',
    ],
  ])('%s', (_, head, expected) => {
    expect(sourceOf(head)).toBe(expected);
  });
});

describe('where the source is', () => {
  test.each<[object[] | undefined, string | undefined, string]>([
    [[{ title: 'A', path: 'HTTPS://a.example.org' }], 'https://h.example.org', 'HTTPS://a.example.org'],
    [[{ title: 'A', path: 'file.csv' }, { path: 'http://b.example.org' }], undefined, 'http://b.example.org'],
    [[{ title: 'A', path: 'ftp://a.example.org' }], 'https://h.example.org', 'https://h.example.org'],
    [[{ title: 'A', path: 'xhttp://a.example.org' }], 'https://h.example.org', 'https://h.example.org'],
    [
      [{ title: 'A', path: 'ftp://a.example.org' }, { path: 'http://b.example.org' }],
      undefined,
      'http://b.example.org',
    ],
  ])('of the sources %j and the homepage %j is %s', (sources, homepage, url) => {
    expect(findX({}, { sources, homepage }).source?.url).toBe(url);
  });

  test.each(['s3+a-b.9:x', 'MAILTO:x', 'x:'])('%s is a wrong URL, and no path', (path) => {
    const { problems, text } = findX({}, { sources: [{ title: 'A', path }] });
    expect(placesOf(problems)).toEqual([`${PACKAGE}:${lineAndColumn(text, `"${path}"`)} value-invalid`]);
  });
});

test('a homepage that would run a program is refused at its place', () => {
  const head = { sources: [{ title: 'A' }], homepage: 'javascript:alert(1)' };
  const { problems, text } = findX({}, head);
  expect(placesOf(problems)).toEqual([`${PACKAGE}:${lineAndColumn(text, '"javascript')} value-invalid`]);
});

test('a licence has its title, its name or its path, and several are joined', () => {
  const licenses = [{ title: 'T', name: 'N' }, { title: '', name: 'M', path: 'p' }, { path: 'q' }, {}];
  expect(findX({ licenses }).source?.license).toBe('T; M; q');
});

describe('beyond an entry, a dataset has', () => {
  const aboutOf = (resource: object, head: object = {}) => findX(resource, head).source?.about;

  test('the identifier of its only licence, and the path that the package names for it', () => {
    const licenses = [{ name: 'cc-by-4.0', title: 'Ours', path: 'https://example.org/by' }];
    const { source } = findX({ licenses });
    expect(source?.license).toBe('Creative Commons Attribution 4.0 International');
    expect(source?.about.license).toEqual({ spdx: 'CC-BY-4.0', url: 'https://example.org/by' });
  });

  test('the title of a licence that the list does not have, with its path if that is a URL', () => {
    const licenses = [{ name: 'other-open', title: 'Ours', path: 'https://example.org/ours' }];
    expect(findX({ licenses }).source?.license).toBe('Ours');
    expect(aboutOf({ licenses })?.license).toEqual({ spdx: null, url: 'https://example.org/ours' });
    expect(aboutOf({ licenses: [{ title: 'Ours', path: 'LICENCE.txt' }] })?.license.url).toBeNull();
    expect(aboutOf({ licenses: [...licenses, { name: 'MIT' }] })?.license).toEqual({ spdx: null, url: null });
  });

  test('version, keywords and the day of creation, its own before those of the package', () => {
    const head = { version: '2.0.1', keywords: ['a', 'b'], created: '2020-02-29T23:59:59.5Z' };
    const said = { version: '2.0.1', keywords: ['a', 'b'], published: '2020-02-29' };
    expect(aboutOf({}, head)).toMatchObject(said);
    expect(aboutOf({ version: '3', keywords: ['c'] }, head)).toMatchObject({ ...said, version: '3', keywords: ['c'] });
  });

  test('nothing that has another type, or is not a date', () => {
    const head = { version: 2, keywords: ['a', 7], created: 'yesterday', contributors: [{ title: 'A', email: 7 }] };
    const { source, problems } = findX({}, head);
    expect(problems).toEqual([]);
    const nothing = { version: null, keywords: [], published: null, contact: null };
    expect(source?.about).toMatchObject(nothing);
    expect(aboutOf({}, { created: '2023-02-29T00:00:00Z', keywords: 'a' })).toMatchObject(nothing);
  });
});

describe('an encoding', () => {
  test.each([
    ['ISO-8859-1', 'ISO-8859-1'],
    ['windows-1252', 'windows-1252'],
    ['UTF-8', null],
    ['utf8', null],
    ['utf-8-sig', null],
    ['us-ascii', null],
    ['ascii', null],
    ['UTF8-SIG', null],
    ['utf-16le', 'utf-16le'],
    ['', null],
    [null, null],
  ])('%j is read', (encoding, expected) => {
    expect(findX({ encoding }).source?.format.encoding).toBe(expected);
  });
});

describe('a resource is refused, and reported at its place,', () => {
  test.each<[string, object, string]>([
    ['a folder', { path: 'data', format: 'csv' }, '"data"'],
    ['a hidden file', { path: '.hidden/x.csv' }, '".hidden/x.csv"'],
    ['a schema outside the package', { path: 'data/x.csv', schema: '../s.json' }, '"../s.json"'],
  ])('with %s', (_, members, part) => {
    const files = { 'economy/p/.hidden/x.csv': 'a\n', 'economy/p/data/y.csv': 'a\n1\n' };
    const resources = [
      { name: 'x', ...members },
      { name: 'y', path: 'data/y.csv' },
    ];
    const { sources, problems, text } = find({ ...HEAD, resources }, { ...files, 'economy/p/data/x.csv': 'a\n1\n' });
    const own = problems.filter(({ code }) => code !== 'sidecar-missing');
    expect(placesOf(own)).toEqual([`${PACKAGE}:${lineAndColumn(text, part)} resource-unreadable`]);
    expect(sources.map(({ config }) => config)).toEqual(['y']);
  });

  test('if its file does not exist; for the first ten such files, the nearest name is suggested', () => {
    const names = Array.from({ length: 500 }, (_, at) => `table-${String(at).padStart(6, '0')}`);
    const resources = names.map((name) => ({ name, path: `${name}x.csv` }));
    const files = Object.fromEntries(names.map((name) => [`economy/p/${name}.txt`, '']));
    const { problems } = find({ ...HEAD, resources }, { ...files, 'economy/p/table-000003.csv': 'a\n' });
    const missing = problems.filter(({ code }) => code === 'resource-unreadable');
    expect(missing).toHaveLength(names.length);
    expect(missing[3]?.message).toContain('did you mean "table-000003.csv"?');
    expect(missing.filter(({ message }) => message.includes('did you mean'))).toHaveLength(10);
  });

  test('if its file is a link out of the raw data, or a pipe', () => {
    const outside = folderWith({ 'secret.csv': 'a\n1\n' });
    const resources = ['link.csv', 'pipe.csv', 'pipe.txt'].map((path) => ({ name: path, path, type: 'table' }));
    const rawData = rawDataWith({ [PACKAGE]: JSON.stringify({ ...HEAD, resources }) });
    execFileSync('ln', ['-s', join(outside, 'secret.csv'), join(rawData, 'economy/p/link.csv')]);
    execFileSync('mkfifo', [join(rawData, 'economy/p/pipe.csv'), join(rawData, 'economy/p/pipe.txt')]);
    const { sources, problems } = findIn(rawData);
    expect(sources).toEqual([]);
    expect(problems.map(({ file, code }) => `${file} ${code}`)).toEqual([
      'economy/p/link.csv link-outside',
      'economy/p/pipe.csv not-a-file',
      `${PACKAGE} resource-unreadable`,
    ]);
  });
});

describe('a package', () => {
  test('never ends a build with an exception, whatever it contains', () => {
    const property = fc.constantFrom(
      ...['name', 'title', 'path', 'data', 'schema', 'dialect', 'fields', 'type', 'format', 'missingValues', 'sources'],
      ...['csv', 'header', 'headerRows', 'commentRows', 'quoteChar', 'escapeChar', 'primaryKey', '__proto__'],
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'medium' },
        fc.constantFrom(null, true, 1, '', 'x.csv', 'table', 'x', '../x', '"'),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(property, tie('value'), { maxKeys: 6 }),
      ),
    }));
    const folder = rawDataWith({ 'economy/p/x.csv': 'a\n1\n' });
    const resource = fc.record({
      name: value,
      path: fc.constant('x.csv'),
      schema: value,
      dialect: value,
      sources: value,
    });
    fc.assert(
      fc.property(fc.oneof(value, fc.record({ resources: fc.array(resource, { maxLength: 2 }) })), (descriptor) => {
        writeFiles(folder, { [PACKAGE]: JSON.stringify(descriptor) });
        for (const { file } of findIn(folder).problems) expect(file).toMatch(/^economy\/p\//);
      }),
      { numRuns: runs(300) },
    );
  });
});

describe('a name that several packages give to a resource', () => {
  const packageOf = (name: unknown, resources = ['rents']) =>
    JSON.stringify({ ...HEAD, name, resources: resources.map((it) => ({ name: it, path: `${it}.csv` })) });
  const configsOf = (files: Files) => findIn(rawDataWith(files)).sources.map(({ config }) => config);

  test('gets the name of the package in front, or that of its folder', () => {
    const files = {
      'economy/a/datapackage.json': packageOf('Homes', ['rents', 'own']),
      'economy/a/rents.csv': 'a\n1\n',
      'economy/a/own.csv': 'a\n1\n',
      'economy/b flats/datapackage.json': packageOf(undefined),
      'economy/b flats/rents.csv': 'a\n1\n',
      'economy/c/datapackage.json': packageOf(' ', ['Rents']),
      'economy/c/Rents.csv': 'a\n1\n',
    };
    expect(findIn(rawDataWith(files)).problems).toEqual([]);
    expect(configsOf(files)).toEqual(['b-flats-rents', 'c-rents', 'homes-rents', 'own']);
  });

  test('gets nothing in front in a package without a name at the top', () => {
    const files = {
      'datapackage.json': packageOf(undefined),
      ...withSidecar('rents', 'a\n1\n', '{"category": "economy"}'),
      'economy/a/datapackage.json': packageOf(undefined),
      'economy/a/rents.csv': 'a\n1\n',
    };
    expect(configsOf(files)).toEqual(['a-rents', 'rents']);
  });

  test('stays as it is if one package has it twice, or if no config name can be made from it', () => {
    const twice = { 'economy/a/datapackage.json': packageOf('p', ['rents', 'Rents']) };
    const data = { 'economy/a/rents.csv': 'a\n1\n', 'economy/a/Rents.csv': 'a\n1\n' };
    expect(configsOf({ ...twice, ...data })).toEqual(['rents', 'rents']);
    const nameless = {
      'economy/a/datapackage.json': packageOf('p', ['名']),
      'economy/a/名.csv': 'a\n1\n',
      'economy/b/datapackage.json': packageOf('q', ['字']),
      'economy/b/字.csv': 'a\n1\n',
    };
    expect(findIn(rawDataWith(nameless)).problems.map(({ code }) => code)).toEqual(['name-invalid', 'name-invalid']);
  });

  test('is still a collision if the packages have one name too', () => {
    const twice = {
      'economy/a/datapackage.json': packageOf('p'),
      'economy/a/rents.csv': 'a\n1\n',
      'economy/b/datapackage.json': packageOf('p'),
      'economy/b/rents.csv': 'a\n1\n',
    };
    expect(placesOf(findIn(rawDataWith(twice)).problems)).toEqual([
      'economy/a/rents.csv name-collision',
      'economy/b/rents.csv name-collision',
    ]);
  });
});
