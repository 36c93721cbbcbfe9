import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { NumberFormat } from '../../../../src/model.ts';
import { runs } from '../../../support/runs.ts';
import { columnOf } from '../column-of.ts';

const cases: [string[], NumberFormat[]][] = [
  [
    ['1,234', '5'],
    [{ thousands: ',' }, { decimal: ',' }],
  ],
  [['1,234', '1,234,567'], [{ thousands: ',' }]],
  [['1,234.5'], [{ thousands: ',' }]],
  [['1,5', '2'], [{ decimal: ',' }]],
  [['1.234,5'], [{ thousands: '.', decimal: ',' }]],
  [['1 234', '5'], [{ thousands: ' ' }]],
  [['1 234,5'], [{ thousands: ' ', decimal: ',' }]],
  [['1\u00A0234'], [{ thousands: '\u00A0' }]],
  [['1\u202F234,5'], [{ thousands: '\u202F', decimal: ',' }]],
  [["1'234"], [{ thousands: "'" }]],
  [['12%', '12.5 %', '7'], [{ strip: { suffix: '%' } }]],
  [['12,5%'], [{ decimal: ',', strip: { suffix: '%' } }]],
  [['$1,234', '$5'], [{ thousands: ',', strip: { prefix: '$' } }]],
  [['€12'], [{ strip: { prefix: '€' } }]],
  [['£12.50'], [{ strip: { prefix: '£' } }]],
  [['1’234', '5'], [{ thousands: '’' }]],
  [['1\u2009234,5'], [{ thousands: '\u2009', decimal: ',' }]],
  [['12\u00A0%', '12.5\u202F%', '7'], [{ strip: { suffix: '%' } }]],
  [['1,5\u2009%'], [{ decimal: ',', strip: { suffix: '%' } }]],
  ...['€', 'zł', 'Kč', 'CHF', 'R$', 'US$', 'Fr.', 'kr', 'EUR', '£'].flatMap(
    (currency): [string[], NumberFormat[]][] => [
      [[`1.234,50 ${currency}`, `7 ${currency}`], [{ thousands: '.', decimal: ',', strip: { suffix: currency } }]],
      [[`12,50${currency}`], [{ decimal: ',', strip: { suffix: currency } }]],
      [[`${currency} 1.234,50`], [{ thousands: '.', decimal: ',', strip: { prefix: currency } }]],
      [[`${currency}1,234.50`, '12'], [{ thousands: ',', strip: { prefix: currency } }]],
      [[`-${currency} 1.500,25`, '3,5'], [{ thousands: '.', decimal: ',', strip: { prefix: currency } }]],
      [[`${currency} -1.5`], [{ strip: { prefix: currency } }]],
    ],
  ),
  [['(1,200.00)', '5'], [{ thousands: ',', negative: '(1)' }]],
  [['($1,200.00)', '$5'], [{ thousands: ',', strip: { prefix: '$' }, negative: '(1)' }]],
  [['1.234,50-', '3,5'], [{ thousands: '.', decimal: ',', negative: '1-' }]],
  [['12-', '5'], [{ negative: '1-' }]],
  [['−5', '7'], [{ negative: '−1' }]],
  [['−1,5 %', '7 %'], [{ decimal: ',', strip: { suffix: '%' }, negative: '−1' }]],
  [['5 kg', '7.5 kg'], [{ strip: { suffix: 'kg' } }]],
  [['1,5', 'NA', ''], [{ decimal: ',' }]],
];

test.each(cases)('%j would be numbers in the formats %j', (cells, formats) => {
  expect(columnOf(cells).numberFormats.map(({ format }) => format)).toEqual(formats);
});

