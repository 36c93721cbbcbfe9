import { BEFORE_YEARS, YEARS } from '../../contract/column-words.ts';
import type { ProfileColumn, ProfileDocument } from '../../contract/documents.ts';
import type { ChartColumn } from '../chart-data.ts';
import { chartColumn, firstClause, shownUnit } from './column-names.ts';
import { yearOf } from './read-times.ts';

/** Columns for years, and what a record's values in them are. */
export interface YearColumns {
  /** In ascending order of year. */
  years: readonly { column: string; year: number; label: string }[];
  /** Columns whose values name a record, in order of preference. */
  names: readonly ChartColumn[];
  /** What the values measure, according to the descriptions of most year columns; null if unknown. */
  measure: string | null;
  unit: string | null;
}

/** Minimum number of year columns for a time series. */
const MIN_YEARS = 5;
/** Minimum share of the years from the first to the last that have a column, unless the years are evenly spaced. */
const MIN_SHARE = 0.5;

/** Finds columns whose names are years, with their common measure and unit; null if there are too few. */
export function findYearColumns(profile: ProfileDocument): YearColumns | null {
  const named = profile.columns.flatMap((column) => {
    const year = yearOf(column.name);
    const isNumeric = column.type !== 'object' || column.distinct_count === 0;
    return year === null || !isNumeric ? [] : [{ column, year }];
  });
  const years = [...new Map(named.map((entry) => [entry.year, entry])).values()].sort((a, b) => a.year - b.year);
  const [first, last] = [years[0], years.at(-1)];
  if (years.length < MIN_YEARS || !first || !last) return null;
  const steps = new Set(years.slice(1).map(({ year }, index) => year - (years[index]?.year ?? 0)));
  if (steps.size > 1 && years.length / (last.year - first.year + 1) < MIN_SHARE) return null;
  const units = new Set(years.map(({ column }) => column.unit));
  const wholes = years.map(({ column }) => commonPart(column));
  const measure = wholes[0] ?? '';
  const isCommon = wholes.filter((part) => part === measure).length * 2 > wholes.length;
  return {
    years: years.map(({ column, year }) => ({ column: column.name, year, label: yearLabel(column.name, year) })),
    names: namesOf(profile, new Set(years.map(({ column }) => column))),
    measure: isCommon && measure !== '' ? measure : null,
    unit: units.size === 1 ? shownUnit(first.column.unit) : null,
  };
}

/** Keeps names such as `2019-20`; reduces names such as `X2019` and `2019 [YR2019]` to the year. */
function yearLabel(name: string, year: number): string {
  return /^\d{4}[-/–]\d{2,4}$/.test(name.trim()) ? name.trim() : String(year);
}

const YEAR_PHRASE = new RegExp(
  String.raw`\s*(?:\b(?:${BEFORE_YEARS}|${YEARS})\b\s*)*\b[12]\d{3}(?:[-/–]\d{2,4})?\b\s*`,
  'gi',
);

/** The first clause of a column's description, without its year: `Receipts in fiscal year 1962` → `Receipts`. */
function commonPart({ description }: ProfileColumn): string {
  return firstClause(description).replace(YEAR_PHRASE, ' ').trim();
}

/** Up to three text columns that name a record: those without a format first, then unique ones, then those with more distinct values. */
function namesOf(profile: ProfileDocument, years: ReadonlySet<ProfileColumn>): ChartColumn[] {
  const texts = profile.columns.filter(
    (column) => !years.has(column) && column.type === 'object' && column.format !== 'url' && column.distinct_count > 1,
  );
  const rank = ({ format, is_unique: isUnique, distinct_count: distinct }: ProfileColumn): number =>
    (format === null ? 2 * profile.row_count : 0) + (isUnique ? profile.row_count : 0) + distinct;
  return texts
    .sort((a, b) => rank(b) - rank(a))
    .slice(0, 3)
    .map(chartColumn);
}
