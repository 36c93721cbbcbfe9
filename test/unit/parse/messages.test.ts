import { expect, test } from 'vitest';
import { MAX_COLUMN_NAME } from '../../../src/contract/limits.ts';
import { undescribedSource } from '../../../src/discover/describe-source.ts';
import { undescribedColumn } from '../../../src/discover/sidecar/undescribed-column.ts';
import type { ColumnDescription, FileFormat } from '../../../src/model.ts';
import { checkColumns, checkMadeUpNames } from '../../../src/parse/checks/check-columns.ts';
import { parseCsv } from '../../../src/parse/parse-csv.ts';
import { memorySource } from '../../support/memory-source.ts';
import { PLAIN_FORMAT } from '../../support/tables/plain-format.ts';
import { reportsOf, reportsOfRepeats, reportsOfStep } from '../../support/tables/reports.ts';

/** Everything that is said about a file with known columns and delimiter. */
const of = (csv: string, format: Partial<FileFormat> = {}): string[][] =>
  reportsOf(csv, { delimiter: ',', header: 1, ...format });

/** The same about bytes, written as the characters with their codes. */
const ofBytes = (bytes: string, format: Partial<FileFormat> = {}): string[][] =>
  reportsOf(Buffer.from(bytes, 'latin1'), format);

const utf16 = (text: string): Uint8Array => Buffer.from(text, 'utf16le');

/** A source whose sidecar has these columns. */
function sourceWith(described: Record<string, Partial<ColumnDescription>>) {
  const columns = Object.entries(described).map(
    ([name, it]) => [name, { ...undescribedColumn(PLAIN_FORMAT), description: 'D', ...it }] as const,
  );
  return {
    ...undescribedSource('/x.csv', 'x.csv'),
    ...{ columns: new Map(columns), isDescribed: true, descriptionFile: 'x.meta.json' },
  };
}

const ofColumns = (columns: string, described: Record<string, Partial<ColumnDescription>>): string[][] =>
  reportsOfStep((report) => checkColumns(sourceWith(described), columns.split(','), report));

const ofMadeUpName = (from: string, to: string): string[][] =>
  reportsOfStep((report) => {
    const place = { line: 1, column: 5, excerpt: 'pop,pop' };
    checkMadeUpNames(sourceWith({}), [{ column: 2, from, to, place }], report);
  });

const DOUBTED = { mayBeAbsent: 'doubted' } as const;

