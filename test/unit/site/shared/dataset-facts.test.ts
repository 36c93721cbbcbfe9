import { describe, expect, test } from 'vitest';
import type { DatasetEntry, ProfileDocument } from '../../../../src/contract/documents.ts';
import { type DatasetFacts, factsOf, spanOf } from '../../../../src/site/shared/dataset-facts.ts';

const ENTRY: DatasetEntry = {
  config: 'wheat',
  name: 'Wheat prices',
  category: 'agriculture',
  description: 'Each row is one year with the price of wheat. The rest is not in lists.',
  source: 'William Playfair',
  url: 'https://example.org/',
};

function facts(
  timeSpan: { from: string | number; to: string | number } | null,
  chart: Parameters<typeof factsOf>[3] = null,
  description = ENTRY.description,
): DatasetFacts {
  const columns = [
    { name: 'year', title: 'year', names: null, format: 'year', order: 'ascending' },
    { name: 'p', title: 'Price', names: ['high', '12'], format: null },
    { name: 'state', title: null, names: ['AL', 'AZ', 'CA', 'FL', 'HI', 'KS', 'MI', 'NH', 'NJ', 'NY'], format: 'code' },
    { name: 'land', title: null, names: ['AT', 'BE', 'CH', 'DE', 'ES', 'FR', 'IT', 'NL', 'PL', 'SE'], format: 'code' },
  ];
  const span = timeSpan && { column: 'year', ...timeSpan };
  const profile = { row_count: 52, columns, time_span: span, key_columns: null } as unknown as ProfileDocument;
  const about = { keywords: ['grain'], spatial: 'Ireland', published: '1822', modified: null };
  return factsOf({ ...ENTRY, description }, profile, about, chart, 'de');
}

test('a list shows the first sentence, the size, and columns with titles of their own', () => {
  expect(facts(null)).toMatchObject({
    title: 'Wheat prices',
    line: 'Each row is one year with the price of wheat.',
    rows: 52,
    columns: [
      { name: 'year', title: null },
      { name: 'p', title: 'Price' },
      { name: 'state', title: null },
      { name: 'land', title: null },
    ],
    // Codes of countries have names; those of states have none.
    values: ['high', 'Österreich', 'Belgien', 'Schweiz', 'Deutschland', 'Spanien'].concat([
      'Frankreich',
      'Italien',
      'Niederlande',
      'Polen',
      'Schweden',
    ]),
    keywords: ['grain', 'Ireland'],
    span: null,
    years: 0,
    spark: null,
    pictured: '',
    changed: '1822',
  });
});

test('a long sentence ends with a clause, if it has any that is not short', () => {
  const clause =
    'Each row is one unit of the official code, of which there are more than thirty thousand in all of the country';
  expect(facts(null, null, `${clause}, ${'with all that belongs to them '.repeat(6)}.`).line).toBe(`${clause}…`);
});

test('a long sentence is cut between characters', () => {
  const { line } = facts(null, null, '🌾'.repeat(500));
  expect([...line]).toHaveLength(221);
  expect(line).toMatch(/^(?:🌾)+…$/u);
});

describe('the span of time', () => {
  test.each([
    ['of years', { from: 1565, to: 1820 }, '1565–1820', 256],
    ['of dates', { from: '1999-01-04', to: '2003-12-31' }, '1999–2003', 5],
    ['within a year', { from: '2005-01', to: '2005-12' }, '2005', 1],
    ['of times of day', { from: '08:00', to: '17:30' }, null, 0],
  ])('%s', (_, span, shown, years) => {
    expect(facts(span)).toMatchObject({ span: shown, years });
  });

  test('is that of the chart, if no column holds times', () => {
    const series = [{ name: 'Wheat', values: [1, 2], shown: true, reach: null }];
    const chart = { spark: 'M0 0', span: 'Mar 1976 – Oct 2015', measure: 'Price', choice: 'Grain', series };
    const shown = { span: '1976–2015', years: 40, spark: 'M0 0', pictured: 'Price · Wheat · Mar 1976 – Oct 2015' };
    expect(facts(null, chart)).toMatchObject(shown);
    expect(facts(null, { ...chart, span: null, choice: null })).toMatchObject({
      span: null,
      years: 0,
      pictured: 'Price',
    });
    // The facts of a dataset state the same as lists, more exactly.
    const none = { time_span: null, key_columns: null, columns: [] };
    expect(spanOf(none, chart)).toMatchObject({ ofChart: 'Mar 1976 – Oct 2015' });
    const ofColumn = { column: 'day', from: '1999-01-04', to: '2003-12-31' };
    const ofKey = { time_span: ofColumn, key_columns: ['day', 'grain'], columns: [] };
    expect(spanOf(ofKey, chart)).toMatchObject({ from: '1999-01-04', ofChart: null });
    // A day in no order that tells no records apart may be that of a birth.
    const ofAttribute = { ...ofKey, key_columns: ['grain'] };
    expect(spanOf(ofAttribute, chart)).toMatchObject({ from: '', ofChart: 'Mar 1976 – Oct 2015' });
  });
});
