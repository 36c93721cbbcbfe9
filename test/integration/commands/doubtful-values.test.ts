import { describe, expect, test } from 'vitest';
import { checkData } from '../../../src/commands/check-data.ts';
import { rawDataWith, sidecarWith } from '../../support/builds/raw-data-folder.ts';

/** Checks a file whose columns are all described: its problems and types, and the entry to paste. `names` are single letters. */
function checkFile(csv: string, names: string, more: Record<string, unknown> = {}) {
  const columns = Object.fromEntries([...names].map((name) => [name, { description: 'D' }]));
  const rawData = rawDataWith({ 'economy/x.csv': csv, 'economy/x.meta.json': sidecarWith({ columns, ...more }) });
  const [file] = checkData(rawData, []).files;
  return {
    places: file?.problems.map(({ code, line, column }) => `${line}:${column} ${code}`),
    types: file?.columns.map(({ type }) => type),
    entry: file?.entry,
    fixes: file?.problems.flatMap(({ fixes }) => fixes.map(({ patch }) => patch)) ?? [],
  };
}

describe('points followed by three digits each', () => {
  const csv = 'a;b;c\nx;56,73;92.550\ny;118,65;247.717\nz;7,5;12\n';
  const columns = (c: object) => ({
    columns: { a: { description: 'A' }, b: { description: 'B', decimal: ',' }, c: { description: 'C', ...c } },
  });

  test('are refused beside decimal commas, found or declared', () => {
    expect(checkFile(csv, 'abc').places).toContain('2:9 separator-doubtful');
    expect(checkFile(csv, 'abc', columns({})).places).toEqual(['2:9 separator-doubtful']);
  });

  test.each([
    [{ thousands: '.', decimal: ',' }, 'int64'],
    [{ decimal: '.' }, 'float64'],
  ])('are what the sidecar says: %j', (keys, type) => {
    const { places, types } = checkFile(csv, 'abc', columns(keys));
    expect([places, types?.[2]]).toEqual([[], type]);
    expect(checkFile(csv, 'abc', columns({})).fixes).toContainEqual({ columns: { c: keys } });
  });

  test.each([
    ['there are no decimal commas beside them', 'a,b\nx,92.550\ny,247.717\n'],
    ['another number has more digits after its point', 'a;b;c\nx;1,5;92.5501\ny;2,5;7.125\n'],
    ['a number of four digits has no point', 'a;b;c\nx;1,5;1200\ny;2,5;7.125\n'],
    ['a number begins with a zero', 'a;b;c\nx;1,5;0.125\ny;2,5;7.125\n'],
  ])('are decimal points if %s', (_, text) => {
    expect(checkFile(text, 'abc'.slice(0, text.indexOf('\n') / 2 + 1)).places?.join()).not.toContain(
      'separator-doubtful',
    );
  });
});

describe('points followed by three digits each, between semicolons', () => {
  const csv = 'a;b\nx;3.243\ny;12\nz;1.500\n';

  test('are refused, with an entry for either reading', () => {
    const { places, fixes } = checkFile(csv, 'ab');
    expect(places).toEqual(['2:3 separator-doubtful']);
    expect(fixes).toEqual([{ columns: { b: { thousands: '.', decimal: ',' } } }, { columns: { b: { decimal: '.' } } }]);
  });

  test.each([
    ['in the same column', 'a;b\nx;3.243\ny;1.5\n'],
    ['in another column', 'a;b;c\nx;3.243;1.5\ny;1.500;2\n'],
    ['among few texts', 'a;b;c\nx;3.243;1.5\ny;1.500;2\nz;2.500;3\nw;2.500;n.a.\n'],
    ['after a zero', 'a;b;c\nx;3.243;0.125\ny;1.500;2.000\n'],
    ['beside a whole number of four digits', 'a;b\nx;3.243\ny;1200\n'],
  ])('are decimals if other decimals show it: %s', (_, text) => {
    const names = text.slice(0, text.indexOf('\n')).replaceAll(';', '');
    expect(checkFile(text, names).places?.join()).not.toContain('separator-doubtful');
  });

  test.each([
    ['whole numbers', 'a;b;c\nx;3.243;1200\ny;1.500;2\n'],
    ['texts with points', 'a;b;c\nx;3.243;1.5.2\ny;1.500;v2.5\n'],
    ['exponents', 'a;b;c\nx;3.243;1E-3\ny;1.500;2E-3\n'],
  ])('are not shown to be decimals by %s', (_, text) => {
    expect(checkFile(text, 'abc').places).toEqual(['2:3 separator-doubtful']);
  });

  test.each([{ type: 'float64' }, { decimal: '.' }, { thousands: '.', decimal: ',' }])(
    'are what the sidecar says: %j',
    (keys) => {
      const columns = { a: { description: 'A' }, b: { description: 'B', ...keys } };
      expect(checkFile(csv, 'ab', { columns }).places).toEqual([]);
    },
  );
});

