import { expect, test } from 'vitest';
import type { ColumnRename } from '../../../../../src/model.ts';
import { madeUpNames, renameColumns } from '../../../../../src/parse/checks/header/rename-columns.ts';
import type { Problem } from '../../../../../src/problems/problem.ts';

const at = (cell: number) => ({ file: 'x.csv', place: { line: 1, column: cell + 1, excerpt: '' } });

function rename(names: readonly string[], renames: readonly ColumnRename[], width = 0) {
  const problems: Problem[] = [];
  const columns = renameColumns(names, renames, width, at, (it) => problems.push(it));
  return { columns, problems: problems.map(({ code, column, message }) => `${column} ${code} ${message}`) };
}

test('a column is renamed by its position and the name that it has', () => {
  expect(
    rename(
      ['id', '', 'pop', 'pop'],
      [
        { column: 4, from: 'pop', to: 'pop 2' },
        { column: 2, from: '', to: 'place' },
      ],
    ),
  ).toEqual({ columns: ['id', 'place', 'pop', 'pop 2'], problems: [] });
});

test('names that the header lacks are inserted, wherever they are', () => {
  expect(
    rename(
      ['a', 'c'],
      [
        { column: 4, from: null, to: 'd' },
        { column: 2, from: null, to: 'b' },
        { column: 3, from: 'c', to: 'C' },
      ],
    ),
  ).toEqual({ columns: ['a', 'b', 'C', 'd'], problems: [] });
});

test('a header cell with all names can be divided', () => {
  expect(
    rename(
      ['a;b'],
      [
        { column: 1, from: 'a;b', to: 'a' },
        { column: 2, from: null, to: 'b' },
      ],
    ).columns,
  ).toEqual(['a', 'b']);
});

test('another name in that place, or too few columns, are refused there', () => {
  expect(
    rename(
      ['id', 'area', 'pop'],
      [
        { column: 2, from: 'pop', to: 'pop_2020' },
        { column: 4, from: 'x', to: 'y' },
      ],
    ),
  ).toEqual({
    columns: null,
    problems: [
      '2 header-changed the sidecar expects column 2 to be named "pop", but it is named "area"',
      '4 header-changed the sidecar expects column 4 to be named "x", but there are only 3 columns',
    ],
  });
});

test('a header that has a cell where none is expected is refused there', () => {
  const renames = [{ column: 1, from: null, to: 'index' }];
  expect(rename(['a', 'b'], renames, 3).columns).toEqual(['index', 'a', 'b']);
  expect(rename(['a', 'b'], renames, 2)).toEqual({
    columns: null,
    problems: [
      '1 header-changed the sidecar expects the header to have no cell for column 1, but it has as many cells as the rows',
    ],
  });
});

test('a name is made up if it is a repeated name with a number, or the position of a column without a name', () => {
  const madeUp = (names: readonly string[], renames: readonly ColumnRename[]): string[] =>
    madeUpNames(names, renames, at).map(({ column, from, to, place }) => `${place.column}: ${column} ${from}>${to}`);
  const names = ['pop', 'pop', 'pop', '', 'area'];
  const renames = [
    { column: 1, from: 'pop', to: 'pop' },
    { column: 2, from: 'pop', to: 'pop 2' },
    { column: 3, from: 'pop', to: 'pop in 2020' },
    { column: 4, from: '', to: 'column 4' },
    { column: 5, from: 'area', to: 'area 2' },
  ];
  expect(madeUp(names, renames)).toEqual(['2: 2 pop>pop 2', '4: 4 >column 4']);
  expect(madeUp(['a', ''], [{ column: 2, from: '', to: 'index' }])).toEqual([]);
  expect(madeUp(['a', ''], [{ column: 2, from: '', to: 'column 3' }])).toEqual([]);
  // A column that the header lacks moves those after it.
  const inserted = [
    { column: 1, from: null, to: 'index' },
    { column: 3, from: 'a', to: 'a 2' },
  ];
  expect(madeUp(['a', 'a'], inserted)).toEqual(['2: 3 a>a 2']);
});
