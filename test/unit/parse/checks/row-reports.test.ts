import { describe, expect, test } from 'vitest';
import type { FileFormat } from '../../../../src/model.ts';
import { parseCsv } from '../../../../src/parse/parse-csv.ts';
import { memorySource } from '../../../support/memory-source.ts';
import { PLAIN_FORMAT } from '../../../support/tables/plain-format.ts';
import { placesIn, reportsOf, rowsIn } from '../../../support/tables/reports.ts';

/** The lines of a file that follow a blank one. */
function linesAfterBlanks(csv: string): ReadonlySet<number> {
  const file = parseCsv(memorySource(csv), 'x.csv', { ...PLAIN_FORMAT, ...BOTH }, () => {});
  for (const _block of file?.blocks ?? []);
  return file?.linesAfterBlanks ?? new Set();
}

const BOTH: Partial<FileFormat> = { delimiter: ',', header: 1 };

describe('traces of damage are reported:', () => {
  test('several traces, each kind at its first place', () => {
    expect(placesIn('a,b\nx\0,\0\n\x01,\0\n', BOTH)).toEqual(['2:2 nul-character', '3:1 control-character']);
    expect(placesIn('a,b\n1,2\n\uFEFF3,4\n', BOTH)).toEqual(['3:1 files-joined']);
  });

  const WORDS = ['São Tomé', 'ÂGE', 'Ãrvore', 'naïve – café', '5 €/t'];
  const isTrace = (character: string): boolean => placesIn(`a,b\nx${character}y,2\n`, BOTH).length > 0;

  test.each(['\x01', '\x0B', '\x1F', '\x7F', '\x80', '\x9F'])('the control character %j', (character) => {
    expect(isTrace(character)).toBe(true);
    expect(placesIn(`a${character}b\n1${character}2\n3${character}4\n`, { ...BOTH, delimiter: character })).toEqual([]);
  });

  test.each(['\t', ' ', '~', '\u00A0', 'Ã', 'ÃA', 'Â', 'â€', 'é', 'Ã\u2012', 'Ã\u2023', ...WORDS])(
    'but not %j',
    (text) => {
      expect(isTrace(text)).toBe(false);
    },
  );

  test.each([...'\u0080\u00BFŒœŠšŸŽžƒˆ˜–•…‰‹›€™'])('UTF-8 whose second byte is %j', (second) => {
    expect([isTrace(`Ã${second}`), isTrace(`Â${second}`)]).toEqual([true, true]);
  });

  test.each([...'\u0080ÿŒœŠš‘„™˜¦'])('UTF-8 whose third byte is %j', (third) => {
    expect(isTrace(`â€${third}`)).toBe(true);
  });
});

describe('blank lines', () => {
  test('before the first record or after the last are no gaps', () => {
    expect(placesIn('a,b\n\n1,2\n\n\n', BOTH)).toEqual([]);
    expect(placesIn('a,b\n\n1,2\n3,4\n\n5,6\n', BOTH)).toEqual(['5:1 blank-lines']);
  });

  test('are remembered by the line after them', () => {
    const linesOf = (csv: string): number[] => [...linesAfterBlanks(csv)];
    expect(linesOf('a,b\n\n1,2\n\n3,4\n5,6\n\n\n7,8\n\n')).toEqual([5, 9]);
    expect(linesOf('a\n1\n\n2\n')).toEqual([4]);
  });
});

