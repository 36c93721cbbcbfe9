import { linesOf, PAIRS, PLACES, PLAIN, type Polluted, type Table, WORDS, write } from './table.ts';

/** Files that invite a wrong guess: of a header, a delimiter or an encoding. */
export function* misleading(): Generator<Polluted> {
  yield* comments();
  yield* recordsWithoutNames();
  yield* zeros();
  yield* colons();
  yield* blankSeparated();
  yield* identifiers();
}

/** Comments above a table that have as many cells as it has. */
function* comments(): Generator<Polluted> {
  for (const table of [PLAIN, PLACES, WORDS]) {
    const width = table[0]?.length ?? 0;
    const clean = write(table);
    for (const mark of ['#', '%', '//', '# ']) {
      const line = `${mark}made on Monday${', by hand'.repeat(width - 1)}\n`;
      const comment = mark.trim();
      const it = { table, codes: ['preamble-found'], fix: { comment } };
      yield { kind: 'a comment as wide as the table', file: line + clean, ...it };
      yield { kind: 'two comments as wide as the table', file: line + line + clean, ...it };
      const [names = [], ...rows] = table;
      const named: Table = [names.map((_, cell) => `column ${cell + 1}`), ...rows];
      // Only texts may be names, so a table of texts has no sure fix.
      if (table === WORDS) continue;
      yield {
        kind: 'a comment as wide as the table, and no header',
        file: line + write(rows),
        table: named,
        codes: ['preamble-found', 'header-missing'],
        fix: { comment, header: named[0] },
      };
    }
  }
}

/** First records with an empty or a repeated cell, which make poor names. */
function* recordsWithoutNames(): Generator<Polluted> {
  const tables: readonly Table[] = [
    [
      ['2B', '410', 'AER', '', 'KZN'],
      ['2B', '410', 'ASF', '', 'KZN'],
      ['2B', '410', 'CEK', '', 'KZN'],
    ],
    [
      ['Rome', 'red', '', 'small'],
      ['Oslo', 'red', 'x', 'large'],
      ['Bern', 'blue', 'y', 'small'],
    ],
    [
      ['yes', 'no', 'yes'],
      ['no', 'no', 'yes'],
      ['yes', 'yes', 'no'],
    ],
    [
      ['', '', '410'],
      ['a', 'b', '411'],
      ['c', 'd', '412'],
    ],
  ];
  for (const rows of tables) {
    const header = (rows[0] ?? []).map((_, cell) => `column ${cell + 1}`);
    for (const delimiter of [',', ';', '\t', '|']) {
      yield {
        kind: 'no header, and a first record with gaps or repeated values',
        file: write(rows, { delimiter }),
        table: [header, ...rows],
        codes: ['header-missing'],
        fix: { header },
      };
    }
  }
}

/** 8-bit text with zeros, which is not UTF-16. */
function* zeros(): Generator<Polluted> {
  const lines = linesOf(PLAIN);
  const codes = ['nul-character'];
  for (const [kind, change] of [
    ['before each line ending', (line: string) => `${line}\0`],
    ['before each line ending, even lines', (line: string) => `${line.padEnd(40, 'x')}\0`],
    ['before each line ending, odd lines', (line: string) => `${line.padEnd(41, 'x')}\0`],
    ['in some lines', (line: string, at: number) => (at === 2 ? `${line}\0` : line)],
    ['as padding', (line: string) => line.padEnd(48, '\0')],
  ] as const) {
    const file = lines.map((line, at) => `${at === 0 ? line : change(line, at)}\n`).join('');
    yield { kind: `NULs ${kind}`, file, table: PLAIN, codes };
    const latin = Buffer.from(file.replaceAll('fig', 'cassé'), 'latin1');
    yield { kind: `NULs ${kind}, in Latin-1`, file: latin, table: PLAIN, codes: ['encoding-invalid'] };
  }
}

