import { PAIRS, PLACES, PLAIN, type Polluted, RICH, type Table, WORDS, write, writeQuoted } from './table.ts';

/** Files with a second row of names below the header: of units, tags, or names of index levels. Each is refused. */
export function* headerRows(): Generator<Polluted> {
  const names = ['Kod', 'Nazwa', 'Stopa', 'Zmiana'];
  for (const columns of NUMBERS) {
    const { written } = columns;
    for (const units of [
      ['', '', '%', '%'],
      ['', '', 'osoba', 'p. proc.'],
      ['', '', '(km²)', ''],
      ['code', 'name', 'EUR', 'in %'],
    ]) {
      for (const delimiter of [';', '\t', '|']) {
        const [rows = [], read = []] = [written, columns.read].map((cells) =>
          cells.map((pair, row) => [...(ROWS[row] as readonly string[]), ...pair.split('|')]),
        );
        const it = refused('a row of units', [names, units, ...rows], delimiter);
        yield read.length === 0 ? it : { ...it, readAs: [it.table[0] as string[], ...read] };
      }
    }
  }
  for (const tags of [
    ['#adm1+code', '#adm1+name', '#affected', '#reached+pct'],
    ['#adm1+code', '#adm1+name', '#affected', ''],
    ['', '#adm1+name', '#affected', '#reached'],
  ]) {
    for (const delimiter of [',', ';', '\t']) {
      const rows = ROWS.map(([code, name], row) => [code, name, `${row * 7 + 3}`, `${row + 0.5}`] as string[]);
      yield refused('HXL tags', [names, tags, ...rows], delimiter);
      const texts = ROWS.map(([code, name]) => [code, name, `in ${name}`, `at ${code}`] as string[]);
      yield refused('HXL tags above texts', [names, tags, ...texts], delimiter);
    }
  }
  yield* groups();
  for (const table of [RICH, PLAIN, PLACES, PAIRS, WORDS]) {
    const [above = [], ...rows] = table;
    for (const delimiter of [',', ';', '\t']) {
      const decorated = (kind: string, cells: readonly string[]): Polluted => ({
        kind,
        file: write([above, cells, ...rows], { delimiter }),
        table,
        codes: ['header-rows'],
        fix: { header: 2 },
      });
      yield decorated(
        'a ruler below the header',
        above.map((name) => '-'.repeat(name.length)),
      );
      if (above.length < 3) continue;
      yield decorated(
        'the numbers of the columns below the header',
        above.map((_, cell) => `${cell + 1}`),
      );
      yield decorated(
        'the numbers of the columns in parentheses',
        above.map((_, cell) => `(${cell + 1})`),
      );
    }
  }
}

/** Headers whose upper row has the name of a group above its first column alone, or above each of its columns. */
function* groups(): Generator<Polluted> {
  for (const lower of [
    ['2019', '2020', '2019', '2020'],
    ['men', 'women', 'men', 'women'],
    ['in %', 'per head', 'in %', 'per head'],
  ]) {
    for (const [first, below] of [
      ['Country', ''],
      ['', 'Country'],
      ['Region', 'name'],
    ] as const) {
      const names = [first, 'People', 'People', 'GDP', 'GDP'].map((group, cell) =>
        [group, [below, ...lower][cell]].filter((it) => it !== '').join(' '),
      );
      for (const [second, fourth] of [
        ['', ''],
        ['People', 'GDP'],
      ] as const) {
        for (const values of ['12.5|3.2|1.5|7', '125|302|15|77', '1,5|3,2|1,7|2,7']) {
          const rows = ROWS.map(([, name], row) => [name, ...values.replace(/\d$/, `${row}`).split('|')]);
          const upper = [first, 'People', second, 'GDP', fourth];
          yield {
            kind: 'groups of columns above their names',
            file: write([upper, [below, ...lower], ...rows], { delimiter: ';' }),
            table: [names, ...rows],
            codes: ['header-rows'],
            fix: { header: 2 },
            readAs: [names, ...rows.map((row) => row.map((cell) => cell.replace(',', '.')))],
          };
        }
      }
    }
  }
}

const ROWS = [
  ['0201', 'Alfa'],
  ['0202', 'Beta'],
  ['0203', 'Gamma'],
  ['0204', 'Delta'],
  ['0205', 'Epsilon'],
] as const;