describe('rows without values', () => {
  test('of one column are records, however they are written', () => {
    expect(rowsIn('a\n1\n""\n2\n', BOTH)).toEqual([['a'], ['1'], [''], ['2']]);
  });

  test('are those without a value in a published column', () => {
    const format = { ...BOTH, omitted: ['a'] };
    expect(placesIn('a,b,c\n1,2,3\n4,,\n5,6,7\n', format)).toEqual(['3:1 rows-empty']);
    expect(placesIn('a,b,c\n1,2,3\n,,4\n5,6,7\n', format)).toEqual([]);
    expect(rowsIn('a,b,c\n1,2,3\n4,,\n5,6,7\n', { ...format, emptyRows: 'skip' })).toEqual([
      ['b', 'c'],
      ['2', '3'],
      ['6', '7'],
    ]);
    expect(placesIn('a,b\n1,2\n3,\n4,5\n', format)).toEqual([]);
    expect(placesIn('a,b,c\n1,2,3\n4\n5,6,7\n', { ...format, ragged: 'pad' })).toEqual(['3:1 rows-empty']);
  });
});

describe('the header is repeated', () => {
  test('only if all its cells are, and the file has several columns', () => {
    expect(placesIn('a,b\n1,2\na,c\n', BOTH)).toEqual([]);
    expect(placesIn('a\n1\na\n2\n', BOTH)).toEqual([]);
  });

  test('as it is in the file, though columns are renamed', () => {
    const rename = [{ column: 1, from: 'a', to: 'x' }];
    expect(placesIn('a,b\n1,2\na,b\n3,4\n', { ...BOTH, rename })).toEqual(['3:1 header-repeated']);
    expect(placesIn('a,b\n1,2\nx,b\n3,4\n', { ...BOTH, rename })).toEqual([]);
  });

  test('with the names of the columns, if it lacks a cell', () => {
    const rename = [{ column: 1, from: null, to: 'x' }];
    expect(placesIn('a,b\n1,2,3\nx,a,b\n4,5,6\n', { ...BOTH, rename })).toEqual(['3:1 header-repeated']);
    const header = ['x', 'y'];
    expect(placesIn('1,2\nx,y\n4,5\n', { ...BOTH, header })).toEqual(['2:1 header-repeated']);
  });

  test('and is left out each time, if that is declared', () => {
    const format = { ...BOTH, repeatedHeader: 'skip' } as const;
    expect(rowsIn('a,b\n1,2\na,b\n"a",b\n3,4\na,b\n', format)).toEqual([
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
    ]);
    expect(placesIn('a,b\n1,2\na,c\n', format)).toEqual([]);
  });
});

describe('a declared footer', () => {
  test.each([
    ['a row with a value in every column', 'x,1', 1],
    ['a blank cell', 'x, ', 0],
    ['a total', 'Total,1', 0],
    ['a longer row', 'x,1,2', 0],
    ['a shorter row', 'x', 0],
  ])('is doubtful if it has a record: %s', (_, row, count) => {
    expect(placesIn(`a,b\n1,2\n${row}\n`, { ...BOTH, footerRows: 1 })).toHaveLength(count);
  });

  test('is never doubtful in one column', () => {
    expect(placesIn('a\n1\nx\n', { ...BOTH, footerRows: 1 })).toEqual([]);
  });

  test('is doubtful at the first of its records', () => {
    expect(placesIn('a,b\n1,2\n3,4\n5,6\n', { ...BOTH, footerRows: 2 })).toEqual(['3:1 footer-doubtful']);
  });
});