/** Files of one column, whose texts a colon or a blank divides evenly. */
function* colons(): Generator<Polluted> {
  for (const column of [
    ['remark', 'note: one', 'thing: two', 'other: three'],
    ['note: all', 'note: one', 'thing: two', 'other: three'],
    ['tag:value', 'amenity:school', 'shop:bakery'],
    ['hh:mm:ss', '10:20:30', '11:22:33'],
    ['hh:mm', '10:20', '11:22'],
    ['men:women', '3:4', '5:6'],
    ['address of site', 'https://a.example', 'https://b.example'],
    ['site:address', 'https://a.example', 'https://b.example'],
    ['street number', 'Main 12', 'Oak 7'],
    ['date of birth', '12 Jan 1980', '13 Feb 1981'],
    ['telephone number', '030 1234567', '030 7654321'],
    ['name of place', 'New York City', 'Rio de Janeiro'],
  ]) {
    const table = column.map((cell) => [cell]);
    yield { kind: 'one column that a colon or a blank divides', file: write(table), table, codes: [] };
  }
}

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
function* blankSeparated(): Generator<Polluted> {
  const codes = ['delimiter-doubtful'];
  for (const table of [MEASURED, YEARS, PLACES.map((row) => row.filter((_, cell) => cell !== 1))]) {
    const [names = [], ...rows] = table;
    const named = names.map((_, cell) => `column ${cell + 1}`);
    for (const newline of ['\n', '\r\n']) {
      const text = (all: Table): string => linesOf(all, { delimiter: ' ', newline }).join(newline) + newline;
      const fix = { delimiter: ' ', header: named };
      const headerless = { table: [named, ...rows], codes };
      yield { kind: 'separated by blanks', file: text(table), table, codes, fix: { delimiter: ' ' } };
      yield { kind: 'separated by blanks, without a header', file: text(rows), ...headerless, fix };
      for (const comment of ['#', '%', '//']) {
        const line = `${comment} made in 2020, by hand${newline}`;
        const file = line + text(rows);
        yield { kind: 'separated by blanks, below a comment', file, ...headerless, fix: { ...fix, comment } };
        yield {
          kind: 'separated by blanks, below a comment and a header',
          file: line + text(table),
          table,
          codes,
          fix: { delimiter: ' ', comment },
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
    fix: { delimiter: ' ', header: pairs[0] },
  };
}

/** Identifiers below one of them, which share a beginning or a pattern, and real names above codes. */
function* identifiers(): Generator<Polluted> {
  const words = ['first', 'second one', 'third', 'number four', 'fifth'];
  for (const ids of [
    ['org/x:us', 'org/x:us/y:az', 'org/x:us/y:ca', 'org/x:us/y:tx', 'org/x:us/y:ca/z:la'],
    ['ocd/land:österreich', 'ocd/land:österreich/ort:linz', 'ocd/land:schweiz', 'ocd/land:polska', 'ocd/land:россия'],
    ['urn:nuts:DE', 'urn:nuts:FR', 'urn:nuts:PL', 'urn:nuts:PL:west', 'urn:nuts:ES'],
    ['/data/a/one.csv', '/data/a/two.csv', '/data/a/sub.d/x.csv', '/data/a/four.csv', '/data/a/y.csv'],
    ['de_DE', 'en_GB', 'fr_FR', 'pl_PL', 'uk_UA'],
    ['de-AT', 'en-GB', 'fr-FR', 'pl-PL', 'sl-SI'],
    ['ελλ_α', 'ιτα_β', 'ισπ_γ', 'γαλ_δ', 'πορ_ε'],
  ]) {
    for (const delimiter of [',', ';', '\t', '|']) {
      const rows = ids.map((id, at) => [id, words[at] as string]);
      const header = ['column 1', 'column 2'];
      const headerless = { kind: 'identifiers without a header', codes: ['header-missing'] };
      yield { ...headerless, file: write(rows, { delimiter }), table: [header, ...rows], fix: { header } };
      const named = [['id', 'name'], ...rows];
      yield { kind: 'identifiers', file: write(named, { delimiter }), table: named, codes: [] };
    }
    const alone = ids.map((id) => [id]);
    const header = ['column 1'];
    const codes = ['header-missing'];
    yield { kind: 'identifiers alone', file: write(alone), table: [header, ...alone], codes, fix: { header } };
  }
  for (const table of [
    [
      ['NUTS3', 'name'],
      ['DE212', 'first'],
      ['DE213', 'second'],
      ['FRA10', 'third'],
    ],
    [
      ['VAR001', 'VAR002'],
      ['ABC123', 'XYZ100'],
      ['ABC124', 'XYZ200'],
      ['ABD100', 'XYZ300'],
    ],
    [
      ['Q1', 'Q2', 'Q3'],
      ['A1', 'B2', 'A3'],
      ['A2', 'B2', 'A4'],
      ['A4', 'B1', 'A1'],
    ],
    [
      ['Sepal.Length', 'Species.name'],
      ['5.1', 'setosa'],
      ['4.9', 'setosa'],
      ['6', 'virginica'],
    ],
  ]) {
    yield { kind: 'names above codes', file: write(table), table, codes: [] };
  }
}
