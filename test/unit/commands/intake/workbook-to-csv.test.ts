import fc from 'fast-check';
import papaparse from 'papaparse';
import { describe, expect, test } from 'vitest';
import { toRecord } from '../../../../src/commands/intake/cell-text.ts';
import { workbookToCsv } from '../../../../src/commands/intake/workbook-to-csv.ts';
import { ProblemError } from '../../../../src/problems/problem.ts';
import { runs } from '../../../support/runs.ts';
import { rowsOf, type SheetXml, workbookWith, zipOf } from '../../../support/workbooks/workbook-with.ts';

const FILE = 'a.xlsx';

async function csvOf(sheet: SheetXml, options = {}): Promise<string> {
  return (await workbookToCsv(workbookWith({ Data: sheet }, options), FILE, null)).csv;
}

/** The sentence with which a workbook is refused, its code and what to do. */
async function refusalOf(bytes: Uint8Array, sheet: string | null = null): Promise<string> {
  const error = await workbookToCsv(bytes, FILE, sheet).then(
    () => expect.unreachable('was converted'),
    (it) => it,
  );
  if (!(error instanceof ProblemError)) throw error;
  const { code, message, help } = error.problem;
  return `${code}: ${message}. ${help}`;
}

const merged = (...refs: string[]): string =>
  `<mergeCells>${refs.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`;

describe('values are written as the cells hold them', () => {
  test.each<[string, string | number, string]>([
    ['the zeros before a code that is a text', '007', '007'],
    ['blanks around a text, commas and quotes', ' x,"y" ', '" x,""y"" "'],
    ['a line break of Windows', 'a\r\nb', '"a\nb"'],
    ['a result of binary arithmetic', '<c><v>0.30000000000000004</v></c>', '0.3'],
    ['all digits of other numbers', '<c><v>0.1234567890123456</v></c>', '0.1234567890123456'],
    ['a whole number of 16 digits', '<c><v>9007199254740991</v></c>', '9007199254740991'],
    ['a share as a number', '<c s="5"><v>0.125</v></c>', '0.125'],
    ['a truth value', '<c t="b"><v>1</v></c>', 'true'],
    ['a date', '<c s="1"><v>45292</v></c>', '2024-01-01'],
    ['a date before the leap day of 1900 that never was', '<c s="1"><v>59</v></c>', '1900-02-28'],
    ['a date and its time', '<c s="2"><v>45292.75</v></c>', '2024-01-01T18:00:00'],
    ['a time of day', '<c s="3"><v>0.35416666666666669</v></c>', '08:30:00'],
    ['a duration of more than a day', '<c s="4"><v>1.5</v></c>', '36:00:00'],
    ['the stored result of a formula', '<c><f>1+1</f><v>2</v></c>', '2'],
    ['the stored text of a formula', '<c t="str"><f>"a"&amp;"b"</f><v>ab</v></c>', 'ab'],
  ])('%s', async (_, cell, text) => {
    expect(await csvOf({ rows: rowsOf(['a', 'b'], ['x', cell]) })).toBe(`a,b\nx,${text}\n`);
  });

  test('dates count from 1904 if the workbook says so', async () => {
    const rows = rowsOf(['a', 'b'], ['x', '<c s="1"><v>43830</v></c>']);
    expect(await csvOf({ rows }, { date1904: true })).toBe('a,b\nx,2024-01-01\n');
  });

  test('if one date of a column has a time, all have, so that the column has one format', async () => {
    const rows = rowsOf(['a', 'b'], ['x', '<c s="2"><v>45292</v></c>'], ['y', '<c s="2"><v>45292.5</v></c>']);
    expect(await csvOf({ rows })).toBe('a,b\nx,2024-01-01T00:00:00\ny,2024-01-01T12:00:00\n');
  });

  test('rows and columns without values around the table are cut, and those inside stay', async () => {
    const rows = `<row r="3"><c r="C3" t="inlineStr"><is><t>a</t></is></c><c r="E3"><v>1</v></c><c r="F3" s="1"/></row>
      <row r="5"><c r="C5"><v>2</v></c></row><row r="900000"><c r="A900000" s="1"/></row>`;
    expect(await csvOf({ rows })).toBe('a,,1\n,,\n2,,\n');
  });
});

