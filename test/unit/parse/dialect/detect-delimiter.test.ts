import { describe, expect, test } from 'vitest';
import type { FileFormat } from '../../../../src/model.ts';
import { detectDelimiter } from '../../../../src/parse/dialect/detect-delimiter.ts';
import { areAligned, detectUnusualDelimiter } from '../../../../src/parse/dialect/detect-unusual-delimiter.ts';
import { parseCsv } from '../../../../src/parse/parse-csv.ts';
import { PLAIN_FORMAT } from '../../../support/tables/plain-format.ts';

/** The delimiters that fit a text: the usual ones, and an unusual one in parentheses. */
function detected(text: string, format: Partial<FileFormat> = {}, isWhole = true): string {
  const whole = { ...PLAIN_FORMAT, ...format };
  const { usual, unusual } = detectDelimiter({ text, isWhole }, whole);
  return [...usual, ...(unusual === undefined ? [] : [`(${unusual})`])].join(' ');
}

describe('the delimiter is', () => {
  test.each<readonly [rule: string, text: string, format: Partial<FileFormat>, found: string]>([
    ['a comma in a text without any', 'a\n1\n', {}, ','],
    ['one of those that are not the quote', 'a\n1\n', { quote: ',', escape: ',' }, ';'],
    ['one of those that do not begin a comment', 'a\n1\n', { comment: ',,' }, ';'],
    ['what makes as many cells in most rows', 'a;b\n1;2\n3;4\n5\n', {}, ';'],
    ['what makes as many cells as declared names', '1;2\n3;4\n', { header: ['x', 'y'] }, ';'],
    ['not what makes others than the declared names', '1;2,3\n3;4,5\n', { header: ['x', 'y', 'z'] }, ','],
    ['what makes fewer cells, if rows are padded', 'a;b;c\n1\n2;3\n', { ragged: 'pad' }, ';'],
    ['not what makes more cells, if rows are padded', 'a;b\n1;2;3\n', { ragged: 'pad' }, ','],
    ['none of the commas inside numbers', 'a;b\n1,5;2,5\n3,5;4,5\n', {}, ';'],
    ['none of the commas inside numbers, among several', '1,5;2|3\n1,5;2|3\n', {}, '; |'],
    ['a comma inside numbers if nothing else may be it', '1,5\n2,5\n', {}, ','],
    ['a comma after a number and before a letter', '1,a;b\n2,c;d\n', {}, ', ;'],
    ['a comma after a letter and before a number', 'a,1;b\nc,2;d\n', {}, ', ;'],
    ['an unusual one around commas inside numbers', 'a^b^c\n1,5^2,5^3,5\n', {}, ', (^)'],
    ['an unusual one around commas inside numbers only', '1,5^2,5^3\n1,5^2,5^3\n', {}, ', (^)'],
    ['visible though blanks are around quotes', 'a; "b"\n1; "x;y"\n', {}, ';'],
    ['visible though quotes are escaped', 'a;b\n1;"x\\";\\"y"\n', {}, ';'],
    ['a comma if a quote is inside a cell', 'a;b\n1;5" x\n2;3\n', {}, ','],
    ['a usual one below titles', 'title\nnote\na;b\n1;2\n3;4\n', {}, ';'],
    ['the one that fits more rows', 'title\na;b\n1;2\n3;4\n5|6\n7|8\n', {}, ';'],
    ['the one of more columns, if two fit as many rows', 'title\nnote\na;b|c;d\n1;2|3;4\n5;6|7;8\n', {}, ';'],
    ['not in a few of many texts', `${'text\n'.repeat(9)}a;b\nc;d\n${'text\n'.repeat(9)}`, {}, ','],
    ['not in one row', 'x\na;b\ny\n', {}, ','],
    ['not counted in the footer', 'a;b\n1;2\nx|y\nx|y\nx|y\n', { footerRows: 3 }, ';'],
    ['counted in what is no footer', 'a;b\n1;2\nx|y\nx|y\nx|y\n', {}, '|'],
    ['not counted in blank lines', 'a;b\n\n\n\n\n1;2\n', {}, ';'],
  ])('%s', (_, text, format, found) => {
    expect(detected(text, format)).toBe(found);
  });

  test('found in the start of a long text, whose last row may be cut off', () => {
    const length = 1 << 18;
    const text = (cut: string): string => {
      const rows = `a;b\n${'1;2\n'.repeat((length - 4) / 4 - 2)}`;
      return `${rows}${'x'.repeat(length - rows.length - cut.length)}${cut}`;
    };
    expect(detected(text('\n3;"'))).toBe(',');
    expect(detected(`${text('\n3;"')}4"\n`)).toBe(';');
    expect(detected(`a|b;\n${'1|2\n'.repeat(length / 4)}${'1;2;3\n'.repeat(length / 3)}`)).toBe('|');
  });

  test.each([';', '\t', '|'])('%j, wherever a start of the text is cut off', (mark) => {
    const row = `1${mark}"one, ""two""\r\nthree"${mark}"ä,😀"\r\n`;
    const text = `a${mark}b${mark}"c"\r\n${row.repeat(4)}`;
    for (let length = 12; length <= text.length; length += 1) {
      expect([length, detected(text.slice(0, length), {}, false)]).toEqual([length, mark]);
    }
    const long = text.repeat(Math.ceil((1 << 18) / text.length));
    for (let length = 0; length < row.length; length += 1) {
      expect([length, detected('x'.repeat(length) + long)]).toEqual([length, mark]);
    }
  });

  test('found in the header if the start of a text is cut off inside the first record', () => {
    expect(detected('a;b\n"1, 2\n3', {}, false)).toBe(';');
    expect(detected('a;b\n"1, 2\n3')).toBe(',');
    expect(detected('a;b;"c, d', {}, false)).toBe(',');
  });
});

