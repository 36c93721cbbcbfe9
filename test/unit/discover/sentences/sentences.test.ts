import { execFileSync } from 'node:child_process';
import { symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readCatalogue } from '../../../../src/discover/catalogue/read-catalogue.ts';
import { findSources } from '../../../../src/discover/find-sources.ts';
import { formatProblem } from '../../../../src/problems/format-problem.ts';
import type { Problem, ProblemCode } from '../../../../src/problems/problem.ts';
import {
  type Files,
  folderWith,
  rawDataWith,
  sidecarWith,
  withSidecar,
  writeFiles,
} from '../../../support/builds/raw-data-folder.ts';
import { HEAD } from '../../../support/data-packages.ts';

/*
 * What people read if a description is wrong: every problem as it is printed. The expected texts are in the files beside this one;
 * `npx vitest run test/unit/discover/sentences -u` writes them again. Read what has changed in them.
 */

/** The problems with the descriptions in a folder, as they are printed, one code left out. Paths of the folder are replaced. */
function printed(rawData: string, without?: ProblemCode): string {
  const problems: Problem[] = [];
  const report = (it: Problem) => problems.push(it);
  findSources(rawData, readCatalogue(rawData, report), report);
  const shown = problems.filter(({ code }) => code !== without);
  return `${shown.map(formatProblem).join('\n\n').replaceAll(rawData, '(raw data)')}\n`;
}

/** One dataset for each member, with a sidecar of this content. */
function sidecars(contents: Readonly<Record<string, string>>): Files {
  return Object.fromEntries(
    Object.entries(contents).flatMap(([name, content]) => [
      [`economy/${name}.csv`, 'a\n1\n'],
      [`economy/${name}.meta.json`, content],
    ]),
  );
}

const described = (members: Readonly<Record<string, object>>): Files =>
  sidecars(Object.fromEntries(Object.entries(members).map(([name, it]) => [name, sidecarWith(it as never)])));

/** A package in a folder of its own for each list of resources. Each file that a resource may name is there. */
function packages(all: Readonly<Record<string, object>>): Files {
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, content]) => [
      [`economy/${name}/x.csv`, 'a,b\n1,2\n'],
      [`economy/${name}/datapackage.json`, JSON.stringify({ ...HEAD, ...content }, null, 1)],
    ]),
  );
}

const resource = (members: object) => ({ resources: [{ name: 'x', path: 'x.csv', ...members }] });

test('about JSON', async () => {
  const rawData = rawDataWith(
    sidecars({
      'array-unclosed': '{"a": [1, 2',
      'brackets-deep': `{"a": ${'['.repeat(200)}`,
      'brace-unclosed': '{"a": 1',
      'colon-missing': '{"a" 1}',
      'comma-missing': '{"a": 1 "b": 2}',
      'comment': '{ // why\n}',
      'empty': '',
      'end-of-string': '{"a": "x\n}',
      'escape': '{"a": "\\x"}',
      'key-twice': '{"a\\"": 1, "a\\"": 2}',
      'name-missing': '{1: 2}',
      'not-utf-8': '',
      'number': '{"a": 1.}',
      'pipe': '',
      'symbol': '{"a": yes}',
      'too-large': '',
      'two-documents': '{} {}',
    }),
  );
  writeFiles(rawData, { 'economy/not-utf-8.meta.json': Buffer.from('{"a": "Zürich"}', 'latin1') });
  truncateSync(join(rawData, 'economy/too-large.meta.json'), 2 ** 24 + 1);
  execFileSync('rm', [join(rawData, 'economy/pipe.meta.json')]);
  execFileSync('mkfifo', [join(rawData, 'economy/pipe.meta.json')]);
  await expect(printed(rawData)).toMatchFileSnapshot('json.txt');
});

test('about the kinds of values', async () => {
  const rawData = rawDataWith({
    ...described({
      array: { name: [1], columns: { a: ['x'] } },
      boolean: { name: true, csv: false },
      null: { name: null, columns: { a: null } },
      number: { name: 1, columns: 17 },
      object: { name: {}, columns: { a: { nullable: {}, unit: {}, rename: 1 } } },
      unknown: { nam: 1, csv: { delimter: ',' }, columns: { a: { unitt: 'm', strip: { sufix: '%' } } } },
      renames: {
        csv: {
          rename: [
            { column: 1, form: 'a', to: 'b' },
            { column: 1.5, from: 1 },
          ],
        },
      },
    }),
    ...sidecars({ 'document-array': '[]', 'document-null': 'null', 'document-number': '1', 'document-text': '"x"' }),
  });
  await expect(printed(rawData)).toMatchFileSnapshot('kinds.txt');
});

