import { describe, expect, test } from 'vitest';
import { checkHeader } from '../../../../../src/parse/checks/header/check-header.ts';
import type { Problem } from '../../../../../src/problems/problem.ts';
import { placesOf } from '../../../../support/builds/problem-places.ts';
import { PLAIN_FORMAT } from '../../../../support/tables/plain-format.ts';

test.each([
  [['a']],
  [['year', 'month', 'metric', 'value']],
  [['a', 'A', ' a', 'a ']],
  [['__proto__', 'constructor', 'toString']],
  [['2019', '2020', 'Region']],
  [['1962', '1963']],
  [['名前', 'Größe', '🌾', 'with "quotes"', 'two\nlines']],
])('names may be %j', (names) => {
  expect(check(names)).toEqual({ sound: true, problems: [] });
});

test('all errors in the names are reported at once', () => {
  expect(placesOf(check(['a', 'a', '', 'b', 'b']).problems)).toEqual([
    'x.csv:1:3 column-unnamed',
    'x.csv:1:2 column-duplicate',
    'x.csv:1:5 column-duplicate',
  ]);
});

test('of many errors of one kind, the first are reported, and the others counted', () => {
  const { problems, sound } = check([...Array<string>(30).fill('a'), ...Array<string>(30).fill('')]);
  expect(sound).toBe(false);
  expect(problems).toHaveLength(22);
  expect(placesOf(problems.slice(10, 12))).toEqual(['x.csv column-unnamed', 'x.csv:1:2 column-duplicate']);
  expect(problems[10]?.message).toBe('20 more of the same kind');
  expect(problems[21]?.message).toBe('19 more of the same kind');
});

describe('what is proposed', () => {
  test('below a title never makes names of the values of a record', () => {
    const records = [
      ['S01', 'Andhra'],
      ['S02', 'Bihar'],
      ['S03', 'Goa'],
    ];
    const header = ['column 1', 'column 2'];
    const title = check(['', ''], records);
    expect(title.problems).toMatchObject([{ code: 'header-missing', candidates: [{ patch: { csv: { header } } }] }]);
    const comment = check(['# made on Monday', ' by hand'], records);
    const patch = { csv: { comment: '#', header } };
    expect(comment.problems).toMatchObject([{ code: 'preamble-found', candidates: [{ patch }] }]);
  });

  test.each([
    ['consecutive numbers may be names', ['1', '2', '3'], [['x', 'y', 'z']]],
    ['a word above numbers may be a name', ['people', '2020-01-01'], [['5', '2020-01-02']]],
    [
      'one name among the values is not enough',
      ['red', '', 'x'],
      [
        ['red', 'y', 'z'],
        ['blue', 'u', 'v'],
      ],
    ],
  ])('is nothing if the names may be right: %s', (_, names, records) => {
    expect(check(names, records).problems).toMatchObject([{ code: 'header-missing', candidates: [] }]);
  });
});

function check(
  names: readonly string[],
  records: readonly (readonly string[])[] = [],
): { sound: boolean; problems: Problem[] } {
  const problems: Problem[] = [];
  const placeOf = (cell: number): { line: number; column: number; excerpt: string } => ({
    line: 1,
    column: cell + 1,
    excerpt: '',
  });
  const sound = checkHeader(
    names,
    { records, placeOf: (record) => ({ ...placeOf(0), line: record + 2 }) },
    PLAIN_FORMAT,
    (cell) => ({ file: 'x.csv', place: placeOf(cell) }),
    (it) => problems.push(it),
  );
  return { sound, problems };
}
