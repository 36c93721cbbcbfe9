import { describe, expect, test } from 'vitest';
import { MAX_COLUMN_NAME } from '../../../../../src/contract/limits.ts';
import type { FileFormat } from '../../../../../src/model.ts';
import { placesIn, reportsOf, rowsIn } from '../../../../support/tables/reports.ts';

/** The place and code of the first problem of a file, and the patches that may solve it: `1:1 preamble-found { skipRows: 1 }`. */
function header(csv: string, format: Partial<FileFormat> = {}): string {
  const [[place = 'sound', ...lines] = []] = reportsOf(csv, format);
  const fixes = lines.flatMap((line) => / add to the sidecar: (.*)/.exec(line)?.[1] ?? []).map(inShort);
  return [place.replace(/^error x\.csv:/, ''), ...fixes].join(' ');
}

/** A patch of `csv` in short. A new name is written as `2 "old"→"new"`. */
function inShort(patch: string): string {
  const renames = /\{ "column": (\d+), "from": ("[^"]*"), "to": ("[^"]*") \}/g;
  return patch
    .replace(/^"csv": /, '')
    .replace(renames, '$1 $2→$3')
    .replace(/"(\w+)": /g, '$1: ');
}

describe('above a header', () => {
  const records = '1,2,3\n4,5,6\n';

  test.each<readonly [rule: string, csv: string, found: string]>([
    ['a title', `Rain\na,b,c\n${records}`, '1:1 preamble-found { skipRows: 1 }'],
    ['a title and a note', `Rain\nin mm\na,b,c\n${records}`, '1:1 preamble-found { skipRows: 2 }'],
    ['a title in the second cell', `,Rain,\na,b,c\n${records}`, '1:1 preamble-found { skipRows: 1 }'],
    ['twenty lines', `${'Rain\n'.repeat(20)}a,b,c\n${'1,2,3\n'.repeat(30)}`, '1:1 preamble-found { skipRows: 20 }'],
    ['a text above a record', `Rain\n${records}`, '2:3 row-too-long'],
    ['a text above a record of words', 'Rain\nx,y,z\nu,v,w\n', '1:1 preamble-found { skipRows: 1 }'],
    ['a text above a header of years', `Rain\nplace,2019,2020\nRome,5,6\n`, '1:1 preamble-found { skipRows: 1 }'],
    ['a text above a record with a year', `Rain\nRome,2019,6\nOslo,2020,7\n`, '2:6 row-too-long'],
    ['a blank line above a record', `\n${records}`, '1:1 preamble-found'],
    [
      'a title in two cells above two columns with numbers',
      'Rain,\na,b\nx,5\ny,6\n',
      '1:1 preamble-found { skipRows: 1 }',
    ],
    ['a title in two cells above two columns of words', 'Rain,\na,b\nx,u\ny,v\n', '1:6 column-unnamed'],
    ['notes in two cells, and a blank line', `Unit,mm\n\na,b,c\n${records}`, '1:1 preamble-found { skipRows: 2 }'],
    ['notes in two cells without a blank line', `Unit,mm\nYear,x\na,b,c\n${records}`, '3:5 row-too-long'],
    ['a note in two cells', `Unit,mm\na,b,c\n${records}`, '2:5 row-too-long'],
    ['notes as wide as the table', `Unit,mm,x\n\na,b,c\n${records}`, 'sound'],
    ['two rows without values', `,,\n,,\na,b,c\n${records}`, '1:1 header-missing { skipRows: 2 }'],
    ['a row without values of another width', `,\na,b,c\n${records}`, '1:1 preamble-found { skipRows: 1 }'],
    ['comments', `# x\n#\na,b,c\n${records}`, '1:1 preamble-found { comment: "#" }'],
    ['comments and a blank line', `# x\n\na,b,c\n${records}`, '1:1 preamble-found { comment: "#" }'],
    ['comments and a title', `# x\nRain\na,b,c\n${records}`, '1:1 preamble-found { skipRows: 2 }'],
    ['comments that also begin records', `# x\na,b,c\n#1,2,3\n${records}`, '1:1 preamble-found { skipRows: 1 }'],
    ['comments that also begin notes', `# x\na,b,c\n${records}# y\n`, '1:1 preamble-found { comment: "#" }'],
    [
      'a header in another delimiter that lacks a name',
      `a;;c\n${records}`,
      '1:1 delimiter-doubtful { delimiter: ";" }',
    ],
    ['a header in another delimiter above words', `a;b;c\nx,y,z\nu,v,w\n`, '1:1 delimiter-doubtful { delimiter: ";" }'],
    ['numbers above wider rows', `5,6\n${records}`, '1:1 header-missing'],
    [
      'a title above records of which the first ends in an empty cell',
      'Rain,,\nS01,Rome,\nS02,Oslo,y\nS03,Bern,z\n',
      '1:1 preamble-found { skipRows: 1, header: ["column 1", "column 2", "column 3"] }',
    ],
    ['an empty header above a header of several lines', ',\n"a\nb",c\n5,6\n', '1:1 header-missing { skipRows: 1 }'],
    [
      'an empty header above a record',
      ',\nS01,x\nS02,y\n',
      '1:1 header-missing { skipRows: 1, header: ["column 1", "column 2"] }',
    ],
    ['a title of two lines above a record', '"Rain\nin mm"\na,b,c\n1,2,3\n', '1:1 preamble-found { skipRows: 2 }'],
    ['two lines in another delimiter', `a;b;c\nd;e;f\n${records}${records}${records}`, '1:1 preamble-found'],
  ])('%s', (_, csv, found) => {
    expect(header(csv, { delimiter: ',' })).toBe(found);
  });

  test('a declared footer is not counted among the rows, nor are blank lines below it', () => {
    const found = (csv: string, footerRows: number): string => header(csv, { delimiter: ',', footerRows });
    const skipping = (count: number): string => `1:1 preamble-found { skipRows: ${count} }`;
    expect(found('Rain\na,b\nx,y,z\nx,y,z\n', 0)).toBe(skipping(2));
    expect(found('Rain\na,b\nx,y,z\nx,y,z\n\n\n', 1)).toBe(skipping(1));
    expect(found('Rain\na,b\n1,5\n2,6\nx,y,z\n\nx,y,z\nx,y,z\n\n', 3)).toBe(skipping(1));
    expect(found('Rain\na,b\nx,y,z\nx,y,z\n', 6)).toBe('hint x.csv records-none');
  });

  test.each<readonly [first: string, found: string]>([
    ['sep=;', '1:1 preamble-found { skipRows: 1 }'],
    ['"sep=;"', '1:1 preamble-found { skipRows: 1 }'],
    ['sep=;,,', '1:1 preamble-found { skipRows: 1 }'],
    ['sep=^', '1:1 preamble-found { skipRows: 1, delimiter: "^" }'],
    ['sep=', '1:1 preamble-found { skipRows: 1 }'],
    ['sep=;x', 'sound'],
    ['x sep=;', '1:1 preamble-found { skipRows: 1 }'],
    ['sep;x', 'sound'],
  ])('a note of the delimiter: %s', (first, found) => {
    expect(header(`${first}\na;b\n1;2\n3;4\n`)).toBe(found);
  });
});

