import { describe, expect, test } from 'vitest';
import { joinHeaderRows } from '../../../../../src/parse/checks/header/header-rows.ts';
import { placesIn } from '../../../../support/tables/reports.ts';

describe('the rows of a header are joined', () => {
  test.each<readonly [rule: string, rows: string, names: string]>([
    [
      'each name with the group above it',
      ',People,,GDP,/name,2019,2020,2019,2020',
      'name,People 2019,People 2020,GDP 2019,GDP 2020',
    ],
    ['a group ends where nothing is below', 'a,b,,/,1,,2', 'a,b 1,,2'],
    [
      'groups that are written above each name hold for no other',
      '2020,2020,/men,women,note',
      '2020 men,2020 women,note',
    ],
    ['a group of groups', 'A,,,/x,,y,/1,2,1,2', 'A x 1,A x 2,A y 1,A y 2'],
    ['without a ruler', 'a,b/---,----', 'a,b'],
    ['without the numbers of the columns', 'a,b,c/(1),(2),(3)', 'a,b,c'],
    ['with two numbers, which may be names', 'a,b/1,2', 'a 1,b 2'],
  ])('%s', (_, rows, names) => {
    expect(joinHeaderRows(rows.split('/').map((row) => row.split(',')))).toEqual(names.split(','));
  });
});

describe('the first record belongs to the header', () => {
  const table = (first: string, row = 'Rome,5,6'): string => `${first}\n${`${row}\n`.repeat(3)}`;

  test.each<readonly [rule: string, csv: string, found: readonly string[]]>([
    ['if it has names for the columns without one', table('Town,People,\n,2019,2020'), ['2:1 header-rows']],
    ['if it tells columns of one name apart', table('Town,People,People\n,men,women'), ['2:1 header-rows']],
    ['but not if it has a number, no year, above numbers', table('Town,People,\n,7,2020'), ['1:13 column-unnamed']],
    ['but not if years are below', table('Town,Begin,\n,2019,2020', 'Rome,1999,2001'), ['1:12 column-unnamed']],
    ['but not if its texts are values', table('Town,Kind,\nRome,old,new', 'Rome,old,6'), ['1:11 column-unnamed']],
    [
      'but not if a column is left without a name',
      table('Town,People,,\n,2019,,2020', 'Rome,5,6,7'),
      ['1:13 column-unnamed', '1:14 column-unnamed'],
    ],
    ['if it is a ruler', table('a,b,c\n--,==,—————'), ['2:1 header-rows']],
    ['but not if it has null marks', table('a,b,c\n-,-,-'), []],
    ['if it numbers the columns', table('a,b,c\n1,2,3'), ['2:1 header-rows']],
    ['but not if it may be a record of numbers', table('a,b,c\n1,2,3', '4,5,6'), []],
  ])('%s', (_, csv, found) => {
    expect(placesIn(csv)).toEqual(found);
  });

  test('unless the description says otherwise', () => {
    expect(placesIn(table('a,b,c\n1,2,3'), { header: 1 })).toEqual([]);
    expect(placesIn(table('a,b,c\n---,---,---'), { header: 1 })).toEqual([]);
    expect(placesIn(table('a,b,c\n---,---,---'), { header: 2 })).toEqual([]);
  });
});