describe('merged cells', () => {
  test('a group above columns and a region beside rows repeat, a title does not, and a name of two rows stays in the last', async () => {
    const rows = rowsOf(
      ['Population by canton'],
      ['Canton', 'Men', '', 'Year'],
      ['', 'young', 'old', ''],
      ['Bern', 1, 2, 2020],
      ['', 3, 4, 2021],
    );
    const after = merged('A1:D1', 'A2:A3', 'B2:C2', 'D2:D3', 'A4:A5');
    expect(await csvOf({ rows, after })).toBe(
      'Population by canton,,,\n,Men,Men,\nCanton,young,old,Year\nBern,1,2,2020\nBern,3,4,2021\n',
    );
  });

  test('a merged range as large as a sheet is only filled where the table is', async () => {
    const rows = rowsOf(['a', 'b'], ['x', 1], ['', 2]);
    expect(await csvOf({ rows, after: merged('A2:A1048576') })).toBe('a,b\nx,1\nx,2\n');
  });
});

describe('what readers of the CSV file would miss is reported', () => {
  test('errors and formulas without a result are empty cells', async () => {
    const error = '<c t="e"><f>1/0</f><v>#DIV/0!</v></c>';
    const rows = rowsOf(['a', 'b'], ['x', error], ['#N/A', '<c><f>SUM(A1:A2)</f></c>'], ['y', error]);
    const { csv, hints } = await workbookToCsv(workbookWith({ Data: { rows } }), FILE, null);
    expect(csv).toBe('a,b\nx,\n#N/A,\ny,\n');
    expect(hints).toMatchObject([
      { code: 'cells-emptied', message: '2 cells with an error such as #N/A, empty in the CSV file: B2, B4' },
      { code: 'cells-emptied', message: '1 formula without a stored result, empty in the CSV file: B3' },
    ]);
  });

  test('hidden rows and columns are in the CSV file', async () => {
    const rows = rowsOf(['a', 'b'], ['x', 1], ['y', 2]).replace('<row r="2"', '<row r="2" hidden="1"');
    const before = '<cols><col min="2" max="16384" hidden="1"/></cols>';
    const { csv, hints } = await workbookToCsv(workbookWith({ Data: { rows, before } }), FILE, null);
    expect(csv).toBe('a,b\nx,1\ny,2\n');
    expect(hints).toMatchObject([
      { code: 'cells-hidden', message: '1 row hidden in the workbook, but in the CSV file: 2' },
      { code: 'cells-hidden', message: '1 column hidden in the workbook, but in the CSV file: B' },
    ]);
  });
});

describe('the sheet', () => {
  const table = { rows: rowsOf(['a', 'b'], ['x', 1]) };
  const other = { rows: rowsOf(['c', 'd'], ['y', 2]) };

  test('is the only visible one with a table: notes, charts and hidden sheets are not', async () => {
    const notes = { rows: rowsOf(['A note'], ['Another']) };
    const sheets = {
      Notes: notes,
      Chart: { rows: '', isChart: true },
      Data: table,
      Old: { ...other, state: 'hidden' as const },
    };
    expect(await workbookToCsv(workbookWith(sheets), FILE, null)).toMatchObject({ sheet: 'Data', csv: 'a,b\nx,1\n' });
    expect(await workbookToCsv(workbookWith(sheets), FILE, 'Old')).toMatchObject({ sheet: 'Old', csv: 'c,d\ny,2\n' });
  });

  test('must be chosen if several may hold the table, and must exist', async () => {
    const book = workbookWith({ '2020': table, '2021': other });
    expect(await refusalOf(book)).toBe(
      'sheet-unclear: has several sheets that may hold the table: 2020, 2021. Choose one, such as --sheet "2020".',
    );
    expect(await refusalOf(book, '202')).toContain('has no sheet "202" (did you mean "2020"?). Sheets in the workbook');
    expect(await refusalOf(workbookWith({ Data: { rows: '' } }))).toContain('has no value in any visible sheet');
  });
});