describe('a comment above the header that has as many cells as it', () => {
  test.each<readonly [rule: string, csv: string, found: string]>([
    ['above names', '# made by hand, in May\na,b\n1,2\n', '1:1 preamble-found { comment: "#" }'],
    ['of two words above names', '# by hand, x\na,b\n1,2\n', '1:1 preamble-found { comment: "#" }'],
    ['of one word', '# hand, x\na,b\n1,2\n', '1:1 blanks-around { trim: true }'],
    ['of several lines', '# made by hand, in May\n# x, y\na,b\n1,2\n', '1:1 preamble-found { comment: "#" }'],
    [
      'above a record that begins like it',
      '# made by hand, in May\na,b\n1,2\n#3,4\n',
      '1:1 preamble-found { skipRows: 1 }',
    ],
    ['above words, as a sentence', '# made by hand, in May\na,b\nx,y\n', '1:1 preamble-found { comment: "#" }'],
    ['above words, as two words without blanks', '# by hand,x\na,b\nx,y\n', 'sound'],
    [
      'above words, as three words without blanks',
      '# made by hand,x\na,b\nx,y\n',
      '1:1 preamble-found { comment: "#" }',
    ],
    ['above values, as a sentence', '# made by hand, x\n1,2\n3,4\n', '1:1 preamble-found'],
    ['above values, as two words', '# by hand, x\n1,2\n3,4\n', '1:1 blanks-around { trim: true }'],
    ['above values, without blanks', '# made by hand,x\n1,2\n3,4\n', 'sound'],
    ['of //', '// made by hand, x\na,b\n1,2\n', '1:1 preamble-found { comment: "//" }'],
    ['in one column', '# made by hand\na\n1\n', '1:1 preamble-found { comment: "#" }'],
    ['below a blank line', '# made by hand, x\n\na,b\n1,2\n', '1:1 preamble-found { comment: "#" }'],
    ['of a file without another line', '# made by hand, x\n# y z,u\n', '1:1 blanks-around { trim: true }'],
  ])('%s', (_, csv, found) => {
    expect(header(csv, { delimiter: ',' })).toBe(found);
  });
});