describe('an unusual delimiter', () => {
  const found = (text: string, hasOther = false, comment: string | null = null) =>
    detectUnusualDelimiter(text, comment, hasOther) ?? null;

  test.each(['^', '~', '¦', '§', '¬', '\x01', '\x1E', '\x1F'])('may be %j', (it) => {
    expect(found(`a${it}b\nx${it}y\n`)).toBe(it);
    expect(found(`a${it}b\nx${it}y\n`, true)).toBeNull();
    expect(found(`a${it}b${it}c\nx${it}y${it}z\n`, true)).toBe(it);
  });

  test.each<readonly [rule: string, text: string, hasOther: boolean, found: string | null]>([
    ['is in no single line', 'a^b\n', false, null],
    ['is in no empty text', '', false, null],
    ['may be in quotes', 'a^b\nx^"y^z"\nu^v\ns^t\n', false, '^'],
    ['may end all lines', 'a^b^\nx^y^\n', false, '^'],
    ['may end all lines but a note', 'a^b^\nx^y^\nz^u^\nnote\n', false, '^'],
    ['is not in fewer', 'a^b\nx^y\nt\nt\nt\n', false, null],
    ['does not make two columns below a title', 't\na^b\nx^y\n', false, null],
    ['makes three columns below a title', 't\na^b^c\nx^y^z\n', false, '^'],
    ['does not make more names than columns', 'a^b^c\nx^y\nu^v\n', false, null],
    ['is no colon in two columns', 'a:b\n5:x\n', false, null],
    ['is a colon in three columns with a number', 'a:b:c\n5:x:y\n', false, ':'],
    ['is no colon in three columns of words', 'a:b:c\nz:x:y\n', false, null],
    ['is no colon in times', 'h:m:s\n12:30:00\n13:45:10\n', false, null],
    ['is no colon in addresses', 'a:b:c\n0a:1b:2c\n0a:1b:44\n', false, null],
    ['is no colon below a title', 't\na:b:c\n5:x:y\n6:x:y\n', false, null],
    ['is a blank in two columns of numbers', 'a b\n500 6.5\n', false, ' '],
    ['is no blank in a number and a word', 'a b\n500 x\n', false, null],
    ['is no blank in a column of numbers, and words', 'a b c\n5 x y\n', false, null],
    ['is a blank below a title, in a column of numbers', 'title\na b c\n5 x y\n6 z u\n', false, ' '],
    ['is no blank below a title, in words', 'title\na b c\nv x y\nw z u\n', false, null],
    ['is no blank in a header with another delimiter', 'a, b\n500 6.5\n', false, null],
    ['is no blank in dates', 'year month\n5 Jan 2020\n6 Jan 2020\n', false, null],
    ['is a blank in numbers without names', '1.00000 0.035 -0.38\n0.5 1e-5 -2\n', false, ' '],
    ['is a blank in a header of years', 'place 2019 2020\nRome 5 6\n', false, ' '],
    ['is a blank in what might be a telephone number', 'year pop area\n1990 100 5\n1991 110 6\n', false, ' '],
    ['is no blank in telephone numbers', 'telephone or fax\n030 123 456\n030 654 321\n', false, null],
    ['is no blank in thousands', 'number of people\n1 234 567\n12 345 678\n', false, null],
    ['is a blank in decimals that begin with zero', 'a b c\n0.5 12.25 7\n0.25 13.5 8\n', false, ' '],
    ['is a blank around decimal commas', '1,5 2,5 3,5\n4,5 -5,5 6,5\n', true, ' '],
    ['is no blank after commas', '1, 2, 3\n4, 5, 6\n', true, null],
    ['is a blank below comments', '# made by hand\n% twice\n1.5 2.5\n3.5 -4.5\n', false, ' '],
    ['is in no comments alone', '# 1 2\n# 3 4\n', false, null],
    ['is a blank in numbers below a title', 'Station data of 2020\n1.5 -2 3\n4.5 5 -6\n', false, ' '],
    ['is no blank in two numbers below a title', 'Station data of 2020\n1.5 -2\n4.5 5\n', false, null],
    ['is no blank in numbers below one name', 'box\n1.5 -2 3\n4.5 5 -6\n', false, null],
    ['is a blank at the end of lines', '1.5 2.5 \n3.5 4.5 \n', false, ' '],
    ['is no blank beside others', 'a  b c\n5 6 7\n', false, null],
    ['is no blank at the start of lines', ' 1.5 2.5\n 3.5 4.5\n', false, null],
    ['is no blank among values', 'my day\n2020-01-01 10:30\n2020-01-01 10:31\n', false, null],
    ['is the first that fits', 'a~b^c\nx~y^z\n', false, '^'],
  ])('%s', (_, text, hasOther, expected) => {
    expect(found(text, hasOther)).toBe(expected);
  });
});