describe('no number format is proposed', () => {
  test.each([
    ['for a unit that some numbers lack', ['5 kg', '7', '8']],
    ['for several units', ['5 kg', '7 t', '8 t']],
    ['for several currencies', ['€ 5', '$ 7']],
    ['for comparisons', ['<5', '<7']],
    ['for two kinds of negative numbers', ['(5)', '7-']],
    ['for decimal points beside commas', ['1,5', '2.5']],
    ['for two signs', ['-5-', '7,5']],
    ['for numbers', ['1', '2.5']],
    ['for texts', ['a', '1,234']],
    ['for more texts than numbers', ['1,234', 'n.a.', 'n.a.']],
    ['for dates', ['01.02.2020', '2020-01-01']],
    ['for zero-padded codes', ['01001', '01002']],
    ['for codes that look like exponents', ['1e5', '2e7']],
    ['for codes that look like exponents among thousands', ['1e5', '1,234']],
    ['for lists', ['1,2,3', '4,5']],
    ['without any value', ['', '-']],
  ])('%s', (_, cells) => {
    expect(columnOf(cells).numberFormats.filter(({ format }) => columnOf(cells, { format }).type === 'object')).toEqual(
      [],
    );
  });

  test('for a column that has a format of its own', () => {
    expect(columnOf(['1,234', '5'], { format: { decimal: '.' }, isNumber: true }).numberFormats).toEqual([]);
  });
});

test('a proposed format counts the cells that need it, and has the place of the first', () => {
  const [candidate] = columnOf(['1', '2', '3,5', '', '4,5']).numberFormats;
  expect(candidate).toMatchObject({ format: { decimal: ',' }, count: 2, first: { line: 4 } });
});

describe('texts without digits that may mean null', () => {
  const formatsOf = (cells: string[]): unknown =>
    columnOf(cells).numberFormats.map(({ format, missing }) => [format, missing]);
  const thousands = { thousands: '.', decimal: ',' };

  test.each(['k. A.', 'n. v.', 's/d', '*', '#REF!'])('rule out no format if they look like null: %s', (mark) => {
    const found = [[thousands, [mark]]];
    expect(formatsOf([mark, '150.582,81', '7,25', '12', mark])).toEqual(found);
    expect(formatsOf(['150.582,81', '7,25', mark, '12'])).toEqual(found);
  });

  test('rule out no format if they mean null to everyone', () => {
    const many = Array.from({ length: 19 }, (_, at) => `1.234,${at + 10}`);
    expect(formatsOf([...many, 'n.a.'])).toEqual([[thousands, ['n.a.']]]);
    expect(formatsOf([...many, 'secret'])).toEqual([]);
  });

  test('are proposed with the spellings of null that are in force', () => {
    expect(formatsOf(['1.234,5', '2.345,5', '3,5', 'NA', 'k. A.'])).toEqual([[thousands, ['NA', 'k. A.']]]);
    const [found] = columnOf(['1.234,5', '2.345,5', '3,5', '-9', 'k. A.'], { missing: ['-9'] }).numberFormats;
    expect(found?.missing).toEqual(['-9', 'k. A.']);
  });

  test('rule out no format if there is one, even beside a single number', () => {
    expect(formatsOf(['150.582,81', 'k. A.'])).toEqual([[{ thousands: '.', decimal: ',' }, ['k. A.']]]);
  });

  test('rule out all formats if they are as many as the numbers, or have many spellings', () => {
    expect(formatsOf(['1.234,5', '2.345,5', '3,5', 'k. A.', 'k. A.', 'k. A.'])).toEqual([]);
    const words = [...'abcdefghijk'].map((letter) => `word ${letter}`);
    expect(formatsOf([...words, ...Array<string>(1000).fill('1.234,5')])).toEqual([]);
  });
});

test('every proposed format makes the column numeric once it is declared', () => {
  const cell = fc.oneof(
    fc.constantFrom(
      '1',
      '1.5',
      '1e5',
      '',
      'NA',
      '1,234',
      '1,5',
      '1.234,5',
      '1 234',
      '12%',
      '1,2%',
      '$5',
      '€1,234',
      "1'234",
    ),
    fc
      .tuple(fc.constantFrom('', '$', '-'), fc.nat(99999), fc.constantFrom('', ',', '.'), fc.nat(999))
      .map((it) => it.join('')),
  );
  fc.assert(
    fc.property(fc.array(cell, { maxLength: 4 }), (cells) => {
      for (const { format } of columnOf(cells).numberFormats) {
        expect(columnOf(cells, { format }).type, JSON.stringify(format)).not.toBe('object');
      }
    }),
    { numRuns: runs(2000) },
  );
});