describe('the names of columns', () => {
  test.each<readonly [rule: string, csv: string, found: string]>([
    ['one is missing in the middle', 'a,,c\n5,x,y\n', '1:3 column-unnamed { rename: [2 ""→"column 2"] }'],
    ['the last is missing, and its cells', 'a,b,\n5,x\n6,y\n', '1:5 column-unnamed { trailingDelimiter: true }'],
    ['the last is missing, and its values', 'a,b,\n5,x,\n6,y, \n', '1:5 column-unnamed { trailingDelimiter: true }'],
    [
      'the last is missing, and it has a value',
      'a,b,\n5,x,\n6,y,z\n',
      '1:5 column-unnamed { rename: [3 ""→"column 3"] }',
    ],
    ['the last is missing, and some of its cells', 'a,b,\n5,x,\n6,y\n', '1:5 column-unnamed'],
    ['the last is missing, below a note', 'a,b,\n5,x,\n6,y,\nnote\n', '1:5 column-unnamed { trailingDelimiter: true }'],
    ['the last is missing, and a row is longer', 'a,b,\n5,x,,\n6,y,,\n', '1:5 column-unnamed'],
    ['the last is missing, and a row is shorter', 'a,b,c,\n5,x\n6,y\n', '1:7 column-unnamed'],
    ['the only one is missing', '""\n5\n6\n', '1:1 header-missing { skipRows: 1, header: ["column 1"] }'],
    ['two number the rows', ',,c\n1,1,x\n2,2,y\n', '1:1 column-unnamed { rename: [1 ""→"index", 2 ""→"column 2"] }'],
    [
      'a missing name would be taken twice',
      'column 2,,column 2 2\n5,x,y\n',
      '1:10 column-unnamed { rename: [2 ""→"column 2 3"] }',
    ],
    ['a name is repeated', 'a,a,a\n5,x,y\n', '1:3 column-duplicate { rename: [1 "a"→"a", 2 "a"→"a 2", 3 "a"→"a 3"] }'],
    ['a repeated name would be taken', 'a,a,a 2\n5,x,y\n', '1:3 column-duplicate { rename: [1 "a"→"a", 2 "a"→"a 3"] }'],
    ['a name is repeated above words', 'a,b,a\nu,x,y\n', '1:5 column-duplicate'],
    ['a number is repeated', '5 m,5 m\n1,2\n', '1:5 column-duplicate { rename: [1 "5 m"→"5 m", 2 "5 m"→"5 m 2"] }'],
    [
      'one is missing, and a column of numbers has gaps',
      'a,,c\n5,x,y\n,x,y\n',
      '1:3 column-unnamed { rename: [2 ""→"column 2"] }',
    ],
    ['one is missing, and numbers are among words', 'a,,c\n5,x,y\nz,x,y\n', '1:3 column-unnamed'],
    ['one is missing, another column is empty', 'a,,c,\n5,x,y,\n', '1:3 column-unnamed'],
  ])('%s', (_, csv, found) => {
    expect(header(csv, { delimiter: ',', header: 1 })).toBe(found);
  });

  test('that are wrong are the only problem that is reported', () => {
    const wrongRow = '1,2,3,4,5\n';
    expect(placesIn(`a,a\n1,2\n${wrongRow}`, { header: 1 })).toEqual(['1:3 column-duplicate']);
    expect(placesIn(`a,b,\n1,2,\n1,2,\n1\n`, { header: 1 })).toEqual(['1:5 column-unnamed']);
    const name = 'n'.repeat(MAX_COLUMN_NAME + 1);
    expect(placesIn(`${name},b\n1,2\n${wrongRow}`, { header: 1 })).toEqual(['1:1 column-name-too-long']);
    expect(placesIn('e\u0301,,\u00E9\n1,2,3\n', { header: 1 })).toEqual(['1:4 column-unnamed']);
  });

  test('may have a hundred thousand characters', () => {
    const name = 'n'.repeat(MAX_COLUMN_NAME);
    expect(placesIn(`${name},b\n1,2\n`, { header: 1 })).toEqual([]);
    expect(placesIn(`${name}n,b,${name}n\n1,2,3\n`, { header: 1 })).toEqual([
      '1:1 column-name-too-long',
      '1:100005 column-name-too-long',
    ]);
  });

  test('that look alike are reported once', () => {
    expect(placesIn('e\u0301,\u00E9,u\u0308,\u00FC\n1,2,3,4\n', { header: 1 })).toEqual(['1:4 names-alike']);
    expect(placesIn('\u00E9,e\n1,2\n', { header: 1 })).toEqual([]);
  });

  test('in several rows are joined, without their blank parts', () => {
    expect(
      rowsIn('2020, ,x\n , ,y\n1,2,3\n', { header: 2, trim: false, rename: [{ column: 2, from: '', to: 'b' }] }),
    ).toEqual([
      ['2020', 'b', 'x y'],
      ['1', '2', '3'],
    ]);
    expect(rowsIn('a,b\nc\nd,e\n1,2\n', { header: 3 })).toEqual([
      ['a c d', 'b e'],
      ['1', '2'],
    ]);
  });

  test('do not include one after a declared delimiter at the end', () => {
    expect(rowsIn('a,b, \n1,2\n', { trailingDelimiter: true })).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
    expect(header('""\n1\n', { trailingDelimiter: true, delimiter: ',', header: 1 })).toBe(
      '1:1 header-missing { skipRows: 1, header: ["column 1"] }',
    );
    expect(header('a,b\n1,2\n', { trailingDelimiter: true })).toBe('sound');
  });
});

