import { describe, expect, test } from 'vitest';
import type { FileFormat } from '../../../../src/model.ts';
import { placesIn, reportsOf, rowsIn } from '../../../support/tables/reports.ts';

const BOTH: Partial<FileFormat> = { delimiter: ',', header: 1 };

/** The patches that may solve the first problem. */
const fixes = (csv: string, format: Partial<FileFormat> = {}): string[] =>
  (reportsOf(csv, { ...BOTH, ...format })[0] ?? []).flatMap((line) => /sidecar: "csv": (\{.*)/.exec(line)?.[1] ?? []);

describe('blanks beside a quote explain it', () => {
  test.each([
    ['a tab before it', 'a,b\n1,\t"x"\n', true],
    ['blanks at the start of a line', 'a,b\n  "x",1\n', true],
    ['blanks at the start of the text', ' "a",b\n1,2\n', true],
    ['blanks at the end of a line', 'a,b\n1,"x"  \n', true],
    ['blanks before CR', 'a,b\r\n1,"x" \r\n', true],
    ['blanks at the end of the text', 'a,b\n1,"x" ', true],
    ['a letter after a blank', 'a,b\n1,"x" y\n', false],
    ['no blank after it', 'a,b\n1,"x"y\n', false],
  ])('if there are %s', (_, csv, isExplained) => {
    expect(fixes(csv)).toEqual(isExplained ? ['{ "trim": true }'] : []);
    expect(fixes(csv, { trim: false })).toEqual(isExplained ? ['{ "trim": true }'] : []);
  });

  test('but not the delimiter itself', () => {
    expect(fixes('a\tb\n1\t"x"\ty"z\n', { delimiter: '\t' })).toEqual([]);
    expect(fixes('a\tb\n1\t "x"\n', { delimiter: '\t' })).toEqual(['{ "trim": true }']);
    expect(fixes('a b\n1 x"y\n', { delimiter: ' ' })).toEqual(['{ "quote": "" }']);
    expect(fixes('a b\n1 \t"y"\n', { delimiter: ' ' })).toEqual(['{ "trim": true }']);
  });
});

describe('another mark at the start of the cell explains a quote', () => {
  test.each([
    ["a,b\n1,'x\"y'\n", ['{ "quote": "\'" }']],
    ["a,b\n'x\"y',1\n", ['{ "quote": "\'" }']],
    ["'x\"y',b\n", ['{ "quote": "\'" }']],
    ["a,b\r'x\"y',1\r", ['{ "quote": "\'" }']],
    ['a,b\n1,x\'y"z\n', ['{ "quote": "" }']],
    ["a,b\n'1',x\"z\n", ['{ "quote": "" }']],
  ])('%j', (csv, expected) => {
    expect(fixes(csv)).toEqual(expected);
  });

  test('but not the quote of the file', () => {
    expect(fixes("a,b\n1,x'y\n", { quote: "'", escape: "'" })).toEqual([]);
    expect(fixes("a,b\n1,`x'y\n", { quote: "'", escape: "'" })).toEqual(['{ "quote": "`" }']);
  });
});

describe('a file that quotes nothing explains a quote', () => {
  test.each([
    ['inside a cell', 'a,b\n1,5" pipe\n', true],
    ['at the end of a cell', 'a,b\n1,5"\n2,6"\n', true],
    ['after a blank', 'a,b\n1,y "x"\n', true],
    ['around a word among tabs', 'a\tb\n1\t"x" y\n', true],
    ['but not around a word among commas', 'a,b\n1,"x" y\n', false],
    ['but not if a cell before it is quoted', 'a,b\n"x",2\n1,5" pipe\n', false],
    ['but not if a cell after it is quoted', 'a,b\n1,5" pipe\n2,"x"\n', false],
    ['but not if an empty cell is quoted', 'a,b\n1,5" pipe\n2,""\n', false],
    ['but not if a cell with a delimiter is quoted', 'a,b\n1,5" pipe\n2,"x, y"\n', false],
    ['but not if cells between other delimiters are quoted', 'a;b\n1;5" pipe\n2;"x"\n', false],
    ['but not if it is one of a pair around words', 'a\tb\n"x" and "y"\t2\n', false],
    ['even if two inside cells stand in a line', 'a,b\n5" pipe,6" pipe\n', true],
  ])('%s', (_, csv, isExplained) => {
    expect(fixes(csv)).toEqual(isExplained ? ['{ "quote": "" }'] : []);
  });
});

test.each([
  ['# the "best" data\na,b\n', '#'],
  ['a,b\r\n% 5" pipe\r\n1,2\r\n', '%'],
  ['a,b\n// 5" pipe\n', '//'],
  ['# see,"x\na,b\n', '#'],
])('a comment explains a quote: %j', (csv, mark) => {
  expect(fixes(csv)).toEqual([`{ "comment": "${mark}" }`]);
  expect(fixes(csv, { comment: '!' })).not.toContain(`{ "comment": "${mark}" }`);
});

test('a backslash before a quote explains the text after it, unless an escape is declared', () => {
  expect(fixes('a,b\n1,"x\\" y"\n')).toEqual(['{ "escape": "\\\\" }']);
  expect(fixes('a,b\n1,"x" y"\n')).toEqual([]);
  expect(fixes('a,b\n1,"x\\" y"\n', { escape: '!' })).toEqual([]);
});

describe('blanks around cells', () => {
  test('are left out of every cell, and kept inside quotes only where they do not touch them', () => {
    expect(rowsIn('a ,\t b\n x y\t," z  u "\n"" , "v" \n', { ...BOTH, trim: true })).toEqual([
      ['a', 'b'],
      ['x y', 'z  u'],
      ['', 'v'],
    ]);
    expect(rowsIn('a, b\n\tx, y \n', { ...BOTH, trim: 'start' })).toEqual([
      ['a', 'b'],
      ['\tx', 'y '],
    ]);
    expect(rowsIn("a,b\n' x ' , 'y'\n", { ...BOTH, quote: "'", escape: "'", trim: true })).toEqual([
      ['a', 'b'],
      ['x', 'y'],
    ]);
    expect(rowsIn("a,b\n 'x , 'y'\n", { ...BOTH, quote: '', escape: '', trim: true })).toEqual([
      ['a', 'b'],
      ["'x", "'y'"],
    ]);
  });

  test('after a quote may not be followed by text', () => {
    expect(placesIn('a,b\n"x"  y,1\n', { ...BOTH, trim: true })).toEqual(['2:6 quote-stray']);
    expect(placesIn('a,b\n"x"\t"y",1\n', { ...BOTH, trim: true })).toEqual(['2:5 quote-stray']);
    expect(placesIn('a,b\n"x"\t,1\n', { ...BOTH, trim: 'start' })).toEqual(['2:4 quote-stray']);
    expect(placesIn('a,b\n"x" ,1\n', { ...BOTH, trim: 'start' })).toEqual(['2:4 quote-stray']);
    expect(placesIn('a,b\n\t"x",1\n', { ...BOTH, trim: 'start' })).toEqual(['2:2 quote-stray']);
  });
});

test('an escape before another character than a quote or itself stays', () => {
  const rows = (csv: string): string[][] => rowsIn(csv, { ...BOTH, escape: '\\' });
  expect(rows('a,b\n"x\\y","\\"z\\\\"\n"\\\\\\"","u\\\nv"\n')).toEqual([
    ['a', 'b'],
    ['x\\y', '"z\\'],
    ['\\"', 'u\\\nv'],
  ]);
  expect(rows('a,b\nx\\y,"\\\\"\n')).toEqual([
    ['a', 'b'],
    ['x\\y', '\\'],
  ]);
  expect(rowsIn('a,b\n"x!"!!y","!z"\n', { ...BOTH, escape: '!' })).toEqual([
    ['a', 'b'],
    ['x"!y', '!z'],
  ]);
});
