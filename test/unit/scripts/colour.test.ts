import { expect, test } from 'vitest';
import { colourCodes } from '../../../scripts/terminal/colour.ts';
import { formatProblem } from '../../../src/problems/format-problem.ts';
import { problem } from '../../../src/problems/problem.ts';

const PLACE = { file: 'economy/x y.csv', place: { line: 2, column: 3, excerpt: 'file-empty' } };
const SETTING = problem('setting-invalid', { file: null }, 'one file must be named', 'Name one.');
const ERROR = problem('row-too-long', PLACE, 'the row has 3 cells', 'Correct it.');
const HINT = problem('number-format', PLACE, 'numbers', 'Say how.');

test('codes are red in errors and yellow in hints, wherever they stand, and nothing else is coloured', () => {
  const text = [SETTING, ERROR, HINT].map(formatProblem).join('\n').replace('economy', '  economy');
  const coloured = colourCodes(text, true, {});
  const expected = text
    .replace('setting-invalid', '\x1b[31msetting-invalid\x1b[39m')
    .replace('row-too-long', '\x1b[31mrow-too-long\x1b[39m')
    .replace('hint number-format', '\x1b[33mhint number-format\x1b[39m');
  expect(coloured).toBe(expected);
});

test('columns of a table that look like codes are not coloured, unless one has the name of a code', () => {
  const table = '  column        type\n  unit-price    object\n  a-b           int64';
  expect(colourCodes(table, true, {})).toBe(table);
});

test.each([
  [{}, true],
  [{ NO_COLOR: '' }, true],
  [{ NO_COLOR: '1' }, false],
  [{ TERM: 'dumb' }, false],
  [{ TERM: 'xterm' }, true],
])('with %j in the environment, a terminal shows colours: %j', (environment, isShown) => {
  expect(colourCodes('  file-empty  x', true, environment).includes('\x1b')).toBe(isShown);
  expect(colourCodes('  file-empty  x', false, environment)).toBe('  file-empty  x');
});
