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

describe('a header with a name less than the rows have cells lacks that of the index, as R writes it,', () => {
  test.each<readonly [rule: string, csv: string, found: string]>([
    ['if names of rows are quoted', '"b";"c"\n"Rome";5;6\n"Oslo";7;8\n', 'index,b,c 1: index'],
    ['if numbers of rows are quoted', '"b";"c"\n"1";21;160\n"2";22;150\n', 'index,b,c 1: index'],
    ['with commas', '"b","c"\n"1",2.5,"x"\n"2",3.5,"y"\n', 'index,b,c 1: index'],
    ['with commas, and numbers that are not parts of one', '"b","c"\n"1",2.5,7\n"2",3,60\n', 'index,b,c 1: index'],
    ['but not if two numbers may be one of decimals', '"b","c"\n"1",2,5\n"2",3,5\n', '2:7 row-too-long'],
    ['but not if two may be one of thousands', '"b","c","d"\n"1",2,500,7.5\n"2",3,500,8\n', '2:11 row-too-long'],
    ['but not without quotes', 'b;c\n1;5;6\n2;7;8\n', '2:5 row-too-long'],
    ['but not if numbers are quoted too', '"b";"c"\n"1";"5";"6"\n"2";"7";"8"\n', '2:9 row-too-long'],
    ['but not if a name is not quoted', '"b";5\n"1";5;6\n"2";7;8\n', '2:7 row-too-long'],
    ['with words of R', '"b"\t"c"\n"x"\tNA\tTRUE\n"y"\t-1.5e+10\tFALSE\n', 'index,b,c 1: index'],
    ['in long lines', `"b";"c"\n"x";5;"${'y '.repeat(99)}"\n"z";6;"u"\n`, 'index,b,c 1: index'],
    [
      'in long lines that are cut in a number',
      `"b";"c"\n"${'y'.repeat(94)}";56;78901\n"z";6;7\n`,
      'index,b,c 1: index',
    ],
    ['but not if other words are not quoted', '"b";"c"\n"x";5;y\n"z";6;u\n', '2:7 row-too-long'],
    ['but not if rows end in a delimiter', '"b";"c"\n"x";5;\n"y";6;\n', '2:7 row-too-long'],
    ['but not if names of rows are repeated', '"b";"c"\n"x";5;6\n"x";7;8\n', '2:7 row-too-long'],
    ['but not if a row has as many cells', '"b";"c"\n"x";5;6\n"y";7\n', '2:7 row-too-long'],
  ])('%s', (_, csv, found) => {
    expect(names(csv)).toBe(found);
  });
});
