import { expect, test } from 'vitest';
import { buildInMemory } from '../../support/builds/build-in-memory.ts';
import { rawDataWith, withSidecar } from '../../support/builds/raw-data-folder.ts';

type Columns = Record<string, Record<string, unknown>>;

function build(csv: string, keys: Record<string, unknown>, columns: Columns = {}) {
  const { places, texts, records } = buildInMemory(rawDataWith(withSidecar('economy/x', csv, { csv: keys, columns })));
  return { records: records(), places, text: [...texts.values()].join('\n') };
}

const RENAMED = { rename: [{ column: 2, from: 'pop', to: 'pop_2020' }] };

test('a column is published under its new name, in its place', () => {
  expect(build('id,pop,pop\na,1,2\nb,3,4\n', RENAMED).records).toEqual([
    { id: 'a', pop_2020: 1, pop: 2 },
    { id: 'b', pop_2020: 3, pop: 4 },
  ]);
});

test('a later edition whose columns have changed places is refused, where the header differs', () => {
  const { records, places } = build('id,area,pop\na,1,2\nb,3,4\n', RENAMED);
  expect({ records, places }).toEqual({ records: null, places: ['economy/x.csv:1:4 header-changed'] });
});

test('the header is still recognised where it is repeated among the records', () => {
  const { places } = build('id,pop\na,1\nid,pop\nb,3\n', RENAMED);
  expect(places).toContain('economy/x.csv:3:1 header-repeated');
});

test('new names are described under their own keys, and a name that exists is refused', () => {
  const { records, places } = build('id,pop\na,1\n', RENAMED, { pop_2020: { description: 'P', required: true } });
  expect({ records, places }).toEqual({ records: [{ id: 'a', pop_2020: 1 }], places: [] });
  const clash = { rename: [{ column: 2, from: 'pop', to: 'id' }] };
  expect(build('id,pop\na,1\n', clash).places).toEqual(['economy/x.csv:1:4 column-duplicate']);
});

test('a name that the header lacks is inserted', () => {
  const keys = { rename: [{ column: 1, from: null, to: 'index' }] };
  expect(build('"a","b"\n"1","x",5\n"2","y",6\n', keys).records).toEqual([
    { index: 1, a: 'x', b: 5 },
    { index: 2, a: 'y', b: 6 },
  ]);
});

const NUMBERED = { rename: [{ column: 3, from: 'pop', to: 'pop 2' }] };

test('a repeated name that only got a number is published with a hint, until the column is described or left out', () => {
  const csv = 'id,pop,pop\na,1,2\nb,3,4\n';
  const { records, places } = build(csv, NUMBERED);
  expect(records).toEqual([
    { 'id': 'a', 'pop': 1, 'pop 2': 2 },
    { 'id': 'b', 'pop': 3, 'pop 2': 4 },
  ]);
  expect(places).toEqual(['economy/x.csv:1:8 column-renamed']);
  for (const said of [{ description: 'In 2020' }, { omit: true }]) {
    expect(build(csv, NUMBERED, { 'pop 2': said }).places).toEqual([]);
  }
});

const PEOPLE = 'mail,place,people\nann@example.org,Rome,1\nTotal of bob@example.org,Oslo,2\n';

test('a column that is left out occurs in no published file, not even in a doubt', () => {
  const { records, places, text } = build(PEOPLE, {}, { mail: { omit: true } });
  expect(records).toEqual([
    { place: 'Rome', people: 1 },
    { place: 'Oslo', people: 2 },
  ]);
  expect(places).toEqual(['economy/x.csv:3:1 totals-row']);
  expect(text).not.toMatch(/mail|example\.org\/?"?,|bob|ann@/);
});

test('places are those of the file, and a column that does not exist cannot be left out', () => {
  const { places } = build(
    'n,a,b\n1,x,5\n2,y,z\n',
    {},
    {
      n: { omit: true },
      m: { omit: true },
      b: { type: 'int64' },
    },
  );
  expect(places).toEqual(['economy/x.meta.json:12:5 column-unknown', 'economy/x.csv:3:5 type-mismatch']);
});

test('at least one column must be left', () => {
  expect(build('a,b\n1,2\n', {}, { a: { omit: true }, b: { omit: true } }).places).toEqual([
    'economy/x.csv value-invalid',
  ]);
});
