import type { ColumnProfile, Distribution } from '../model.ts';
import type { NumberDistribution } from './distribution/count-numbers.ts';
import type { TextDistribution } from './distribution/count-texts.ts';
import { formatOfNumbers, measures } from './distribution/formats.ts';
import type { InspectedColumn } from './profile-column.ts';

type Found = NumberDistribution | TextDistribution;

/** Adds a distribution to a column; `found` is null if the column has no values. */
export function distributed(column: InspectedColumn, found: Found | null): InspectedColumn & ColumnProfile {
  return { ...column, distribution: distributionIn(column, found ?? NO_VALUES) };
}

function distributionIn({ name, type, statistics }: InspectedColumn, distribution: Found): Distribution {
  if ('format' in distribution) {
    const { ids: _, ...published } = distribution;
    return { ...published, histogram: null, isMeasure: false };
  }
  const extremes = statistics && { min: statistics.min, max: statistics.max };
  const format = extremes && formatOfNumbers(type, name, extremes);
  return { ...distribution, names: null, lengths: null, format, isMeasure: measures(type, name, format), extremes };
}

const NO_VALUES: NumberDistribution = {
  distinct: { count: 0, isExact: true },
  isUnique: null,
  order: null,
  top: [],
  histogram: null,
};
