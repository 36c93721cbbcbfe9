import { describe, expect, test } from 'vitest';
import { checkData } from '../../../src/commands/check-data.ts';
import { rawDataWith, withSidecar } from '../../support/builds/raw-data-folder.ts';

/** Checks a file whose columns are all described: its problems and types, and the entry to paste. `names` are single letters. */
function checkFile(csv: string, names: string, more: Record<string, unknown> = {}) {
  const columns = Object.fromEntries([...names].map((name) => [name, { description: 'D' }]));
  const rawData = rawDataWith(withSidecar('economy/x', csv, { columns, ...more }));
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

  test.each([{ type: 'float64' }, { decimal: '.' }, { thousands: '.', decimal: ',' }])(
    'are what the sidecar says: %j',
    (keys) => {
      const columns = { a: { description: 'A' }, b: { description: 'B', ...keys } };
      expect(checkFile(csv, 'ab', { columns }).places).toEqual([]);
    },
  );
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
