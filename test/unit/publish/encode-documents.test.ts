import { describe, expect, test } from 'vitest';
import { NO_DETAILS } from '../../../src/discover/sidecar/read-sidecar.ts';
import type { ColumnDescription, ColumnProfile, Dataset } from '../../../src/model.ts';
import { DESCRIPTIONS, encodeChunkIndex, encodeIndex } from '../../../src/publish/encode-documents.ts';
import { PLAIN_CATALOGUE } from '../../support/tables/plain-catalogue.ts';
import { PLAIN_FORMAT } from '../../support/tables/plain-format.ts';
import { TEXT_COLUMN } from '../../support/tables/text-column.ts';

const DATASET: Dataset = {
  config: 'rents',
  category: 'economy',
  formerly: [],
  name: 'Rents',
  description: 'What a "flat" costs.',
  source: 'Office',
  url: 'https://example.org/rents',
  license: 'CC0 1.0',
  about: NO_DETAILS,
  format: PLAIN_FORMAT,
  rowCount: 1234,
  columns: new Map(),
  editions: {},
  keyColumns: null,
  hints: [],
  profiles: [TEXT_COLUMN],
};
const SITE = { prefix: '/open/', pageSizes: [10, 100] };
const encoded = (file: keyof typeof DESCRIPTIONS, dataset: Dataset): string => DESCRIPTIONS[file](dataset);
const DESCRIPTION = { description: 'Rent', nullable: false } as ColumnDescription;

function columnOf(profile: Partial<ColumnProfile>, description?: Partial<ColumnDescription>): string | undefined {
  const name = 'text';
  const columns = description ? new Map([[name, { ...DESCRIPTION, ...description }]]) : new Map();
  return encoded('schema', { ...DATASET, columns, profiles: [{ ...TEXT_COLUMN, ...profile }] }).split('\n')[7];
}

describe('a schema', () => {
  test.each([
    [0, undefined, false],
    [1, undefined, true],
    [0, { nullable: false }, false],
    [0, { nullable: true }, true],
    [1, { nullable: false }, true],
    [1, { nullable: true }, true],
  ] as const)(
    'with %i nulls, described as %j, says whether null is allowed: %s',
    (nullCount, description, nullable) => {
      expect(JSON.parse(columnOf({ nullCount }, description) ?? '')).toMatchObject({ nullable, null_count: nullCount });
    },
  );

  test('has the unit of a column at the end of its description', () => {
    expect(JSON.parse(columnOf({}, {}) ?? '').description).toBe('Rent');
    expect(JSON.parse(columnOf({}, { unit: 'CHF' }) ?? '').description).toBe('Rent (CHF)');
    expect(JSON.parse(columnOf({}, { description: '', unit: 'CHF' }) ?? '').description).toBe('(CHF)');
  });

  test('keeps the digits of samples and statistics', () => {
    const statistics = {
      count: '3',
      mean: '2.50',
      std: 'null',
      min: '1.0',
      q1: '1',
      median: '2',
      q3: '3',
      max: '1e400',
    };
    const line = columnOf({ samples: ['1.0', '"a"'], statistics } as unknown as Partial<ColumnProfile>);
    expect(line).toContain(
      '"sample_values":[1.0,"a"],"stats":{"count":3,"mean":2.50,"std":null,"min":1.0,"q1":1,"median":2,"q3":3,"max":1e400}}',
    );
  });
});

test('the index of chunks has the head of every page, and each chunk', () => {
  expect(encodeChunkIndex(DATASET, [0, 4096], SITE)).toBe(
    [
      '{',
      '"head": {"source":"Office","description":"What a \\"flat\\" costs.","url":"https://example.org/rents","category":"economy"},',
      '"count": 1234,',
      '"links": {"self":"/open/v1/datasets/rents/chunks/index.json","records":"/open/v1/datasets/rents.json"},',
      '"chunks": [0,4096]',
      '}',
      '',
    ].join('\n'),
  );
});

describe('the index of the service', () => {
  const CATALOGUE = {
    ...PLAIN_CATALOGUE,
    title: 'Open data',
    description: 'Of a town',
    publisher: 'Town',
    contact: null,
    license: 'CC BY 4.0',
    keywords: ['rents', 'wages'],
    categories: [
      { name: 'economy', title: 'Economy', description: 'Money' },
      { name: 'nature', title: 'Nature', description: '' },
    ],
  };

  test('names the layout if it is packed', () => {
    const index = encodeIndex(CATALOGUE, [], { ...SITE, layout: 'packed' });
    expect(index).toContain('"page_sizes": [10,100],\n"layout": "packed",\n"formats": [],\n"links"');
    expect(index).toContain('"datasets": []\n}\n');
    expect(encodeIndex(CATALOGUE, [], { ...SITE, layout: 'pages' })).not.toContain('"layout"');
  });
});
