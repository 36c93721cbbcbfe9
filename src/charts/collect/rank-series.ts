import { isWhole } from '../../contract/labels/total-labels.ts';
import { MAX_SERIES } from '../../contract/limits.ts';
import { fill } from '../../texts/fill-text.ts';
import { intlNumbers } from '../../texts/intl-formats.ts';
import { sortedBy } from '../extremes.ts';
import { naturalOrder, STARTS_WITH_NUMBER } from '../rules/natural-order.ts';
import { parseTimes } from '../rules/read-times.ts';
import type { LinesContent } from './collect-lines.ts';
import { type RawSeries, standsForAll } from './totals.ts';

/**
 * An entity counts as complete if it has at least this share of the values that are possible from its first one on, and at least this share of
 * the most that an entity has.
 */
const [NEARLY_COMPLETE, MIN_LENGTH] = [0.9, 0.25];
/** Entities are ranked by their mean in the last years, of which there are this many. */
const LAST_YEARS = 3;

/**
 * Series that have at least one value, in display order. Measures and indices keep their order. Of entities with an order of their own, such
 * as ages, the first, the last and the highest of the others come first. Others are sorted by their mean in the last three years, or of all
 * values within years: of magnitudes if there are losses, or by the greatest of these if most have losses; incomplete ones come later. If too
 * few are complete, entities are sorted by their number of values, then by their largest magnitude, then in file order. `last` is what the
 * order depends on: the first and the last position of the values, and the number of complete series; otherwise null. The `first` of all are
 * wholes, such as all regions.
 */
export function rankSeries({ series, rule, unit, measure, times: { kind } }: LinesContent) {
  const filled = series.flatMap((one) => {
    const known = [...one.points].filter(([, value]) => value !== null) as [number, number][];
    const greatest = known.reduce((most, [, value]) => Math.max(most, Math.abs(value)), 0);
    const start = known.reduce((least, [position]) => Math.min(least, position), Number.POSITIVE_INFINITY);
    return known.length === 0 ? [] : [{ one, known, count: known.length, greatest, start }];
  });
  const inFile = filled.map(({ one }) => one);
  if (rule === 'measures' || isIndex({ unit, measure })) return { series: inFile, first: 0, last: null };
  // What stands for all others, but is no sum of theirs, such as a rate of the whole country, is what they are compared with.
  const wholes = inFile.filter(standsForAll);
  const first = wholes.length === 1 ? wholes : [];
  const isFirst = (one: RawSeries): boolean => first.includes(one);
  const ranks = ordinalRanks(inFile.map(({ name }) => name));
  if (ranks) {
    const ordered = sortedBy(filled, ranks);
    const meanOf = ({ known, count }: (typeof filled)[number]): number =>
      known.reduce((sum, [, value]) => sum + value / count, 0);
    const [least, ...more] = ordered.slice(0, ranks.filter(Number.isFinite).length);
    const highest = more.slice(0, -1).sort((a, b) => meanOf(b) - meanOf(a));
    const shown = [least, more.at(-1), ...highest.slice(0, MAX_SERIES - first.length - 2)];
    const drawn = [...first, ...ordered.filter((it) => shown.includes(it)).map(({ one }) => one)];
    const series = [...drawn, ...ordered.map(({ one }) => one).filter((one) => !drawn.includes(one))];
    return { series, first: first.length, last: null, isOrdered: true };
  }
  const times = [...new Set(filled.flatMap(({ known }) => known.map(([at]) => at)))].sort((a, b) => a - b);
  const end = times.at(-1) ?? 0;
  const indexes = new Map(times.map((time, index) => [time, index]));
  const most = filled.reduce((greatest, { count }) => Math.max(greatest, count), 0);
  const losing = filled.filter(({ known }) => known.some(([, value]) => value < 0)).length;
  // Of changes, such as growth rates, single ones matter.
  const [hasLosses, areChanges] = [losing > 0, losing * 2 > filled.length];
  const sizeOf = ({ one, known, count, start }: (typeof filled)[number]): number | null => {
    // A series that begins later is complete from then on.
    const possible = Math.min(most, times.length - (indexes.get(start) ?? 0));
    if (count < NEARLY_COMPLETE * possible || count < most * MIN_LENGTH) return null;
    if (kind === 'year' && (one.points.get(end) ?? null) === null) return null;
    const late = known.flatMap(([at, value]) => (at >= from ? [value] : []));
    if (areChanges) return late.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    return late.reduce((sum, value) => sum + (hasLosses ? Math.abs(value) : value) / late.length, 0);
  };
  const from = times.at(kind === 'year' ? -Math.min(LAST_YEARS, times.length) : 0) ?? end;
  const sizes = new Map(filled.map((one) => [one, sizeOf(one)]));
  const complete = filled.filter((one) => sizes.get(one) !== null);
  const isEnough = complete.length >= Math.min(MAX_SERIES, filled.length);
  const shownSize = (one: (typeof filled)[number]): number => (isEnough && sizes.get(one)) || 0;
  const ranked = filled.sort((a, b) => shownSize(b) - shownSize(a) || b.count - a.count || b.greatest - a.greatest);
  const others = ranked.map(({ one }) => one).filter((one) => !isFirst(one));
  return {
    series: [...first, ...others],
    first: first.length,
    last: isEnough
      ? { positions: [from, end], complete: complete.filter(({ one }) => !isFirst(one)).length, hasLosses }
      : null,
  };
}