/** Two columns of numbers, in several notations, and how they are read once that is declared. */
const NUMBERS: readonly { written: readonly string[]; read: readonly string[] }[] = [
  { written: ['12.5|3.2', '13.5|2.2', '9.1|1.7', '8.0|-0.4', '7.7|0.0'], read: [] },
  {
    written: ['12,5|3,2', '13,5|2,2', '9,1|1,7', '8,0|-0,4', '7,7|0,0'],
    read: ['12.5|3.2', '13.5|2.2', '9.1|1.7', '8.0|-0.4', '7.7|0.0'],
  },
  {
    written: ['1 635 866|3,2', '1 268|2,2', '891|1,7', '12 000|-0,4', '77|0,0'],
    read: ['1635866|3.2', '1268|2.2', '891|1.7', '12000|-0.4', '77|0.0'],
  },
  {
    written: ['1.635.866|3,2', '1.268|2,2', '891|x', '12.000|-0,4', '77|.'],
    read: ['1635866|3,2', '1268|2,2', '891|x', '12000|-0,4', '77|.'],
  },
  {
    written: ['5 zł|3 %', '7 zł|2 %', '9 zł|1 %', '8 zł|4 %', '7 zł|0 %'],
    read: ['5|3', '7|2', '9|1', '8|4', '7|0'],
  },
];

/** The fix joins both rows of names. */
function refused(kind: string, table: Table, delimiter: string): Polluted {
  const [names = [], more = [], ...rows] = table;
  const joined = names.map((name, cell) => [name, more[cell]].filter((it) => it !== '').join(' '));
  return {
    kind,
    file: write(table, { delimiter }),
    table: [joined, ...rows],
    codes: ['header-rows'],
    fix: { header: 2 },
  };
}

/** A table with the numbers of its rows in a first column. */
function withIndex([names = [], ...rows]: Table, name: string, first: number): Table {
  return [[name, ...names], ...rows.map((row, index) => [String(index + first), ...row])];
}

/** Files with an index that has no name, as pandas and R write it, and files whose columns share a name with it. */
export function* indexColumns(): Generator<Polluted> {
  const doubted = { codes: [], doubts: ['column-renamed'] };
  for (const table of [RICH, PLAIN, PAIRS, PLACES, WORDS]) {
    for (const first of [0, 1]) {
      const indexed = withIndex(table, '', first);
      const named = withIndex(table, 'index', first);
      yield { kind: `index from ${first}`, file: write(indexed), table: named, ...doubted };
      yield { kind: `quoted index from ${first}`, file: writeQuoted(indexed), table: named, ...doubted };
      for (const delimiter of [';', '\t', '|']) {
        const file = write(indexed, { delimiter });
        yield { kind: `index from ${first}, with ${delimiter}`, file, table: named, ...doubted };
      }
    }
    yield* rowNames(table);
    const [names = [], ...rows] = withIndex(table, 'index', 1);
    yield {
      kind: 'index without a cell in the header',
      file: write([names.slice(1), ...rows]),
      table: [names, ...rows],
      codes: ['row-too-long'],
      fix: { rename: [{ column: 1, from: null, to: 'index' }] },
    };
    const [key = ''] = table[0] ?? [];
    const repeated = withIndex(table, 'index', 1);
    yield {
      kind: 'index with the name of another column',
      file: write([[key, ...(table[0] ?? [])], ...repeated.slice(1)]),
      table: repeated,
      codes: ['column-duplicate'],
      fix: { rename: [{ column: 1, from: key, to: 'index' }] },
    };
  }
}

/** Files with names of rows, for which R leaves out the name of the column, and pandas writes an empty cell. */
function* rowNames(table: Table): Generator<Polluted> {
  const [names = [], ...rows] = table;
  const named: Table = [['index', ...names], ...rows.map((row, at) => [`r${at}`, ...row])];
  const cells = ([first = '', ...others]: readonly string[]): string[] => [
    `"${first}"`,
    ...others.map((cell) => (/^[\d.]*$/.test(cell) ? cell : `"${cell.replaceAll('"', '""')}"`)),
  ];
  const isOfTexts = table === WORDS;
  for (const delimiter of [',', ';', '\t', '|']) {
    const below = named.slice(1).map((row) => cells(row).join(delimiter));
    const quoted = names.map((name) => `"${name}"`);
    const index = table.map((row, at) => cells([at === 0 ? '' : String(at), ...row]).join(delimiter));
    const rename = (from: string | null) => ({ fix: { rename: [{ column: 1, from, to: 'index' }] } });
    const doubted = { table: named, codes: [], doubts: ['column-renamed'] };
    yield {
      kind: 'names of rows, as R writes them',
      file: `${[quoted.join(delimiter), ...below].join('\n')}\n`,
      table: named,
      codes: ['row-too-long'],
      ...rename(null),
    };
    yield {
      kind: 'names of rows below an empty cell',
      file: `${[['""', ...quoted].join(delimiter), ...below].join('\n')}\n`,
      ...(isOfTexts ? { table: named, codes: ['column-unnamed'], ...rename('') } : doubted),
    };
    yield {
      kind: 'numbers of rows, as R writes them',
      file: `${index.join('\n')}\n`,
      ...doubted,
      table: withIndex(table, 'index', 1),
    };
    const pivoted: Table = [['', ...names], ['key', ...names.map(() => '')], ...named.slice(1)];
    yield {
      kind: 'a name of the index below the others',
      file: write(pivoted, { delimiter }),
      table: [['key', ...names], ...named.slice(1)],
      codes: ['header-rows'],
      fix: { header: 2 },
    };
  }
}
