import { isAggregate, isTotal, isTotalRow, isWhole, TOTAL_LABELS } from '../../contract/labels/total-labels.ts';
import { fill } from '../../texts/fill-text.ts';
import type { ChartWords } from '../chart-data.ts';
import { countryAmong } from '../rules/value-names.ts';

/** A series, with its values by position. */
export interface RawSeries {
  name: string;
  /** Set for a series with a panel of its own. */
  unit?: string | null;
  /** Whether it is the country among its regions. */
  isCountry?: boolean;
  points: ReadonlyMap<number, number | null>;
}

/** Among more series than this, totals are not searched. */
const MAX_SEARCHED = 150;
/** A total is the sum of others at this share of its times, at least at `MIN_TIMES`; one that is called so, to within `ROUNDING` of its value. */
const [MOSTLY, MIN_TIMES, ROUNDING] = [0.9, 3, 0.002];
/** Tolerance of the sum of what is not called a total. */
const EXACT = 0.0005;
/** Among fewer rows than this, one that is not called a total equals the sum of the others by chance. */
const MIN_ROWS = 6;
/** Minimum of all values of what is not called a total, at few times, and of the greatest at more. */
const [FEW_TIMES, MIN_AT_FEW, MIN_EXACT] = [5, 1000, 3];

/**
 * Series that are the sum of others that follow one another in the file. Series in constant proportions prove nothing. A series called a total need
 * only exceed each other one, and groups of countries need nothing else.
 */
export function totalsOf(series: readonly RawSeries[]): ReadonlySet<RawSeries> {
  const totals = new Set<RawSeries>();
  if (series.length < 3 || series.length > MAX_SEARCHED) return totals;
  for (const one of series) if (partsOf(one, series).length > 0) totals.add(one);
  const isNamed = (one: RawSeries): boolean => standsForAll(one) && (one.isCountry || isTotal(one.name));
  for (const one of series) {
    // Beside one total, what is called so is another one, such as that without a part.
    if (isAggregate(one.name) || (isNamed(one) && (totals.size > 0 || isGreatest(one, series)))) totals.add(one);
  }
  return totals.size <= series.length - 2 ? totals : new Set();
}

/** Whether a series stands for all others, as its name says. */
export function standsForAll({ name, isCountry }: Pick<RawSeries, 'name' | 'isCountry'>): boolean {
  return isCountry || isWhole(name);
}

/**
 * Rows of totals, by their names or as sums of others, and of the country among its regions; none if fewer than two rows remain. `value` is that of
 * the measure that is drawn.
 */
export function totalRows<Row extends { name: string; value: number; others: readonly (number | null)[] }>(
  rows: readonly Row[],
  column: string,
  language: string,
): Row[] {
  const sum = rows.reduce((all, { value }) => all + value, 0);
  // A total that is called so is at least of the order of its parts. If there is one, so are others that are called so.
  const isNamed = (name: string): boolean => isTotalRow([name]) && isWhole(name);
  const hasTotal = rows.some(
    ({ name, value }) => isNamed(name) && value * 4 >= sum && !rows.some((row) => row.value > value),
  );
  // Names such as `All households` may stand for a sum, or not. Among many rows, a sum of all others is a total without such a name.
  const isSum = ({ name, value }: Row): boolean =>
    rows.length >= (isWhole(name) ? 4 : MIN_ROWS) && isNear(sum - value, value, isWhole(name) ? ROUNDING : EXACT);
  // A row that is a sum in each of several columns is a total, whatever its name.
  const series = rows.map(({ name, value, others }) => ({ name, points: new Map([value, ...others].entries()) }));
  const sums = totalsOf(series);
  const names = rows.map(({ name }) => name);
  const country = countryAmong(names, column, language);
  const found = rows.filter(
    (row, at) =>
      sums.has(series[at] as RawSeries) ||
      row.name === country ||
      isAggregate(row.name) ||
      (isWhole(row.name) && TOTAL_LABELS.includes(row.name.trim().toLowerCase())) ||
      (hasTotal && isNamed(row.name)) ||
      isSum(row),
  );
  return found.length <= rows.length - 2 ? found : [];
}

/** Names the totals that are not drawn; empty without totals. */
export function totalsNote(names: readonly string[], { texts, language }: ChartWords): string[] {
  return names.length === 0 ? [] : [fill(texts.totals, { names: new Intl.ListFormat(language).format(names) })];
}

/** Whether the sum of some parts is a whole, but for a `share` of it. */
function isNear(sum: number, whole: number, share: number): boolean {
  return Math.abs(sum - whole) <= Math.abs(whole) * share;
}

/**
 * The series, without negative values, that a total is the sum of, which follow one another; may be empty. Sums of what is not called a total are
 * exact, but for rounding: others come close by chance.
 */
export function partsOf(total: RawSeries, series: readonly RawSeries[]): readonly RawSeries[] {
  // What exceeds a balance is no sum of it.
  const isBalance = /saldo|balance|bilanz|solde|\bnet(?:t?o)?\b/i;
  const others = series.filter((one) => one !== total && isPart(one) && !isBalance.test(one.name));
  const share = standsForAll(total) ? ROUNDING : EXACT;
  const times = [...total.points].filter((point): point is [number, number] => !!point[1]);
  const last = times.at(-1);
  // Small counts, and others at few times, add up by chance.
  const areBelow = (least: number): boolean[] => times.map(([, value]) => Math.abs(value) < least);
  const areSmall =
    times.length < FEW_TIMES ? areBelow(MIN_AT_FEW).includes(true) : !areBelow(MIN_EXACT).includes(false);
  if (!last || times.length < MIN_TIMES || (share === EXACT && areSmall)) return [];
  const [at, whole] = last;
  const values = others.map(({ points }) => points.get(at) ?? 0);
  for (const [from, first] of values.entries()) {
    let sum = first;
    for (let to = from + 1; to < others.length; to++) {
      sum += values[to] as number;
      // Few sums are right at the last time, and only these are looked at more closely.
      const run = isNear(sum, whole, share) ? others.slice(from, to + 1) : [];
      if (run.length > 0 && isSumMostly(times, run, share)) return run;
    }
  }
  return [];
}

/** Whether a series has no negative values. */
export function isPart({ points }: RawSeries): boolean {
  return [...points.values()].every((value) => (value ?? 0) >= 0);
}

/** Whether parts that are not in constant proportions add up to the whole at most times. */
function isSumMostly(
  times: readonly [at: number, whole: number][],
  parts: readonly RawSeries[],
  share: number,
): boolean {
  let misses = times.length - Math.ceil(times.length * MOSTLY);
  // Most candidates are given up after a few times.
  const sumAt = (at: number): number => parts.reduce((sum, { points }) => sum + (points.get(at) ?? 0), 0);
  if (!times.every(([at, whole]) => isNear(sumAt(at), whole, share) || --misses >= 0)) return false;
  return parts.some(({ points }) => {
    const shares = times.map(([at, value]) => (points.get(at) ?? 0) / value);
    return shares.some((share) => Math.abs(share - (shares[0] ?? 0)) > ROUNDING);
  });
}

function isGreatest(total: RawSeries, series: readonly RawSeries[]): boolean {
  const known = [...total.points].filter(([, value]) => value !== null);
  const isMost = (at: number, most: number): boolean => series.every(({ points }) => (points.get(at) ?? 0) <= most);
  return known.length > 0 && known.every(([at, value]) => isMost(at, value ?? 0));
}
