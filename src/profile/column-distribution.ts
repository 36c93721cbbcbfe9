import type { ColumnProfile } from '../model.ts';
import type { NumberDistribution } from './distribution/count-numbers.ts';
import type { TextDistribution } from './distribution/count-texts.ts';
import { formatOfNumbers, measures } from './distribution/formats.ts';
import type { InspectedColumn } from './profile-column.ts';

/** Adds a distribution to a column; `found` is null if the column has no values. */
export function distributed(
  column: InspectedColumn,
  found: NumberDistribution | TextDistribution | null,
): InspectedColumn & ColumnProfile {
  if (found && 'format' in found) {
    const { ids: _, ...published } = found;
    return { ...column, distribution: { ...published, histogram: null, isMeasure: false } };
  }
  const { name, type, statistics } = column;
  const extremes = statistics && { min: statistics.min, max: statistics.max };
  const format = extremes && formatOfNumbers(type, name, extremes);
  const derived = { names: null, lengths: null, format, isMeasure: measures(type, name, format), extremes };
  return { ...column, distribution: { ...(found ?? NO_VALUES), ...derived } };
}

const NO_VALUES: NumberDistribution = {
  distinct: { count: 0, isExact: true },
  isUnique: null,
  order: null,
  top: [],
  histogram: null,
};
