import { describe, expect, test } from 'vitest';
import { codesOn, problemsOn, type Said } from './problems-on.ts';

/* How many cells of a column must look odd before anything is said, and what keeps quiet. */

/** A file with a column `a` of the given cells, beside a column of different texts. */
function fileOf(cells: readonly string[]): string {
  return `a,b\n${cells.map((cell, row) => `"${cell.replaceAll('"', '""')}",t${row}x\n`).join('')}`;
}

function codesFor(cells: readonly string[], said: Said = {}): string[] {
  return problemsOn(fileOf(cells), said).map(({ code }) => code);
}

function patchesFor(cells: readonly string[], said: Said = {}): unknown[] {
  return problemsOn(fileOf(cells), said).flatMap(({ candidates }) => candidates.map(({ patch }) => patch));
}

const many = (count: number, cellOf: (at: number) => string): string[] =>
  Array.from({ length: count }, (_, at) => cellOf(at));
const missing = (...texts: readonly string[]): object => ({ columns: { a: { missing: texts } } });

describe('texts with blanks around them', () => {
  test('are not doubtful if the description says whether they belong to cells', () => {
    expect(codesFor(['a ', 'b '], { csv: { trim: false } })).toEqual([]);
  });

  test('are reported once for the file, and not again as texts that look alike', () => {
    expect(codesOn('a,b\n"u ",v\n"w ",x\n"u",y\n"s ","z"\n"t ",x\n"q ",z\n"r ",u\n"o ",v\n"p ",w\n"n ",p\n')).toEqual([
      '2:1 cells-padded',
    ]);
  });
});

describe('texts between marks', () => {
  test.each(["''", '``', '´´', '“”', '„“', '„”', '”“', '””', '‘’', '«»', '»«'])('are quoted: %s', ([open, close]) => {
    expect(codesFor([`${open}x${close}`, `${open}${close}`])).toEqual(['quote-doubtful']);
    expect(codesFor([`${open}x`, `${open}y`])).toEqual([]);
    expect(codesFor([`x${close}`, `y${close}`])).toEqual([]);
    expect(codesFor([`${open}`, `${open}`])).toEqual([]);
  });

  test('are quoted despite blanks around them', () => {
    expect(codesFor(["'x' ", " 'y'"])).toEqual(['quote-doubtful']);
  });

  test('are values if the column is declared as text', () => {
    expect(codesFor(["'x'", "'y'"], { columns: { a: { type: 'object' } } })).toEqual([]);
  });
});

describe('texts among numbers', () => {
  const among = (numbers: number, texts: readonly string[]): string[] => [...many(numbers, String), ...texts];

  test.each([
    [19, ['closed'], ['nearly-numeric']],
    [38, ['closed', 'open'], ['nearly-numeric']],
    [3, ['closed', 'open'], ['nearly-numeric']],
    [3, ['*', '*'], ['nearly-numeric']],
    [4, ['*', '**', '***', '****'], []],
    [76, ['*', '**', '***', '****'], ['nearly-numeric']],
    [3, ['*', '**', 'closed'], []],
  ])('%i numbers and %j', (numbers, texts, codes) => {
    expect(codesFor(among(numbers, texts))).toEqual(codes);
  });

  test('are proposed as spellings of null if there are at most five of them, and all mean null to everyone', () => {
    const marks = ['n.a.', '?', 'k. A.', '…', '*', '--'];
    expect(patchesFor(among(300, marks.slice(1)))).toEqual([missing(...marks.slice(1))]);
    expect(codesFor(among(300, marks))).toEqual(['nearly-numeric']);
    expect(patchesFor(among(300, marks))).toEqual([]);
    expect(patchesFor(among(300, ['n.a.', 'Georgia']))).toEqual([]);
  });

  test('a minus beside a plus is a sign, not a mark of null', () => {
    expect(patchesFor(among(19, ['-', '+']), { csv: { missing: [] } })).toEqual([]);
    expect(patchesFor(among(19, ['-', '?']), { csv: { missing: [] } })).toEqual([missing('-', '?')]);
  });

  test.each([
    [['12a', '15b', '19c'], []],
    [['12a', '15b'], ['nearly-numeric']],
    [['1-2', '3-4', '5-6'], ['nearly-numeric']],
  ])('%j among whole numbers are codes if they have letters, and are several', (texts, codes) => {
    expect(codesFor(among(60, texts)).map((code) => code.replace('number-format', 'nearly-numeric'))).toEqual(codes);
  });

  test('keep the spellings of null that occur, or those that are declared', () => {
    expect(patchesFor(among(19, ['NA', '?', ' ']))).toEqual([missing('NA', '?')]);
    const csv = { missing: ['-9', '-8'] };
    expect(patchesFor(among(19, ['-9', '?']), { csv })).toEqual([missing('-9', '-8', '?')]);
  });

  test.each(['007', '-07', '+00', '01.5', '0012x'])('are codes beside %s', (code) => {
    expect(codesFor(among(30, [code]))).toEqual([]);
  });

  test.each(['0x7', '0-1', 'x07', '--07'])('are not codes beside %s', (text) => {
    expect(codesFor(among(30, [text]))).toEqual(['nearly-numeric']);
  });

  test('are texts in a column that is declared as text', () => {
    expect(codesFor(among(30, ['closed']), { columns: { a: { type: 'object' } } })).toEqual([]);
  });
});

