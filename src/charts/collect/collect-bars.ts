import type { ChartDocument, ChartSeries } from '../../contract/chart-document.ts';
import { isInner, isRest, isWhole } from '../../contract/labels/total-labels.ts';
import { fill } from '../../texts/fill-text.ts';
import { intlNumbers } from '../../texts/intl-formats.ts';
import type { ChartColumn, ChartRecord, ChartWords } from '../chart-data.ts';
import { extremes, sortedBy, valuesIn } from '../extremes.ts';
import { shortFormat } from '../numbers.ts';
import { MAX_ORDERED, naturalOrder } from '../rules/natural-order.ts';
import type { RecordsPlan } from '../rules/profile-plans.ts';
import { singleBins } from '../rules/single-bins.ts';
import { categoryAxis, ofOne, type Summarize, sentenceOf, summarized, summarizeRanges } from '../summarize.ts';
import { areSimilar, drawable, measureNames } from './collect-lines.ts';
import { conditionsNote, labelWith } from './conditions.ts';
import { sharesOf } from './shares.ts';
import { partsOf, type RawSeries, totalRows, totalsNote, totalsOf } from './totals.ts';

/** Bars: one value for each category. */
export interface BarsPlan extends RecordsPlan {
  kind: 'bars';
  category: ChartColumn;
  measure: ChartColumn;
  /** Other measures in the same unit. They are shown if all together are parts and a whole. */
  others: readonly ChartColumn[];
  /** A measure that is shown beside the first one, unless their values hardly differ; null for bars. */
  partner: ChartColumn | null;
  fixed: readonly ChartColumn[];
  /** Number of all measures of the table; if absent, there are no others. */
  all?: number;
  /** Column that tells namesakes apart, such as their states; absent if names are unique. */
  within?: ChartColumn;
  /** Whether the publisher has named the measure, so that totals are drawn. */
  isChosen?: boolean;
}

/** Maximum number of bars in a chart. */
const MAX_BARS = 15;
/** Of at most this many bars, all are drawn. */
const MAX_ALL = 20;
/** Fewer bars than this, of many, say little. */
const MIN_BARS = 5;
/** Maximum number of bars kept for a group while records are read. A group that exceeds it is cut back to its `MAX_BARS` largest. */
const CATEGORIES_KEPT = 130;

/** Maximum share of values with a repeated category. Beyond it, the category and fixed columns do not distinguish the records. */
const MAX_REPEATED = 0.05;

/** Minimum mean difference between the two measures of a pair, relative to their values. */
const MIN_DIFFERENCE = 0.02;

interface Bar {
  name: string;
  /** What is written after the name of one of several namesakes. */
  place?: string | number | null | undefined;
  value: number;
  /** Values of the other measures. */
  others: readonly (number | null)[];
}

/** Starts a group of records with the same values of the fixed columns. Its `names` are the categories so far, with their values. */
function newGroup(values: readonly string[]) {
  return {
    values,
    bars: [] as Bar[],
    withValue: 0,
    without: 0,
    names: new Map<string, number>(),
    totals: [] as string[],
    rests: [] as string[],
    repeated: 0,
  };
}

type Group = ReturnType<typeof newGroup>;

