import { describe, expect, test } from 'vitest';
import type { ProfileDocument } from '../../../../src/contract/documents.ts';
import { chooseColumns, MAX_SHOWN_COLUMNS } from '../../../../src/site/dataset/shown-columns.ts';

interface Table {
  keys?: string[] | null;
  dimensions?: string[];
  measures?: string[];
  /** Share of nulls by column. */
  columns: Record<string, number>;
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
  return chooseColumns(profileOf(table)).shown.map((at) => Object.keys(table.columns)[at] as string);
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

  test('are the fuller ones of equal rank, and empty ones last', () => {
    const columns = { ...full(...letters), a: 1, b: 0.9, c: 0.5 };
    expect(namesOf({ measures: ['a'], columns })).toEqual(['d', 'e', 'f', 'g', 'h', 'i', 'j', 'k']);
  });
});
