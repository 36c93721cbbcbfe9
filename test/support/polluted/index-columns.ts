import { PAIRS, PLACES, PLAIN, type Polluted, RICH, type Table, WORDS, write, writeQuoted } from './table.ts';

/** A table with the numbers of its rows in a first column. */
function withIndex([names = [], ...rows]: Table, name: string, first: number): Table {
  return [[name, ...names], ...rows.map((row, index) => [String(index + first), ...row])];
}

/** Files with an index that has no name, as pandas and R write it, and files whose columns share a name with it. */
export function* indexColumns(): Generator<Polluted> {
  for (const table of [RICH, PLAIN, PAIRS, PLACES, WORDS]) {
    for (const first of [0, 1]) {
      const cure = { rename: [{ column: 1, from: '', to: 'index' }] };
      const indexed = withIndex(table, '', first);
      const codes = ['column-unnamed'];
      const named = withIndex(table, 'index', first);
      yield { kind: `index from ${first}`, file: write(indexed), table: named, codes, cure };
      yield { kind: `quoted index from ${first}`, file: writeQuoted(indexed), table: named, codes, cure };
      yield {
        kind: `index from ${first}, with semicolons`,
        file: write(indexed, { delimiter: ';' }),
        table: named,
        codes,
        cure,
      };
    }
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
