import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FileFormat } from '../../../src/model.ts';
import { parseCsv } from '../../../src/parse/parse-csv.ts';
import type { Problem } from '../../../src/problems/problem.ts';
import { placesOf } from '../../support/builds/problem-places.ts';
import { memorySource } from '../../support/memory-source.ts';
import { PLAIN_FORMAT } from '../../support/tables/plain-format.ts';
import { placesIn, reportsOf, rowsIn } from '../../support/tables/reports.ts';

test.each(['', '\uFEFF'])('a file without any text is refused: %j', (csv) => {
  expect(placesIn(csv)).toEqual(['file-empty']);
});

test('the header and the records are read as they are in the file', () => {
  expect(parse('a, b\n1, x \n"2","y,""z"""\n', { trim: false })).toMatchObject({
    columns: ['a', ' b'],
    records: [
      ['1', ' x '],
      ['2', 'y,"z"'],
    ],
    problems: [],
  });
});

test('a cell that begins with a byte order mark keeps it', () => {
  const csv = 'a,b\n\uFEFF1,2\n3,\uFEFF4\n';
  const records = [
    ['\uFEFF1', '2'],
    ['3', '\uFEFF4'],
  ];
  expect(parse(csv).records).toEqual(records);
  expect(parse(`\uFEFF${csv}`)).toMatchObject({ columns: ['a', 'b'], records });
});

describe('empty lines', () => {
  test('are records in a file with one column, and give a hint', () => {
    const { records, problems } = parse('a\n\n1\n\n');
    expect(records).toEqual([[''], ['1'], ['']]);
    expect(placesOf(problems)).toEqual(['x.csv:2:1 blank-lines']);
    expect(placesOf(parse('a\n1\n\n2\n').problems)).toEqual(['x.csv:3:1 blank-lines']);
    expect(placesOf(parse('a\n1\n\n').problems)).toEqual(['x.csv:3:1 blank-lines']);
    expect(parse('a\n""\n1\n').problems).toEqual([]);
    expect(parse('a\n1\n\n2\n', { emptyRows: 'keep' }).problems).toEqual([]);
    expect(parse('a\n\n1\n\n', { emptyRows: 'keep' })).toMatchObject({ records: [[''], ['1'], ['']], problems: [] });
    expect(parse('a\n\n1\n\n', { emptyRows: 'skip' })).toMatchObject({ records: [['1']], problems: [] });
  });
});

test('records are the same wherever the borders of chunks fall', () => {
  const filler = 'x'.repeat((1 << 20) - 12);
  for (let shift = 0; shift < 12; shift += 1) {
    const csv = `a,b\r\n${filler}${'y'.repeat(shift)},"q""\r\n"\r\n2,z\r\n`;
    expect(parse(csv).records.map((record) => record[1])).toEqual(['q"\r\n', 'z']);
  }
});

describe('a row of a wrong length is refused at its place:', () => {
  test('a quoted cell with delimiters counts as one', () => {
    expect(placesOf(parse('a,b\n"1,1","2,""2",3\n').problems)).toEqual(['x.csv:2:15 row-too-long']);
  });

  test('after cells of several lines, and with blank lines between', () => {
    expect(placesOf(parse('a,b\n"1\n2\n3",4\n\n"5\n6",7,8\n').problems)).toEqual([
      'x.csv:7:6 row-too-long',
      'x.csv:5:1 blank-lines',
    ]);
  });

  test.each([
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ])('in a file whose lines end in %s', (_, newline) => {
    const csv = ['a,b', `"1${newline}2",3`, '4', '5,6,7', ''].join(newline);
    expect(placesOf(parse(csv).problems)).toEqual(['x.csv:4:2 row-too-short', 'x.csv:5:5 row-too-long']);
  });

  test('far after the first chunk', () => {
    const csv = `a,b\n${'1,2\n'.repeat(400_000)}3\n4,5\n`;
    expect(placesOf(parse(csv).problems)).toEqual(['x.csv:400002:2 row-too-short']);
  });

  test('and the rows before and after it are read', () => {
    expect(parse('a,b\n1,2\n3\n4,5\n').records).toEqual([
      ['1', '2'],
      ['4', '5'],
    ]);
  });
});