describe('blanks align columns', () => {
  test.each<readonly [rule: string, text: string, isAligned: boolean]>([
    ['in runs in each line', 'name   place\nAnn    Rome\n', true],
    ['in runs in some lines of numbers', '  1.5   2.5\n10.5 -3.5\n', true],
    ['not in runs in some lines of texts', 'name   place\nAnn Rome\n', false],
    ['not without runs', 'a b\n500 6.5\n', false],
    ['not in no text', '', false],
  ])('%s', (_, text, isAligned) => {
    expect(areAligned(text, null)).toBe(isAligned);
  });

  test('unless another delimiter fits, or the sidecar names a single column', () => {
    const isAligned = (text: string, header: string[] | null = null): boolean => {
      const format = { ...PLAIN_FORMAT, header };
      return detectDelimiter({ text, isWhole: true }, format).isAligned === true;
    };
    expect(isAligned('a   b\nc   d\n')).toBe(true);
    expect(isAligned('a;   b\nc;   d\n')).toBe(false);
    expect(isAligned('a   b\nc   d\n', ['x'])).toBe(false);
    expect(detected('1 2\n3 4\n', { header: ['x'] })).toBe(',');
    expect(detected('1 2\n3 4\n', { header: ['x', 'y'] })).toBe(', ( )');
  });
});

describe('a file is read no further than is needed to detect its delimiter:', () => {
  /** Number of chunks that are read of a file whose delimiter is doubtful. */
  function chunksRead(chunks: readonly string[]): number {
    let count = 0;
    const source = {
      *readChunks() {
        for (const chunk of chunks) {
          count += 1;
          yield Buffer.from(chunk);
        }
      },
      readPart: () => false,
    };
    expect(() => parseCsv(source, 'x.csv', PLAIN_FORMAT, () => {})).toThrow('whether the delimiter is');
    return count;
  }

  test('a hundred lines', () => {
    expect(chunksRead(Array<string>(200).fill('1;2,x\n'))).toBe(100);
  });
});