describe('one cause is reported for a column:', () => {
  test.each<[string, readonly string[], Said, readonly string[]]>([
    ['a mismatch before quotes', ["'x'", "'y'"], { columns: { a: { type: 'float64' } } }, ['type-mismatch']],
    ['quotes before formats', ["'1,5'", "'2,5'"], {}, ['quote-doubtful']],
    [
      'a format before a claim of numbers',
      ['1,5', '2,5'],
      { columns: { a: { claim: { type: 'number', format: 'default', spellings: [], isBare: true } } } },
      ['number-format'],
    ],
    [
      'a format before a claim of integers',
      ['1,234', '2,345'],
      { columns: { a: { claim: { type: 'integer', format: 'default', spellings: [], isBare: true } } } },
      ['number-format'],
    ],
    [
      'a claim of years before a format',
      ['1,234', '2,345'],
      { columns: { a: { claim: { type: 'year', format: 'default', spellings: [], isBare: true } } } },
      ['schema-contradicted'],
    ],
    [
      'a claim before texts among numbers',
      [...many(30, String), 'x'],
      { columns: { a: { claim: { type: 'integer', format: 'default', spellings: [], isBare: true } } } },
      ['schema-contradicted'],
    ],
    ['texts among numbers before blank cells', [...many(60, String), 'x', '\u3000'], {}, ['nearly-numeric']],
    ['texts among numbers before twins', [...many(60, String), 'x', 'x '], {}, ['nearly-numeric']],
  ])('%s', (_, cells, said, codes) => {
    expect(codesFor(cells, said)).toEqual(codes);
  });

  test.each([
    [
      ['x', 'y ', 'y', '\u3000'],
      ['schema-contradicted', 'cells-blank', 'values-alike'],
    ],
    // The claim already says what is wrong with null tokens.
    [['x', 'NaN'], ['schema-contradicted']],
  ])('but beside a claim, other cells are reported too: %j', (cells, codes) => {
    const claim = { type: 'date', format: 'default', spellings: [], isBare: true } as const;
    expect(codesFor(cells, { columns: { a: { claim } } })).toEqual(codes);
  });
});

describe('a null token among texts', () => {
  test.each([
    ['may be a value if most others look like it', ['FR', 'DE', 'NA', 'Rome'], []],
    ['is null if most others do not', ['FR', 'Paris', 'NA', 'Rome'], ['null-tokens-kept']],
    ['is not compared with blank cells', ['FR', ' ', '  ', '\t', 'NA', 'DE'], ['cells-blank']],
    ['is not compared with other null tokens', ['FR', 'DE', 'NA', 'NaN', '..'], ['null-tokens-kept']],
    ['is compared with texts without the blanks around them', ['FR', 'NA', 'DE ', 'IT', 'Oslo'], []],
  ])('%s', (_, cells, codes) => {
    expect(codesFor(cells)).toEqual(codes);
  });
});

describe('leaving out blanks is proposed for texts that look alike', () => {
  const alike = ['red', 'red ', 'blue', 'green'];
  const isProposed = (text: string, said: Said = {}): boolean =>
    problemsOn(text, said).some(({ code, candidates }) => code === 'values-alike' && candidates.length > 0);

  test('if it changes nothing else', () => {
    expect(isProposed(fileOf(alike))).toBe(true);
    expect(isProposed('a,b\nred,u\nred ,u\nblue,v\ngreen,v \n')).toBe(true);
  });

  test('but not if it leaves a cell empty, or changes texts that are not reported', () => {
    expect(isProposed(fileOf([...alike, ' ']))).toBe(false);
    expect(isProposed('a,b\nred,u\nred ,w \nblue,v\ngreen,v\n')).toBe(false);
  });

  test('but not if the description says which blanks belong to cells', () => {
    expect(isProposed(fileOf(alike), { csv: { trim: 'start' } })).toBe(false);
  });

  test('also if those of another column are padded throughout', () => {
    expect(isProposed('a,b\nred, u\nred , v\nblue, w\ngreen, x\n')).toBe(true);
  });
});