describe('the last rows in which only the first cell has a value', () => {
  const rows = (cell: string, count: number): string => `${cell},2,3\n`.repeat(count);
  const places = (body: string, format: Partial<FileFormat> = {}): string[] =>
    placesIn(`a,b,c\n${body}`, { ...BOTH, ...format });

  test('are notes only if there are records, whose gaps are not alike', () => {
    expect(places('x,,\ny,,\n')).toEqual([]);
    expect(places(`${rows('y', 3)}x,,\nz,2,\nx,,\n`)).toEqual([]);
    expect(places('1,2,3\nxyz,,\n4,5,6\nxyz,,\n')).toEqual(['3:1 sections-found', '5:1 footer-found']);
  });

  test('are surely notes if two rows or more begin with numbers, and none with a text', () => {
    expect(places('1,2,3\nx,,\n')).toEqual([]);
    expect(places(`${rows('1', 2)}x,,\n`)).toEqual(['4:1 footer-found']);
    expect(places(`${rows('1', 2)}y,2,3\nx,,\n`)).toEqual(['5:1 footer-doubtful']);
  });

  test('stand out below three rows of texts, and of three columns', () => {
    expect(places(`${rows('y', 2)}x,,\n`)).toEqual([]);
    expect(places(`${rows('y', 3)}x,,\n`)).toEqual(['5:1 footer-doubtful']);
    expect(places(`${rows('y', 2)}1,2,3\nx,,\n`)).toEqual(['5:1 footer-doubtful']);
    expect(placesIn('a,b\ny,1\ny,2\ny,3\nx,\n', BOTH)).toEqual([]);
    expect(placesIn('a,b\n1,1\n2,2\nx,\n', BOTH)).toEqual(['4:1 footer-found']);
  });

  test.each(['0', '9', '+1', '-1', ' 5'])(
    'are records with gaps if they are like numbers, unless a note is above them: %s',
    (cell) => {
      expect(places(`${rows('1', 2)}${cell},,\n`)).toEqual([]);
      expect(places(`${rows('1', 2)}xyz,,\n${cell},,\n`)).toEqual(['4:1 sections-found']);
      expect(places(`${rows('1', 2)}Source: us,,\n${cell},,\n`)).toEqual(['4:1 footer-found']);
    },
  );

  test('are notes if one begins with a number, but reads like a note', () => {
    expect(places(`${rows('1', 2)}1) estimated,,\n`)).toEqual(['4:1 footer-found']);
  });

  test('are a doubt if a footer was counted, and nothing if it has no rows', () => {
    expect(places(`${rows('1', 2)}x,,\ny\n`, { footerRows: 1 })).toEqual(['4:1 footer-doubtful']);
    expect(places(`${rows('1', 2)}x,,\n`, { footerRows: 0 })).toEqual([]);
  });

  test('do not count rows without a first value', () => {
    expect(places(',2,3\n,5,6\nx,,\n')).toEqual([]);
    expect(places(`${rows('y', 2)},2,3\nx,,\n`)).toEqual([]);
  });
});

describe('a row of totals', () => {
  test('is the last of two rows or more, in several columns', () => {
    expect(placesIn('a,b\nTotal,1\n', BOTH)).toEqual([]);
    expect(placesIn('a,b\nx,1\nTotal,1\n', BOTH)).toEqual(['3:1 totals-row']);
    expect(placesIn('a,b\nx,1\nTotal,1\ny,1\n', BOTH)).toEqual([]);
    expect(placesIn('a\nx\nTotal\n', BOTH)).toEqual([]);
  });

  test('is the first, or is called so at the end of its label', () => {
    expect(placesIn('a,b\nTotal,1\nx,1\n', BOTH)).toEqual(['2:1 totals-row']);
    expect(placesIn('a,b\nEU27 total,1\nx,1\nWorld total,5\n', BOTH)).toEqual(['2:1 totals-row']);
    expect(placesIn('a,b\nEU27 total,1\nx,1\n', { ...BOTH, footerRows: 0 })).toEqual([]);
  });

  test('may have its label in another cell', () => {
    expect(placesIn('a,b,c\nx,y,1\n, Total,1\n', BOTH)).toEqual(['3:1 totals-row']);
    expect(reportsOf('a,b,c\nx,y,1\n, Total ,1\n', BOTH)[0]?.[2]).toContain('"Total"');
  });

  test('is reported once if there are several, at the first', () => {
    expect(placesIn('a,b\nx,1\nTotal,1\ny,2\nTotal,2\n', BOTH)).toEqual(['3:1 totals-row']);
    expect(placesIn('a,b\nx,1\nTotal,1\ny,2\nTotal,2\n', { ...BOTH, footerRows: 0 })).toEqual([]);
  });
});