/** Draws the largest values of a measure, each with its category; null if the records do not fit. */
export function collectBars(plan: BarsPlan, records: Iterable<ChartRecord>, words: ChartWords): ChartDocument | null {
  const { category, measure, partner, fixed, within } = plan;
  const others = partner && !plan.others.some(({ name }) => name === partner.name) ? [partner] : plan.others;
  const groups = new Map<string, Group>();
  for (const record of records) {
    const values = fixed.map(({ name }) => String(record[name] ?? '–'));
    const conditions = JSON.stringify(values);
    const group = groups.get(conditions) ?? newGroup(values);
    groups.set(conditions, group);
    const value = drawable(record[measure.name]);
    if (value === null) {
      group.without++;
      continue;
    }
    group.withValue++;
    const name = String(record[category.name] ?? '–');
    if (fixed.length > 0 && group.names.has(name)) group.repeated++;
    else group.names.set(name, value);
    const place = within && record[within.name];
    group.bars.push({ name, place, value, others: others.map((other) => drawable(record[other.name])) });
    if (group.bars.length > CATEGORIES_KEPT) group.bars = greatest(group.bars);
  }
  const drawn = [...groups.values()].map((group) =>
    plan.isChosen ? group : withoutTotals(group, category.name, words.language),
  );
  /** How many values stand for all others of their columns, such as `Total`. */
  const wholes = ({ values }: Group): number => values.filter(isWhole).length;
  const [best, other, ...more] = drawn.toSorted((a, b) => b.withValue - a.withValue || wholes(b) - wholes(a));
  if (!best || best.withValue < 2 || best.repeated > best.withValue * MAX_REPEATED) return null;
  const [longest, ...rest] = greatest(best.bars);
  // If the largest values are equal, none of the others is smaller for sure.
  if (best.withValue > MAX_ALL && rest.every(({ value }) => value === longest?.value)) return null;
  const show = (series: readonly RawSeries[], kind: Drawn['kind'], also: Partial<Drawn> = {}): ChartDocument =>
    barsDocument(plan, also.isOfFixed ? { ...best, values: [] } : best, words, { series, kind, ...also });
  const seriesOf = (name: string, read: (bar: Bar) => number | null): RawSeries => ({
    name,
    points: new Map(best.bars.map((bar, at) => [at, read(bar)])),
  });
  // The few that are drawn of many would not stand for the others.
  const areFew = best.withValue <= MAX_ORDERED;
  // Of many ages, all are drawn above their axis, which has no place for pairs.
  const mayPair = areFew || !columnNumbers(best.bars.map(({ name }) => name));
  if (fixed.length === 1 && other && more.length < MAX_ORDERED) {
    const byFixed = drawn.map(({ values, names }) => seriesOf(values.join(), ({ name }) => names.get(name) ?? null));
    const shares = areFew ? sharesOf(byFixed, () => 100) : null;
    if (shares) return show(shares, 'shares', { isOfFixed: true });
    // Men and women are a pair beside both sexes.
    const pair = byFixed.filter((_, at) => wholes(drawn[at] as Group) === 0);
    const isPair = mayPair && pair.length === 2 && areSimilar(...pair.map(({ points }) => points.values()));
    if (isPair && meanDifference(pair) >= MIN_DIFFERENCE) return show(pair, 'pairs', { isOfFixed: true });
  }
  const names = measureNames([measure, ...others]);
  const measures = names.map((name, at) =>
    seriesOf(others.length > 0 ? name : measure.short, (bar) => (at === 0 ? bar.value : (bar.others[at - 1] ?? null))),
  );
  const hundred = sharesOf(measures, () => 100);
  // The most measures that add up to another one.
  const [sum = []] = measures.map((one) => partsOf(one, measures)).sort((a, b) => b.length - a.length);
  const parts = hundred ? measures : plan.isChosen ? [] : sum;
  // Two parts of a sum say more as they are.
  const areMany = parts.length > 2 || hundred !== null;
  const shares = areMany && areFew ? (hundred ?? sharesOf(parts)) : null;
  if (shares) return show(shares, 'shares');
  const partners = measures.filter((_, at) => at === 0 || others[at - 1]?.name === partner?.name);
  const { all = 2 } = plan;
  const isIncomplete = all - totalsOf(measures).size > 2;
  const isClose = parts.length === 2 && !areMany && areSimilar(...parts.map(({ points }) => points.values()));
  const pair = isClose ? parts : partners;
  // Values that hardly differ would be one dot in two colours.
  if (mayPair && pair.length === 2 && meanDifference(pair) >= MIN_DIFFERENCE) {
    const note = isIncomplete ? fill(words.texts.measures, { shown: 2, total: all }) : '';
    return show(pair, 'pairs', { isOfSum: isClose, note });
  }
  return show(measures.slice(0, 1), 'bars');
}

