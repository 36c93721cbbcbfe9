import { describe, expect, test } from 'vitest';
import type { ProfileColumn, ProfileDocument } from '../../../../src/contract/documents.ts';
import { buildInMemory } from '../../../support/builds/build-in-memory.ts';
import { rawDataWith, withSidecar } from '../../../support/builds/raw-data-folder.ts';

/** The profile resource of a file, both as text and parsed. */
function profileOf(
  csv: string,
  more: Record<string, unknown> = {},
  choice: { asText?: boolean; segmentBytes?: number } = {},
): { text: string; profile: ProfileDocument } {
  const rawData = rawDataWith(withSidecar('economy/x', csv, more));
  const text = buildInMemory(rawData, choice).texts.get('v1/datasets/x/profile.json') as string;
  return { text, profile: JSON.parse(text) as ProfileDocument };
}

/** Profile of one column, among ids that make every record another. */
function columnOf(cells: readonly string[], name = 'c', more: Record<string, unknown> = {}): ProfileColumn {
  const csv = `id,${name}\n${cells.map((cell, index) => `r${index},${cell}\n`).join('')}`;
  return profileOf(csv, more).profile.columns[1] as ProfileColumn;
}

test('a profile says what the columns are for, and how their values are distributed', () => {
  const csv = 'year,country,rain\n2001,NO,1.50\n2001,SE,2.25\n2002,NO,\n2002,SE,1.50\n';
  const { profile } = profileOf(csv, { columns: { rain: { description: 'Rain', unit: 'mm' } } });
  expect({ ...profile, columns: profile.columns.length }).toEqual({
    config: 'x',
    name: 'A dataset',
    row_count: 4,
    time_span: { column: 'year', from: 2001, to: 2002 },
    key_columns: ['year', 'country'],
    dimensions: ['year', 'country'],
    measures: ['rain'],
    columns: 3,
  });
  expect(profile.columns[2]).toEqual({
    name: 'rain',
    title: null,
    description: 'Rain',
    unit: 'mm',
    type: 'float64',
    format: null,
    min: 1.5,
    max: 2.25,
    null_share: 0.25,
    null_spellings: [{ text: '', count: 1 }],
    distinct_count: 2,
    is_distinct_count_exact: true,
    is_unique: false,
    order: 'none',
    top_values: [
      { value: 1.5, count: 2 },
      { value: 2.25, count: 1 },
    ],
    names: null,
    histogram: {
      edges: [1.5, 1.55, 1.6, 1.65, 1.7, 1.75, 1.8, 1.85, 1.9, 1.95, 2, 2.05, 2.1, 2.15, 2.2, 2.25],
      counts: [2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
    },
    lengths: null,
  });
});

describe('a key', () => {
  const keyOf = (csv: string): unknown => profileOf(csv).profile.key_columns;

  test('is not a measure or a long text that is different in every record by chance', () => {
    const long = (letter: string): string => letter.repeat(65);
    const csv = `what,words,year,name\n${long('a')},10,1953,Truman\n${long('b')},11,1953,Eisenhower\n${long('c')},12,1961,Eisenhower\n`;
    expect(keyOf(csv)).toEqual(['year', 'name']);
  });

  test('is a measure or a long text where nothing else tells the records apart', () => {
    expect(keyOf('group,words\na,10\na,11\n')).toEqual(['words']);
    expect(keyOf(`group,what\na,${'a'.repeat(65)}\na,${'b'.repeat(65)}\n`)).toEqual(['what']);
    expect(keyOf('group,words\na,10\na,11\nb,10\n')).toEqual(['group', 'words']);
  });
});

describe('numbers keep all their digits', () => {
  const cases: [string, string[], string][] = [
    [
      'at the ends of 64 bits',
      ['-9223372036854775808', '9223372036854775807'],
      '"min":-9223372036854775808,"max":9223372036854775807',
    ],
    [
      'in the list of frequent values',
      ['9007199254740993', '9007199254740992'],
      '"value":9007199254740992,"count":1},{"value":9007199254740993',
    ],
    ['with all decimals, if all have as many', ['1.50', '2.00'], '[{"value":1.50,"count":1},{"value":2.00,"count":1}]'],
    [
      'with as many decimals as the number with the fewest',
      ['1.500', '2.0'],
      '[{"value":1.5,"count":1},{"value":2.0,"count":1}]',
    ],
  ];
  test.each(cases)('%s', (_, cells, expected) => {
    const csv = `id,c\n${cells.map((cell, index) => `r${index},${cell}\n`).join('')}`;
    for (const asText of [false, true]) expect(profileOf(csv, {}, { asText }).text).toContain(expected);
  });
});

test('a value of many characters beyond ASCII is as long as its characters, and values are in the order of their code points', () => {
  const column = columnOf(['\u{1F600}\u{1F600}', '\uFF21', 'é', '"a ""b"" c"']);
  expect(column).toMatchObject({ lengths: { min: 1, max: 7, mean: 2.75 }, order: 'descending' });
  expect(column.top_values?.map(({ value }) => value)).toEqual(['a "b" c', 'é', '\uFF21', '\u{1F600}\u{1F600}']);
});

test('names are listed of the first twenty columns that have few and short ones', () => {
  const header = Array.from({ length: 24 }, (_, at) => `c${at}`);
  const rows = Array.from({ length: 301 }, (_, row) =>
    header.map((_column, at) => (at === 0 ? `n ${row}` : at === 1 ? 'x'.repeat(61) : `name ${row % 300}`)).join(),
  );
  const { columns } = profileOf(`${[header.join(), ...rows].join('\n')}\n`).profile;
  const counts = columns.map(({ names }) => names?.length ?? 0);
  expect(counts).toEqual([0, 0, ...Array(20).fill(300), 0, 0]);
  expect(columns[2]?.names?.slice(0, 3)).toEqual(['name 0', 'name 1', 'name 10']);
});

test('beyond 65,536 distinct texts, only a lower bound is known, and whether one of the first recurs before the others', () => {
  const MOST = 65_536;
  // Each column has one text in another place: not at all, as the last new one, twice before that, twice after it.
  const lines = Array.from({ length: MOST + 2 }, (_, row) => {
    const text = (at: number): string => `v${(at * 48_271) % (MOST + 1)}`;
    return [
      text(row % MOST),
      text(Math.min(row, MOST)),
      text(row === 9 ? 0 : Math.min(row, MOST)),
      text(row > MOST ? 0 : row),
    ];
  });
  const csv = `few,last,before,after\n${lines.map((cells) => `${cells.join(',')}\n`).join('')}`;
  const [byBytes, byTexts] = [{ segmentBytes: 1 << 19 }, { asText: true }].map((choice) => profileOf(csv, {}, choice));
  expect(byBytes?.text).toBe(byTexts?.text);
  const found = byBytes?.profile.columns.map((it) => [
    it.distinct_count,
    it.is_distinct_count_exact,
    it.is_unique,
    it.top_values?.length,
  ]);
  expect(found).toEqual([
    [MOST, true, false, 10],
    [MOST + 1, false, null, undefined],
    [MOST, true, false, 10],
    [MOST + 1, false, null, undefined],
  ]);
});
