import { describe, expect, test } from 'vitest';
import { LONGEST_COLUMN_NAME } from '../../../../../src/contract/limits.ts';
import type { FileFormat } from '../../../../../src/model.ts';
import { reportsOf } from '../../../../support/tables/reports.ts';

type Case = readonly [rule: string, csv: string, format: Partial<FileFormat>, reports: readonly (readonly string[])[]];

const LONG = 'n'.repeat(LONGEST_COLUMN_NAME);

describe('what is wrong with a header is explained:', () => {
  test.each<Case>([
    [
      'a record',
      '1,2\n3,4\n',
      {},
      [
        [
          'error x.csv:1:1 header-missing',
          '| 1,2',
          'the first line looks like a record: it contains only numbers',
          'Begin the file with a line of column names. If these are the names, set "header" to 1 in the "csv" of the sidecar.',
        ],
      ],
    ],
    [
      'a record of codes',
      'S01,Andhra\nS02,Bihar\n',
      {},
      [
        [
          'error x.csv:1:1 header-missing',
          '| S01,Andhra',
          'the first line looks like a record: "S01" is a code like those below it',
          'Begin the file with a line of column names. If these are the names, set "header" to 1 in the "csv" of the sidecar.',
          'If the file has no header, add to the sidecar: "csv": { "header": ["column 1", "column 2"] }',
        ],
      ],
    ],
    [
      'a record that may be names',
      '1,2,3\nx,y,z\n',
      {},
      [
        [
          'error x.csv:1:1 header-missing',
          '| 1,2,3',
          'the first line looks like a record: it contains only numbers',
          'Begin the file with a line of column names. If these are the names, set "header" to 1 in the "csv" of the sidecar.',
        ],
      ],
    ],
    [
      'a record whose lines end in a delimiter',
      'S01,Andhra,\nS02,Bihar,\n',
      {},
      [
        [
          'error x.csv:1:1 header-missing',
          '| S01,Andhra,',
          'the first line looks like a record: "S01" is a code like those below it',
          'Begin the file with a line of column names. If these are the names, set "header" to 1 in the "csv" of the sidecar.',
          'If the file has no header, add to the sidecar: "csv": { "header": ["column 1", "column 2"], "trailingDelimiter": true }',
        ],
      ],
    ],
    [
      'a doubtful record',
      'team,1,2,3\nRome,10,20,3\nOslo,4,2,7\n',
      {},
      [
        [
          'hint x.csv:1:1 header-doubtful',
          '| team,1,2,3',
          'the first line may be a record: the numbers in it may be names or values',
          'If these are the names of the columns, set "header" to 1 in the "csv" of the sidecar. If not, begin the file with a line of names.',
        ],
      ],
    ],
    [
      'an empty header',
      ',\na,b\n1,2\n',
      {},
      [
        [
          'error x.csv:1:1 header-missing',
          '| ,',
          'the first line does not name any columns',
          'Begin the file with a line of column names.',
          'If the header is in line 2, add to the sidecar: "csv": { "skipRows": 1 }',
        ],
      ],
    ],
    [
      'an empty header, and blank lines',
      ',\n\n,\na,b\n1,2\n',
      {},
      [
        [
          'error x.csv:1:1 header-missing',
          '| ,',
          'the first line does not name any columns',
          'Begin the file with a line of column names.',
          'If the header is in line 4, add to the sidecar: "csv": { "skipRows": 3 }',
        ],
      ],
    ],
    [
      'an empty header of a file without rows',
      ',\n',
      {},
      [
        [
          'error x.csv:1:1 header-missing',
          '| ,',
          'the first line does not name any columns',
          'Begin the file with a line of column names.',
        ],
      ],
    ],
    [
      'names in single quotes',
      "'a','b'\n'1','2'\n",
      {},
      [
        [
          'error x.csv:1:1 quote-doubtful',
          "| 'a','b'",
          "every name is between ' and ', which are probably the quotes of this file",
          'Write the names without them.',
          'If they are, add to the sidecar: "csv": { "quote": "\'" }',
        ],
      ],
    ],
    [
      'names in doubled quotes',
      '"""a""","""b"""\n1,2\n',
      { quote: "'", escape: "'" },
      [
        [
          'error x.csv:1:1 quote-doubtful',
          '| """a""","""b"""',
          'every name is between " and ", which are probably the quotes of this file',
          'Write the names without them.',
          'If they are, add to the sidecar: "csv": { "quote": "\\"" }',
        ],
      ],
    ],
    [
      'names in quotation marks',
      '“a”,“b”\n1,2\n',
      {},
      [
        [
          'error x.csv:1:1 quote-doubtful',
          '| “a”,“b”',
          'every name is between “ and ”, which are probably the quotes of this file',
          'Write " in place of both.',
        ],
      ],
    ],
    [
      'blanks after delimiters',
      'a, b\n1, 2\n',
      {},
      [
        [
          'error x.csv:1:1 blanks-around',
          '| a, b',
          'there is a blank after every delimiter in the header, and it would become part of the names',
          'If blanks around cells are part of them, set "trim" to false in the "csv" of the sidecar.',
          'If they are not, add to the sidecar: "csv": { "trim": true }',
        ],
      ],
    ],
    [
      'blanks before delimiters',
      'a ,b\n1 ,2\n',
      {},
      [
        [
          'error x.csv:1:1 blanks-around',
          '| a ,b',
          'there is a blank before every delimiter in the header, and it would become part of the names',
          'If blanks around cells are part of them, set "trim" to false in the "csv" of the sidecar.',
          'If they are not, add to the sidecar: "csv": { "trim": true }',
        ],
      ],
    ],
    [
      'a single column with a delimiter',
      'a;b\n1;2\n',
      { delimiter: ',', header: 1 },
      [
        [
          'error x.csv:1:1 delimiter-doubtful',
          '| a;b',
          'the header has a single column, but contains ";"',
          'If that is not the delimiter, name the column without it. If it is, use it in all rows.',
          'If it is, add to the sidecar: "csv": { "delimiter": ";" }',
        ],
      ],
    ],
    [
      'a single column of fixed width',
      'a   b\n1   2\n',
      {},
      [
        [
          'error x.csv:1:1 delimiter-doubtful',
          '| a   b',
          'several consecutive blanks divide the rows: these are probably columns of fixed width',
          'Export the file with a delimiter. If it has a single column, set "delimiter" to "," in the "csv" of the sidecar.',
        ],
      ],
    ],
    [
      'a missing name',
      'a,,c\nx,y,z\n',
      {},
      [
        [
          'error x.csv:1:3 column-unnamed',
          '| a,,c',
          'column 2 of 3 has no name',
          'Name it in the header. If the names take up several rows, set "header" to their number in the "csv" of the sidecar.',
        ],
      ],
    ],
    [
      'a name of the index below the names of other columns',
      ',2019,2020\nplace,,\nRome,1,2\n',
      {},
      [
        [
          'error x.csv:2:1 header-rows',
          '| place,,',
          'this row has only a name for the first column, which has none above: it looks like a part of the header',
          'If it is a record, name the first column in the header.',
          'If it is, add to the sidecar: "csv": { "header": 2 }',
        ],
      ],
    ],
    [
      'a missing name and no values',
      'a,,c\n1,,z\n',
      {},
      [
        [
          'error x.csv:1:3 column-unnamed',
          '| a,,c',
          'column 2 of 3 has no name, and no values: it may separate two tables side by side',
          'Remove the column. If there are two tables side by side, put each into its own file.',
        ],
      ],
    ],
    [
      'a missing name above numbers of rows, and an empty column',
      ',b,\n1,x,\n2,y,\n',
      { header: 1 },
      [
        [
          'error x.csv:1:1 column-unnamed',
          '| ,b,',
          'column 1 of 3 has no name',
          'Name it in the header. If the names take up several rows, set "header" to their number in the "csv" of the sidecar.',
        ],
        [
          'error x.csv:1:4 column-unnamed',
          '| ,b,',
          'column 3 of 3 has no name, and no values: it may separate two tables side by side',
          'Remove the column. If there are two tables side by side, put each into its own file.',
        ],
      ],
    ],
    [
      'a missing name without records',
      'a,,c\n',
      { header: 1 },
      [
        [
          'error x.csv:1:3 column-unnamed',
          '| a,,c',
          'column 2 of 3 has no name',
          'Name it in the header. If the names take up several rows, set "header" to their number in the "csv" of the sidecar.',
        ],
      ],
    ],
    [
      'a missing name above an empty column and a note',
      'a,,c\n1,,z\nnote\n',
      { header: 1 },
      [
        [
          'error x.csv:1:3 column-unnamed',
          '| a,,c',
          'column 2 of 3 has no name, and no values: it may separate two tables side by side',
          'Remove the column. If there are two tables side by side, put each into its own file.',
        ],
      ],
    ],
    [
      'a comment of one word',
      '# x\nyear,note,x\n2020,one,1\n',
      {},
      [
        [
          'error x.csv:1:1 preamble-found',
          '| # x',
          'the file begins with lines that look like comments: they begin with "#"',
          'Remove what is above the header.',
          'If the header is in line 2, add to the sidecar: "csv": { "comment": "#" }',
        ],
      ],
    ],
    [
      'a missing name, certainly in a header',
      'a,,c\n1,y,z\n',
      {},
      [
        [
          'error x.csv:1:3 column-unnamed',
          '| a,,c',
          'column 2 of 3 has no name',
          'Name it in the header.',
          'Or add to the sidecar: "csv": { "rename": [{ "column": 2, "from": "", "to": "column 2" }] }',
        ],
      ],
    ],
    [
      'lines that end in a delimiter',
      'a,b,\n1,2,\n',
      {},
      [
        [
          'error x.csv:1:5 column-unnamed',
          '| a,b,',
          'the last of 3 columns has neither a name nor values: the lines end in a delimiter',
          'Remove the delimiters at the ends of the lines.',
          'Or add to the sidecar: "csv": { "trailingDelimiter": true }',
        ],
      ],
    ],
    [
      'a repeated name',
      'a,b,a\n1,x,y\n',
      {},
      [
        [
          'error x.csv:1:5 column-duplicate',
          '| a,b,a',
          'column 3 has the same name as column 1, "a": a record can hold only one of them',
          'Give each column a name of its own.',
          'Or add to the sidecar: "csv": { "rename": [{ "column": 1, "from": "a", "to": "a" }, { "column": 3, "from": "a", "to": "a 2" }] }',
        ],
      ],
    ],
    [
      'repeated names, perhaps not of columns',
      'x,y,x\nu,v,w\n',
      {},
      [
        [
          'error x.csv:1:5 column-duplicate',
          '| x,y,x',
          'column 3 has the same name as column 1, "x": a record can hold only one of them',
          'Give each column a name of its own.',
        ],
      ],
    ],
    [
      'a name that is too long',
      `${LONG}n,b\n1,2\n`,
      {},
      [
        [
          'error x.csv:1:1 column-name-too-long',
          '| nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn…',
          'the name of column 1 has 100,001 characters, more than 100,000 characters, and every record repeats it',
          'Shorten it. If it is not a name, a quote may not be closed, or the file may have no line endings.',
        ],
      ],
    ],
    [
      'names that look alike',
      'e\u0301,x,\u00E9\n1,2,3\n',
      {},
      [
        [
          'hint x.csv:1:6 names-alike',
          '| é,x,é',
          'the names of the columns 1 and 3 look the same: they differ only in their Unicode normalisation',
          'Give each column a name that readers can tell apart.',
        ],
      ],
    ],
    [
      'a title',
      'Rainfall by station\n\nyear,note,x\n2020,one,1\n2021,two,2\n',
      {},
      [
        [
          'error x.csv:1:1 preamble-found',
          '| Rainfall by station',
          'the file begins with text that is not the header of a table: the rows below have more cells',
          'Remove what is above the header.',
          'If the header is in line 3, add to the sidecar: "csv": { "skipRows": 2 }',
        ],
      ],
    ],
    [
      'a title in the first cell',
      'Rainfall,,\nyear,note,x\n2020,one,1\n2021,two,2\n',
      {},
      [
        [
          'error x.csv:1:1 preamble-found',
          '| Rainfall,,',
          'the file begins with text that is not the header of a table: the rows below have more cells',
          'Remove what is above the header.',
          'If the header is in line 2, add to the sidecar: "csv": { "skipRows": 1 }',
        ],
      ],
    ],
    [
      'a title above a record',
      'Rainfall,,\nS01,Rome,x\nS02,Oslo,y\nS03,Bern,z\n',
      {},
      [
        [
          'error x.csv:1:1 preamble-found',
          '| Rainfall,,',
          'the file begins with text that is not the header of a table: the rows below have more cells',
          'Remove what is above the header.',
          'If line 2 is the first record, and the file has no header, add to the sidecar: "csv": { "skipRows": 1, "header": ["column 1", "column 2", "column 3"] }',
        ],
      ],
    ],
    [
      'a title above words',
      'Rainfall,,\na,b,c\nx,y,z\n',
      {},
      [
        [
          'error x.csv:1:1 preamble-found',
          '| Rainfall,,',
          'the file begins with text that is not the header of a table: the rows below have more cells',
          'Remove what is above the header.',
          'If the header is in line 2, add to the sidecar: "csv": { "skipRows": 1 }',
        ],
      ],
    ],
    [
      'comments',
      '# made by hand\n# in May\nyear,note,x\n2020,one,1\n2021,two,2\n',
      {},
      [
        [
          'error x.csv:1:1 preamble-found',
          '| # made by hand',
          'the file begins with lines that look like comments: they begin with "#"',
          'Remove what is above the header.',
          'If the header is in line 3, add to the sidecar: "csv": { "comment": "#" }',
        ],
      ],
    ],
    [
      'comments with //',
      '// made by hand\nyear,note,x\n2020,one,1\n2021,two,2\n',
      {},
      [
        [
          'error x.csv:1:1 preamble-found',
          '| // made by hand',
          'the file begins with lines that look like comments: they begin with "//"',
          'Remove what is above the header.',
          'If the header is in line 2, add to the sidecar: "csv": { "comment": "//" }',
        ],
      ],
    ],
    [
      'comments with %',
      '% made by hand\nyear,note,x\n2020,one,1\n2021,two,2\n',
      {},
      [
        [
          'error x.csv:1:1 preamble-found',
          '| % made by hand',
          'the file begins with lines that look like comments: they begin with "%"',
          'Remove what is above the header.',
          'If the header is in line 2, add to the sidecar: "csv": { "comment": "%" }',
        ],
      ],
    ],
    [
      'a comment with as many cells as the table',
      '# made on Monday, by hand\nyear,note\n2020,one\n',
      {},
      [
        [
          'error x.csv:1:1 preamble-found',
          '| # made on Monday, by hand',
          'the file begins with lines that look like comments: they begin with "#"',
          'Remove what is above the header.',
          'If the header is in line 2, add to the sidecar: "csv": { "comment": "#" }',
        ],
      ],
    ],
    [
      'a comment of another width',
      '# made on Monday, by hand\nyear,note,x\n2020,one,y\n',
      {},
      [
        [
          'error x.csv:1:1 preamble-found',
          '| # made on Monday, by hand',
          'the file begins with lines that look like comments: they begin with "#"',
          'Remove what is above the header.',
          'If the header is in line 2, add to the sidecar: "csv": { "comment": "#" }',
        ],
      ],
    ],
    [
      'blank lines',
      '\n\na,b\n1,2\n',
      {},
      [
        [
          'error x.csv:1:1 preamble-found',
          '| ',
          'the file begins with blank lines',
          'Remove what is above the header.',
          'If the header is in line 3, add to the sidecar: "csv": { "skipRows": 2 }',
        ],
      ],
    ],
    [
      'a blank line in one column',
      '\na\n1\n',
      {},
      [
        [
          'error x.csv:1:1 header-missing',
          '| ',
          'the first line does not name any columns',
          'Begin the file with a line of column names.',
          'If the header is in line 2, add to the sidecar: "csv": { "skipRows": 1 }',
        ],
      ],
    ],
    [
      'a header in another delimiter',
      'a;b;c\n1,2,3\n4,5,6\n',
      {},
      [
        [
          'error x.csv:1:1 delimiter-doubtful',
          '| a;b;c',
          'the header has a single column, but contains ";"',
          'If that is not the delimiter, name the column without it. If it is, use it in all rows.',
          'If it is, add to the sidecar: "csv": { "delimiter": ";" }',
        ],
      ],
    ],
    [
      'a note of the delimiter',
      'sep=;\na;b\n1;2\n',
      {},
      [
        [
          'error x.csv:1:1 preamble-found',
          '| sep=;',
          'the first line is a spreadsheet program’s note of the delimiter, not a header',
          'Remove the line.',
          'Or add to the sidecar: "csv": { "skipRows": 1 }',
        ],
      ],
    ],
    [
      'a note of an unusual delimiter, below skipped lines',
      'x\nsep=^\na^b\n1^2\n',
      { skipRows: 1 },
      [
        [
          'error x.csv:2:1 preamble-found',
          '| sep=^',
          'the first line is a spreadsheet program’s note of the delimiter, not a header',
          'Remove the line.',
          'Or add to the sidecar: "csv": { "skipRows": 2, "delimiter": "^" }',
        ],
      ],
    ],
    [
      'a note of an unusual delimiter that is declared',
      'sep=^\na^b\n1^2\n',
      { delimiter: '^' },
      [
        [
          'error x.csv:1:1 preamble-found',
          '| sep=^',
          'the first line is a spreadsheet program’s note of the delimiter, not a header',
          'Remove the line.',
          'Or add to the sidecar: "csv": { "skipRows": 1 }',
        ],
      ],
    ],
    [
      'no text',
      '',
      {},
      [
        [
          'error x.csv file-empty',
          'the file is empty',
          'Fill it: first a header line with the names of the columns, then the records.',
        ],
      ],
    ],
    [
      'only comments',
      '#\n#x\n',
      { comment: '#', delimiter: ',' },
      [
        [
          'error x.csv file-empty',
          'the file is empty',
          'Fill it: first a header line with the names of the columns, then the records.',
        ],
      ],
    ],
    [
      'no column that is published',
      'a,b\n1,2\n',
      { omitted: ['a', 'b'] },
      [
        [
          'error x.csv value-invalid',
          'every column is left out, so there is nothing to publish',
          'Publish at least one column: remove its "omit" from the sidecar.',
        ],
      ],
    ],
    [
      'more declared names than columns are allowed',
      '1,2\n',
      { header: Array<string>(10_001).fill('a') },
      [
        [
          'error x.csv columns-too-many',
          'there are more than 10,000 columns, the most that a file may have',
          'If the table really is that wide, allow more with --max-columns NUMBER: each column costs memory and time. If not, its rows do not end where they should, or it has another delimiter.',
        ],
      ],
    ],
    [
      'other names than those to be renamed',
      'a,,c\n1,2,3\n',
      {
        rename: [
          { column: 1, from: 'x', to: 'y' },
          { column: 3, from: '', to: 'z' },
          { column: 4, from: 'u', to: 'v' },
        ],
      },
      [
        [
          'error x.csv:1:1 header-changed',
          '| a,,c',
          'the sidecar expects column 1 to be named "x", but it is named "a"',
          'Check what the columns of this edition mean. Then correct "rename" in the "csv" of the sidecar, or remove its entry.',
        ],
        [
          'error x.csv:1:4 header-changed',
          '| a,,c',
          'the sidecar expects column 3 to have no name, but it is named "c"',
          'Check what the columns of this edition mean. Then correct "rename" in the "csv" of the sidecar, or remove its entry.',
        ],
        [
          'error x.csv:1:5 header-changed',
          '| a,,c',
          'the sidecar expects column 4 to be named "u", but there are only 3 columns',
          'Check what the columns of this edition mean. Then correct "rename" in the "csv" of the sidecar, or remove its entry.',
        ],
      ],
    ],
    [
      'a name that is inserted too far',
      'a,b\n1,2,3\n',
      { rename: [{ column: 4, from: null, to: 'y' }] },
      [
        [
          'error x.csv:1:4 header-changed',
          '| a,b',
          'the sidecar inserts column 4, but there are only 2 names in the header',
          'Check what the columns of this edition mean. Then correct "rename" in the "csv" of the sidecar, or remove its entry.',
        ],
      ],
    ],
    [
      'a name where none is expected',
      'a,b\n1,2\n',
      { rename: [{ column: 2, from: null, to: 'y' }] },
      [
        [
          'error x.csv:1:3 header-changed',
          '| a,b',
          'the sidecar expects the header to have no cell for column 2, but it has as many cells as the rows',
          'Check what the columns of this edition mean. Then correct "rename" in the "csv" of the sidecar, or remove its entry.',
        ],
      ],
    ],
    [
      'a changed name beside one that is inserted',
      'a,b\n1,2,3\n',
      {
        rename: [
          { column: 1, from: null, to: 'y' },
          { column: 3, from: 'x', to: 'z' },
        ],
      },
      [
        [
          'error x.csv:1:3 header-changed',
          '| a,b',
          'the sidecar expects column 3 to be named "x", but it is named "b"',
          'Check what the columns of this edition mean. Then correct "rename" in the "csv" of the sidecar, or remove its entry.',
        ],
      ],
    ],
  ])('%s', (_, csv, format, reports) => {
    expect(reportsOf(csv, format)).toEqual(reports);
  });
});