test('about the values of a sidecar', async () => {
  const csv = (members: object) => ({ csv: members });
  const column = (members: object) => ({ columns: { a: members } });
  const long = (length: number) => 'x'.repeat(length);
  const rawData = rawDataWith(
    described({
      'column-enum': column({ type: 'text' }),
      'column-name-long': column({ rename: long(100001) }),
      'column-name-blank': column({ rename: ' ' }),
      'column-nullable': column({ nullable: true, required: true }),
      'column-same': column({ thousands: '.', decimal: '.' }),
      'column-thousands': { csv: { decimal: ',' }, columns: { a: { thousands: ',' } } },
      'column-decimal': { csv: { thousands: ' ' }, columns: { a: { decimal: ' ' } } },
      'column-separator': column({ thousands: '10' }),
      'column-strip': column({ strip: { prefix: '', suffix: ' 1' } }),
      'csv-comment': csv({ comment: '' }),
      'csv-comment-delimiter': csv({ delimiter: ';', comment: ';' }),
      'csv-comment-quote': csv({ quote: "'", comment: "'" }),
      'csv-delimiter': csv({ delimiter: 'ab' }),
      'csv-delimiter-quote': csv({ delimiter: '"', quote: "'" }),
      'csv-encoding': csv({ encoding: 'klingon' }),
      'csv-escape': csv({ escape: '\\', quote: '' }),
      'csv-footer': csv({ footerRows: 1001, skipRows: -1 }),
      'csv-header-names': csv({ header: ['a', 'a'] }),
      'csv-header-none': csv({ header: [] }),
      'csv-header-kind': csv({ header: 'a' }),
      'csv-header-rows': csv({ header: 11 }),
      'csv-quote': csv({ quote: 'ab' }),
      'csv-ragged': csv({ ragged: 'pad', rename: [{ column: 1, from: null, to: 'a' }] }),
      'csv-rename-and-header': csv({ header: ['a'], rename: [{ column: 1, from: 'x', to: 'a' }] }),
      'csv-rename-none': csv({ rename: [] }),
      'csv-rename-position': csv({ rename: [1, 1].map((column, at) => ({ column, from: 'x', to: `${at}` })) }),
      'csv-rename-names': csv({ rename: [1, 2].map((column) => ({ column, from: 'x', to: 'a' })) }),
      'csv-rename-column': csv({
        rename: [
          { column: 0, from: 'x', to: 'a' },
          { column: 1_000_001, from: 'x', to: 'b' },
        ],
      }),
      'csv-rows': csv({ emptyRows: 'x', skipRows: 1.5, trim: 'end' }),
      'csv-same': csv({ thousands: '.' }),
      'csv-trim': csv({ trim: true, delimiter: ' ' }),
      'missing-all': { name: undefined, description: undefined, source: undefined, url: undefined, license: undefined },
      'blank-all': { name: '', description: ' ', source: '', url: '' },
      'blank-and-missing': { name: '', description: undefined },
      'blank-two': { name: '', source: ' ' },
      'missing-two': { source: undefined, url: undefined },
      'name-long': { name: long(10001), source: long(10001) },
      'url': { url: 'example.org', license: 1, category: 2 },
    }),
  );
  await expect(printed(rawData)).toMatchFileSnapshot('values.txt');
});

test('about names, categories and files', async () => {
  const outside = folderWith({ 'x.csv': 'a\n1\n' });
  const rawData = rawDataWith({
    ...withSidecar('top', 'a\n1\n'),
    'undescribed.csv': 'a\n1\n',
    ...withSidecar('econmy/x', 'a\n1\n', { license: undefined }),
    'economy/x.csv.d/y.csv': 'a\n1\n',
    ...withSidecar('economy/con', 'a\n1\n'),
    ...withSidecar('economy/limit', 'a\n1\n'),
    [`economy/${'長'.repeat(61)}.csv`]: 'a\n1\n',
    [`economy/${'長'.repeat(61)}.meta.json`]: sidecarWith(),
    [`economy/${'x'.repeat(101)}.csv`]: 'a\n1\n',
    [`economy/${'x'.repeat(101)}.meta.json`]: sidecarWith(),
    'economy/lonely.meta.json': sidecarWith(),
    'economy/folder.csv/x': '',
    'economy/folder.meta.json/x': '',
    'economy/sub/datapackage.json/x': '',
    ...Object.fromEntries(
      [1, 2, 3, 4, 5, 6, 7].flatMap((at) => [
        [`governance/${at}/same.csv`, 'a\n1\n'],
        [`governance/${at}/same.meta.json`, sidecarWith()],
      ]),
    ),
    ...withSidecar('governance/1/twice', 'a\n1\n'),
    ...withSidecar('governance/1/Twice', 'a\n1\n'),
  });
  symlinkSync('gone.csv', join(rawData, 'economy/nowhere.csv'));
  symlinkSync('circle.csv', join(rawData, 'economy/circle.csv'));
  symlinkSync('../economy', join(rawData, 'governance/folder'));
  symlinkSync(join(outside, 'x.csv'), join(rawData, 'economy/outside.csv'));
  execFileSync('mkfifo', [join(rawData, 'economy/pipe.csv')]);
  symlinkSync('pipe.csv', join(rawData, 'economy/to-pipe.csv'));
  symlinkSync('pipe.csv', join(rawData, 'economy/to-pipe.txt'));
  const text = printed(rawData).replace(/to (?:\.\.\/)*\S*almanac-test-\w+/g, 'to (outside)');
  await expect(text).toMatchFileSnapshot('files.txt');
});

