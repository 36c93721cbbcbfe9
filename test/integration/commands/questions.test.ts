import { expect, test } from 'vitest';
import { checkData } from '../../../src/commands/check-data.ts';
import { rawDataWith, sidecarWith, withSidecar } from '../../support/builds/raw-data-folder.ts';

/*
 * What only a person knows is shown, and asked, but is not among the lines that settle what can be settled: whoever pasted those would
 * publish something else than what is meant, without a word.
 */

const lines = (...rows: readonly string[]): string => rows.map((row) => `${row}\n`).join('');

test.each<readonly [what: string, csv: string, code: string]>([
  [
    'marks in the first record',
    lines('town;beds;staff', 'Uri;x;x', 'Bern;12;3', 'Zug;30;4', 'Genf;41;9', 'Jura;9;1', 'Wallis;8;2'),
    'nearly-numeric',
  ],
  ['null tokens below a missing name', lines('name,val,', 'a,NA,..', 'b,1,2', 'c,3,4'), 'column-unnamed'],
  ['words below a missing name', lines('id,val,', 'A1,low,high', 'b,1,2', 'c,3,4'), 'header-rows'],
  [
    'a row of years below a missing name',
    lines('land;people;', ';2019;2020', 'AT;1880;1890', 'BE;2110;2120'),
    'column-unnamed',
  ],
  [
    'names of groups above the middle of their columns',
    lines('town;;men;;;women;', ';a;b;c;a;b;c', 'Bern;1;2;3;4;5;6', 'Zug;3;4;5;2;7;8', 'Uri;5;6;4;3;2;1'),
    'header-rows',
  ],
  [
    'a title as wide as the names',
    lines('Office;Table 5;2020', 'town;a;b', 'Bern;1;2', 'Zug;3;4', 'Uri;5;6'),
    'header-rows',
  ],
  ['surnames and first names', lines('name', 'Meier, Hans', 'Abt, Eva', 'Roy, Luc', 'Kunz, Ida'), 'preamble-found'],
  [
    'lines that are quoted as a whole',
    lines('"town,a,b"', '"Bern,1,2"', '"Zug,3,4"', '"Uri,5,6"'),
    'delimiter-doubtful',
  ],
  [
    'a last record without values',
    lines('town,a,b', 'Bern,1,3', 'Zug,3,4', 'Uri,4,9', 'Jura,9,1', 'Glarus,,'),
    'footer-doubtful',
  ],
  ['grades', lines('name;grade', 'A;1', 'B;2-', 'C;2', 'D;3-', 'E;1', 'F;4-'), 'number-format'],
  ['shares beside percentages', lines('town;share', 'A;12 %', 'B;0.15', 'C;9 %', 'D;31 %', 'E;0.22'), 'number-format'],
  [
    'identifiers in groups of three',
    lines('n;id', 'A;552 100 554', 'B;652 100 554', 'C;552 100 774', 'D;552 100 994'),
    'number-format',
  ],
  ['addresses', lines('n;ip', 'A;156.224.108.101', 'B;152.224.108.101', 'C;156.224.108.111'), 'number-format'],
  [
    'another table below an empty row',
    lines('town;colour', 'Bern;red', 'Zug;blue', 'Uri;red', ';', 'land;capital', 'IT;Rome', 'NO;Oslo'),
    'rows-empty',
  ],
  ['indented labels', lines('town; a; b', 'Bern; 1; 2', '  City; 3; 4', 'Zug; 5; 6', '  Baar; 7; 8'), 'blanks-around'],
  ['a ratio', lines('h:m:s', '125:30:45', '126:31:46'), 'delimiter-doubtful'],
])('%s', (_, csv, code) => {
  const rawData = rawDataWith(withSidecar('economy/x', csv, {}));
  const [checked] = checkData(rawData, []).files;
  expect(checked?.problems.map((it) => it.code)).toContain(code);
  expect(checked?.entry).toEqual({});
});

test('units below the names, with a delimiter at the end of each line', () => {
  const csv = lines('mass,size,', 'kg,m,', '1,2,', '3,4,', '5,7,');
  const meta = sidecarWith({ csv: { trailingDelimiter: true } });
  const rawData = rawDataWith(withSidecar('economy/x', csv, meta));
  expect(checkData(rawData, []).files).toMatchObject([
    { problems: [{ code: 'column-undescribed' }, { code: 'header-rows' }], entry: {} },
  ]);
});

test('a group is joined only to the columns that are in it', () => {
  const namesIn = (csv: string): string[] => {
    const sidecar = sidecarWith({ csv: { header: 2 } });
    const rawData = rawDataWith(withSidecar('economy/x', csv, sidecar));
    return checkData(rawData, []).files.flatMap(({ columns }) => columns.map(({ name }) => name));
  };
  expect(namesIn('Country,Year,,People,\n,,Region,men,women\nA,1,x,2,3\n')).toEqual([
    'Country',
    'Year',
    'Region',
    'People men',
    'People women',
  ]);
  expect(namesIn('Country,,Note\n,code,\nA,1,x\n')).toEqual(['Country', 'code', 'Note']);
  expect(namesIn('Country,Year,,\n#country,#date,#pop,#gdp\nA,1,2,3\n')).toEqual([
    'Country #country',
    'Year #date',
    '#pop',
    '#gdp',
  ]);
  expect(namesIn('Sample,Sample,Sample\n1,2,3\n7,8,9\n')).toEqual(['Sample 1', 'Sample 2', 'Sample 3']);
  expect(namesIn('---,---\na,b\n1,2\n')).toEqual(['a', 'b']);
});
