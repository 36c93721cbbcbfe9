import { describe, expect, test } from 'vitest';
import type { NumberFormat } from '../../../src/model.ts';
import { published } from './column-of.ts';

const cases: [NumberFormat, string[], string, string[]][] = [
  [{ thousands: ',' }, ['1,234', '-1,234,567', '12', '1234', '0'], 'int64', ['1234', '-1234567', '12', '1234', '0']],
  [{ thousands: ',' }, ['1,234.50', '.5'], 'float64', ['1234.50', '0.5']],
  [{ thousands: ',' }, ['9,223,372,036,854,775,807'], 'int64', ['9223372036854775807']],
  [{ thousands: ' ' }, ['1 234', ' 5 '], 'int64', ['1234', '5']],
  [{ thousands: '\u202F', decimal: ',' }, ['1\u202F234,5', '7'], 'float64', ['1234.5', '7']],
  [{ thousands: '.', decimal: ',' }, ['1.234,5', '1.234'], 'float64', ['1234.5', '1234']],
  [{ decimal: ',' }, ['1,50', '-,5', '5,', '3'], 'float64', ['1.50', '-0.5', '5.0', '3']],
  [{ decimal: ',' }, ['1,5e-3'], 'float64', ['1.5e-3']],
  [{ strip: { suffix: '%' } }, ['12%', '12.5 %', '3'], 'float64', ['12', '12.5', '3']],
  [{ strip: { prefix: '$' }, thousands: ',' }, ['$1,234', '$ 5', '6'], 'int64', ['1234', '5', '6']],
  [{ strip: { prefix: '€', suffix: ' Mio.' }, decimal: ',' }, ['€1,5 Mio.'], 'float64', ['1.5']],
];

test.each(cases)('with the format %j, %j is %s', (format, cells, type, json) => {
  expect(published(cells, { format })).toEqual({ type, json });
});

describe('a column stays object if one cell does not follow the format:', () => {
  const wrong: [NumberFormat, string][] = [
    [{ thousands: ',' }, '12,34'],
    [{ thousands: ',' }, '0,123'],
    [{ decimal: ',' }, '1.5'],
    [{ decimal: ',' }, '1,2,3'],
    [{ thousands: ' ', decimal: ',' }, '1.5'],
    [{ strip: { suffix: '%' } }, '%12'],
    [{ strip: { suffix: '%' } }, '12%%'],
    [{ strip: { prefix: '$' } }, '$'],
    [{ thousands: ',' }, '10,000,000,000,000,000,000'],
  ];
  test.each(wrong)('%j, %j', (format, cell) => {
    expect(published(['1', cell], { format })).toEqual({ type: 'object', json: ['"1"', JSON.stringify(cell)] });
  });
});

test('nulls are recognised before the format is applied', () => {
  expect(published(['1,5', '-', 'NA', ''], { format: { decimal: ',' } }).json).toEqual(['1.5', 'null', 'null', 'null']);
  expect(published(['1,5', '-9,0'], { format: { decimal: ',' }, missing: ['-9,0'] }).json).toEqual(['1.5', 'null']);
});
