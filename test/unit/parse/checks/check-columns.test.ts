import { describe, expect, test } from 'vitest';
import { undescribedSource } from '../../../../src/discover/describe-source.ts';
import { undescribedColumn } from '../../../../src/discover/sidecar/undescribed-column.ts';
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
  const complete = ([name, it]: [string, Described]) => [name, { ...undescribedColumn(PLAIN_FORMAT), ...it }] as const;
  return {
    ...undescribedSource('/x.csv', 'x.csv'),
    ...{ isDescribed: true, descriptionFile: 'x.meta.json', format: PLAIN_FORMAT },
    columns: new Map(Object.entries(described).map(complete)),
    ...others,
  };
}

/** Descriptions of columns of these names, each with the same keys. */
function all(names: readonly string[], it: Described = { description: 'D' }): Record<string, Described> {
  return Object.fromEntries(names.map((name) => [name, it]));
}

const DOUBTED: Described = { description: 'D', mayBeAbsent: 'doubted' };

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

test('a column with a name that was made up is no hint if the description says something of it', () => {
  const place = { line: 1, column: 5, excerpt: 'pop,pop' };
  const reports = (described: Record<string, Described>): string[][] =>
    reportsOfStep((report) =>
      checkMadeUpNames(sourceWith(described, {}), [{ column: 2, from: 'pop', to: 'pop 2', place }], report),
    );
  for (const said of [{ description: 'Population' }, { title: 'Population in 2020' }, { rename: 'pop_2020' }]) {
    expect(reports({ 'pop 2': said })).toEqual([]);
  }
  expect(reports({ 'pop': { description: 'Population' }, 'pop 2': { unit: 'm' } })).toHaveLength(1);
});
