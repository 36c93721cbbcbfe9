import { isTotal } from '../../contract/labels/total-labels.ts';

/** A series, with its values by position. */
export interface RawSeries {
  name: string;
  /** Set for a series with a panel of its own. */
  unit?: string | null;
  points: ReadonlyMap<number, number | null>;
}

/** Among more series than this, totals are not searched. */
const MAX_SEARCHED = 150;
/** A total is the sum of others at this share of its times, at least at `MIN_TIMES`, to within `ROUNDING` of its value. */
const [MOSTLY, MIN_TIMES, ROUNDING] = [0.9, 5, 0.002];
/** Parts of totals have totals of their own, down to this number of levels. */
const LEVELS = 3;

/**
 * Series that are the sum of others: of any two, or of several that follow one another in the file. Series in constant proportions prove
 * nothing. A series called a total need only exceed each other one.
 */
export function totalsOf(series: readonly RawSeries[]): ReadonlySet<RawSeries> {
  const totals = new Set<RawSeries>();
  if (series.length < 3 || series.length > MAX_SEARCHED) return totals;
  let level = series;
  for (let round = 0; round < LEVELS; round++) {
    const parts = new Set(level.flatMap((one) => partsOf(one, level)));
    for (const one of level) if (partsOf(one, level).length > 0) totals.add(one);
    if (parts.size === 0) break;
    level = level.filter((one) => !parts.has(one));
  }
  for (const one of series) if (isTotal(one.name) && isGreatest(one, series)) totals.add(one);
  return totals.size <= series.length - 2 ? totals : new Set();
}

function partsOf(total: RawSeries, series: readonly RawSeries[]): readonly RawSeries[] {
  const others = series.filter((one) => one !== total);
  const at = [...total.points].findLast(([, value]) => value)?.[0] ?? 0;
  const isHere = (parts: readonly RawSeries[]): boolean => isSum(total.points.get(at), parts, at);
  for (let from = 0; from < others.length - 1; from++) {
    for (let to = from + 2; to <= others.length; to++) {
      const next = others.slice(from, to);
      const pair = [others[from], others[to - 1]] as RawSeries[];
      const found = [next, pair].find((parts) => isHere(parts) && isTotalOf(total, parts));
      if (found) return found;
    }
  }
  return [];
}

function isSum(whole: number | null | undefined, parts: readonly RawSeries[], at: number): boolean {
  let sum = 0;
  for (const { points } of parts) {
    const value = points.get(at);
    if (!value) return false;
    sum += value;
  }
  return !!whole && Math.abs(sum - whole) <= Math.abs(whole) * ROUNDING;
}

function isTotalOf({ points }: RawSeries, parts: readonly RawSeries[]): boolean {
  const times = [...points].filter(([, value]) => value);
  const shares = times.map(([at, value]) => (parts[0]?.points.get(at) ?? 0) / (value ?? 1));
  const isEven = Math.max(...shares) - Math.min(...shares) <= ROUNDING;
  const found = times.filter(([at, value]) => isSum(value, parts, at));
  return !isEven && found.length >= MIN_TIMES && found.length >= times.length * MOSTLY;
}

function isGreatest(total: RawSeries, series: readonly RawSeries[]): boolean {
  return [...total.points].every(([at, value]) => series.every(({ points }) => (points.get(at) ?? 0) <= (value ?? 0)));
}