describe('the place of a cell', () => {
  test('is that of its first character, in any row and column', () => {
    const cell = fc.constantFrom('', 'x', '"x"', '"x,y"', '"x""y"', '"x\ny"', '🌾', '"🌾\n\n"');
    const table = fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(table, fc.constantFrom('\n', '\r\n', '\r'), (rows, newline) => {
        let text = `a,b,c${newline}`;
        const expected: string[] = [];
        for (const row of rows) {
          for (const [at, it] of row.entries()) {
            expected.push(endOf(text));
            text += it.replaceAll('\n', newline) + (at < row.length - 1 ? ',' : newline);
          }
        }
        const places: string[] = [];
        for (const { records, placeOf } of parseCsv(
          memorySource(text),
          'x.csv',
          { ...PLAIN_FORMAT, emptyRows: 'keep', trim: false, footerRows: 0 },
          fail,
        )?.blocks ?? []) {
          for (const record of records.keys()) {
            for (const at of [0, 1, 2]) places.push(`${placeOf(record, at).line}:${placeOf(record, at).column}`);
          }
        }
        expect(places).toEqual(expected);
      }),
    );
  });
});

interface Parsed {
  columns: readonly string[] | undefined;
  records: (readonly string[])[];
  problems: Problem[];
}

function parse(csv: string, format: Partial<FileFormat> = {}): Parsed {
  const problems: Problem[] = [];
  const file = parseCsv(memorySource(csv), 'x.csv', { ...PLAIN_FORMAT, delimiter: ',', ...format }, (it) =>
    problems.push(it),
  );
  const records = [...(file?.blocks ?? [])].flatMap((block) => [...block.records]);
  return { columns: file?.columns, records, problems };
}

/** `line:column` of the character that would follow a text. */
function endOf(text: string): string {
  const lines = text.split(/\r\n|\n|\r/);
  return `${lines.length}:${(lines.at(-1) ?? '').length + 1}`;
}

function fail(problem: Problem): never {
  throw new Error(problem.message);
}

test('a name with a byte order mark is to be renamed', () => {
  const columns = (csv: string) => parseCsv(memorySource(csv), 'x.csv', PLAIN_FORMAT, () => {})?.columns;
  const fixes = (csv: string): string[] =>
    reportsOf(csv)
      .flat()
      .filter((line) => line.startsWith('Or add'));
  expect(placesIn('\uFEFF\uFEFFa,b\n1,2\n')).toEqual(['1:1 files-joined']);
  expect(placesIn('\uFEFF\uFEFF1,2\n', { header: ['a', 'b'] })).toEqual(['1:1 files-joined']);
  expect(placesIn('x\n\uFEFFa,b\n1,2\n', { skipRows: 1 })).toEqual(['2:1 files-joined']);
  expect(placesIn('a,b\n\uFEFF1,2\n')).toEqual(['2:1 files-joined']);
  expect(columns('a,\uFEFFb\n1,2\n')).toEqual(['a', '\uFEFFb']);
  expect(placesIn('a,\uFEFFb\n1,2\n')).toEqual(['1:3 mark-inside', '1:3 mark-inside']);
  const rename = (column: number, from: string, to: string): string =>
    `Or add to the sidecar: "csv": { "rename": [{ "column": ${column}, "from": "${from}", "to": "${to}" }] }`;
  expect(fixes('\uFEFF\uFEFFa,b\n1,2\n')).toEqual([rename(1, '\\ufeffa', 'a')]);
  expect(rowsIn('\uFEFF\uFEFFa,b\n1,2\n', { rename: [{ column: 1, from: '\uFEFFa', to: 'a' }] })[0]).toEqual([
    'a',
    'b',
  ]);
  expect(fixes('"\uFEFFa",b\n1,2\n')).toEqual([rename(1, '\\ufeffa', 'a')]);
  expect(fixes('b,\uFEFFb\n1,2\n')).toEqual([rename(2, '\\ufeffb', 'b 2')]);
});
