import { describe, expect, test } from 'vitest';
import { NO_DETAILS } from '../../../../src/discover/sidecar/read-sidecar.ts';
import type { ColumnDescription, Source } from '../../../../src/model.ts';
import { checkColumns, checkMadeUpNames } from '../../../../src/parse/checks/check-columns.ts';
import { PLAIN_FORMAT } from '../../../support/tables/plain-format.ts';
import { reportsOfStep } from '../../../support/tables/reports.ts';

type Described = Partial<ColumnDescription>;

/** Everything that is said about the columns of a file that is described in this way. */
function reportsFor(
  columns: readonly string[],
  described: Record<string, Described>,
  others: Partial<Source> = {},
): string[][] {
  const source = sourceWith(described, others);
  return reportsOfStep((report) => checkColumns(source, columns, report));
}

function sourceWith(described: Record<string, Described>, others: Partial<Source>): Source {
  const complete = ([name, it]: [string, Described]) =>
    [name, { description: '', nullable: false, required: false, numberFormat: {}, isNumber: false, ...it }] as const;
  return {
    ...{
      name: 'x',
      description: 'X',
      source: 'Us',
      url: 'https://example.org/',
      license: 'CC0-1.0',
      about: NO_DETAILS,
      category: 'economy',
      chartPlace: null,
    },
    columns: new Map(Object.entries(described).map(complete)),
    format: PLAIN_FORMAT,
    ...{ config: 'x', isRefused: false, path: '/x.csv', file: 'x.csv', settings: { maxColumns: 100 } },
    ...{ isDescribed: true, descriptionFile: 'x.meta.json', columnPlaces: new Map() },
    ...others,
  };
}

/** Descriptions of columns of these names, each with the same keys. */
function all(names: readonly string[], it: Described = { description: 'D' }): Record<string, Described> {
  return Object.fromEntries(names.map((name) => [name, it]));
}

/** `c1`, `c2` and so on. */
function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `c${index + 1}`);
}

const DOUBTED: Described = { description: 'D', mayBeAbsent: 'doubted' };

describe('what is wrong with a description of columns is explained:', () => {
  test.each<
    readonly [rule: string, columns: readonly string[], described: Record<string, Described>, reports: string[][]]
  >([
    ['nothing', ['a', 'b'], all(['a', 'b']), []],
    [
      'no description of one column',
      ['a', 'b'],
      all(['a']),
      [
        [
          'hint x.meta.json column-undescribed',
          'says nothing about 1 of 2 columns of x.csv, so readers must guess what they mean: b',
          'Write what each of them represents, and its unit if it has one.',
        ],
      ],
    ],
    [
      'no description of any column',
      numbered(3),
      {},
      [
        [
          'hint x.meta.json column-undescribed',
          'says nothing about 3 of 3 columns of x.csv, so readers must guess what they mean: c1, c2, c3',
          'Write what each of them represents, and its unit if it has one.',
        ],
      ],
    ],
    [
      'a column that the file lacks',
      ['year', 'value'],
      all(['year', 'value', 'valeu']),
      [
        [
          'error x.meta.json column-unknown',
          'describes a column "valeu" that x.csv does not have (did you mean "value"?)',
          'Its columns: year, value.',
        ],
      ],
    ],
    [
      'a field that the file lacks',
      ['year', 'value'],
      { ...all(['year', 'value']), valeu: DOUBTED },
      [
        [
          'hint x.meta.json field-unknown',
          'has a field "valeu", but x.csv has no such column (did you mean "value"?), so what the field says is not used',
          'Correct the name of the field, or remove the field. Its columns: year, value.',
        ],
      ],
    ],
    ['fields that may be absent', ['a'], { ...all(['a']), x: { mayBeAbsent: 'declared' } }, []],
    [
      'fields in the order of columns with other names',
      ['wheat', 'red'],
      all(['crop', 'colour'], DOUBTED),
      [
        [
          'error x.meta.json header-missing',
          'none of the 2 fields names a column of x.csv, so its first row may be a record and not the header',
          'If the file has no header, declare it in the package: "dialect": { "header": false }. If it has one, correct the names of the fields, or write "csv": { "header": 1 } in the sidecar. Its columns: wheat, red.',
        ],
        [
          'hint x.meta.json column-undescribed',
          'says nothing about 2 of 2 columns of x.csv, so readers must guess what they mean: wheat, red',
          'Write what each of them represents, and its unit if it has one.',
        ],
      ],
    ],
    [
      'two columns of one name',
      ['a', 'b'],
      { ...all(['a']), b: { description: 'B', rename: 'a' } },
      [
        [
          'error x.meta.json column-duplicate',
          '"a" and "b" would both be published as "a"',
          'Give "rename" a name that no other column has.',
        ],
      ],
    ],
    [
      'six columns of one name',
      numbered(6),
      all(numbered(6), { description: 'D', rename: 'x' }),
      [
        [
          'error x.meta.json column-duplicate',
          '"c1", "c2", "c3", "c4", "c5" and 1 more would all be published as "x"',
          'Give "rename" a name that no other column has.',
        ],
      ],
    ],
  ])('%s', (_, columns, described, reports) => {
    expect(reportsFor(columns, described)).toEqual(reports);
  });
});

