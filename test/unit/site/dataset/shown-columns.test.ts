import { describe, expect, test } from 'vitest';
import type { ProfileDocument } from '../../../../src/contract/documents.ts';
import { chooseColumns, MAX_SHOWN_COLUMNS } from '../../../../src/site/dataset/shown-columns.ts';

interface Table {
  keys?: string[] | null;
  dimensions?: string[];
  measures?: string[];
  /** Share of nulls by column. */
  columns: Record<string, number>;
  /** Values of a row. */
  cells?: Record<string, string>;
}

function profileOf({ keys = null, dimensions = [], measures = [], columns }: Table): ProfileDocument<string> {
  return {
    key_columns: keys,
    dimensions,
    measures,
    columns: Object.entries(columns).map(([name, share]) => ({ name, null_share: String(share) })),
  } as unknown as ProfileDocument<string>;
}

const full = (...names: string[]): Record<string, number> => Object.fromEntries(names.map((name) => [name, 0]));
const letters = [...'abcdefghijkl'];

function namesOf(table: Table): string[] {
  const rows = [{ number: 1, cells: table.cells ?? {} }];
  return chooseColumns(profileOf(table), rows).shown.map((at) => Object.keys(table.columns)[at] as string);
}

describe('the columns of a table of rows', () => {
  test('are all columns if they are few, with those of the key first', () => {
    expect(namesOf({ keys: ['c', 'b'], columns: full('a', 'b', 'c') })).toEqual(['c', 'b', 'a']);
  });

  test('are at most eight, in the order of the file after the key', () => {
    const shown = namesOf({ keys: ['k'], measures: ['j', 'l'], columns: full(...letters) });
    expect(shown).toHaveLength(MAX_SHOWN_COLUMNS);
    expect(shown).toEqual(['k', 'a', 'b', 'c', 'd', 'e', 'j', 'l']);
  });

  test('hold measures even if there are many groups', () => {
    const shown = namesOf({ dimensions: letters.slice(0, 9), measures: ['j', 'k', 'l'], columns: full(...letters) });
    expect(shown).toEqual(['a', 'b', 'c', 'd', 'e', 'j', 'k', 'l']);
  });

  test('are as many as fit, one of them a dimension, but at least four', () => {
    const table = { dimensions: ['e'], measures: ['a', 'b', 'c', 'd'], columns: full(...letters) };
    const long = (...names: string[]) => Object.fromEntries(names.map((name) => [name, 'x'.repeat(40)]));
    expect(namesOf({ ...table, cells: long('a', 'e', 'f') })).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(namesOf({ ...table, cells: long('a', 'b', 'e', 'f') })).toEqual(['a', 'b', 'c', 'e']);
  });

  test('are the latest of columns for years, if these are not empty', () => {
    const years = Array.from({ length: 20 }, (_, at) => `${2001 + at}`);
    const columns = { ...full(...years, 'name'), 2020: 1, 2019: 0.4 };
    const latest = ['2013', '2014', '2015', '2016', '2017', '2018', '2019'];
    expect(namesOf({ keys: ['name'], measures: years, columns })).toEqual(['name', ...latest]);
  });

  test('are the fuller ones of equal rank, and empty ones last', () => {
    const columns = { ...full(...letters), a: 1, b: 0.9, c: 0.5 };
    expect(namesOf({ measures: ['a'], columns })).toEqual(['d', 'e', 'f', 'g', 'h', 'i', 'j', 'k']);
  });
});
