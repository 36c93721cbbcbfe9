import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { formatCheck } from '../../../scripts/terminal/format-check.ts';
import { addDataset } from '../../../src/commands/add-dataset/add-dataset.ts';
import { type CheckedFile, checkData } from '../../../src/commands/check-data.ts';
import { formatProblem } from '../../../src/problems/format-problem.ts';
import type { SidecarPatch } from '../../../src/problems/sidecar-patch.ts';
import { buildInMemory } from '../../support/builds/build-in-memory.ts';
import { rawDataWith, withSidecar } from '../../support/builds/raw-data-folder.ts';

type Keys = Record<string, unknown>;

interface Sidecar {
  csv?: Keys;
  columns?: Record<string, Keys>;
}

/** A sidecar with an entry pasted into it, key by key. */
function paste({ csv, columns }: Sidecar, entry: SidecarPatch): Sidecar {
  const added = Object.entries(entry.columns ?? {}).map(([name, keys]) => [name, { ...columns?.[name], ...keys }]);
  return { csv: { ...csv, ...entry.csv }, columns: { ...columns, ...Object.fromEntries(added) } };
}

function check(file: string, sidecar: Sidecar) {
  const rawData = rawDataWith(withSidecar('economy/x', file, sidecar));
  const [found] = checkData(rawData, []).files;
  if (!found) throw new Error('the sidecar was refused');
  return found;
}

function recordsOf(file: string, sidecar: Sidecar): Keys[] {
  const rawData = rawDataWith(withSidecar('economy/x', file, sidecar));
  return buildInMemory(rawData).records<Keys>() ?? [];
}

const described = (names: string): Record<string, Keys> =>
  Object.fromEntries([...names].map((name) => [name, { description: 'D' }]));

const NUMBERS = Array.from({ length: 40 }, (_, row) => `${row}\n`).join('');

describe('an entry to paste', () => {
  test.each([
    ['of the file', { csv: { missing: ['-9'] }, columns: described('v') }],
    ['of the column', { columns: { v: { description: 'V', missing: ['-9'] } } }],
  ])('keeps the spellings of null that are declared %s', (_, sidecar: Sidecar) => {
    const file = `v\n${NUMBERS}-9\n*\n`;
    const { entry } = check(file, sidecar);
    expect(entry).toEqual({ columns: { v: { missing: ['-9', '*'] } } });
    expect(recordsOf(file, paste(sidecar, entry)).slice(-2)).toEqual([{ v: null }, { v: null }]);
  });

  test('for the file does not change how other columns are read', () => {
    const file = 'a;b;c;rate\n1.234.567,89;2,5;3,5;1.12\n1,5;2.234.567,5;3.234.567,5;2.1\n';
    const sidecar = { columns: { ...described('abc'), rate: { description: 'R' } } };
    const { entry } = check(file, sidecar);
    expect(entry.csv).toBeUndefined();
    expect(recordsOf(file, paste(sidecar, entry)).map(({ rate }) => rate)).toEqual([1.12, 2.1]);
    expect(recordsOf(file, paste(sidecar, entry)).map(({ a }) => a)).toEqual([1234567.89, 1.5]);
  });

  test('never contradicts itself, whatever formats occur side by side', () => {
    const file =
      'a;b;c;d;e;f;g\n1,5;2,5;3,5;1,100,567;2,100,567;3,100,567;5,5%\n2,5;3,5;4,5;4,100,567;5,100,567;6,100,567;6%\n';
    const sidecar = { columns: described('abcdefg') };
    const { entry } = check(file, sidecar);
    const pasted = check(file, paste(sidecar, entry));
    expect(pasted.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(pasted.columns.map(({ type }) => type).filter((type) => type !== 'object').length).toBeGreaterThan(2);
  });
});

describe('what is printed to change in a sidecar', () => {
  /** The lines that a check prints below some words, as the members of an object. */
  function printedBelow(words: string, checked: CheckedFile): Keys {
    const printed = formatCheck({ ok: true, files: [checked], read: 1, problems: [] });
    const [, below] = printed.split(`  To apply all available fixes, ${words}:\n`);
    if (below === undefined) throw new Error(printed);
    return JSON.parse(`{${below.split('\n\n')[0]}}`);
  }

  test('replaces "csv", and keeps what it says', () => {
    const file = 'A title\na;b\n# a note\n1;x\n2;y\n';
    const sidecar = { csv: { delimiter: ';', comment: '#' }, columns: described('ab') };
    const printed = printedBelow('change "csv" in the sidecar to', check(file, sidecar));
    expect(printed).toEqual({ csv: { delimiter: ';', comment: '#', skipRows: 1 } });
    expect(check(file, { ...sidecar, ...printed }).problems).toEqual([]);
  });

  test('replaces the entry of a column, and keeps what it says', () => {
    const file = 'a,b\n"1,5",x\n"2,5",y\n';
    const sidecar = { columns: { ...described('ab'), a: { description: 'A', unit: 'm' } } };
    const printed = printedBelow('change the entry under "columns" in the sidecar to', check(file, sidecar));
    expect(printed).toEqual({ a: { description: 'A', unit: 'm', decimal: ',' } });
    expect(check(file, { columns: { ...sidecar.columns, ...printed } as Sidecar['columns'] & {} }).problems).toEqual(
      [],
    );
  });

  test('keeps the keys of a sidecar that was just written', () => {
    const rawData = rawDataWith({ 'new.csv': 'place;amount;price\nA;1.234;1,5\nB;5.678;2,5\n' });
    const { found, sidecar } = addDataset(join(rawData, 'new.csv'), { rawData, category: 'economy' });
    const [error] = found.problems.filter(({ code }) => code === 'separator-doubtful');
    expect(error && formatProblem(error)).toContain(
      '      "amount": { "description": "", "unit": "", "thousands": ".", "decimal": "," }\n',
    );
    expect(found.sidecar).toEqual({
      csv: { delimiter: ';' },
      columns: JSON.parse(readFileSync(join(rawData, sidecar), 'utf8')).columns,
    });
  });
});
