import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nameDataset } from '../../../src/discover/name-dataset.ts';

test.each([
  ['exchange-rates-monthly', 'exchange-rates-monthly'],
  ['Exchange Rates (monthly)', 'exchange-rates-monthly'],
  ['GDP', 'gdp'],
  ['Élevage à Zürich', 'elevage-a-zurich'],
  ['E\u0301levage', 'elevage'],
  ['snake_case_2020', 'snake_case_2020'],
  ['_private-', 'private'],
  ['2020', '2020'],
  ['a.b.c', 'a-b-c'],
  ['a — b', 'a-b'],
  ['ﬁsh １２', 'fish-12'],
  ['x'.repeat(100), 'x'.repeat(100)],
  ['category-of-goods', 'category-of-goods'],
  ['con-data', 'con-data'],
  ['com10', 'com10'],
])('a file named "%s" makes the config name %s', (stem, name) => {
  expect(nameDataset(stem)).toEqual({ name });
});

describe.each(['category', 'limit', 'offset', 'index', 'Index', 'con', 'PRN', 'aux', 'nul', 'com1', 'LPT9'])(
  'the name "%s"',
  (stem) => {
    test('is reserved, and another one is suggested', () => {
      expect(nameDataset(stem)).toMatchObject({
        code: 'name-reserved',
        help: expect.stringContaining(`"${stem.toLowerCase()}-data"`),
      });
    });
  },
);

test.each(['', '---', '名前', '…', '__'])('no config name can be made from "%s"', (stem) => {
  expect(nameDataset(stem)).toMatchObject({ code: 'name-invalid' });
});

test('a name of more than 100 characters is refused', () => {
  expect(nameDataset('x'.repeat(101))).toMatchObject({ code: 'name-invalid', message: expect.stringContaining('101') });
});

test('every config name is a slug, and is the config name of itself', () => {
  const stem = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: fc.constantFrom('a', 'É', '_', '-', ' ', '9', '名') }),
  );
  fc.assert(
    fc.property(stem, (it) => {
      const naming = nameDataset(it);
      if (!('name' in naming)) return;
      expect(naming.name).toMatch(/^[a-z0-9][a-z0-9_-]{0,99}$/);
      expect(nameDataset(naming.name)).toEqual(naming);
    }),
  );
});
