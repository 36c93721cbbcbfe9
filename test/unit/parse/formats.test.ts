import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FileFormat } from '../../../src/model.ts';
import { placesIn, reportsOf, rowsIn } from '../../support/tables/reports.ts';

const TABLE = [
  ['year', 'note'],
  ['2020', 'one'],
  ['2021', 'two'],
];

/** All rows of a file, header first; or the places of its problems. */
function read(csv: string | Uint8Array, format: Partial<FileFormat> = {}): string[][] | string[] {
  const places = placesIn(csv, format);
  return places.length === 0 ? rowsIn(csv, format) : places;
}

describe('the delimiter is detected', () => {
  test('but must be declared if two fit most rows, and a row lacks a delimiter', () => {
    expect(read('a;b,c\n1;2,3\n4;5,6\n7;8 9\n')).toEqual(['delimiter-doubtful']);
  });

  test('but must be declared if two fit, whatever the width of footers and padded rows', () => {
    const footer = 'a,b;c\n1,2;3\n4,5;6\nSource: us; them\n';
    expect(read(footer, { footerRows: 1 })).toEqual(['delimiter-doubtful']);
    expect(read('a|b;c\n1|2;3\n4\n', { ragged: 'pad' })).toEqual(['delimiter-doubtful']);
  });

  test('as one that occurs, though any other would pad every row', () => {
    expect(read('1;2\n3\n', { header: ['a', 'b'], ragged: 'pad' })).toEqual([
      ['a', 'b'],
      ['1', '2'],
      ['3', ''],
    ]);
  });

  test('among those that do not begin a comment and are not the quote', () => {
    const csv = ';the year\nyear|note\n2020|one\n2021|two\n';
    expect(read(csv, { comment: ';' })).toEqual(TABLE);
    expect(read('one\n;two\n7\n', { comment: ';' })).toEqual([['one'], ['7']]);
    expect(read(',one,;,a;b,\n,c;d,;2\n', { quote: ',', escape: ',' })).toEqual([
      ['one', 'a;b'],
      ['c;d', '2'],
    ]);
  });

  test('in a file larger than the inspected sample', () => {
    const csv = `a;b\n${'"x;\n y";2\n'.repeat(100_000)}`;
    expect(read(csv)).toHaveLength(100_001);
  });
});

describe('quotes', () => {
  test('in comments have no meaning, however they are escaped', () => {
    const csv = "year,note\n# don't\n2020,'it\\'s'\n# 'tis\n2021,'a\\\\b'\n";
    expect(read(csv, { quote: "'", escape: '\\', comment: '#' }).slice(1)).toEqual([
      ['2020', "it's"],
      ['2021', 'a\\b'],
    ]);
  });

  test('with nothing between them are a cell, not an empty line', () => {
    expect(read('a,b\n1,2\n""\n3,4\n')).toEqual(['3:3 row-too-short', '3:1 rows-empty']);
    expect(read('a,b\n1,2\n\n3,4\n', { emptyRows: 'skip' })).toHaveLength(3);
    expect(read('a\n""\n\n', { emptyRows: 'keep' })).toEqual([['a'], [''], ['']]);
  });
});

describe('blanks before cells', () => {
  const format = { trim: 'start' } as const;

  test('are left out with any other quote, escape, delimiter or comment', () => {
    const csv = "# it's; a\nyear; note\n2020; 'o\\'; ne'\n# 'b\n2021;\t two\n";
    expect(read(csv, { ...format, delimiter: ';', quote: "'", escape: '\\', comment: '#' })).toEqual([
      ['year', 'note'],
      ['2020', "o'; ne"],
      ['2021', '\t two'],
    ]);
    expect(read('a, b\n1, "\n', { ...format, quote: '', escape: '' })[1]).toEqual(['1', '"']);
  });

  test('do not hide an error or its place', () => {
    expect(read('a, b\n1, "x" y\n', format)).toEqual(['2:7 quote-stray']);
    expect(read('a, b\n1, x"y\n', format)).toEqual(['2:5 quote-stray']);
    expect(read('a, b\n1, 2,  3\n', format)).toEqual(['2:6 row-too-long']);
  });

  test('change nothing else, however many there are', () => {
    const cell = fc.constantFrom('', 'x', 'x y', '"x"', '"x,  y"', '"x"" , ""y"', '"x,\n y"', '"  x"');
    const blanks = fc.constantFrom('', ' ', '    ');
    const rows = fc.array(fc.tuple(cell, blanks, cell, blanks, cell), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(rows, (table) => {
        const written = table.map(([a, one, b, two, c]) => `${a},${one}${b},${two}${c}\n`).join('');
        const plain = table.map(([a, , b, , c]) => `${a},${b},${c}\n`).join('');
        expect(read(`a, b, c\n${written}`, format)).toEqual(read(`a,b,c\n${plain}`));
      }),
    );
  });
});

describe('above and below the table', () => {
  test('places count the skipped lines', () => {
    expect(read('title\n\nyear,note\n1\n2,3\n', { skipRows: 2 })).toEqual(['4:2 row-too-short']);
  });

  test('comments are left out', () => {
    const csv = '# from "us\nyear,note\n# a\n2020,one\n2021,two\n# end';
    expect(read(csv, { comment: '#' })).toEqual(TABLE);
    expect(read('##\n## x\n', { comment: '##' })).toEqual(['file-empty']);
  });

  test('last records are left out, even across blocks', () => {
    const rows = '2020,one\n'.repeat(300_000);
    expect(read(`year,note\n${rows}Total,\nSource: us\n`, { footerRows: 2 })).toHaveLength(300_001);
  });

  test('footers may be wider than the table, and blank lines may follow them', () => {
    expect(read('a,b\n,\nf,,,\nf,,,4\n\n\n', { footerRows: 2, emptyRows: 'keep' })).toEqual([
      ['a', 'b'],
      ['', ''],
    ]);
    expect(read('a\n1\n2\nSource: us, them\n', { footerRows: 1 })).toEqual([['a'], ['1'], ['2']]);
  });
});

describe('blanks around cells', () => {
  test('count in the place of a cell', () => {
    expect(read('a,b\n "x" , "y" , 3\n', { trim: true })).toEqual(['2:13 row-too-long']);
  });
});

describe('a delimiter at the end of lines', () => {
  const table = [
    ['a', 'b'],
    ['1', 'x'],
    ['2', ''],
  ];

  test.each([
    ['every line', 'a,b,\n1,x,\n2,,\n'],
    ['every line but the header', 'a,b\n1,x,\n2,,\n'],
    ['the header', 'a,b,\n1,x\n2,\n'],
  ])('of %s is reported, and removed if it is declared', (_, csv) => {
    expect(reportsOf(csv).flat().join()).toContain('"csv": { "trailingDelimiter": true }');
    expect(read(csv, { trailingDelimiter: true })).toEqual(table);
  });

  test('does not hide a missing cell', () => {
    const format = { trailingDelimiter: true };
    expect(read('a,b,\n1,x,\n2,\n', format)).toEqual(['3:3 row-too-short']);
    expect(read('a,b,\n1,x,\n2,\n', { ...format, ragged: 'pad' })).toEqual(table);
    expect(read('a,b,\n1,x,\n2,,3\n', format)).toEqual(['3:4 row-too-long']);
    expect(read('a,b,\n1,x,\n2,,,\n', format)).toEqual(['3:4 row-too-long']);
  });
});
