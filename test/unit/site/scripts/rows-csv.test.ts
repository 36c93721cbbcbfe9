import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rowsCsv } from '../../../../src/site/scripts/rows/rows-csv.ts';

test('rows are CSV with a header, CRLF and the digits of the source', () => {
  const rows = [
    { year: '2019', value: '12.50' },
    { year: '2020', value: null },
  ];
  expect(rowsCsv(['value', 'year'], rows)).toBe('value,year\r\n12.50,2019\r\n,2020\r\n');
});

test('a null is empty, an empty text is in quotes, and a lone null is no empty line', () => {
  expect(rowsCsv(['a', 'b'], [{ a: '', b: null }])).toBe('a,b\r\n"",\r\n');
  expect(rowsCsv(['a'], [{ a: null }])).toBe('a\r\n""\r\n');
});

test('another reader finds the same texts', () => {
  const text = fc.string({ unit: fc.constantFrom('a', ',', '"', '\r', '\n', ' ', 'é'), maxLength: 6 });
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 5 }), (cells) => {
      const csv = rowsCsv(
        ['x', 'y'],
        cells.map(([x, y]) => ({ x, y })),
      );
      expect(parse(csv, { record_delimiter: '\r\n' })).toEqual([['x', 'y'], ...cells]);
    }),
  );
});