describe('points followed by three digits each, beside dates with points', () => {
  test.each(['\t', ','])('are refused between "%s"', (delimiter) => {
    const csv = 'a;b;c\nWien;1.234;31.12.2020\nGraz;2.500;1.2.2021\n'.replaceAll(';', delimiter);
    expect(checkFile(csv, 'abc').places).toEqual(['2:6 separator-doubtful', '2:12 date-format']);
  });

  test.each([
    ['decimals elsewhere show it', 'a,b,c\n0.5,1.234,31.12.2020\n1.5,2.500,1.2.2021\n'],
    ['some texts are no dates', 'a,b,c\nx,1.234,31.12.2020\ny,2.500,1.2.3\n'],
    ['dates have other marks', 'a,b,c\nx,1.234,2020-12-31\ny,2.500,2021-02-01\n'],
  ])('are decimals if %s', (_, csv) => {
    expect(checkFile(csv, 'abc').places?.join()).not.toContain('separator-doubtful');
  });
});

describe('texts among numbers', () => {
  test('that contain digits are not proposed as spellings of null', () => {
    const { places, fixes } = checkFile(`a,b\n${'x,1.5\n'.repeat(30)}y,13.5p\n`, 'ab');
    expect(places).toContain('32:3 number-format');
    expect(fixes).toEqual([{ columns: { b: { flags: 'b flag' } } }]);
  });

  test.each(['*', '#REF!', '..', 'n.a.'])('that are marks, such as %s, are reported whatever their share', (mark) => {
    const { places, entry } = checkFile(`a,b\nw,1\nx,2\ny,3\nz,${mark}\nv,${mark}\n`, 'ab', {
      csv: { missing: ['-9'] },
    });
    expect(places).toEqual(['5:3 nearly-numeric']);
    expect(entry).toEqual({ columns: { b: { missing: ['-9', mark] } } });
  });
});

test('codes that look like exponents do not count as numbers beside a text', () => {
  const codes = Array.from({ length: 30 }, (_, at) => `x,${at}e5\n`).join('');
  expect(checkFile(`a,b\n${codes}y,*\n`, 'ab').places).toEqual([]);
});

test('a row of units is reported if a column of numbers has a gap there', () => {
  const { places, entry } = checkFile('a,b,c\n,GWh,EUR\n2019,1.5,2\n2020,2,3\n', '');
  expect(places).toContain('2:2 header-rows');
  expect(entry).toEqual({ csv: { header: 2 } });
});

test('a record among the rows declared as a footer is reported', () => {
  const csv = 'a,b\nx,1\ny,2\nz,3\n';
  expect(checkFile(csv, 'ab', { csv: { footerRows: 2 } }).places).toEqual(['3:1 footer-doubtful']);
  expect(checkFile(`${csv}Total,6\n"Source: office",\n`, 'ab', { csv: { footerRows: 2 } }).places).toEqual([]);
});
