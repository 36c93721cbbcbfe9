import type { ColumnProfile } from '../../../src/model.ts';

/** The profile of a column of texts without nulls, of which nothing else is known. */
export const TEXT_COLUMN: ColumnProfile = {
  name: 'text',
  type: 'object',
  nullCount: 0,
  nullSpellings: new Map(),
  samples: [],
  statistics: null,
  distribution: {
    distinct: { count: 1, isExact: true },
    isUnique: true,
    order: 'ascending',
    top: [{ value: '"a"', count: 1 }],
    names: null,
    histogram: null,
    lengths: { min: 1, max: 1, mean: 1 },
    format: null,
    isMeasure: false,
    extremes: null,
  },
};