describe('a second header row', () => {
  test.each([
    ['is a row of texts above numbers', 'a,b,c\nx,kg,cm\ny,1,2\nz,3,4\n', true],
    ['is not one text above numbers', 'a,b\nx,kg\ny,1\nz,3\n', false],
    ['is not below a column with a number in it', 'a,b,c\n5,kg,cm\n6,1,2\n7,3,4\n', false],
    ['may be below a column of numbers with a gap in it', 'a,b,c\n,kg,cm\n6,1,2\n7,3,4\n', true],
    ['is not the second record', 'a,b,c\nx,1,2\ny,kg,cm\nz,3,4\nw,5,6\n', false],
    ['is not above other texts', 'a,b,c,d\nx,kg,cm,m\ny,1,low,2\nz,3,4,5\n', false],
    ['is not above columns without numbers', 'a,b,c\nx,kg,cm\ny,u,v\n', false],
    ['may be above one column without numbers', 'a,b,c,d\nx,kg,cm,m\ny,1,2,u\nz,3,4,v\n', true],
  ])('%s', (_, text, isOne) => {
    expect(problemsOn(text).some(({ code }) => code === 'header-rows')).toBe(isOne);
  });
});

describe('the header of another table', () => {
  test.each([
    ['has a text in each column of numbers', 'a,b\n1,2\n3,4\nshop,till\n5,6\n', '4:1'],
    ['needs two of them', 'a,b\nx,2\ny,4\nz,till\nw,6\n', null],
    ['needs one after a blank line', 'a,b\nx,2\ny,4\n\nz,till\nw,6\n', '5:3'],
    ['needs different texts', 'a,b\n1,2\n3,4\nclosed,closed\n5,6\n', null],
    ['needs texts of two letters', 'a,b\n1,2\n3,4\nx,y\n5,6\n', null],
    ['needs them in each column', 'a,b\n1,2\n3,4\nshop,y\n5,6\n', null],
    ['may be beyond ASCII', 'a,b\n1,2\n3,4\n年,月\n5,6\n', '4:1'],
    ['leaves no column of numbers', 'a,b,c\n1,2,3\n3,4,5\nshop,till,7\n5,6,8\n', null],
    ['is one record', 'a,b\n1,2\n3,4\nshop,5\n5,till\n5,6\n', null],
    ['is the last record in which a column turns to texts', 'a,b,c\n1,2,3\nup,4,5\n2,shop,till\n5,6,8\n', '4:3'],
    ['is below some number', 'a,b\nshop,till\n5,6\n7,8\n', null],
  ])('%s', (_, text, place) => {
    const found = problemsOn(text).filter(({ code }) => code === 'tables-several');
    expect(found.map(({ line, column }) => `${line}:${column}`)).toEqual(place === null ? [] : [place]);
  });
});

describe('names that are values', () => {
  const found = (text: string, said: Said = {}): string[] =>
    codesOn(text, said).filter((code) => code.includes('header'));

  test.each([
    ['one name', 'a,b\nu,1\na,2\n', ['1:1 header-doubtful']],
    ['two names', 'red,oak,x\nblue,elm,u\nred,oak,v\n', ['1:1 header-missing']],
    ['all names, on different lines', 'red,oak\nblue,oak\nred,elm\n', ['1:1 header-missing']],
    ['all names, on one line: that is the header again', 'red,oak\nblue,elm\nred,oak\nblue,fir\n', []],
    ['the only name', 'red\nblue\nred\n', ['1:1 header-doubtful']],
  ])('%s', (_, text, codes) => {
    expect(found(text)).toEqual(codes);
  });

  test('are names if the description says that the file has a header', () => {
    expect(found('a,b\nu,1\na,2\n', { csv: { header: 1 } })).toEqual([]);
    expect(found('u,1\na,2\n', { csv: { header: ['a', 'b'] } })).toEqual([]);
  });
});
