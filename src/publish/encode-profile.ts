import { timeColumn } from '../contract/columns/time-column.ts';
import type { ProfileColumn, ProfileDocument } from '../contract/documents.ts';
import { isCoded, labelKey } from '../contract/labels/value-labels.ts';
import type { ColumnDescription, ColumnProfile, Dataset } from '../model.ts';
import { lines, objectOf } from './encode-json.ts';

/** Maximum number of columns with `names`. */
const MAX_NAMED = 20;

/** A dataset's profile resource, one column per line. */
export function encodeProfile(dataset: Dataset): string {
  const { config, name, rowCount, profiles, keyColumns } = dataset;
  const isMeasure = ({ name: column, distribution }: ColumnProfile): boolean =>
    distribution.isMeasure &&
    keyColumns?.includes(column) !== true &&
    !isCoded(dataset.columns.get(column) ?? {}, distribution.distinct.count);
  // A dimension has values that repeat, and few enough distinct values to count exactly.
  const isDimension = ({ distribution: { isUnique, distinct } }: ColumnProfile): boolean =>
    isUnique === false && distinct.isExact;
  const members: Record<Exclude<keyof ProfileDocument, 'columns'>, string> = {
    config: JSON.stringify(config),
    name: JSON.stringify(name),
    row_count: String(rowCount),
    time_span: encodeTimeSpan(profiles, keyColumns ?? []),
    key_columns: JSON.stringify(keyColumns),
    dimensions: encodeNames(profiles.filter((profile) => !isMeasure(profile) && isDimension(profile))),
    measures: encodeNames(profiles.filter(isMeasure)),
  };
  const head = Object.entries(members).map(([key, json]) => `"${key}": ${json},\n`);
  const named = new Set(profiles.filter(({ distribution }) => distribution.names !== null).slice(0, MAX_NAMED));
  const columns = profiles.map((profile) => encodeColumn(profile, named.has(profile), dataset));
  return `{\n${head.join('')}"columns": ${lines(columns)}\n}\n`;
}

function encodeTimeSpan(profiles: readonly ColumnProfile[], keys: readonly string[]): string {
  const found = timeColumn(profiles, keys);
  if (!found?.distribution.extremes) return 'null';
  const { min: from, max: to } = found.distribution.extremes;
  return objectOf<NonNullable<ProfileDocument['time_span']>>({ column: JSON.stringify(found.name), from, to });
}

function encodeNames(profiles: readonly ColumnProfile[]): string {
  return JSON.stringify(profiles.map(({ name }) => name));
}

function encodeColumn(profile: ColumnProfile, isNamed: boolean, { columns, rowCount }: Dataset): string {
  const { name, type, nullCount, nullSpellings, distribution } = profile;
  const { format, extremes, distinct, isUnique, order, top, histogram, lengths } = distribution;
  const description = columns.get(name);
  return objectOf<ProfileColumn>({
    name: JSON.stringify(name),
    title: JSON.stringify(description?.title ?? null),
    description: JSON.stringify(description?.description ?? ''),
    unit: JSON.stringify(description?.unit ?? null),
    type: JSON.stringify(type),
    format: JSON.stringify(format),
    min: extremes?.min ?? null,
    max: extremes?.max ?? null,
    null_share: rowCount === 0 ? null : nullCount / rowCount,
    null_spellings: JSON.stringify([...nullSpellings].map(([text, count]) => ({ text, count }))),
    distinct_count: distinct.count,
    is_distinct_count_exact: distinct.isExact,
    is_unique: isUnique,
    order: JSON.stringify(order),
    top_values: top && `[${top.map(({ value, count }) => `{"value":${value},"count":${count}}`).join(',')}]`,
    names: isNamed ? distribution.names : null,
    histogram: histogram && `{"edges":[${histogram.edges.join(',')}],"counts":[${histogram.counts.join(',')}]}`,
    lengths: JSON.stringify(lengths),
    labels: encodeLabels(profile, description),
  });
}

/** The labels of a column's values, whose keys are as `labelKey` returns them; undefined if it has none. */
export function encodeLabels({ type }: ColumnProfile, description: ColumnDescription | undefined): string | undefined {
  const labels = Object.entries(description?.labels ?? {}).map(([value, label]) => [labelKey(type, value), label]);
  return labels.length === 0 ? undefined : JSON.stringify(Object.fromEntries(labels));
}
