import { describe, expect, test } from 'vitest';
import { checkData } from '../../../src/commands/check-data.ts';
import { patchText } from '../../../src/problems/sidecar-patch.ts';
import { rawDataWith, sidecarWith } from '../../support/builds/raw-data-folder.ts';
import { HEAD, PACKAGE } from '../../support/data-packages.ts';

/* A column gets one hint for one cause, with the fixes that work. */

interface Doubts {
  /** Code and place of each problem, apart from undescribed columns. */
  codes: string[];
  /** The fixes that are shown, as text to paste. */
  fixes: string[];
}

function doubtsIn(rawData: string): Doubts {
  const problems = checkData(rawData, []).files.flatMap((file) => file.problems);
  const doubts = problems.filter(({ code }) => code !== 'column-undescribed');
  return {
    codes: doubts.map(({ code, line, column }) => `${line}:${column} ${code}`),
    fixes: doubts.flatMap(({ fixes }) => fixes.map(({ patch }) => patchText(patch))),
  };
}

/** The doubts about a file with the column `v` of given values, after a key. */
function doubtsAbout(values: readonly string[], v: object = {}, csv: object = {}): Doubts {
  const rows = values.map((value, at) => `k${at},"${value}"\n`).join('');
  const columns = { k: { description: 'K' }, v: { description: 'V', ...v } };
  return doubtsIn(
    rawDataWith({ 'economy/x.csv': `k,v\n${rows}`, 'economy/x.meta.json': sidecarWith({ columns, csv }) }),
  );
}

/** The same for a data package that claims a type for the column. */
function doubtsWithClaim(values: readonly string[], type: string): Doubts {
  const rows = values.map((value, at) => `k${at},"${value}"\n`).join('');
  const fields = [
    { name: 'k', type: 'string' },
    { name: 'v', type },
  ];
  const resources = [{ name: 'x', path: 'x.csv', schema: { fields } }];
  return doubtsIn(
    rawDataWith({ 'economy/p/x.csv': `k,v\n${rows}`, [PACKAGE]: JSON.stringify({ ...HEAD, resources }) }),
  );
}

const many = Array.from({ length: 40 }, (_, at) => `${at + 1}`);

