import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkToJson, formatCheck } from '../../../scripts/terminal/format-check.ts';
import { checkData } from '../../../src/commands/check-data.ts';
import { folderWith, rawDataWith, sidecarWith, withSidecar } from '../../support/builds/raw-data-folder.ts';
import { runCommand } from '../../support/builds/run-build.ts';

const described = sidecarWith({ columns: { place: { description: 'P' }, rain: { description: 'R' } } });
const NUMBERS = Array.from({ length: 40 }, (_, row) => `k${row},${row}\n`).join('');

test('each column is listed with its type, its nulls and its first values', () => {
  const files = withSidecar('economy/rain', `place,rain\n${NUMBERS}x,*\ny,NA\nz,\n`, described);
  expect(checkData(rawDataWith(files), []).files[0]?.columns).toEqual([
    {
      name: 'place',
      type: 'object',
      null_count: 0,
      null_spellings: [],
      samples: ['"k0"', '"k1"', '"k2"', '"k3"', '"k4"'],
    },
    {
      name: 'rain',
      type: 'object',
      null_count: 1,
      null_spellings: [{ text: '', count: 1 }],
      samples: ['"0"', '"1"', '"2"', '"3"', '"4"'],
    },
  ]);
});

describe('of a file', () => {
  test('whose sidecar is not filled in, it is read as the sidecar says, so that its columns can be checked', () => {
    const rawData = rawDataWith(
      withSidecar('economy/x', 'a;b\nx;1,5\n', { name: '', columns: { b: { description: '', decimal: ',' } } }),
    );
    const { ok, files } = checkData(rawData, [join(rawData, 'economy/x.csv')]);
    expect(ok).toBe(false);
    expect(files[0]).toMatchObject({ rows: 1, columns: [{}, { name: 'b', type: 'float64' }] });
    expect(files[0]?.problems.map(({ code }) => code)).toEqual(['key-missing']);
  });

  test.each([
    ['csv', { cvs: { decimal: ',' } }],
    ['csv', { csv: { decimal: 'xx' } }],
    ['a column', { columns: { b: { description: 'B', decimals: ',' } } }],
  ])('whose sidecar has an error in the keys of %s, it is not read', (_, members) => {
    const rawData = rawDataWith(withSidecar('economy/x', 'a,b\n', members));
    const { files } = checkData(rawData, [join(rawData, 'economy/x.csv')]);
    expect(files).toMatchObject([{ rows: null, problems: [{ file: 'economy/x.meta.json' }] }]);
  });
});

describe('the text for a terminal', () => {
  test('of a described file with an unusable name does not ask for a description', () => {
    const files = withSidecar('economy/limit', 'a\n1\n');
    const rawData = rawDataWith(files);
    for (const given of [[], [join(rawData, 'economy/limit.csv')]]) {
      const report = checkData(rawData, given);
      expect(report.files).toMatchObject([{ config: null, isDescribed: true, rows: 1 }]);
      expect(formatCheck(report)).toMatch(/^economy\/limit\.csv \(cannot be published\)\n/);
    }
  });

  test('of an undescribed file asks for a description', () => {
    const report = checkData('no-such-folder', [join(folderWith({ 'x.csv': 'a\n1\n' }), 'x.csv')]);
    expect(report.files).toMatchObject([{ isDescribed: false }]);
    expect(formatCheck(report)).toContain('x.csv (not described: npm run add -- FILE writes a sidecar)\n');
  });

  test('lists any number of columns', () => {
    const column = { name: 'a', type: 'int64' as const, null_count: 0, null_spellings: [], samples: ['1'] };
    const columns = Array.from({ length: 200_000 }, () => column);
    const file = {
      file: 'x.csv',
      config: 'x',
      isDescribed: true,
      delimiter: ',',
      rows: 1,
      entry: {},
      sidecar: {},
      rules: null,
      problems: [],
      further: [],
      remaining: [],
    };
    const text = formatCheck({ ok: true, files: [{ ...file, columns }], read: 1, problems: [] });
    expect(text.split('\n').filter((line) => line === '  a       int64  0      1')).toHaveLength(200_000);
  });
});

test('what is unfinished in several files is printed last, together, and as data with each file', () => {
  const rawData = rawDataWith({
    ...withSidecar('economy/a', 'a,b\n1,x\n2,y\n', { columns: { a: { description: 'A' } } }),
    ...withSidecar('economy/b', 'a,b\n1,x\n2\n'),
  });
  const report = checkData(rawData, []);
  const lines = formatCheck(report)
    .split('\n')
    .filter((line) => line.includes('  '));
  expect(lines.slice(-3)).toEqual([
    'economy/a.meta.json  hint column-undescribed  says nothing about 1 of 2 columns of economy/a.csv, so readers must guess what they mean: b',
    'economy/b.meta.json  hint column-undescribed  says nothing about 2 of 2 columns of economy/b.csv, so readers must guess what they mean: a, b',
    '    Write what each of them represents, and its unit if it has one.',
  ]);
  expect(lines.filter((line) => line.includes('column-undescribed'))).toHaveLength(2);
  expect(formatCheck(report, true)).not.toContain('economy/a.csv →');
  const { files } = checkToJson(report) as { files: { problems: { code: string }[] }[] };
  expect(files.map(({ problems }) => problems.map(({ code }) => code))).toEqual([
    ['column-undescribed'],
    ['column-undescribed', 'footer-found'],
  ]);
});

describe('the command', () => {
  test('prints the columns, the problems and the entry, and exits with 0 if there are only hints', async () => {
    const rawData = rawDataWith(withSidecar('economy/rain', `place,rain\n${NUMBERS}x,*\ny,NA\n`, described));
    const { code, stdout, stderr } = await runCommand('check-data', ['--raw-data', rawData]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^economy\/rain\.csv → rain\n {2}42 rows, 2 columns, delimiter ","\n/);
    expect(stdout).toMatch(/\n {2}place {3}object {2}0 {6}"k0"/);
    expect(stdout).toContain('economy/rain.csv:42:3  hint nearly-numeric');
    expect(stdout).toContain(
      '\n  To apply all available fixes, change the entry under "columns" in the sidecar to:\n  "rain": { "description": "R", "missing": ["NA", "*"] }\n',
    );
    expect(stdout).toMatch(/1 file: 0 problems to solve, 1 hint\n$/);
  });

  test('--json, before or after a file, prints one document with the same', async () => {
    const rawData = rawDataWith(withSidecar('economy/x', 'a\n1"\n'));
    const file = join(rawData, 'economy/x.csv');
    for (const args of [
      ['--json', file],
      [file, '--json'],
    ]) {
      const { code, stdout, stderr } = await runCommand('check-data', ['--raw-data', rawData, ...args]);
      expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
      expect(JSON.parse(stdout)).toEqual(JSON.parse(JSON.stringify(checkToJson(checkData(rawData, [file])))));
    }
  });

  test('--json prints no character that controls a terminal', async () => {
    const rawData = rawDataWith(withSidecar('economy/x', 'a\nx\u202e\u009by\n'));
    const { stdout } = await runCommand('check-data', [
      '--raw-data',
      rawData,
      '--json',
      join(rawData, 'economy/x.csv'),
    ]);
    expect(stdout).not.toMatch(/[\u202e\u009b]/);
    expect(stdout).toContain('\\u202e\\u009b');
    expect(JSON.parse(stdout)).toEqual(
      JSON.parse(JSON.stringify(checkToJson(checkData(rawData, [join(rawData, 'economy/x.csv')])))),
    );
  });
});
