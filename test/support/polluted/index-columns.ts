import { PAIRS, PLACES, PLAIN, type Polluted, RICH, type Table, WORDS, write, writeQuoted } from './table.ts';

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
      cure: { rename: [{ column: 1, from: null, to: 'index' }] },
    };
    const [key = ''] = table[0] ?? [];
    const repeated = withIndex(table, 'index', 1);
    yield {
      kind: 'index with the name of another column',
      file: write([[key, ...(table[0] ?? [])], ...repeated.slice(1)]),
      table: repeated,
      codes: ['column-duplicate'],
      cure: { rename: [{ column: 1, from: key, to: 'index' }] },
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
    const rename = (from: string | null) => ({ cure: { rename: [{ column: 1, from, to: 'index' }] } });
    const doubted = { table: named, codes: [], doubts: ['column-renamed'] };
    yield {
      kind: 'names of rows, as R writes them',
      file: `${[quoted.join(delimiter), ...below].join('\n')}\n`,
      ...(isOfTexts ? { table: named, codes: ['row-too-long'], ...rename(null) } : doubted),
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
      cure: { header: 2 },
    };
  }
}
