import { describe, expect, test } from 'vitest';
import { formatProblem } from '../../../src/problems/format-problem.ts';
import { pastesOf } from '../../../src/problems/paste-text.ts';
import { problem } from '../../../src/problems/problem.ts';
import { fix, type SidecarPatch } from '../../../src/problems/sidecar-patch.ts';

const DECIMAL = { csv: { decimal: ',' } };
const RATE = { columns: { rate: { decimal: ',' } } };

/** What is printed to paste, as lines. */
function printed(patch: SidecarPatch, sidecar: SidecarPatch): string[] {
  const fixes = [{ ...fix(patch, 'If so'), next: [], also: [problem('records-none', { file: 'x' }, '', '')], sidecar }];
  return formatProblem({ ...problem('number-format', { file: 'x.csv' }, 'M', ''), fixes })
    .split('\n')
    .slice(1)
    .map((line) => line.trim());
}

const SETTLED = '(this also fixes: records-none)';

describe('a patch', () => {
  test('of a sidecar without its keys is added on one line', () => {
    expect(printed({ ...DECIMAL, ...RATE }, {})).toEqual([
      `If so, add to the sidecar ${SETTLED}:`,
      '"csv": { "decimal": "," }, "columns": { "rate": { "decimal": "," } }',
    ]);
  });

  test('of the file is shown with what the sidecar says of the file', () => {
    const sidecar = { csv: { delimiter: ';', decimal: '.' }, columns: { rate: { unit: '%' } } };
    expect(printed(DECIMAL, sidecar)).toEqual([
      `If so, change "csv" in the sidecar to ${SETTLED}:`,
      '"csv": { "delimiter": ";", "decimal": "," }',
    ]);
    expect(printed(DECIMAL, { csv: {} })[0]).toContain('change "csv"');
  });

  test('of a column is shown with what the sidecar says of that column', () => {
    const columns = { rate: { description: 'The “rate”', strip: { suffix: '%' } }, other: { unit: 'm' } };
    expect(printed({ columns: { rate: { strip: { prefix: '+' } } } }, { columns })).toEqual([
      `If so, change the entry under "columns" in the sidecar to ${SETTLED}:`,
      '"rate": { "description": "The “rate”", "strip": { "suffix": "%", "prefix": "+" } }',
    ]);
  });

  test('of several columns, of which the sidecar has some, says what to replace and what to add', () => {
    const columns = { a: { unit: 'm' }, b: { unit: 'kg' } };
    const patch = { columns: { a: { decimal: ',' }, b: { decimal: ',' }, c: { decimal: ',' } } };
    expect(printed(patch, { columns })).toEqual([
      `If so, change the entries under "columns" in the sidecar to ${SETTLED}:`,
      '"a": { "unit": "m", "decimal": "," }, "b": { "unit": "kg", "decimal": "," }',
      'and add to "columns" in the sidecar:',
      '"c": { "decimal": "," }',
    ]);
  });

  test('of the file and of columns is divided if the sidecar has one of both', () => {
    expect(printed({ ...DECIMAL, ...RATE }, { csv: { delimiter: ';' } })).toEqual([
      `If so, add to the sidecar ${SETTLED}:`,
      '"columns": { "rate": { "decimal": "," } }',
      'and change "csv" in the sidecar to:',
      '"csv": { "delimiter": ";", "decimal": "," }',
    ]);
  });

  test('replaces lists as a whole', () => {
    const [paste] = pastesOf({ csv: { missing: ['-', '*'] } }, { csv: { missing: ['-'], comment: '#' } });
    expect(paste?.keys).toEqual({ csv: { missing: ['-', '*'], comment: '#' } });
  });

  test('of a column with the name of something that every object has is one of a new column', () => {
    for (const name of ['constructor', '__proto__', 'toString']) {
      const columns = Object.fromEntries([[name, { decimal: ',' }]]);
      const pastes = pastesOf({ columns }, { columns: {} });
      expect(pastes).toEqual([{ how: 'add to "columns" in the sidecar', into: 'columns', keys: columns }]);
      expect(pastesOf({ columns }, { columns })[0]).toEqual({
        how: 'change the entry under "columns" in the sidecar to',
        into: 'columns',
        keys: columns,
      });
    }
  });

  test('without keys is nothing to paste', () => {
    expect(pastesOf({}, { csv: { delimiter: ';' } })).toEqual([]);
  });
});
