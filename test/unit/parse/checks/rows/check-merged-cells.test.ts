import { describe, expect, test } from 'vitest';
import type { FileFormat } from '../../../../../src/model.ts';
import { placesIn } from '../../../../support/tables/reports.ts';

const format: Partial<FileFormat> = { delimiter: ';', header: 1 };

/** The problems of a table of the given rows, below a header. */
const places = (rows: string, more: Partial<FileFormat> = {}, header = 'a;b;c;d'): string[] =>
  placesIn(`${header}\n${rows.replaceAll(' / ', '\n')}\n`, { ...format, ...more });

describe('merged cells', () => {
  test('are a first column with values in the first of several rows', () => {
    expect(places('Nord;x;1;2 / ;y;3;4 / Ost;z;5;6 / ;u;7;8')).toEqual(['3:1 cells-merged']);
    expect(places('2019;x;1;2 / ;y;3;4 / ;z;5;6')).toEqual(['3:1 cells-merged']);
  });

  test.each<[string, string, Partial<FileFormat>?]>([
    ['a column that begins with a gap', ';x;1;2 / Nord;y;3;4 / ;z;5;6'],
    ['one gap', 'Nord;x;1;2 / ;y;3;4'],
    ['few gaps', 'a1;x;1;2 / ;y;3;4 / a2;z;5;6 / a3;z;5;7 / a4;z;5;8 / a5;z;5;9 / ;z;5;1'],
    ['a value twice', 'p;x;1;2 / ;y;3;4 / p;z;5;6 / ;u;7;8'],
    ['decimals', '1.5;x;1;2 / ;y;3;4 / 2,5;z;5;6 / ;u;7;8'],
    ['gaps beside gaps', 'Nord;x;1;2 / ;;;4 / Ost;z;5;6 / ;;;8'],
    ['rows that are declared to be records', 'Nord;x;1;2 / ;y;3;4 / ;u;7;8', { footerRows: 0 }],
  ])('but not %s', (_, rows, more = {}) => {
    expect(places(rows, more)).toEqual([]);
  });

  test('and not a column whose gaps begin far below', () => {
    expect(
      places(`${'x;1;2;3 / y;1;2;3 / '.repeat(500)}${' / z;1;2;3 / ;1;2;3 / ;1;2;3'.repeat(600).slice(3)}`, {
        emptyRows: 'skip',
      }),
    ).toEqual([]);
  });
});