describe('blanks around names', () => {
  test.each<readonly [csv: string, found: string]>([
    ['a, b, c\n1,2,3\n', '1:1 blanks-around { trim: true }'],
    ['a,  b,\tc\n1,2,3\n', '1:1 blanks-around { trim: true }'],
    ['a, b,c\n1,2,3\n', 'sound'],
    ['a ,b ,c\n1,2,3\n', '1:1 blanks-around { trim: true }'],
    ['a  ,b ,c\n1,2,3\n', 'sound'],
    ['a , b , c\n1,2,3\n', '1:1 blanks-around { trim: true }'],
    [' a\n1\n', 'sound'],
  ])('%j', (csv, found) => {
    expect(header(csv, { delimiter: ',', header: 1 })).toBe(found);
    expect(header(csv, { delimiter: ',', header: 1, trim: false })).toBe('sound');
  });
});

describe('quotation marks around names', () => {
  test.each(["''", '``', '´´', '“”', '„“', '„”', '”“', '””', '‘’', '«»', '»«'])('%s', ([open, close]) => {
    expect(header(`${open}a${close},${open}b${close}\n1,2\n`)).toContain('1:1 quote-doubtful');
    expect(header(`${open}a${close},b\n1,2\n`)).toBe('sound');
    expect(header(`${open}a,b${close}\n1,2\n`)).toBe('sound');
  });

  test('are no marks if the name is one of them', () => {
    expect(header("',b\n1,2\n", { quote: '"' })).toBe('sound');
    expect(header("','\n1,2\n", { quote: '"' })).not.toContain('quote-doubtful');
  });
});

