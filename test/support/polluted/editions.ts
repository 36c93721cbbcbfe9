import { PLACES, PLAIN, type Polluted, RICH, type Table, write } from './table.ts';

function swapped(row: readonly string[], one: number, other: number): string[] {
  return row.map((cell, index) => row[index === one ? other : index === other ? one : index] ?? cell);
}

/** Later editions of files whose sidecar names a column by its position and the name that it had. */
export function* editions(): Generator<Polluted> {
  for (const table of [RICH, PLAIN, PLACES]) {
    const [names = [], ...rows] = table;
    const from = names[2] ?? '';
    const declared = { rename: [{ column: 3, from, to: 'renamed' }] };
    const renamed: Table = [names.map((name, index) => (index === 2 ? 'renamed' : name)), ...rows];
    const codes = ['header-changed'];
    yield { kind: 'the same columns as in the sidecar', file: write(table), table: renamed, codes: [], declared };
    for (const other of [0, 1, 3]) {
      yield {
        kind: 'columns in other places than in the sidecar',
        file: write(table.map((row) => swapped(row, 2, other))),
        table: renamed.map((row) => swapped(row, 2, other)),
        codes,
        declared,
        fix: { rename: [{ column: other + 1, from, to: 'renamed' }] },
      };
    }
    yield {
      kind: 'columns that keep their places, others changed',
      file: write(table.map((row) => swapped(row, 0, 1))),
      table: renamed.map((row) => swapped(row, 0, 1)),
      codes: [],
      declared,
    };
    yield {
      kind: 'another name than in the sidecar',
      file: write([names.map((name, index) => (index === 2 ? 'new' : name)), ...rows]),
      table: [names.map((name, index) => (index === 2 ? 'new' : name)), ...rows],
      codes,
      declared,
    };
    yield {
      kind: 'a column less than in the sidecar',
      file: write(table.map((row) => row.slice(0, 2))),
      table: table.map((row) => row.slice(0, 2)),
      codes,
      declared,
    };
    yield {
      kind: 'a column more, in front',
      file: write(table.map((row, index) => [index === 0 ? 'first' : `f${index}`, ...row])),
      table,
      codes,
      declared,
    };
  }
}

/** Files that a data package describes, but not what they hold. */
export function* packages(): Generator<Polluted> {
  for (const table of [RICH, PLAIN, PLACES]) {
    const resource = { name: 'x', path: 'x.csv' };
    const head = {
      title: 'A dataset',
      sources: [{ title: 'An institution', path: 'https://example.org/data' }],
      licenses: [{ name: 'CC0-1.0' }],
    };
    const base = { file: write(table), table, codes: [] };
    const doubts = ['description-missing'];
    yield { ...base, kind: 'package without a description', doubts, packaged: { ...head, resources: [resource] } };
    const fields = [...(table[0] ?? []).map((name) => ({ name })), { name: 'gone' }];
    yield {
      ...base,
      kind: 'package without a description, with a field that names no column',
      doubts: [...doubts, 'field-unknown'],
      packaged: { ...head, resources: [{ ...resource, schema: { fields } }] },
    };
  }
}
