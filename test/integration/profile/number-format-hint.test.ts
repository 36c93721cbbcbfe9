import { describe, expect, test } from 'vitest';
import { buildApi } from '../../../src/pipeline/build-api.ts';
import type { Problem } from '../../../src/problems/problem.ts';
import { patchText } from '../../../src/problems/sidecar-patch.ts';
import { memoryOutput } from '../../support/builds/memory-output.ts';
import { rawDataWith, sidecarWith } from '../../support/builds/raw-data-folder.ts';

/** Cells, the entry that the hint proposes for them, and their type with that entry. */
const cases = [
  [['"1,234"', '5'], '{ "thousands": "," }', 'int64'],
  [['12%', '12.5%'], '{ "strip": { "suffix": "%" } }', 'float64'],
  [['"1,50"', '"2,5"'], '{ "decimal": "," }', 'float64'],
  [['"1.234,50"', '7'], '{ "thousands": ".", "decimal": "," }', 'float64'],
  [['"$1,234"', '$5'], '{ "thousands": ",", "strip": { "prefix": "$" } }', 'int64'],
] as const;

describe.each(cases)('a column with the cells %j', (cells, entry, type) => {
  const csv = `id,"x ""y"""\n${cells.map((cell, row) => `${row},${cell}\n`).join('')}`;
  const described = { id: { description: 'I' }, 'x "y"': { description: 'X' } };

  test('is published as text, with a hint that names the column, the count, the first line and the entry to paste', () => {
    const { problems, type: found } = build(csv, { columns: described });
    expect(found).toBe('object');
    expect(problems).toMatchObject([
      { severity: 'hint', code: 'number-format', file: 'economy/x.csv', line: 2, column: 3 },
    ]);
    expect(problems[0]?.message).toContain('"x "y""');
    expect(patchesOf(problems)[0]).toBe(`"columns": { "x \\"y\\"": ${entry} }`);
  });

  test('is numeric, and has no hint, once its description has the entry', () => {
    const { columns } = proposedIn(build(csv, { columns: described }).problems);
    const merged = Object.fromEntries(
      Object.entries(described).map(([name, column]) => [name, { ...column, ...columns[name] }]),
    );
    expect(build(csv, { columns: merged })).toEqual({ type, problems: [] });
  });

  test('is numeric once the entry is pasted into a sidecar that does not describe the column', () => {
    const { columns } = proposedIn(build(csv, {}).problems);
    const { type: found, problems } = build(csv, { columns });
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(found).toBe(type);
  });
});

test('the other formats are proposed after the first', () => {
  const { problems } = build('id,"x ""y"""\n1,"1,234"\n', {
    columns: { id: { description: 'I' }, 'x "y"': { description: 'X' } },
  });
  expect(patchesOf(problems).slice(1)).toEqual(['"columns": { "x \\"y\\"": { "decimal": "," } }']);
});

describe('at least three columns in one format', () => {
  const columns = Object.fromEntries(['id', 'a', 'b', 'c', 'd'].map((name) => [name, { description: 'D' }]));
  const csv = 'id,a,b,c,d\n1,2,"1,000",,5%\n2,"1,000","2,000","7,000",6%\n';

  test('are reported together, at the first place, with the entry for the file', () => {
    const { problems } = build(csv, { columns });
    expect(problems.map(({ code, line, column }) => [code, line, column])).toEqual([
      ['number-format', 2, 5],
      ['number-format', 2, 14],
    ]);
    expect(problems[0]?.message).toContain('3 columns ("a", "b", "c")');
    expect(patchesOf(problems)).toEqual(['"csv": { "thousands": "," }', '"csv": { "decimal": "," }']);
  });

  test('keep their spellings of null beside it', () => {
    const more = `${csv}3,"3,000",k. A.,"8,000",7%\n4,"4,000","9,000","1,500",8%\n5,"5,000",-,"1,900",8%\n`;
    expect(patchesOf(build(more, { columns }).problems)).toEqual([
      ...['"csv": { "thousands": "," }', '"csv": { "decimal": "," }'].map(
        (csv) => `${csv}, "columns": { "b": { "missing": ["-", "k. A."] } }`,
      ),
    ]);
  });

  test('are numbers once it is pasted', () => {
    const { type, problems } = build(csv, { columns, csv: { thousands: ',' } });
    expect(type).toBe('int64');
    expect(problems.map(({ column }) => column)).toEqual([14]);
  });
});

function build(csv: string, members: Record<string, unknown>): { type: unknown; problems: Problem[] } {
  const rawData = rawDataWith({ 'economy/x.csv': csv, 'economy/x.meta.json': sidecarWith(members) });
  const output = memoryOutput();
  const { problems } = buildApi({ rawData, site: { prefix: '/', pageSizes: [100] } }, output);
  const schema = JSON.parse(output.files.get('v1/datasets/x/schema.json') ?? '{"columns":[]}');
  return { type: schema.columns[1]?.type, problems };
}

/** The entries that the first hint about a number format proposes, as text. */
function patchesOf(problems: readonly Problem[]): string[] {
  const hint = problems.find(({ code }) => code === 'number-format');
  return hint?.fixes.map(({ patch }) => patchText(patch)) ?? [];
}

/** The first of them. */
function proposedIn(problems: readonly Problem[]): { columns: Record<string, object> } {
  return JSON.parse(`{${patchesOf(problems)[0]}}`);
}
