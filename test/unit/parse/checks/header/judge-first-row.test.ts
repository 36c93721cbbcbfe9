import { describe, expect, test } from 'vitest';
import { areNames, judgeFirstRow } from '../../../../../src/parse/checks/header/judge-first-row.ts';

/** Rows written with blanks between their cells; `_` is an empty cell. */
const row = (text: string): string[] => text.split(' ').map((cell) => cell.replaceAll('_', ''));

/** The judgement of a first row in short: `sure: why`, `doubtful: why`, with `?` if the row may have names all the same. */
function judge(first: string, ...below: string[]): string | null {
  const judgement = judgeFirstRow(row(first), below.map(row));
  if (!judgement) return null;
  const { isSure, mayBeNames, reason } = judgement;
  return `${isSure ? 'sure' : 'doubtful'}${mayBeNames ? '?' : ''}: ${reason}`;
}

describe('a first row is judged by the rows below it:', () => {
  test.each<readonly [rows: readonly [string, ...string[]], judgement: string | null]>([
    [['5 6', '7 8'], 'sure?: it contains only numbers'],
    [['1 2 3', 'x y z'], 'sure?: it contains only numbers'],
    [['5', '7'], 'sure: it contains only numbers'],
    [['2020 2021', '5 7'], null],
    [['2020 5', '7 8'], 'sure: it contains only numbers'],
    [['_ 5 6', 'a 7 8'], 'sure?: it contains only numbers'],
    [['_ 1 2 3', 'a 7 8 1'], 'doubtful?: the numbers in it may be names or values'],
    [['_ _', 'a 7'], null],
    [['a b', '5 6'], null],
    [['a 5', 'b 6'], 'sure: "5" is a number, like the values below it'],
    [['a 5', 'b c'], null],
    [['a 5', 'b 1,5'], 'sure: "5" is a number, like the values below it'],
    [['a 1,5', 'b 5'], 'sure: "1,5" is an amount, like the values below it'],
    [['a 5', 'b _'], null],
    [['a 2020', 'b 1990', 'c 2030'], 'sure: "2020" is a number, like the values below it'],
    [['a 2020', 'b 1800', 'c 1790'], null],
    [['a 2020', 'b 1820', 'c 1820'], 'sure: "2020" is a number, like the values below it'],
    [['a 2020', 'b 1819', 'c 1819'], null],
    [['a 2020', 'b 15', 'c 22'], null],
    [['a 2020 2021', 'b 2000 2001'], null],
    [['1 2 x', '5 6 y'], 'sure: "1" is a number, like the values below it'],
    [['3 9 x', '5 2 y'], 'sure: "3" is a number, like the values below it'],
    [['x 3 9', 'y 5 2'], 'sure?: "3" is a number, like the values below it'],
    [['2020 x', '2000 y'], 'sure: "2020" is a number, like the values below it'],
    [['a $5', 'b $7'], 'sure: "$5" is a sum of money, like the values below it'],
    [['a 5%', 'b 7', 'c 8'], null],
    [
      ['a 030/1234567', 'b 030/7654321', 'c 2020-01-01'],
      'sure: "030/1234567" is a telephone number, like the values below it',
    ],
    [['a 030/1234567', 'b 1,5'], 'sure: "030/1234567" is a telephone number, like the values below it'],
    [['a 030/1234567', 'b x'], null],
    [['a example.com', 'b example.org'], 'sure: "example.com" is a domain, like the values below it'],
    [['a example.com', 'b https://x.de'], 'sure: "example.com" is a domain, like the values below it'],
    [['a example.com', 'b x'], null],
    [['a example.name', 'b example.org'], null],
    [['a example.name', 'b x.name', 'c x.org'], 'sure: "example.name" is a domain, like the values below it'],
    [['a Petal.Width', 'b x.org'], null],
    [['a http://x/name', 'b http://x/y'], 'sure: "http://x/name" is a URL, like the values below it'],
    [['http://x/name http://x/url', 'b http://x/y'], null],
    [['a true', 'b false'], 'sure: "true" is a truth value, like the values below it'],
    [['a true', 'b x'], null],
    [['a 2020-01-01', 'b 2020-01-02'], 'sure: "2020-01-01" is a date, like the values below it'],
    [
      ['a 2020-01-01', 'b 2020-01-02', 'c 2020-01-02', 'd 2020-01-02', 'e 2020-01-02', 'f x'],
      'sure: "2020-01-01" is a date, like the values below it',
    ],
    [['a 2020-01-01', 'b 2020-01-02', 'c 2020-01-02', 'd 2020-01-02', 'e x'], null],
    [['team 1 2 3', 'Rome 10 20 3', 'Oslo 4 2 7'], 'doubtful?: the numbers in it may be names or values'],
    [['team 1 2 3 4', 'Rome 10 20 3 5', 'Oslo 4 2 7 1'], null],
    [
      ['team 1 2 3 x@y.org', 'Rome 10 20 3 a@b.org', 'Oslo 4 2 7 c@d.org'],
      'sure?: "x@y.org" is an e-mail address, like the values below it',
    ],
    [['S01 x', 'S02 y'], 'sure: "S01" is a code like those below it'],
    [['S01 x', 'T02 y'], 'sure: "S01" is a code like those below it'],
    [['S01 x', 'S002 y'], 'sure: "S01" is a code like those below it'],
    [['S1 x', 'T2 y'], 'doubtful?: "S1" is a code like those below it'],
    [['S1 x', 'S2 y'], 'sure: "S1" is a code like those below it'],
    [['S01 people', 'T02 5'], 'doubtful?: "S01" is a code like those below it'],
    [['Q1 x', 'A3 y'], 'doubtful?: "Q1" is a code like those below it'],
    [['VAR01 VAR02', 'ABC12 ABC13'], null],
    [['VAR01 VAR02', 'VAR03 ABC13'], 'sure: "VAR01" is a code like those below it'],
    [['VAR01 VARX2', 'ABC12 ABCD3'], 'sure: "VAR01" is a code like those below it'],
    [['a/b:c x', 'a/b:d y', 'a/b:d/e:f z'], 'sure: "a/b:c" is a code like those below it'],
    [['a/b:c x', 'a/b:d y', 'bb/b:d z'], null],
    [['a/bb/c people', 'a/bb/d 5'], 'doubtful?: "a/bb/c" is a code like those below it'],
    [['de-DE x', 'en-GB y', 'fr-FR z'], 'sure: "de-DE" is a code like those below it'],
    [['de-DE people', 'en-GB 5', 'fr-FR 6'], 'doubtful?: "de-DE" is a code like those below it'],
    [['lang-CC x', 'en-GB y', 'fr-FR z'], null],
    [['north-west x', 'south-west y', 'south-east z'], 'sure: "north-west" is a code like those below it'],
    [['{{7*7}}<%=7*7%>#{7*7}{x}{y} x', '{{7*7}}<%=7*7%>#{7*7}{x}{y} y', '{{8*8}}<%=7*7%>#{7*7}{x}{y} z'], null],
    [['12-3 x', '14-5 y'], 'sure: "12-3" is a code like those below it'],
    [['99 x', 'y z'], null],
    [['red x', 'red y', 'blue z'], null],
    [['red red', 'red y', 'blue z'], 'sure?: "red" also occurs as a value in its own column'],
    [['red _ x', 'red y z', 'blue u v'], 'sure?: "red" also occurs as a value in its own column'],
    [['red _ x', 'red y x', 'blue u v'], 'sure: "red" also occurs as a value in its own column'],
    [['red red', 'red red', 'blue blue'], null],
    [['red _ people', 'red y 5', 'blue u 6'], null],
    [['5 _ red', '7 y red'], 'sure: "5" is a number, like the values below it'],
  ])('%j', (rows, judgement) => {
    expect(judge(...rows)).toBe(judgement);
  });
});