/** Leaves out bars of totals and of parts of others, and of many, those such as `Others`. The caption names them. */
function withoutTotals(group: Group, category: string, language: string): Group {
  const peers = group.bars.filter(({ name }) => !isInner(name));
  const sums = totalRows(peers, category, language).map(({ name }) => name);
  const parts = (peers.length > 2 ? peers : group.bars).filter(({ name }) => !sums.includes(name));
  const bars = parts.length > MAX_ALL ? parts.filter(({ name }) => !isRest(name)) : parts;
  const rests = group.bars.filter((bar) => !bars.includes(bar) && !sums.includes(bar.name)).map(({ name }) => name);
  return { ...group, bars, totals: sums, rests, withValue: group.withValue - (group.bars.length - bars.length) };
}

/** Mean difference between the values of a pair, relative to the greater of the two; 0 without common values. */
function meanDifference([first, second]: readonly RawSeries[]): number {
  const differences = [...(first?.points ?? [])].flatMap(([at, value]) => {
    const beside = second?.points.get(at) ?? null;
    if (value === null || beside === null) return [];
    return [Math.abs(value - beside) / (Math.max(Math.abs(value), Math.abs(beside)) || 1)];
  });
  return differences.reduce((sum, difference) => sum + difference / differences.length, 0);
}

/** Selects the largest bars by magnitude, so that losses count as much as gains. Equal bars stay in file order. */
function greatest<Valued extends { value: number }>(bars: readonly Valued[]): Valued[] {
  const sorted = [...bars].sort((a, b) => Math.abs(b.value) - Math.abs(a.value));
  return sorted.length <= MAX_ALL ? sorted : sorted.slice(0, MAX_BARS);
}

/** Selects the largest bars, and none that is as large as one left out, unless hardly any would be left. */
function withoutTies<Valued extends { value: number }>(bars: readonly Valued[]): Valued[] {
  const largest = greatest(bars);
  const next = greatest(bars.filter((bar) => !largest.includes(bar)))[0]?.value ?? 0;
  const apart =
    bars.length > largest.length ? largest.filter(({ value }) => Math.abs(value) > Math.abs(next)) : largest;
  return apart.length < MIN_BARS ? largest : apart;
}

/** All bars in the natural order of their names; null if their names have no order, or if they are too many to draw. */
function inNaturalOrder<Named extends { name: string }>(bars: readonly Named[], isPairs: boolean): Named[] | null {
  const ranks = naturalOrder(bars.map(({ name }) => name));
  const ordered = ranks && sortedBy(bars, ranks);
  const isFew = bars.length <= MAX_ORDERED || (!isPairs && columnNumbers((ordered ?? []).map(({ name }) => name)));
  return ordered && isFew ? ordered : null;
}

/**
 * The numbers that names are, and the one after the last, if they are consecutive; null otherwise. If there are too many names for bars, the
 * last may be open, such as `90+`.
 */
function columnNumbers(names: readonly string[]): number[] | null {
  const last = names.length > MAX_ORDERED ? names.length - 1 : names.length;
  const isNumber = names.every((name, at) => (at < last ? /^\d+$/ : /^\d+\D*$/).test(name));
  const numbers = names.map((name) => Number.parseInt(name, 10));
  const first = numbers[0] ?? 0;
  const isSteady = isNumber && names.length > 2 && numbers.every((number, at) => number === first + at);
  return isSteady ? [...numbers, first + names.length] : null;
}

/** How bars are drawn: the values of each series, by the index of the bar, and whether the series are values of the fixed column. */
interface Drawn {
  kind: 'shares' | 'pairs' | 'bars';
  series: readonly RawSeries[];
  isOfFixed?: boolean;
  /** Whether two series are parts of a sum, by which they are ranked. */
  isOfSum?: boolean;
  /** Which measures are drawn; empty if all are. */
  note?: string;
}

