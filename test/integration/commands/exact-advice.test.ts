import { describe, expect, test } from 'vitest';
import { checkData } from '../../../src/commands/check-data.ts';
import type { SidecarPatch } from '../../../src/problems/sidecar-patch.ts';
import { rawDataWith, withSidecar } from '../../support/builds/raw-data-folder.ts';

/*
 * What a publisher is advised to paste, to the letter: every key, every value, and the column that it is for. Other tests see that an entry
 * helps; these see that it is the right one, wherever the column stands.
 */

/** The problems of a file that propose something, each with all its patches. */
function adviceOn(content: string | Uint8Array, sidecar: object = {}) {
  const rawData = rawDataWith(withSidecar('economy/x', content, sidecar));
  const [found] = checkData(rawData, []).files;
  if (!found) throw new Error('the sidecar was refused');
  const advice = found.problems
    .filter(({ candidates }) => candidates.length > 0)
    .map(({ code, candidates }) => [code, ...candidates.map(({ patch }) => patch)] as const);
  return { advice, entry: found.entry };
}

const ROWS = 40;
const rows = (cells: (row: number) => string, from = 0, to = ROWS): string =>
  Array.from({ length: to - from }, (_, at) => `${cells(from + at)}\n`).join('');

describe('advice on a column names that column, and is right:', () => {
  type Keys = Readonly<Record<string, unknown>>;
  /** What is wrong, the cell of a row, the code, and every set of keys that is proposed for the column. */
  const CASES: readonly (readonly [string, (row: number) => string, string, readonly Keys[]])[] = [
    ['decimal commas', (row) => `${row},5`, 'number-format', [{ decimal: ',' }]],
    ['commas between thousands', (row) => `${row + 1},234,567`, 'number-format', [{ thousands: ',' }]],
    ['both, as in German', (row) => `${row + 1}.234.567,5`, 'number-format', [{ thousands: '.', decimal: ',' }]],
    ['both, as in English', (row) => `${row + 1},234,567.5`, 'number-format', [{ thousands: ',' }]],
    ['percent signs', (row) => `${row}%`, 'number-format', [{ strip: { suffix: '%' } }]],
    ['a mark for missing values', (row) => (row === 7 ? '*' : `${row}`), 'nearly-numeric', [{ missing: ['*'] }]],
    ['dates', (row) => `${(row % 28) + 1}.3.2020`, 'date-format', [{ date: 'dd.mm.yyyy' }]],
    [
      'dates that can be read in two ways',
      (row) => `0${(row % 9) + 1}/03/2020`,
      'date-format',
      [{ date: 'dd/mm/yyyy' }, { date: 'mm/dd/yyyy' }],
    ],
    ['flags', (row) => `${row}.5${row % 5 ? '' : ' p'}`, 'number-format', [{ flags: '{column} flag' }]],
    [
      'negative numbers in parentheses',
      (row) => (row % 5 ? `${row}` : `(${row})`),
      'number-format',
      [{ negative: '(1)' }],
    ],
    ['a kept null', (row) => (row === 5 ? 'NA' : `c${row}`), 'null-tokens-kept', [{ missing: ['NA'] }]],
    [
      'points that separate one or the other',
      (row) => `${row + 1}.${100 + row}`,
      'separator-doubtful',
      [{ thousands: '.', decimal: ',' }, { decimal: '.' }],
    ],
  ];
  /** Names of the columns; another column has texts, so that nothing else is to be said. */
  const NAMES = ['alpha', 'beta', 'gamma'];

  test.each(CASES)('%s', (_, cellOf, code, keys) => {
    for (const [at, name] of NAMES.entries()) {
      const lineOf = (row: number): string =>
        NAMES.map((_name, column) => (column === at ? cellOf(row) : `t${row}`)).join(';');
      const { advice, entry } = adviceOn(`${NAMES.join(';')}\n${rows(lineOf)}`);
      const own = JSON.parse(JSON.stringify(keys).replaceAll('{column}', name)) as typeof keys;
      const patches = own.map((it) => ({ columns: { [name]: it } }));
      expect(advice, name).toEqual([[code, ...patches]]);
      // With two ways to read a column, letters that may be units or parentheses that may be notes, a person has to choose.
      const isAsked = patches.length > 1 || own.some((it) => 'flags' in it || it.negative === '(1)');
      expect(entry, name).toEqual(isAsked ? {} : patches[0]);
    }
  });

  test('if several columns need it, each gets its own', () => {
    const lineOf = (row: number): string => `${row},5;${row}.25;${row}%;${row === 3 ? '*' : row}`;
    const { advice, entry } = adviceOn(`a;b;c;d\n${rows(lineOf)}`);
    const columns = { a: { decimal: ',' }, c: { strip: { suffix: '%' } }, d: { missing: ['*'] } };
    const patches = Object.entries(columns).map(([name, keys]) => ({ columns: { [name]: keys } }));
    expect(advice.map(([, patch]) => patch)).toEqual(patches);
    expect(entry).toEqual({ columns });
  });

  test.each([
    [',', (row: number) => `${row}.25`, [{ decimal: '.' }]],
    [',', (row: number) => `${row + 1}.125`, [{ decimal: '.' }, { thousands: '.', decimal: ',' }]],
    ['.', (row: number) => `${row},5`, [{ decimal: ',' }]],
  ])('if the file declares the decimal separator %j, those that the cells have', (decimal, cellOf, keys) => {
    const { advice } = adviceOn(`a;b\n${rows((row) => `${cellOf(row)};t${row}`)}`, { csv: { decimal } });
    expect(advice).toEqual([['number-format', ...keys.map((it) => ({ columns: { a: it } }))]]);
  });
});