test.each<readonly [cell: string, judgement: string | null]>([
  ['5', 'sure: "5" is a number'],
  ['x@y.org', 'sure: "x@y.org" is an e-mail address'],
  ['2020-01-01', 'sure: "2020-01-01" is a date'],
  ['2020', null],
  ['S01', null],
])('a lone first row is a record if a cell has a shape, unless it is a year: %s', (cell, judgement) => {
  expect(judge(`name ${cell}`)).toBe(judgement);
  expect(judge(`name ${cell}`, '_ _')).toBe(judgement);
});

describe('missing values prove nothing:', () => {
  test.each(['NA', 'n/a', '#N/A', 'N/A', 'null', 'NaN', 'none', '-', '...', '?'])('%s', (missing) => {
    expect(judge('a 5', `b ${missing}`, 'c 6')).toBe('sure: "5" is a number, like the values below it');
    expect(judge('a 5', `b ${missing}`)).toBeNull();
  });

  test.each(['NAN1', 'nulls', 'xNA', 'no'])('but %s is a value', (value) => {
    expect(judge('a 5', `b ${value}`, 'c 6')).toBeNull();
  });
});

describe('the rows that are inspected', () => {
  const sure = 'sure: "5" is a number, like the values below it';

  test('have as many cells as the first, more than one value, and other cells than the first', () => {
    expect(judge('a 5', 'b 6 7', 'c')).toBeNull();
    expect(judge('a 5', 'b _', '_ x', 'a 5', 'c 6')).toBe(sure);
    expect(judge('S01', '_', 'S01', 'S02')).toBe('sure: "S01" is a code like those below it');
  });
});

test.each<readonly [first: string, below: readonly string[], expected: boolean]>([
  ['a b', ['x 5'], true],
  ['a b', ['x y'], false],
  ['a b', [], false],
  ['a b', ['x _'], false],
  ['a b', ['2020-01-01 y'], true],
  ['a 5', ['x 6'], false],
  ['a _', ['5 6'], false],
  ['a a', ['5 6'], false],
  ['a b', ['x 5', 'y z'], false],
  ['a b', ['x 5', 'y 5', 'y 5', 'y 5', 'y z'], true],
])('%s above %j are certainly names: %s', (first, below, expected) => {
  expect(areNames(row(first), below.map(row))).toBe(expected);
});
