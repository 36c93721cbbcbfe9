import { expect, test } from 'vitest';
import { formatCheck } from '../../../scripts/terminal/format-check.ts';
import { checkData } from '../../../src/commands/check-data.ts';
import { rawDataWith, withSidecar } from '../../support/builds/raw-data-folder.ts';

const rows = Array.from({ length: 40 }, (_, row) => `${2000 + row},${'mf'[row % 2]},k${row % 11},${row * 7 + 1}`);
const CSV = ['year,sex,kind,amount', ...rows, ''].join('\n');
const rulesOf = (sidecar: object, csv = CSV) =>
  checkData(rawDataWith(withSidecar('economy/x', csv, sidecar)), []).files[0]?.rules;

test('a key and short lists of values are suggested, by the names that the sidecar has for the columns', () => {
  expect(rulesOf({ columns: { sex: { rename: 'gender' } } })).toEqual({
    primaryKey: ['year'],
    enums: { sex: ['f', 'm'] },
  });
});

test('what is stated already, labelled or probably chance is not', () => {
  const stated = { primaryKey: 'year', columns: { sex: { constraints: { enum: ['f', 'm', 'x'] } } } };
  expect(rulesOf(stated)).toEqual({ primaryKey: null, enums: {} });
  const labelled = { columns: { sex: { labels: { f: 'female', m: 'male' } }, year: { omit: true } } };
  expect(rulesOf(labelled)).toEqual({ primaryKey: null, enums: {} });
});

test('nothing is suggested for a table with errors', () => {
  expect(rulesOf({ expect: { rows: { min: 41 } } })).toBeNull();
});

test('suggestions are printed in two lines to paste, and not while a file is watched', () => {
  const report = checkData(rawDataWith(withSidecar('economy/x', CSV)), []);
  const shown = formatCheck(report).split('\n');
  const at = shown.findIndex((line) => line.includes('Rules that hold'));
  expect(shown.slice(at - 1, at + 3)).toEqual([
    '',
    '  Rules that hold, to add if they are meant: "primaryKey": ["year"]',
    '  "constraints": { "enum": ["f", "m"] } in the entry of "sex"',
    '',
  ]);
  expect(formatCheck(report, true)).not.toContain('Rules that hold');
});