test('five columns are named in a message, and the others counted', () => {
  const listed = (count: number) => reportsFor(numbered(count), {})[0]?.[1]?.replace(/.*: /, '');
  expect([listed(5), listed(6), listed(7)]).toEqual([
    'c1, c2, c3, c4, c5',
    'c1, c2, c3, c4, c5 and 1 more',
    'c1, c2, c3, c4, c5 and 2 more',
  ]);
});

test('a hundred columns are named in a help text, and the others counted', () => {
  const helpFor = (count: number) =>
    reportsFor(numbered(count), { ...all(numbered(count)), x: { description: 'D' } })[0]?.[2];
  expect(helpFor(100)).toMatch(/c99, c100\.$/);
  expect(helpFor(101)).toMatch(/c99, c100 and 1 more\.$/);
});

test('five columns that get one name are listed, and the others counted', () => {
  const message = (count: number) =>
    reportsFor(numbered(count), all(numbered(count), { description: 'D', rename: 'x' }))[0]?.[1];
  expect([3, 5, 6, 7].map(message)).toEqual([
    '"c1" and "c2" and "c3" would all be published as "x"',
    '"c1" and "c2" and "c3" and "c4" and "c5" would all be published as "x"',
    '"c1", "c2", "c3", "c4", "c5" and 1 more would all be published as "x"',
    '"c1", "c2", "c3", "c4", "c5" and 2 more would all be published as "x"',
  ]);
});

test('columns without a description are no hint if the file has no description, or is refused', () => {
  expect(reportsFor(['a'], {}, { isDescribed: false })).toEqual([]);
  expect(reportsFor(['a'], {}, { isRefused: true })).toEqual([]);
});

test('a problem is at the entry of the column, where it has one', () => {
  const at = (line: number) => ({ file: 'datapackage.json', place: { line, column: 1, excerpt: '' } });
  const places = (columns: readonly string[], described: Record<string, Described>, names: readonly string[]) =>
    reportsFor(columns, described, { columnPlaces: new Map(names.map((name, index) => [name, at(index + 1)])) }).map(
      ([it]) => it,
    );
  expect(places(['a'], all(['a', 'x']), ['x'])).toEqual(['error datapackage.json:1:1 column-unknown']);
  expect(places(['a'], { ...all(['a']), x: DOUBTED }, ['x'])).toEqual(['hint datapackage.json:1:1 field-unknown']);
  expect(places(['wheat', 'red'], all(['crop', 'colour'], DOUBTED), ['crop', 'colour'])).toContain(
    'error datapackage.json:1:1 header-missing',
  );
  const renamed = { ...all(['a']), b: { description: 'B', rename: 'a' }, c: { description: 'C', rename: 'a' } };
  expect(places(['a', 'b', 'c'], renamed, ['b', 'c'])).toEqual(['error datapackage.json:1:1 column-duplicate']);
});

describe('fields that name no column may show that the header is missing', () => {
  const isMissing = (columns: readonly string[], described: Record<string, Described>, others: Partial<Source> = {}) =>
    reportsFor(columns, described, others).some(([place]) => place?.endsWith('header-missing'));
  const fields = all(['crop', 'colour'], DOUBTED);

  test('if there are as many as columns', () => {
    expect(isMissing(['wheat', 'red'], fields)).toBe(true);
    expect(isMissing(['wheat', 'red', 'x'], fields)).toBe(false);
    expect(isMissing(['wheat'], fields)).toBe(false);
  });

  test('if all are such', () => {
    expect(isMissing(['wheat', 'red'], { ...fields, x: { mayBeAbsent: 'declared' } })).toBe(false);
  });

  test('if the description does not declare a header', () => {
    expect(isMissing(['wheat', 'red'], fields, { format: { ...PLAIN_FORMAT, header: 1 } })).toBe(false);
  });

  test.each(['COLOUR', 'co-lour', 'Co lour', '(colour)'])('unless a column is alike: %s', (name) => {
    expect(isMissing(['wheat', name], fields)).toBe(false);
    expect(isMissing(['wheat', 'x'], all(['crop', name], DOUBTED))).toBe(true);
    expect(isMissing(['wheat', 'colour'], all(['crop', name], DOUBTED))).toBe(false);
  });
});

describe('a column with a name that was made up', () => {
  const place = { line: 1, column: 5, excerpt: 'pop,pop' };
  const reports = (described: Record<string, Described>, from = 'pop', to = 'pop 2'): string[][] =>
    reportsOfStep((report) => checkMadeUpNames(sourceWith(described, {}), [{ column: 2, from, to, place }], report));
  const HELP =
    'Describe "pop 2" under "columns" in the sidecar, or "rename" it there. To leave it out, set its "omit" to true.';

  test('is a hint that says what it is called, and why', () => {
    expect(reports({})).toEqual([
      [
        'hint x.csv:1:5 column-renamed',
        '| pop,pop',
        'column 2 is published as "pop 2", because another column is named "pop" too: readers cannot tell what it holds',
        HELP,
      ],
    ]);
    expect(reports({}, '', 'column 2').flat()).toContain(
      'column 2 is published as "column 2", because the header has no name for it: readers cannot tell what it holds',
    );
  });

  test('is no hint if the description says something of it', () => {
    for (const said of [
      { description: 'Population in 2020' },
      { title: 'Population in 2020' },
      { rename: 'pop_2020' },
    ]) {
      expect(reports({ 'pop 2': said })).toEqual([]);
    }
    expect(reports({ 'pop': { description: 'Population' }, 'pop 2': { unit: 'm' } })).toHaveLength(1);
  });
});