test.each([
  ['does not exist', (folder: string) => join(folder, 'nowhere')],
  ['is a file', (folder: string) => join(folder, 'catalogue.json')],
  ['cannot be reached', (folder: string) => join(folder, 'circle')],
])('about a raw-data folder that %s', async (what, pathIn) => {
  const folder = rawDataWith({});
  symlinkSync('circle', join(folder, 'circle'));
  const text = printed(pathIn(folder)).replaceAll(folder, '(folder)');
  await expect(text).toMatchFileSnapshot(`folder-${what.replaceAll(' ', '-')}.txt`);
});

test('about the catalogue', async () => {
  const category = (name: string, entry: unknown = { title: 'T', description: 'D' }) => ({
    title: 'T',
    description: 'D',
    categories: { [name]: entry },
  });
  const contents: unknown[] = [
    [],
    'text',
    {},
    { ...category('economy'), titel: 'T', title: '', contact: 1 },
    { title: 'T', description: 'D', categories: [] },
    { title: 'T', description: 'D', categories: null },
    category('Economy'),
    category('-economy'),
    category('x'.repeat(101)),
    category('index'),
    category('com1'),
    category('economy', []),
    category('economy', {}),
    category('economy', { title: ' ', description: 'D', licence: 'L' }),
  ];
  const texts = contents.map((content) => printed(folderWith({ 'catalogue.json': JSON.stringify(content, null, 2) })));
  await expect([...texts, printed(folderWith({}))].join('\n')).toMatchFileSnapshot('catalogue.txt');
});

test('about a data package', async () => {
  const fields = [{ name: 'a' }, { name: 'b' }];
  const schema = (members: object) => resource({ schema: { fields, ...members } });
  const dialect = (members: object) => resource({ dialect: members, schema: { fields } });
  const rawData = rawDataWith({
    ...packages({
      'absent': resource({ path: 'y.csv' }),
      'absent-schema': resource({ schema: 'y.json' }),
      'away': resource({ path: 'https://example.org/x.csv' }),
      'compressed': resource({ path: 'x.csv.gz' }),
      'compression': resource({ compression: 'zip' }),
      'dialect-both': dialect({ quoteChar: '"', escapeChar: '\\', doubleQuote: true }),
      'dialect-comments': dialect({ commentRows: [2] }),
      'dialect-escape': dialect({ escapeChar: '\\' }),
      'dialect-header': resource({ dialect: { header: false } }),
      'dialect-header-rows': dialect({ headerRows: [1, 3] }),
      'dialect-header-skipped': dialect({ headerRows: [1], commentRows: [1] }),
      'dialect-join': dialect({ headerRows: [1, 2], headerJoin: '-' }),
      'dialect-kinds': dialect({ delimiter: 1, headerRows: [0], header: 'x', csv: { quoteChar: 1 } }),
      'dialect-lines': dialect({ lineTerminator: '|' }),
      'dialect-quotes': dialect({ doubleQuote: false }),
      'excel': resource({ path: 'x.xlsx', schema: { fields } }),
      'field-kinds': schema({ fields: [{ name: 1, title: 2, constraints: { required: 3 }, trueValues: 4 }] }),
      'field-nameless': schema({ fields: [{ title: 'A' }] }),
      'inline': resource({ path: undefined, data: [[1]], type: 'table' }),
      'keys': schema({ primaryKey: 1, fieldsMatch: 2, missingValues: [3] }),
      'kinds': resource({
        title: 1,
        sources: [1],
        licenses: {},
        contributors: [{ roles: 'x' }],
        schema: 1,
        dialect: 2,
      }),
      'many-resources': { resources: Array.from({ length: 10_001 }, () => ({})) },
      'name-blank': resource({ name: ' ' }),
      'name-kind': resource({ name: 1 }),
      'name-reserved': resource({ name: 'con' }),
      'nothing': { resources: [{ name: 'x', type: 'table' }] },
      'out': resource({ path: '../x.csv' }),
      'path-kind': resource({ path: ['x.csv', 1] }),
      'package-kinds': { resources: 1, title: 2 },
      'several': resource({ path: ['x.csv', 'y.csv'] }),
      'source': { ...resource({}), sources: [] },
      'source-url': { ...resource({}), sources: [{ title: 'A', path: 'ftp://example.org' }] },
      'text': { ...resource({}), description: '', licenses: [] },
    }),
    'datapackage.json': JSON.stringify({ ...HEAD, resources: [{ name: 'top', path: 'top.csv' }] }),
    'top.csv': 'a\n1\n',
  });
  // The files that no resource names.
  await expect(printed(rawData, 'sidecar-missing')).toMatchFileSnapshot('packages.txt');
});
