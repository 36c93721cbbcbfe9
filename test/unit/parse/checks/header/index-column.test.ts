import { describe, expect, test } from 'vitest';
import type { FileFormat } from '../../../../../src/model.ts';
import { parseCsv } from '../../../../../src/parse/parse-csv.ts';
import { memorySource } from '../../../../support/memory-source.ts';
import { PLAIN_FORMAT } from '../../../../support/tables/plain-format.ts';
import { placesIn } from '../../../../support/tables/reports.ts';

/** The names of a file's columns, and those that were made up; else its first problem. */
function names(csv: string, format: Partial<FileFormat> = {}): string {
  const [first] = placesIn(csv, format);
  if (first !== undefined) return first;
  const file = parseCsv(memorySource(csv), 'x.csv', { ...PLAIN_FORMAT, ...format }, () => {});
  const madeUp = file?.madeUp.map(({ column, to }) => `${column}: ${to}`) ?? [];
  return [`${file?.columns}`, ...madeUp].join(' ');
}

describe('a first column without a name is the index', () => {
  test.each<readonly [rule: string, csv: string, found: string, format: Partial<FileFormat>]>([
    ['if it numbers the rows from 1', ',b\n1,x\n2,y\n', 'index,b 1: index', {}],
    ['if it numbers the rows from 0', ',b\n0,x\n1,y\n', 'index,b 1: index', {}],
    ['if its name is blank', ' ,b\n1,x\n2,y\n', 'index,b 1: index', {}],
    ['if its name is quoted', '"","b"\n"1","x"\n', 'index,b 1: index', {}],
    ['if there is a note', ',b,c\n1,x,z\n2,y,z\nnote\n', '4:1 footer-found', {}],
    ['and has another name if that is taken', ',index\n1,x\n2,y\n', 'index 2,index 1: index 2', {}],
    ['and has a third name if both are taken', ',index,index 2\n1,x,y\n', 'index 3,index,index 2 1: index 3', {}],
    ['if it has names of rows, and a name is above numbers', ',b\nRome,5\nOslo,6\n', 'index,b 1: index', {}],
    ['if it has names of rows, and years are above numbers', ',2019,2020\nRome,5,6\n', 'index,2019,2020 1: index', {}],
    ['but not if years are above years', ',2019\nRome,2001\nOslo,2002\n', '1:1 header-missing', {}],
    ['but not above words alone', ',b\nRome,x\nOslo,y\n', '1:1 column-unnamed', {}],
    ['but not if it numbers the rows with a gap, above words', ',b\n1,x\n3,y\n', '1:1 column-unnamed', {}],
    ['above words too, if the header is declared', ',b\nRome,x\nOslo,y\n', 'index,b 1: index', { header: 1 }],
    ['but not if names are repeated', ',b\nRome,5\nRome,6\n', '1:1 column-unnamed', {}],
    ['but not if names are missing', ',b\nRome,5\n,6\n', '1:1 column-unnamed', {}],
    ['but not if another column has no name', ',b,\n1,x,u\n2,y,v\n', '1:1 column-unnamed', {}],
    ['but not if two columns share a name', ',b,b\n1,5,u\n2,6,v\n', '1:1 column-unnamed', {}],
    ['but not if no record follows', ',b\n', '1:1 column-unnamed', { header: 1 }],
    ['but not if its name is below', ',b\nplace,\nRome,5\n', '2:1 header-rows', {}],
    ['but not if the sidecar names it', ',b\n1,x\n', 'i,b', { rename: [{ column: 1, from: '', to: 'i' }] }],
    ['if the sidecar names another', ',b\n1,x\n', 'index,c 1: index', { rename: [{ column: 2, from: 'b', to: 'c' }] }],
  ])('%s', (_, csv, found, format) => {
    expect(names(csv, format)).toBe(found);
  });
});

test.each([
  ['"b";"c"\n"Rome";5;6\n"Oslo";7;8\n', '2:10 row-too-long'],
  ['b;c\n1;5;6\n2;7;8\n', '2:5 row-too-long'],
])('a header with a name less than the rows have cells may lack any name: %j', (csv, found) => {
  expect(names(csv)).toBe(found);
});
