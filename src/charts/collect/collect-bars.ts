import type { ChartDocument } from '../../contract/chart-document.ts';
import { fill } from '../../texts/fill-text.ts';
import { intlNumbers } from '../../texts/intl-formats.ts';
import type { ChartColumn, ChartRecord, ChartWords, RecordsPlan } from '../chart-data.ts';
import { extremes, valuesIn } from '../extremes.ts';
import { shortFormat } from '../numbers.ts';
import { naturalOrder } from '../rules/natural-order.ts';
import { singleBins } from '../rules/single-bins.ts';
import { categoryAxis, ofOne, type Summarize, sentenceOf, summarized } from '../summarize.ts';
import { drawable } from './collect-lines.ts';
import { conditionsNote, labelWith } from './conditions.ts';

/** Bars: one value for each category. */
export interface BarsPlan extends RecordsPlan {
  kind: 'bars';
  category: ChartColumn;
  measure: ChartColumn;
  fixed: readonly ChartColumn[];
}

/** Maximum number of bars in a chart. */
export const MAX_BARS = 15;
/** Maximum number of bars whose names have an order of their own; more are drawn as columns above numbers, up to `CATEGORIES_KEPT`. */
const MAX_ORDERED = 25;
/** Maximum number of bars kept for a group while records are read. A group that exceeds it is cut back to its `MAX_BARS` largest. */
const CATEGORIES_KEPT = 130;

/** Maximum share of values with a repeated category. Beyond it, the category and fixed columns do not distinguish the records. */
const MAX_REPEATED = 0.05;

interface Bar {
  name: string;
  value: number;
  order: number;
}

/**
 * Starts a group of records with the same values of the fixed columns. Its `names` are the categories that have occurred so far; none if no
 * columns are fixed, since repetitions are then not counted.
 */
function newGroup(values: readonly string[]) {
  return { values, bars: [] as Bar[], withValue: 0, without: 0, names: new Set<string>(), repeated: 0 };
}

/** Draws the largest values of a measure, each with its category; null if the records do not fit. */
export function collectBars(plan: BarsPlan, records: Iterable<ChartRecord>, words: ChartWords): ChartDocument | null {
  const { category, measure, fixed } = plan;
  const groups = new Map<string, ReturnType<typeof newGroup>>();
  let order = 0;
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
    if (fixed.length > 0) group.names.add(name);
    group.bars.push({ name, value, order: order++ });
    if (group.bars.length > CATEGORIES_KEPT) group.bars = greatest(group.bars);
  }
  const [best] = [...groups.values()].sort((a, b) => b.withValue - a.withValue);
  if (!best || best.withValue < 2 || best.repeated > best.withValue * MAX_REPEATED) return null;
  return barsDocument(plan, best, words);
}

/** Selects the largest bars by magnitude, so that losses count as much as gains. Equal bars stay in file order. */
function greatest(bars: readonly Bar[]): Bar[] {
  return [...bars].sort((a, b) => Math.abs(b.value) - Math.abs(a.value) || a.order - b.order).slice(0, MAX_BARS);
}

/** All bars in the order that their names have of themselves; null if they have none, or if they are too many to draw. */
function inNaturalOrder(bars: readonly Bar[]): Bar[] | null {
  const ranks = naturalOrder(bars.map(({ name }) => name));
  const ranked = ranks && bars.map((bar, at) => ({ bar, rank: ranks[at] ?? 0 })).sort((a, b) => a.rank - b.rank);
  const ordered = ranked?.map(({ bar }) => bar);
  return ordered && (ordered.length <= MAX_ORDERED || columnNumbers(ordered.map(({ name }) => name))) ? ordered : null;
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

function barsDocument(
  { title, category, measure, fixed, only }: BarsPlan,
  group: ReturnType<typeof newGroup>,
  { texts, language }: ChartWords,
): ChartDocument {
  const ordered = group.withValue === group.bars.length ? inNaturalOrder(group.bars) : null;
  const bars = ordered ?? greatest(group.bars).sort((a, b) => b.value - a.value || a.order - b.order);
  const names = bars.map(({ name }) => name);
  const numbers = ordered && columnNumbers(names);
  const count = (number: number): string => intlNumbers(language).format(number);
  const notes = [
    ...conditionsNote(only, fixed, group.values, texts),
    ...(group.withValue > bars.length
      ? [fill(texts.greatest, { shown: count(bars.length), total: count(group.withValue) })]
      : []),
    ...(group.without > 0 ? [fill(texts.withoutValue, { count: count(group.without) })] : []),
  ];
  return summarized(
    {
      kind: numbers ? 'columns' : 'bars',
      title,
      measure: labelWith(measure.label, group.values),
      unit: measure.unit,
      caption: notes.join(' '),
      notes: notes.join(' '),
      x: numbers
        ? { title: category.label, kind: 'number', labels: names, positions: singleBins(numbers) }
        : categoryAxis(category.label, names),
      series: [{ name: measure.short, values: bars.map(({ value }) => value), shown: true, reach: null }],
    },
    { texts, language },
    summarizeBars('summaryBars'),
  );
}

/** Returns a function that describes the greatest and the least bar. */
export function summarizeBars(text: 'summaryBars' | 'summaryFrequent'): Summarize {
  return ({ unit, x: { labels }, series: [one] }, { texts, language }) => {
    const inUnit = shortFormat(language, unit);
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
