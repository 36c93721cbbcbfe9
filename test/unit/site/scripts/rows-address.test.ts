import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readAddress, writeAddress } from '../../../../src/site/scripts/rows/rows-address.ts';

describe('the address of rows', () => {
  test('names a row and columns', () => {
    const address = writeAddress('', { row: 201, rows: null, columns: ['year', 'value'] });
    expect(address).toBe('?row=201&columns=year,value');
    expect(readAddress(address)).toEqual({ row: 201, rows: null, columns: ['year', 'value'] });
  });

  test('keeps what else is in it, and is empty if nothing is', () => {
    expect(writeAddress('?q=a+b&row=1', { row: 5, rows: null, columns: null })).toBe('?q=a+b&row=5');
    expect(writeAddress('?row=1&columns=a', { row: null, rows: null, columns: null })).toBe('');
  });

  test('names a page of rows apart from a row', () => {
    const address = writeAddress('?row=7&rows=1', { row: null, rows: 201, columns: null });
    expect(address).toBe('?rows=201');
    expect(readAddress(address)).toEqual({ row: null, rows: 201, columns: null });
    expect(writeAddress('?rows=101', { row: 150, rows: 101, columns: null })).toBe('?row=150');
  });

  test('says that all columns are shown', () => {
    expect(readAddress(writeAddress('', { row: null, rows: null, columns: 'all' }))).toEqual({
      row: null,
      rows: null,
      columns: 'all',
    });
  });

  test.each(['?row=0', '?row=-1', '?row=x', '?row=1.5', '?row=99999999999999999', '?row=', '?rows=0', '?columns='])(
    'without sense, such as %s, asks for nothing',
    (search) => {
      expect(readAddress(search)).toEqual({ row: null, rows: null, columns: null });
    },
  );

  test('gives back any names of columns', () => {
    const name = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1 }),
      fc.constantFrom('*', 'a,b', '%2C', '%', '&=#', ' '),
    );
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 5 }), (columns) => {
        expect(readAddress(writeAddress('', { row: 7, rows: null, columns }))).toEqual({ row: 7, rows: null, columns });
      }),
    );
  });
});