/**
 * Ranks of more names than lines may be, such as ages or classes of size; null if they have no order, or are named by different words. What
 * stands for several, such as all or `16-74` beside `16-24`, comes last.
 */
function ordinalRanks(names: readonly string[]): number[] | null {
  const bounds = names.map((name) => (name.match(/\d+/g) ?? []).map(Number));
  const isWithin = ([from = 0, to = Number.NaN]: number[], [least = 0, most = Number.NaN]: number[]): boolean =>
    least <= from && to <= most && to - from < most - least;
  const single = names.filter(
    (name, at) => !isWhole(name) && !bounds.some((inner) => isWithin(inner, bounds[at] ?? [])),
  );
  const words = new Set(single.flatMap((name) => name.toLowerCase().match(/\p{L}+/gu) ?? []));
  const numbered = single.filter((name) => STARTS_WITH_NUMBER.test(name));
  // Years are times of their own, and regions may begin with their numbers.
  const isMore = single.length > MAX_SERIES && numbered.length >= single.length - 2;
  const areOrdinal = isMore && words.size < single.length && parseTimes(single) === null;
  const ranks = areOrdinal ? naturalOrder(single) : null;
  return ranks && names.map((name) => ranks[single.indexOf(name)] ?? Number.POSITIVE_INFINITY);
}

/** Explains which series are shown; empty if all are. `isChosen`: whether the publisher named them. `time` formats a position. */
export function ruleNote(
  { rule, choice, unit, measure, words, areRuns, all }: LinesContent,
  { series, first, last, isOrdered }: ReturnType<typeof rankSeries>,
  drawn: number,
  isChosen: boolean,
  time: (position: number) => string,
): string {
  const { texts, language } = words;
  const [total, shown] = [series.length - first, drawn - first];
  // Measures without a common unit are some of all.
  const of = rule === 'measures' && unit === null ? (all ?? total) : total;
  if (of <= shown || choice === null) return '';
  const { format } = intlNumbers(language);
  const values = { column: choice, shown: format(shown), total: format(of), unit: unit ?? '' };
  if (isChosen) return fill(texts.asChosen, values);
  if (areRuns) return fill(texts.runs, { ...values, name: series[0]?.name ?? '' });
  if (rule === 'measures') return fill(unit === null ? texts.measures : texts.measuresOfUnit, values);
  if (isIndex({ unit, measure })) return fill(texts.first, values);
  if (isOrdered) return fill(texts.ordered, values);
  // The only complete ones are not the highest of any.
  if (!last || last.complete <= shown) return fill(texts.entities, values);
  const { complete, hasLosses, positions } = last;
  const ofLast = { ...values, time: [...new Set(positions.map(time))].join('–'), complete: format(complete) };
  const isAll = complete === total;
  return fill(hasLosses ? texts.farthestOf : isAll ? texts.highest : texts.highestComplete, ofLast);
}

/** Whether values are indices, of which the greatest is not the largest: a unit or a measure such as `2015 = 100` says so. */
function isIndex({ unit, measure }: Pick<LinesContent, 'unit' | 'measure'>): boolean {
  return /= ?100(?!\d)|\b(?:index|indices|indizes|indice|índices?)\b/i.test(`${unit} ${measure}`);
}
