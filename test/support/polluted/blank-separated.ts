import { linesOf, PAIRS, PLACES, type Polluted, type Table } from './table.ts';

/** Numbers as instruments and programs of simulation write them. */
const MEASURED: Table = [
  ['x', 'y', 'z'],
  ['1.00000', '0.035', '-0.38'],
  ['0.5', '1.0e-5', '-2.25'],
  ['2.75', '-0.5', '7.5'],
  ['0.25', '3.125e+2', '0.5'],
];

/** Digits that together look like those of telephone numbers. */
const YEARS: Table = [
  ['year', 'pop', 'area'],
  ['1990', '100', '5'],
  ['1991', '110', '6'],
  ['1992', '95', '16'],
];

/** Tables whose cells blanks separate, one or several, with a header or without. */
export function* blankSeparated(): Generator<Polluted> {
  const codes = ['delimiter-doubtful'];
  for (const table of [MEASURED, YEARS, PLACES.map((row) => row.filter((_, cell) => cell !== 1))]) {
    const [names = [], ...rows] = table;
    const named = names.map((_, cell) => `column ${cell + 1}`);
    for (const newline of ['\n', '\r\n']) {
      const text = (all: Table): string => linesOf(all, { delimiter: ' ', newline }).join(newline) + newline;
      const cure = { delimiter: ' ', header: named };
      const headerless = { table: [named, ...rows], codes };
      yield { kind: 'separated by blanks', file: text(table), table, codes, cure: { delimiter: ' ' } };
      yield { kind: 'separated by blanks, without a header', file: text(rows), ...headerless, cure };
      for (const comment of ['#', '%', '//']) {
        const line = `${comment} made in 2020, by hand${newline}`;
        const file = line + text(rows);
        yield { kind: 'separated by blanks, below a comment', file, ...headerless, cure: { ...cure, comment } };
        yield {
          kind: 'separated by blanks, below a comment and a header',
          file: line + text(table),
          table,
          codes,
          cure: { delimiter: ' ', comment },
        };
      }
      const aligned = (all: Table): string =>
        all.map((row) => row.map((cell) => cell.padStart(9)).join(' ') + newline).join('');
      yield { kind: 'aligned by blanks', file: aligned(table), table, codes };
      yield { kind: 'aligned by blanks, without a header', file: aligned(rows), table, codes };
      yield { kind: 'aligned by blanks, below a comment', file: `# by hand${newline}${aligned(rows)}`, table, codes };
    }
  }
  const [, ...prices] = PAIRS.map(([, price = '']) => [price, price.replace('.', '')]);
  const pairs: Table = [['column 1', 'column 2'], ...prices];
  yield {
    kind: 'two columns of numbers that a blank separates',
    file: prices.map((row) => `${row.join(' ')}\n`).join(''),
    table: pairs,
    codes,
    cure: { delimiter: ' ', header: pairs[0] },
  };
}