describe('what is not a sound workbook is refused in a sentence', () => {
  const sound = workbookWith({ Data: { rows: rowsOf(['a', 'b'], ['x', 1]) } });
  const ole = Buffer.from('D0CF11E0A1B11AE1', 'hex');
  const zeros = ' '.repeat(400_000_000);

  test.each<[string, () => Uint8Array, RegExp]>([
    ['a truncated archive', () => sound.subarray(0, sound.length - 40), /is damaged or incomplete: its end is missing/],
    [
      'changed bytes',
      () => withByteChanged(sound, 'sheet1.xml'),
      /cannot be read as an Excel workbook: .+save the sheet as CSV/s,
    ],
    [
      'an encrypted workbook',
      () => Buffer.concat([ole, Buffer.from('EncryptedPackage', 'utf16le')]),
      /protected with a password.+Remove the password/,
    ],
    [
      'an .xls file',
      () => ole,
      /is an Excel workbook \(\.xls\).+save the sheet as CSV \(UTF-8\), or save it as \.xlsx/,
    ],
    [
      'an .ods file',
      () =>
        zipOf({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet' }).fill('opendocument.spreadsheet', 40, 64),
      /is an OpenDocument spreadsheet.+\.xlsx/,
    ],
    ['a .numbers file', () => zipOf({ 'Index/Document.iwa': 'x' }), /is a Numbers document.+\.xlsx/],
    [
      'an .xlsb file',
      () => zipOf({ 'xl/workbook.bin': 'x' }),
      /workbook-unreadable: cannot be read as an Excel workbook/,
    ],
    ['a text', () => Buffer.from('a,b\n1,2\n'), /is not an Excel workbook \(\.xlsx\)/],
    [
      'a zip bomb',
      () => workbookWith({ Data: { rows: zeros } }),
      /unpacks to 400\.\d MB; workbooks of up to 300\.0 MB are read/,
    ],
    [
      'values in opposite corners of a sheet',
      () =>
        workbookWith({
          Data: {
            rows: '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>',
          },
        }),
      /spread over more than 5,000,000 cells/,
    ],
    [
      'a value at the end of each row',
      () => workbookWith({ Data: { rows: wideRows(100_000) } }),
      /spread over more than 5,000,000 cells/,
    ],
  ])('%s', async (_, bytes, sentence) => {
    expect(await refusalOf(bytes())).toMatch(sentence);
  });

  test('an archive that lies about a size is not unpacked beyond it', async () => {
    const lying = Buffer.from(workbookWith({ Data: { rows: ' '.repeat(10_000_000) } }));
    const at = lying.lastIndexOf('xl/worksheets/sheet1.xml') - 46 + 24;
    lying.writeUInt32LE(1000, at);
    expect(await refusalOf(lying)).toContain('Decompressed size exceeds limit of 1000 bytes');
    lying.writeUInt32LE(0, at);
    expect(await refusalOf(lying)).toContain('is damaged: the size of xl/worksheets/sheet1.xml is not stated');
  });

  test('a declared dimension of all cells does not matter', async () => {
    const before = '<dimension ref="A1:XFD1048576"/>';
    expect(await csvOf({ rows: rowsOf(['a', 'b'], ['x', 1]), before })).toBe('a,b\nx,1\n');
  });
});

function wideRows(count: number): string {
  return Array.from({ length: count }, (_, at) => `<row r="${at + 1}"><c r="XFD${at + 1}"><v>1</v></c></row>`).join('');
}

/** An archive in which a byte of the content of an entry is another. */
function withByteChanged(archive: Buffer, name: string): Buffer {
  const changed = Buffer.from(archive);
  const at = changed.indexOf(name) + name.length + 5;
  changed[at] = (changed[at] as number) ^ 255;
  return changed;
}

test('any table of texts and numbers is found again in the CSV file', async () => {
  const text = fc.string({
    unit: fc.constantFrom('a', '0', ' ', ',', '"', '\n', 'é', '&', '<'),
    minLength: 1,
    maxLength: 5,
  });
  const cell = fc.oneof(text, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer());
  const table = fc
    .integer({ min: 2, max: 5 })
    .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 2, maxLength: 6 }));
  await fc.assert(
    fc.asyncProperty(table, async (rows) => {
      const read = papaparse.parse<string[]>(await csvOf({ rows: rowsOf(...rows) }), {
        delimiter: ',',
        newline: '\n',
      }).data;
      expect(read.pop()).toEqual(['']);
      expect(read).toHaveLength(rows.length);
      for (const [at, cells] of rows.entries()) {
        for (const [column, value] of cells.entries()) {
          const found = read[at]?.[column];
          if (typeof value === 'string') expect(found).toBe(value);
          else expect([value, Number(value.toPrecision(15))].map((it) => it + 0)).toContain(Number(found));
        }
      }
    }),
    { numRuns: runs(300) },
  );
});

test('a record of one empty cell is not an empty line', () => {
  expect(toRecord([''])).toBe('""');
});