describe('one hint is given for', () => {
  test.each<[string, string[], Doubts]>([
    [
      'padded amounts',
      ['$4,000 ', '$3,500 ', '$12,000 '],
      {
        codes: ['2:4 number-format'],
        fixes: ['"columns": { "v": { "thousands": ",", "strip": { "prefix": "$" } } }'],
      },
    ],
    [
      'few formatted numbers among many plain ones',
      [...many, '1,234'],
      {
        codes: ['42:5 number-format'],
        fixes: ['"columns": { "v": { "thousands": "," } }', '"columns": { "v": { "decimal": "," } }'],
      },
    ],
    [
      'formatted numbers, a text and a null token',
      ['150.582,81', 'k. A.', '7,25', '3,5', '12', 'NA'],
      {
        codes: ['2:4 number-format'],
        fixes: ['"columns": { "v": { "thousands": ".", "decimal": ",", "missing": ["NA", "k. A."] } }'],
      },
    ],
    [
      'padded texts among numbers',
      [...many, '* ', '* '],
      { codes: ['42:5 nearly-numeric'], fixes: ['"columns": { "v": { "missing": ["*"] } }'] },
    ],
    [
      'no-break spaces among numbers',
      ['1', '2', '3', '\u00A0'],
      { codes: ['5:4 nearly-numeric'], fixes: ['"columns": { "v": { "missing": ["\\u00a0"] } }'] },
    ],
    [
      'padded texts, some with a twin',
      ['x ', 'y ', 'z ', 'u ', 'q ', 'w ', 's ', 't ', 'r ', 'x'],
      { codes: ['2:4 cells-padded'], fixes: ['"csv": { "trim": true }'] },
    ],
    [
      'names with a twin',
      ['Alberta', 'Quebec', 'Alberta '],
      { codes: ['4:4 values-alike'], fixes: ['"csv": { "trim": true }'] },
    ],
    ['names in two normalisations', ['Zo\u00EB', 'Zoe\u0308'], { codes: ['3:4 values-alike'], fixes: [] }],
    [
      'plus signs',
      ['+5', '+7'],
      {
        codes: ['2:4 sign-doubtful'],
        fixes: ['"columns": { "v": { "type": "object" } }', '"columns": { "v": { "type": "int64" } }'],
      },
    ],
    [
      'null tokens',
      ['Rome', 'NA', 'Oslo', 'n/a', 'NA'],
      { codes: ['3:4 null-tokens-kept'], fixes: ['"columns": { "v": { "missing": ["NA", "n/a"] } }'] },
    ],
  ])('%s', (_, values, doubts) => {
    expect(doubtsAbout(values)).toEqual(doubts);
  });

  test('a text in a declared format', () => {
    const doubts = doubtsAbout(['1,5', 'k. A.', '2,5', '3,5'], {}, { decimal: ',' });
    expect(doubts).toEqual({ codes: ['3:4 number-format'], fixes: ['"columns": { "v": { "missing": ["k. A."] } }'] });
  });

  test('numbers in a format that a package claims as numbers', () => {
    expect(doubtsWithClaim(['1,234.5', '2,345.5'], 'number')).toEqual({
      codes: ['2:4 number-format'],
      fixes: ['"columns": { "v": { "thousands": "," } }'],
    });
  });

  test('null tokens that a package claims as dates', () => {
    expect(doubtsWithClaim(['2020-01-01', '-', '2020-01-02'], 'date').codes).toEqual(['3:4 schema-contradicted']);
  });
});

test('blank cells and null tokens of a column are two doubts, settled by one entry', () => {
  const missing = '"columns": { "v": { "missing": [" ", "NA"] } }';
  expect(doubtsAbout(['Rome', ' ', 'NA', '\t'])).toEqual({
    codes: ['3:4 cells-blank', '4:4 null-tokens-kept'],
    fixes: [missing, missing],
  });
});

test('the spellings of null that are declared stay in a list', () => {
  expect(doubtsAbout(['Rome', ' ', '?'], { missing: ['?'] }).fixes).toEqual([
    '"columns": { "v": { "missing": ["?", " "] } }',
  ]);
  expect(doubtsAbout(['Rome', ' ', '?'], {}, { missing: ['?'] }).fixes).toEqual([
    '"columns": { "v": { "missing": ["?", " "] } }',
  ]);
});

test('trim is proposed for names with a twin only if it changes nothing else', () => {
  expect(doubtsAbout(['Alberta', 'Alberta ', ' ']).fixes).toEqual(['"columns": { "v": { "missing": [" "] } }']);
  const file = 'v,w\nAlberta,x\nAlberta ,y \n';
  const rawData = rawDataWith({ 'economy/x.csv': file, 'economy/x.meta.json': sidecarWith() });
  expect(doubtsIn(rawData)).toEqual({ codes: ['3:1 values-alike'], fixes: [] });
  expect(doubtsAbout(['Alberta', 'Alberta '], {}, { trim: false }).codes).toEqual([]);
});

describe('no hint is given for', () => {
  test.each([
    ['Namibia among countries', ['FR', 'NA', 'DE']],
    ['a column that is declared as text', ['Rome', 'NA', ' ', '+5'], { type: 'object' }],
    ['a null token that the description mentions', ['Rome', 'n/a'], { description: 'Its capital; n/a if it has none' }],
    ['combining marks without a twin', ['Vie\u0323t', 'e\u0301', 'a']],
  ] as [string, string[], object?][])('%s', (_, values, v) => {
    expect(doubtsAbout(values, v).codes).toEqual([]);
  });
});
