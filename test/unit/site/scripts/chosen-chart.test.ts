import { expect, test } from 'vitest';
import { readChosen } from '../../../../src/site/scripts/chart/chosen-chart.ts';

test('an address shows each series once, and as many as a chart can', () => {
  expect(readChosen('?y=pop&at=2016,3&show=a,b%252C,a,c,d,e')).toEqual({
    y: 'pop',
    at: ['2016', '3'],
    show: ['a', 'b,', 'c', 'd'],
  });
});
