import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type AskedRows,
  comparisonsOf,
  MEASURES,
  readAsked,
  writeAsked,
} from '../../../../src/site/scripts/asking/asked-rows.ts';
import { readAddress, writeAddress } from '../../../../src/site/scripts/rows/rows-address.ts';

const ALL_ROWS: AskedRows = { where: [], sort: [], groups: null };

describe('the address of rows', () => {
  test('names a row and columns', () => {
    const address = writeAddress('', { row: 201, rows: null, columns: ['year', 'value'], asked: '' });
    expect(address).toBe('?row=201&columns=year,value');
    expect(readAddress(address)).toEqual({ row: 201, rows: null, columns: ['year', 'value'], asked: '' });
  });

  test('keeps what else is in it, and is empty if nothing is', () => {
    expect(writeAddress('?q=a+b&row=1', { row: 5, rows: null, columns: null, asked: '' })).toBe('?q=a+b&row=5');
    expect(writeAddress('?row=1&columns=a', { row: null, rows: null, columns: null, asked: '' })).toBe('');
  });

  test('names a page of rows apart from a row', () => {
    const address = writeAddress('?row=7&rows=1', { row: null, rows: 201, columns: null, asked: '' });
    expect(address).toBe('?rows=201');
    expect(readAddress(address)).toEqual({ row: null, rows: 201, columns: null, asked: '' });
    expect(writeAddress('?rows=101', { row: 150, rows: 101, columns: null, asked: '' })).toBe('?row=150');
  });

  test('says that all columns are shown', () => {
    expect(readAddress(writeAddress('', { row: null, rows: null, columns: 'all', asked: '' }))).toEqual({
      row: null,
      rows: null,
      columns: 'all',
      asked: '',
    });
  });

  test.each(['?row=0', '?row=-1', '?row=x', '?row=1.5', '?row=99999999999999999', '?row=', '?rows=0', '?columns='])(
    'without sense, such as %s, asks for nothing',
    (search) => {
      expect(readAddress(search)).toEqual({ row: null, rows: null, columns: null, asked: '' });
    },
  );

  test('gives back any names of columns', () => {
    const name = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1 }),
      fc.constantFrom('*', 'a,b', '%2C', '%', '&=#', ' '),
    );
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 5 }), (columns) => {
        expect(readAddress(writeAddress('', { row: 7, rows: null, columns, asked: '' }))).toEqual({
          row: 7,
          rows: null,
          columns,
          asked: '',
        });
      }),
    );
  });

  test('says which rows are asked for, and in which order', () => {
    const asked: AskedRows = {
      where: [
        { column: 'year', word: 'ge', values: ['2000'] },
        { column: 'country', word: 'in', values: ['France', 'Italy'] },
        { column: 'note', word: 'null', values: [] },
      ],
      sort: [
        { column: 'value', descending: true },
        { column: 'country', descending: false },
      ],
      groups: { by: ['year', 'country'], measure: 'mean', column: 'value' },
    };
    const address = writeAddress('?q=1&sort=x', { row: null, rows: 101, columns: null, asked: writeAsked(asked) });
    expect(address).toBe(
      '?q=1&rows=101&where=year.ge.2000&where=country.in.France,Italy&where=note.null&sort=-value,country&group=year,country&measure=mean.value',
    );
    expect(readAsked(address)).toEqual(asked);
    expect(readAddress(address).asked).toBe(writeAsked(asked));
  });

  test('escapes a character only where it would have another meaning, and reads what is escaped everywhere', () => {
    const asked: AskedRows = {
      where: [
        { column: 'a.b-c', word: 'between', values: ['2008-06-01', '-1.5'] },
        { column: 'd', word: 'in', values: ['x,y', '%'] },
      ],
      sort: [{ column: '-e-f.g', descending: true }],
      groups: null,
    };
    const written = 'where=a%252Eb-c.between.2008-06-01,-1.5&where=d.in.x%252Cy,%2525&sort=-%252De-f.g';
    expect(writeAsked(asked)).toBe(written);
    expect(readAsked(written.replaceAll('-0', '%252D0').replace('1.5', '1%252E5'))).toEqual(asked);
  });

  test('gives back any conditions', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('a.b', ',', '-5', '%2E', '', '&where=x.eq.1'),
    );
    const condition = fc.record({
      column: text,
      word: fc.constantFrom('eq' as const, 'in' as const, 'between' as const, 'contains' as const),
      values: fc.array(text, { minLength: 1, maxLength: 3 }),
    });
    const key = fc.record({ column: text.filter((it) => it !== ''), descending: fc.boolean() });
    const measured = fc.record({ measure: fc.constantFrom(...MEASURES), column: text.filter((it) => it !== '') });
    const by = fc.array(
      key.map(({ column }) => column),
      { minLength: 1, maxLength: 2 },
    );
    const groups = fc.tuple(by, measured).map(([by, { measure, column }]) => ({
      by,
      measure,
      column: measure === 'count' ? null : column,
    }));
    const asked = fc.record({
      where: fc.array(condition, { maxLength: 3 }),
      sort: fc.array(key, { maxLength: 2 }),
      groups: fc.option(groups),
    });
    fc.assert(
      fc.property(asked, (asked) => {
        expect(readAsked(`?${writeAsked(asked)}`)).toEqual(asked);
      }),
    );
  });

  test.each([
    '?where=',
    '?where=x',
    '?where=x.y.1',
    '?where=x.toString.1',
    '?sort=',
    '?sort=,',
    '?group=',
    '?group=a&measure=x',
    '?group=a&measure=mean',
  ])('asks for all rows if its conditions cannot be read: %s', (search) => expect(readAsked(search)).toEqual(ALL_ROWS));

  test('has conditions in the types of the columns, with every digit of a whole number', () => {
    const columns = [
      { name: 'id', type: 'int64' },
      { name: 'town', type: 'object' },
    ] as const;
    const { where } = readAsked('?where=id.eq.9007199254740993&where=town.contains.zur&where=id.between.%2D1,2.5');
    expect(comparisonsOf(where, columns)).toEqual([
      { column: 'id', is: '=', value: 9007199254740993n },
      { column: 'town', is: 'contains', value: 'zur', fold: true },
      { column: 'id', is: 'between', from: -1, to: 2.5 },
    ]);
    for (const search of ['?where=id.eq.x', '?where=id.eq', '?where=other.eq.1', '?where=id.contains.1']) {
      expect(comparisonsOf(readAsked(search).where, columns), search).toBeNull();
    }
  });
});