const REPORTS: Record<string, string[][]> = {
  'an Excel workbook': ofBytes('PK\x03\x04xx[Content_Types].xml PK\x03\x04 xl/workbook.xml'),
  'an Office document': ofBytes('PK\x03\x04xx _rels/.rels'),
  'an OpenDocument spreadsheet': ofBytes('PK\x03\x04mimetypeapplication/vnd.oasis.opendocument.spreadsheet'),
  'a zip archive': ofBytes('PK\x03\x04data.csv'),
  'an empty zip archive': ofBytes('PK\x05\x06'),
  'a gzip file': ofBytes('\x1F\x8B\x08'),
  'a bzip2 file': ofBytes('BZh91AY&SY'),
  'a 7z archive': ofBytes('7z\xBC\xAF\x27\x1C'),
  'a rar archive': ofBytes('Rar!\x1A\x07'),
  'an xz file': ofBytes('\xFD7zXZ\0'),
  'a Zstandard file': ofBytes('\x28\xB5\x2F\xFD'),
  'an old Excel workbook': ofBytes('\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1'),
  'a PDF document': ofBytes('%PDF-1.4'),
  'an RTF document': ofBytes('{\\rtf1\\ansi'),
  'a Parquet file': ofBytes('PAR1\x15'),
  'an SQLite database': ofBytes('SQLite format 3\0'),
  'a Git LFS pointer': ofBytes('version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n'),
  'a git-annex pointer': ofBytes('/annex/objects/SHA256E-s31390--f50d7ac4.csv\n'),
  'an XML document': reportsOf('<?xml version="1.0"?><rows/>'),
  'an HTML page': reportsOf('<html><body>x</body></html>'),
  'a JSON document': reportsOf('[{"a": 1}]'),

  'UTF-8 that is declared as another encoding': reportsOf('a\nZürich,größer,älter\n', { encoding: 'windows-1252' }),
  'a byte order mark of another encoding': reportsOf(utf16('\uFEFFa\n1\n'), { encoding: 'windows-1252' }),
  'UTF-16 without a mark': reportsOf(utf16('year,note\n2020,one\n2021,two\n')),
  'UTF-32': ofBytes('\xFF\xFE\0\0a\0\0\0\n\0\0\0'),
  'bytes that are not UTF-16': ofBytes('year,note\n2020,one\n'.repeat(4), { encoding: 'utf-16le' }),
  'a byte of several encodings': ofBytes('a\nGr\xFCn\nkr\xE8me\n'),
  'bytes of one encoding': ofBytes('a\n\x82\xE8\x82\xF1\x82\xB2\n'),
  'bytes of no encoding': ofBytes('a\nx\x98\x81y\n'),
  'bytes of macintosh or of DOS': ofBytes('a\ncr\x8Fme\n'),
  'a line in another encoding than most': ofBytes('a\nZ\xC3\xBCrich\nS\xE3o\nM\xC3\xA5lm\xC3\xB6\n'),
  'a byte that the declared encoding does not have': ofBytes('a\nb\x93 \n', { encoding: 'shift_jis' }),

  'several usual delimiters': reportsOf('a;b,c\n1;2,3\n4;5,6\n'),
  'an unusual delimiter': reportsOf('a^b\n1^2\n3^4\n'),
  'a blank as delimiter, below a comment': reportsOf('# by hand\n1.5 2 -3\n3 4 7.25\n'),

  'a quote inside a cell': of('a,b\n1,5" pipe\n'),
  'a quote inside a comment': of('a,b\n1,2\n# 5" pipe\n'),
  'a quote inside a cell that begins with another': of("a,b\n1,'5\" pipe'\n"),
  'text after a quote': of('a,b\n1,"x" y\n'),
  'text after a quote after a backslash': of('a,b\n1,"x\\" y"\n'),
  'a blank before a quote': of('a,b\n1, "x"\n'),
  'a quote that is never closed': of('a,b\n1,"x\ny\n'),
  'a quote that is not closed for long': of(`a\n"${'x'.repeat((1 << 24) + 1)}`),
  'a record that does not end': of(`a\n${'x'.repeat((1 << 24) + 1)}`),
  'a line that ends in CR': of('a,b\n1,2\r3,4\n'),
  'a line that ends in LF after CRLF': of('a,b\r\n1,2\r\n3,4\n5,6\r\n'),
  'lines that end in CRLF after LF': of('a,b\n1,2\n3,4\r\n5,6\r\n'),

  'more columns than are allowed': reportsOfStep((report) =>
    parseCsv(memorySource('a,b,c\n'), 'x.csv', { ...PLAIN_FORMAT, delimiter: ',' }, report, { maxColumns: 2 }),
  ),
  'no text': reportsOf(''),
  'a record above records': reportsOf('S01,Andhra,\nS02,Bihar,\n'),
  'a record that may be names': reportsOf('team,1,2,3\nRome,10,20,3\nOslo,4,2,7\n'),
  'an empty header': reportsOf(',\n\n,\na,b\n1,2\n'),
  'names in single quotes': reportsOf("'a','b'\n'1','2'\n"),
  'names in quotation marks': reportsOf('“a”,“b”\n1,2\n'),
  'blanks after delimiters': reportsOf('a, b\n1, 2\n'),
  'blanks before delimiters': reportsOf('a ,b\n1 ,2\n'),
  'a single column with a delimiter': of('a;b\n1;2\n'),
  'a single column of fixed width': reportsOf('a   b\n1   2\n'),
  'a name of the index below other names': reportsOf(',2019,2020\nplace,,\nRome,1,2\n'),
  'a missing name, perhaps of several rows': reportsOf('a,,c\nx,y,z\n'),
  'a missing name, certainly in a header': reportsOf('a,,c\n1,y,z\n'),
  'a missing name and no values': reportsOf('a,,c\n1,,z\n'),
  'names that end in a delimiter': reportsOf('a,b,\n1,2,\n'),
  'a repeated name': reportsOf('a,b,a\n1,x,y\n'),
  'a name that is too long': reportsOf(`${'n'.repeat(MAX_COLUMN_NAME + 1)},b\n1,2\n`),
  'names that look alike': reportsOf('e\u0301,x,\u00E9\n1,2,3\n'),
  'a title': reportsOf('Rainfall by station\n\nyear,note,x\n2020,one,1\n2021,two,2\n'),
  'a title above a record': reportsOf('Rainfall,,\nS01,Rome,x\nS02,Oslo,y\nS03,Bern,z\n'),
  'comments above the header': reportsOf('// made by hand\nyear,note,x\n2020,one,1\n2021,two,2\n'),
  'blank lines above the header': reportsOf('\n\na,b\n1,2\n'),
  'a note of the delimiter, below a skipped line': reportsOf('x\nsep=^\na^b\n1^2\n', { skipRows: 1 }),
  'a note of a declared delimiter': reportsOf('sep=^\na^b\n1^2\n', { delimiter: '^' }),
  'no column that is published': reportsOf('a,b\n1,2\n', { omitted: ['a', 'b'] }),
  'more declared names than are allowed': reportsOf('1,2\n', { header: Array<string>(10_001).fill('a') }),
  'other names than those to be renamed': reportsOf('a,,c\n1,2,3\n', {
    rename: [
      { column: 1, from: 'x', to: 'y' },
      { column: 3, from: '', to: 'z' },
      { column: 4, from: 'u', to: 'v' },
    ],
  }),
  'a name that is inserted too far': reportsOf('a,b\n1,2,3\n', { rename: [{ column: 4, from: null, to: 'y' }] }),
  'a name where none is expected': reportsOf('a,b\n1,2\n', { rename: [{ column: 2, from: null, to: 'y' }] }),
  'a changed name beside one that is inserted': reportsOf('a,b\n1,2,3\n', {
    rename: [
      { column: 1, from: null, to: 'y' },
      { column: 3, from: 'x', to: 'z' },
    ],
  }),

  'a short row': of('a,b\n1,2\n3\n4,5\n'),
  'eleven short rows': of(`a,b\n${'1\n'.repeat(11)}1,2\n`).slice(-1),
  'a long row': of('a,b\n1,2\n3,4,x\n4,5\n'),
  'a note at the end': of('a,b\n1,2\nSource of it\n'),
  'an incomplete last row': of('a,b\n1,2\n3\n'),
  'comments': of('a,b\n1,2\n#x\n3,4\n#y\n'),
  'a cell in single quotes': of("a,b\n1,'x,y'\n2,'z'\n"),
  'cells in single quotes': of("a,b\n1,'x,y'\n2,'z,u'\n"),
  'a delimiter at the end of every row': of('a,b\n1,x,\n2,y,\n'),
  'a missing name': of('a,b\nx,y,z\nu,v,w\n'),
  'a missing name above numbers of rows': of('a,b\n1,y,z\n2,v,w\n'),
  'a comma inside a number': of('a,b\nx,2\ny,1,234\n'),
  'commas inside numbers': of('a,b\nx,2\ny,1,234\nz,-5,678\n'),

  'a blank line': of('a,b\n1,2\n\n3,4\n'),
  'blank lines': of('a,b\n\n1,2\n\n\n3,4\n\n5,6\n\n'),
  'a blank line in one column': of('a\n1\n\n2\n'),
  'blank lines in one column': of('a\n1\n\n2\n\n'),
  'a blank line at the end of one column': of('a\n1\n\n'),
  'blank lines at the end of one column': of('a\n1\n\n\n'),
  'a row without values': of('a,b\n1,2\n,\n3,4\n'),
  'rows without values': of('a,b\n1,2\n,\n3,4\n,\n5,6\n'),
  'the header once more': of('a,b\n1,2\na,b\n3,4\n'),
  'the header several times': of('a,b\n1,2\na,b\n3,4\na,b\na,b\n'),
  'no records': of('a,b\n'),
  'a record in the declared footer': of('a,b\n1,2\n3,4\n5,6\n', { footerRows: 1 }),
  'a note in the first cell': of('a,b,c\n1,2,3\n4,5,6\nprovisional,,\n'),
  'notes in the first cell, above a declared one': of('a,b,c\n1,2,3\n4,5,6\nprovisional,,\nestimated,,\nx\n', {
    footerRows: 1,
  }),
  'a text in the first cell below texts': of('a,b,c\nx,2,3\ny,5,6\nz,8,9\nu,,\n'),
  'texts in the first cell below texts': of('a,b,c\nx,2,3\ny,5,6\nz,8,9\nu,,\nv,,\n'),
  'a last row of totals': of('a,b\nx,2\ny,4\nTotal,6\n'),
  'a last row of totals, if a column is left out': of('a,b,c\nx,2,3\ny,4,5\nTotal,6,7\n', { omitted: ['c'] }),
  'several rows of totals': of('a,b\nx,2\nTotal x,2\ny,3\nTotal y,3\nz,1\n'),
  'merged cells': of('a,b,c,d\nNord,x,1,2\n,,3,4\n,y,5,6\n,,7,8\n'),
  'headings of sections': of('a,b,c\n2019,1,2\nNord,,\n2020,4,5\nOst,,\n2021,4,5\n'),
  'what may be the heading of a section': of('a,b,c\nx,1,2\nNord,,\ny,4,5\nz,4,5\n'),

  'a NUL': of('a,b\nx\0,\0\n'),
  'a replacement character': of('a,b\nx\uFFFD,2\n'),
  'a byte order mark inside the text': of('a,b\nx\uFEFF,2\n'),
  'a byte order mark at the start of a line': of('a,b\n1,2\n\uFEFF3,4\n'),
  'a control character': of('a,b\nx\x01,2\n'),
  'UTF-8 read as windows-1252': of('a,b\nxÃ©,2\n'),

  'a repeated row': reportsOfRepeats('a,b\n1,x\n2,x\n3,x\n1,x\n'),
  'repeated rows': reportsOfRepeats(`a,b\n1,x\n2,x\n${[...'cdefghijklmnopqr\n'].join(',y\n')}1,x\n2,x\n`),
  'every row twice': reportsOfRepeats('a,b\n1,x\n2,x\n1,x\n2,x\n'),

  'columns without a description': ofColumns('a,c1,c2,c3,c4,c5,c6', { a: {} }),
  'a column that the file lacks': ofColumns('year,value', { year: {}, value: {}, valeu: {} }),
  'a field that the file lacks': ofColumns('year,value', { year: {}, value: {}, valeu: DOUBTED }),
  'fields in the order of columns with other names': ofColumns('wheat,red', { crop: DOUBTED, colour: DOUBTED }),
  'two columns of one name': ofColumns('a,b', { a: {}, b: { rename: 'a' } }),
  'six columns of one name': ofColumns(
    'a,b,c,d,e,f',
    Object.fromEntries([...'abcdef'].map((name) => [name, { rename: 'x' }])),
  ),
  'a second column of one name': ofMadeUpName('pop', 'pop 2'),
  'a column without a name': ofMadeUpName('', 'column 2'),
};

test('every message reads as messages.txt shows it', async () => {
  const printed = Object.entries(REPORTS).map(
    ([name, reports]) => `# ${name}\n\n${reports.map((lines) => `${lines.join('\n')}\n`).join('\n')}`,
  );
  await expect(printed.join('\n')).toMatchFileSnapshot('messages.txt');
});
