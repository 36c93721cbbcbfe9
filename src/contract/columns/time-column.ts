import type { ColumnProfile, ValueFormat } from '../../model.ts';

/** Formats that denote calendar periods or points in time. */
const TIME_FORMATS: ReadonlySet<ValueFormat> = new Set(['year', 'month', 'quarter', 'date', 'datetime']);

/** The column whose extremes are the time span of a table; undefined for a table without times. `keys` are the names of the key columns. */
export function timeColumn(profiles: readonly ColumnProfile[], keys: readonly string[]): ColumnProfile | undefined {
  // A day that is the same in all records may be that of their export.
  const times = profiles.filter(
    ({ distribution: { format, extremes, distinct } }) =>
      extremes && format && TIME_FORMATS.has(format) && (distinct.count > 1 || !format.startsWith('date')),
  );
  // Others may be attributes, such as the year in which a building was built.
  return (
    times.find(({ name }) => keys.includes(name)) ??
    times.find(({ distribution: { order } }) => order && order !== 'none') ??
    times[0]
  );
}