function barsDocument(
  { title, category, measure, others, fixed, only }: BarsPlan,
  group: Group,
  words: ChartWords,
  { series, kind, isOfFixed = false, isOfSum = false, note = '' }: Drawn,
): ChartDocument {
  const { texts, language } = words;
  const [isShares, hasParts] = [kind === 'shares', kind !== 'bars'];
  const ofOneMeasure = !hasParts || isOfFixed;
  const isShared = others.some(({ label }) => label === measure.label);
  const label = (isShared && measureNames([measure, ...others])[0]) || measure.label;
  const ranked = isOfSum ? series : series.slice(0, 1);
  const byName = Map.groupBy(group.bars, ({ name }) => name);
  const all = group.bars.map(({ name, place }, at) => ({
    ...{ name: place && (byName.get(name)?.length ?? 0) > 1 ? `${name} (${place})` : name, at },
    value: ranked.reduce((sum, { points }) => sum + (points.get(at) ?? 0), 0),
  }));
  const ordered = group.withValue === all.length ? inNaturalOrder(all, hasParts) : null;
  const bars = ordered ?? (isShares ? all : withoutTies(all).toSorted((a, b) => b.value - a.value));
  const names = bars.map(({ name }) => name);
  const numbers = ordered && !hasParts ? columnNumbers(names) : null;
  const count = (number: number): string => intlNumbers(language).format(number);
  const hasLosses = bars.some(({ value }) => value < 0);
  const shown = { shown: count(bars.length), total: count(group.withValue) };
  const notes = [
    ...conditionsNote(only, fixed, group.values, texts),
    note,
    group.withValue > bars.length ? fill(hasLosses ? texts.farthest : texts.greatest, shown) : '',
    ...totalsNote([...group.totals, ...group.rests], words),
    group.without > 0 ? fill(texts.withoutValue, { count: count(group.without) }) : '',
  ];
  const caption = notes.filter(Boolean).join(' ');
  return summarized(
    {
      kind: numbers ? 'columns' : kind,
      title,
      measure: labelWith(ofOneMeasure ? label : isShares ? texts.shares : '', fixed, group.values, texts) || null,
      unit: isShares ? '%' : measure.unit,
      ...{ caption, notes: caption },
      x: numbers
        ? { title: category.label, kind: 'number', labels: names, positions: singleBins(numbers) }
        : categoryAxis(category.label, names),
      series: series.map(({ name, points }) => ({
        ...{ name, shown: true, reach: null },
        values: bars.map(({ at }) => points.get(at) ?? null),
      })),
      ...(group.totals.length > 0 && { totals: group.totals }),
    },
    words,
    isShares ? summarizeRanges : kind === 'pairs' ? summarizePairs : summarizeBars('summaryBars'),
  );
}

/** Returns a function that describes the greatest and the least bar. */
export function summarizeBars(text: 'summaryBars' | 'summaryFrequent'): Summarize {
  return ({ unit, x: { labels }, series: [one] }, { texts, language }) => {
    const inUnit = shortFormat(language, unit, one?.values);
    const points = valuesIn(one?.values ?? []);
    // Of equal bars, the last is the least.
    const [[least], [, greatest]] = [extremes(points.toReversed()), extremes(points)];
    return ofOne(
      sentenceOf(texts[text], {
        greatest: labels[greatest?.index ?? 0] ?? '',
        greatestValue: inUnit(greatest?.value ?? 0),
        least: labels[least?.index ?? 0] ?? '',
        leastValue: inUnit(least?.value ?? 0),
      }),
    );
  };
}

/** Describes the pair with the highest first value and the pair that differs most. */
const summarizePairs: Summarize = ({ unit, x: { labels }, series: [first, second] }, { texts, language }) => {
  const format = shortFormat(language, unit, [...(first?.values ?? []), ...(second?.values ?? [])]);
  const greatest = extremes(valuesIn(first?.values ?? []))[1]?.index ?? 0;
  const written = (series: ChartSeries | undefined, index: number): string => format(series?.values[index] ?? 0);
  const differences = labels.map((_, index) => {
    const [a, b] = [first?.values[index] ?? null, second?.values[index] ?? null];
    return a === null || b === null ? -1 : Math.abs(a - b);
  });
  const apart = differences.indexOf(Math.max(...differences));
  return ofOne(
    sentenceOf(texts.summaryPairs, {
      ...{ first: first?.name ?? '', second: second?.name ?? '' },
      ...{ apart: labels[apart] ?? '', apartFirst: written(first, apart), apartSecond: written(second, apart) },
      ...{ greatest: labels[greatest] ?? '', greatestValue: written(first, greatest) },
    }),
  );
};
