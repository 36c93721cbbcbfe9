import { linesOf, PLACES, PLAIN, type Polluted, type Table, WORDS, write } from './table.ts';

/** Files that invite a wrong guess: of a header, a delimiter or an encoding. */
export function* misleading(): Generator<Polluted> {
  yield* comments();
  yield* recordsWithoutNames();
  yield* zeros();
  yield* colons();
}

/** Comments above a table that have as many cells as it has. */
function* comments(): Generator<Polluted> {
  for (const table of [PLAIN, PLACES, WORDS]) {
    const width = table[0]?.length ?? 0;
    const clean = write(table);
    for (const mark of ['#', '%', '//', '# ']) {
      const line = `${mark}made on Monday${', by hand'.repeat(width - 1)}\n`;
      const comment = mark.trim();
      const it = { table, codes: ['preamble-found'], cure: { comment } };
      yield { kind: 'a comment as wide as the table', file: line + clean, ...it };
      yield { kind: 'two comments as wide as the table', file: line + line + clean, ...it };
      const [names = [], ...rows] = table;
      const named: Table = [names.map((_, cell) => `column ${cell + 1}`), ...rows];
      // Only texts may be names, so a table of texts has no sure cure.
      if (table === WORDS) continue;
      yield {
        kind: 'a comment as wide as the table, and no header',
        file: line + write(rows),
        table: named,
        codes: ['preamble-found', 'header-missing'],
        cure: { comment, header: named[0] },
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
        cure: { header },
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