describe('the first row', () => {
  test.each<readonly [rule: string, csv: string, format: Partial<FileFormat>, found: string]>([
    ['of a record', 'S01,x\nS02,y\n', {}, '1:1 header-missing { header: ["column 1", "column 2"] }'],
    ['of a record, declared as names', 'S01,x\nS02,y\n', { header: 1 }, 'sound'],
    ['of a record, wider than the rows below', 'S01,x,z\nS02,y\nS03,y\n', {}, '2:6 row-too-short'],
    [
      'of a record, declared to end in a delimiter',
      'S01,x,\nS02,y,\n',
      { trailingDelimiter: true },
      '1:1 header-missing { header: ["column 1", "column 2"] }',
    ],
    [
      'of a record above rows that end in a delimiter',
      'S01,x\nS02,y,\n',
      { trailingDelimiter: true },
      '1:1 header-missing { header: ["column 1", "column 2"] }',
    ],
    [
      'of a record above rows that end in a blank',
      'S01,x\nS02,y, \n',
      { trailingDelimiter: true },
      '1:1 header-missing { header: ["column 1", "column 2"] }',
    ],
    ['of a record above rows of another value', 'S01,x\nS02,y,z\n', { trailingDelimiter: true }, '2:7 row-too-long'],
    ['of a header above rows that end in a delimiter', 'a,b\nS02,y,\n', { trailingDelimiter: true }, 'sound'],
    [
      'of a record whose header ends in no delimiter',
      'S01,x\nS02,y,\nS03,y,\n',
      {},
      '2:7 row-too-long { trailingDelimiter: true }',
    ],
    ['of a record in one column', 'S01\nS02\nS03\n', {}, '1:1 header-missing { header: ["column 1"] }'],
    ['of a record without rows below it', '5,x\n', {}, '1:1 header-missing { header: ["column 1", "column 2"] }'],
    ['of a record above blank rows', '5,x\n,\n', {}, '1:1 header-missing { header: ["column 1", "column 2"] }'],
    [
      'of a record in one column, above a name',
      '5\nname\n6\n7\n8\n9\n',
      {},
      '1:1 header-missing { header: ["column 1"] }',
    ],
    ['of a record above notes', '5,x\nnote\n', {}, '2:5 row-too-short'],
    [
      'of a record, and the footer is declared',
      'S01,x\nS02,y\nz,z\n',
      { footerRows: 1 },
      '1:1 header-missing { header: ["column 1", "column 2"] }',
    ],
    ['of a record, and the footer is not', 'S01,x\nS02,y\nz,z\n', {}, 'sound'],
    [
      'with a single value above names',
      '5,,\nname,b,c\nRome,1,2\nOslo,3,4\n',
      {},
      '1:1 preamble-found { skipRows: 1 }',
    ],
    [
      'with a single value above records',
      '5,,\n6,x,y\n7,z,u\n',
      {},
      '1:1 header-missing { header: ["column 1", "column 2", "column 3"] }',
    ],
    ['without values', ',\n', {}, '1:1 header-missing'],
    ['without values above a record', ',\n5,6\n7,8\n', {}, '1:1 header-missing'],
  ])('%s', (_, csv, format, found) => {
    expect(header(csv, { delimiter: ',', ...format })).toBe(found);
  });
});

describe('a single column', () => {
  test.each<readonly [csv: string, format: Partial<FileFormat>, found: string]>([
    ['a;b\n1\n', { delimiter: ',' }, '1:1 delimiter-doubtful { delimiter: ";" }'],
    ['a,b\n1\n', { delimiter: ';' }, '1:1 delimiter-doubtful { delimiter: "," }'],
    ['a;b\n1\n', { delimiter: ';' }, '2:2 row-too-short'],
    ['a  b\nx  y\n', {}, '1:1 delimiter-doubtful'],
    ['a b\nx y\n', {}, 'sound'],
    ['a  b\nx  y\n', { delimiter: ',' }, 'sound'],
  ])('%j', (csv, format, found) => {
    expect(header(csv, { header: 1, ...format })).toBe(found);
  });
});