describe('advice on a file is right:', () => {
  const three = (row: number): string => `${row},${row * 2},x${row}`;
  const table = `a,b,c\n${rows(three)}`;
  const pairs = rows((row) => `${row},t${row}`);
  const LATIN = { encoding: 'windows-1252' };
  const renaming = (column: number, from: string | null, to: string) => ({ rename: [{ column, from, to }] });
  const triples = rows((row) => `${row},t${row},u${row}`);
  type Case = readonly [string, string | Uint8Array, string, NonNullable<SidecarPatch['csv']>];
  const CASES: readonly Case[] = [
    ['a title', `A title\nSource: somebody\n\n${table}`, 'preamble-found', { skipRows: 3 }],
    ['comments at the end', `${table}# one\n# two\n`, 'row-too-short', { comment: '#' }],
    ['a note', `${table}Source: somebody\n`, 'footer-found', { footerRows: 1 }],
    ['a total', `name,b,c\n${rows((row) => `n${row},${row},${row}`)}Total,780,780\n`, 'totals-row', { footerRows: 1 }],
    ['single quotes', `a,b\n${rows((row) => `${row},'x, ${row}'`)}`, 'row-too-long', { quote: "'" }],
    ['single quotes in the header', `'a','b'\n${pairs}`, 'quote-doubtful', { quote: "'" }],
    ['delimiters at the end', `a,b\n${rows((row) => `${row},t${row},`)}`, 'row-too-long', { trailingDelimiter: true }],
    ['backslashes', `a,b\n${rows((row) => `${row},"x \\"${row}\\" y"`)}`, 'quote-stray', { escape: '\\' }],
    ['blanks before quotes', `a, b\n${rows((row) => `${row}, "x, ${row}"`)}`, 'quote-stray', { trim: true }],
    ['blanks around cells', `a,b\n${rows((row) => `${row}, t${row} `)}`, 'cells-padded', { trim: true }],
    ['a space as the delimiter', `a b c\n${pairs.replaceAll(',', ' 7 ')}`, 'delimiter-doubtful', { delimiter: ' ' }],
    ['no header', triples, 'header-missing', { header: ['column 1', 'column 2', 'column 3'] }],
    ['empty rows', `a,b\n${pairs.replace('9,t9\n', '$&,\n')}`, 'rows-empty', { emptyRows: 'skip' }],
    ['another encoding', Buffer.from('name,v\nM\xfcnchen,1\nK\xf6ln,2\n', 'latin1'), 'encoding-invalid', LATIN],
    [
      'a name that occurs twice',
      `a,b,a\n${rows((row) => `${row},t${row},${row + 1}`)}`,
      'column-duplicate',
      {
        rename: [
          { column: 1, from: 'a', to: 'a' },
          { column: 3, from: 'a', to: 'a 2' },
        ],
      },
    ],
    ['a second column without a name', `a,,b\n${triples}`, 'column-unnamed', renaming(2, '', 'column 2')],
    [
      'a column of numbers left of the header',
      `a,b\n${rows((row) => `${row + 1},t${row},u${row}`)}`,
      'row-too-long',
      renaming(1, null, 'index'),
    ],
    [
      'no header, and delimiters at the end',
      pairs.replaceAll('\n', ',\n'),
      'header-missing',
      { header: ['column 1', 'column 2'], trailingDelimiter: true },
    ],
  ];

  test.each(CASES)('%s', (_, content, code, csv) => {
    const { advice, entry } = adviceOn(content);
    expect(advice).toEqual([[code, { csv }]]);
    // Only a person knows whether a row of totals is a record.
    expect(entry).toEqual(code === 'totals-row' ? {} : { csv });
  });

  test('a declared delimiter that is not the one of the file', () => {
    const { advice, entry } = adviceOn(`a;b\n${rows((row) => `${row};t${row}`)}`, { csv: { delimiter: ',' } });
    expect(advice).toEqual([['delimiter-doubtful', { csv: { delimiter: ';' } }]]);
    expect(entry).toEqual({ csv: { delimiter: ';' } });
  });

  test.each([
    [
      'two delimiters',
      `a;b,c\n${rows((row) => `${row};${row},t${row}`)}`,
      'delimiter-doubtful',
      [{ delimiter: ',' }, { delimiter: ';' }],
    ],
    [
      'blank lines among single cells',
      `a\n${rows((row) => `${row}`, 0, 9)}\n${rows((row) => `${row}`, 9)}`,
      'blank-lines',
      [{ emptyRows: 'keep' }, { emptyRows: 'skip' }],
    ],
  ])('with %s, a person chooses: both ways are shown, and none is in the entry', (_, content, code, ways) => {
    const { advice, entry } = adviceOn(content);
    expect(advice).toEqual([[code, ...ways.map((csv) => ({ csv }))]]);
    expect(entry).toEqual({});
  });
});

test.each([0, 1, 2])('numbers that the delimiter divides in column %i are named, and nothing is proposed', (at) => {
  const lineOf = (row: number): string =>
    ['a', 'b', 'c'].map((letter, column) => (column === at ? `${row + 1},${row + 20}` : letter + row)).join(',');
  const rawData = rawDataWith(withSidecar('economy/x', `a,b,c\n${rows(lineOf)}`));
  const [error] = checkData(rawData, []).files.flatMap(({ problems }) =>
    problems.filter((it) => it.severity === 'error'),
  );
  expect(error?.message).toContain('the delimiter may occur inside numbers, such as 1,20');
  expect(error).toMatchObject({
    code: 'row-too-long',
    candidates: [],
    help: 'Quote the numbers, or use another delimiter.',
  });
});
