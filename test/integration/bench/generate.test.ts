import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { changeCell } from '../../../scripts/bench/builds/measure-rebuilds.ts';
import { COLUMNS, csvFile, csvLines, generateRawData } from '../../../scripts/bench/data/generate.ts';
import { checkData } from '../../../src/commands/check-data.ts';
import { folderWith } from '../../support/builds/raw-data-folder.ts';
import { contentOf } from '../../support/builds/run-build.ts';

const ROWS = 20_000;
const text = [...csvLines(ROWS, COLUMNS.length, 1)].join('');
const records: Record<string, string>[] = parse(text, { columns: true });

/** Share of the records whose cell in a column meets a condition. */
function share(column: (typeof COLUMNS)[number], meets: (cell: string) => boolean): number {
  return records.filter((record) => meets(record[column] as string)).length / ROWS;
}

describe('generated data', () => {
  test('have the requested rows and columns', () => {
    expect(records).toHaveLength(ROWS);
    expect(Object.keys(records[0] ?? {})).toEqual([...COLUMNS]);
  });

  test('have the promised shares of nulls', () => {
    expect(share('value', (cell) => cell === '')).toBeCloseTo(0.05, 2);
    expect(share('note', (cell) => cell === '')).toBeCloseTo(0.96, 2);
    for (const column of ['year', 'month', 'country', 'metric', 'count', 'code'] as const) {
      expect(share(column, (cell) => cell === '')).toBe(0);
    }
  });

  test('have countries with commas, quotes, accents and line breaks', () => {
    for (const rare of [/,/, /"/, /[À-ÿ]/, /\n/])
      expect(share('country', (cell) => rare.test(cell))).toBeGreaterThan(0.005);
  });

  test('have counts of one to twelve digits', () => {
    const digits = new Set(records.map(({ count }) => count?.length));
    expect([...digits].toSorted((a, b) => Number(a) - Number(b))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  });

  test('take about sixty bytes per row', () => {
    expect(Buffer.byteLength(text) / ROWS).toBeGreaterThan(55);
    expect(Buffer.byteLength(text) / ROWS).toBeLessThan(65);
  });
});

describe('a generated raw-data folder', () => {
  const shape = { datasets: 3, rows: 50, columns: 12 };

  test('is the same for the same shape, and its datasets differ', () => {
    const [first, second] = [folderWith({}), folderWith({})];
    const bytes = generateRawData(first, shape);
    generateRawData(second, shape);
    const content = contentOf(first);
    expect(content).toEqual(contentOf(second));
    const tables = [0, 1, 2].map((index) => content.get(csvFile(index)));
    expect(new Set(tables).size).toBe(3);
    expect(tables.join('').length).toBe(bytes);
  });

  test('can be published as it is, with columns of the intended types', () => {
    const folder = folderWith({});
    generateRawData(folder, { ...shape, rows: 2000 });
    const { ok, files, problems } = checkData(folder, []);
    expect({ ok, problems }).toEqual({ ok: true, problems: [] });
    expect(files.map(({ columns }) => columns.map(({ type }) => type).join(' '))).toEqual(
      Array(3).fill('int64 int64 object object float64 int64 object object float64 float64 float64 float64'),
    );
  });

  test('differs in one cell after a change', () => {
    const folder = folderWith({});
    generateRawData(folder, shape);
    const path = join(folder, csvFile(1));
    const read = (): string[][] => parse(readFileSync(path, 'utf8'));
    const before = read();
    changeCell(path);
    const after = read();
    const changed = after.flatMap((cells, row) => cells.filter((cell, at) => cell !== before[row]?.[at]));
    expect(after).toHaveLength(before.length);
    expect(changed).toHaveLength(1);
    expect(changed[0]).toMatch(/^\d{4}$/);
  });
});
