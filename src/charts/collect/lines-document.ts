import type { ChartDocument, ChartSeries, TimeKind } from '../../contract/chart-document.ts';
import { isRest } from '../../contract/labels/total-labels.ts';
import { MAX_SERIES } from '../../contract/limits.ts';
import { fill } from '../../texts/fill-text.ts';
import type { ChartRecord, ChartWords } from '../chart-data.ts';
import { extremes, sortedBy, valuesIn } from '../extremes.ts';
import { shortFormat } from '../numbers.ts';
import { parseTimes } from '../rules/read-times.ts';
import { type Summarize, sentenceOf, summarized } from '../summarize.ts';
import { labelsOf, timeLabels } from '../times.ts';
import { type LinesContent, type LinesPlan, linesContent } from './collect-lines.ts';
import { continuity, restDaysOf } from './continuity.ts';
import { rankSeries, ruleNote } from './rank-series.ts';
import { changesOf, reduceTimes } from './reduce-times.ts';
import { sharesOf } from './shares.ts';
import { type RawSeries, totalsNote, totalsOf } from './totals.ts';

/** Series that are not shown are left out if they would make the JSON of all series longer than this, in characters. */
const MAX_CHARACTERS = 120_000;
/** A value that is as it was before at this share of its times, such as an interest rate, holds until the next one; of rare days, at this share. */
const [CONSTANT, CONSTANT_OF_RARE] = [0.9, 0.4];
/** The caption names a series that is the highest at this share of its times, but is not drawn. */
const OFTEN = 1 / 3;
/** More than this share of the values of rates that are set are quarters of one. */
const MOSTLY_SET = 0.7;
/** Shares are drawn of sums of which the greatest is at most this many times the least. */
const MAX_UNEVEN = 10;
/** Significant digits kept in a fractional number, more than a drawing can show. Its integer part is always kept in full. */
const DIGITS = 7;

/** Draws values over time: those of each measure, or those of one measure for each entity. Null if the records do not fit. */
export function collectLines(plan: LinesPlan, records: Iterable<ChartRecord>, words: ChartWords): ChartDocument | null {
  const content = linesContent(plan, records, words);
  return content && linesDocument(content);
}

/** Makes the document of a line chart; null if there are no values or fewer than two times. */
function linesDocument(given: LinesContent): ChartDocument | null {
  const isByRules = !given.show && !given.isChosen && given.drawn !== 'shares';
  const sums = isByRules ? totalsOf(given.series) : new Set<RawSeries>();
  const parts = given.series.filter((one) => !sums.has(one));
  const shares = isByRules ? sharesOver(parts, [...sums]) : null;
  if (shares) {
    const { texts } = given.words;
    const measure = given.measure === null ? texts.shares : `${texts.shares}: ${given.measure}`;
    const as = { drawn: 'shares', rule: 'measures', unit: '%', choice: null, shown: shares.length } as const;
    return linesDocument({ ...given, ...as, measure, series: shares });
  }
  // What names no thing of its own, such as `Others`, is no rival of enough others.
  const peers = parts.filter(({ name }) => !isRest(name));
  const series = isByRules && given.rule === 'entities' && peers.length >= MAX_SERIES ? peers : parts;
  const totals = new Set(given.series.filter((one) => !series.includes(one)));
  // Measures that add up to others are parts, of which the largest matter, as among entities.
  const { words, times } = given;
  const { kind } = times;
  const runs = given.areRuns ? latestFirst(series) : null;
  const areRuns = runs !== null;
  const content = { ...given, series, areRuns, rule: totals.size > 0 ? 'entities' : given.rule } as const;
  const ranking = runs ? { series: runs, first: 0, last: null } : rankSeries(content);
  const ranked = [...ranking.series, ...totals];
  // Parts that add up are of one kind.
  const most = areRuns ? 1 : content.show || sums.size > 0 ? MAX_SERIES : content.shown;
  const shownCount = Math.min(most, given.drawn === 'shares' ? most : MAX_SERIES, ranking.series.length);
  const chosen = content.show?.flatMap((name) => ranked.filter((one) => one.name === name)).slice(0, MAX_SERIES) ?? [];
  const shown = chosen.length > 0 ? chosen : ranked.slice(0, shownCount);
  const others = ranked.filter((one) => !shown.includes(one));
  const positions = allPositions(ranked, areRuns ? ranked : shown);
  if (positions.length < 2) return null;
  const constantOf = ({ points }: RawSeries): number =>
    1 - changesOf(points, positions).length / (valuesIn([...points.values()]).length - 1);
  // On days that are far apart, something is decided, such as a rate and its change.
  const areRare = kind === 'date' && (positions.at(-1) ?? 0) - (positions[0] ?? 0) > 7 * positions.length;
  const areSet = areRare && content.isJoined && areSetRates(shown);
  const areDecided =
    content.isStepped ||
    areSet ||
    (areRare && (content.hasChanges || shown.some((one) => constantOf(one) > CONSTANT_OF_RARE)));
  const isStepped = (one: RawSeries): boolean => areDecided || constantOf(one) > CONSTANT;
  const lines = shown.map((one) => ({
    points: one.points,
    restDays: restDaysOf(one.points, positions, kind),
  }));
  // Events stand for themselves.
  const kept = !content.isJoined ? positions : reduceTimes(positions, lines);
  const keptPositions = new Set(kept);
  const timeOf = labelsOf(times, words);
  const drawn = [...shown, ...others].map((one, index): ChartSeries => {
    const values = kept.map((position) => compact(one.points.get(position) ?? null));
    return {
      name: one.name,
      values,
      shown: index < shown.length,
      ...(one.unit !== undefined && { unit: one.unit }),
      ...(isStepped(one)
        ? // What a table has at no time is unchanged; a null is a gap.
          { reach: null, isStepped: true, ...(![...one.points.values()].includes(null) && { passesNulls: true }) }
        : !content.isJoined
          ? { reach: 0 }
          : continuity(one.points, positions, keptPositions, kind)),
    };
  });
  const labels = kept.map(timeOf);
  const fitting = withinSize(drawn);
  const span = given.span?.map(timeOf) ?? null;
  const rule = ruleNote(content, ranking, shown.length, chosen.length > 0, timeOf);
  const left = chosen.length === 0 && ranking.last ? others.filter((one) => !totals.has(one)) : [];
  const names = [...totals, ...oftenHighest(left, shown)].map(({ name }) => name);
  const notes = [...content.notes, ...totalsNote(names, words)];
  const isOnly = shown.length === 1 && given.rule === 'measures';
  return summarized(
    {
      kind: content.drawn,
      title: content.title,
      measure: content.measure ?? (isOnly ? (fitting[0]?.name ?? null) : null),
      unit: content.unit,
      caption: [rule, ...notes].filter((note) => note !== '').join(' '),
      notes: content.notes.join(' '),
      span: span && [...new Set(span)].join('–'),
      x: { title: content.timeLabel, kind, labels, positions: kept },
      choice: fitting.length > 1 ? content.choice : null,
      series: fitting,
      ...(sums.size > 0 && { totals: [...sums].map(({ name }) => name) }),
      ...(areRuns && { hasFaintLines: true }),
    },
    words,
    summarizeLines,
  );
}

/** Whether most values are quarters of one, but not all are whole, as those of rates that are set on rare days. */
function areSetRates(series: readonly RawSeries[]): boolean {
  const values = series.flatMap(({ points }) => valuesIn([...points.values()]).map(({ value }) => value));
  return (
    values.filter((value) => value % 0.25 === 0).length > values.length * MOSTLY_SET && !values.every(Number.isInteger)
  );
}

/** The series that is most often farther from zero than all others, such as one that ends early or was important once; none if it seldom is. */
function oftenHighest(series: readonly RawSeries[], others: readonly RawSeries[]): RawSeries[] {
  const shares = series.map(({ points }) => {
    const known = [...points].filter((point): point is [number, number] => point[1] !== null);
    const high = known.filter(([at, value]) =>
      others.every((one) => Math.abs(one.points.get(at) ?? 0) < Math.abs(value)),
    );
    return high.length / known.length;
  });
  const most = Math.max(...shares);
  return most < OFTEN ? [] : series.slice(shares.indexOf(most)).slice(0, 1);
}

/** Shares of series in their only total, or in 100; null if they do not add up to it. */
function sharesOver(series: readonly RawSeries[], totals: readonly RawSeries[]) {
  const [total, ...more] = totals;
  const wholeAt = (at: number): number | null => (total ? (total.points.get(at) ?? null) : 100);
  const mayBe = !total || (more.length === 0 && series.length > 2);
  // Shares of sums that differ much, as of what is due in each year, would make little look like much.
  const wholes = total ? valuesIn([...total.points.values()]).map(({ value }) => value) : [100];
  const isEven = Math.max(...wholes) <= MAX_UNEVEN * Math.min(...wholes);
  // Two parts of a sum say more as they are.
  return mayBe && isEven ? sharesOf(series, wholeAt) : null;
}

/** Series of at least two values that are called by times, as forecasts are, the latest first; null if they are not. */
function latestFirst(series: readonly RawSeries[]): RawSeries[] | null {
  const known = series.filter(({ points }) => valuesIn([...points.values()]).length > 1);
  const backwards = parseTimes(known.map(({ name }) => name))?.positions.map((position) => -position);
  return backwards ? sortedBy(known, backwards) : null;
}

/** Positions of all series, in ascending order, from the first to the last value of the shown series. */
function allPositions(series: readonly RawSeries[], shown: readonly RawSeries[]): number[] {
  const all = [...new Set(series.flatMap(({ points }) => [...points.keys()]))].sort((a, b) => a - b);
  const hasValue = (position: number): boolean => shown.some(({ points }) => (points.get(position) ?? null) !== null);
  return all.slice(all.findIndex(hasValue), all.findLastIndex(hasValue) + 1);
}

function compact(value: number | null): number | null {
  if (value === null || Number.isInteger(value)) return value;
  const wholeDigits = Math.floor(Math.log10(Math.abs(value))) + 1;
  return Number(value.toPrecision(Math.max(DIGITS, wholeDigits)));
}

function withinSize(series: readonly ChartSeries[]): ChartSeries[] {
  let room = MAX_CHARACTERS;
  return series.filter((one) => {
    if (room <= 0 && !one.shown) return false;
    room -= JSON.stringify(one).length;
    return room >= 0 || one.shown;
  });
}

/** Maximum number of sentences in a summary. Screen readers read all of them aloud. */
const MAX_SENTENCES = 2;

/** Describes the first, last, lowest and highest values of each shown line. */
export const summarizeLines: Summarize = ({ unit, x, series }, { texts, language }) => {
  const shown = series.filter((one) => one.shown);
  const found = shown.flatMap(({ name, values, unit: own = unit }) => {
    const points = valuesIn(values);
    const [first, last] = [points[0], points.at(-1)];
    const [least, greatest] = extremes(points);
    if (!first || !last || !least || !greatest) return [];
    return [{ name, first, last, least, greatest, format: shortFormat(language, own, values) }];
  });
  const { on, during } = timesInWords(x, texts, language);
  const details = found.map(({ name, first, last, least, greatest, format }) =>
    sentenceOf(texts[sentenceFor(first, last, least, greatest)], {
      name,
      first: format(first.value),
      from: on(first.index),
      last: format(last.value),
      to: on(last.index),
      least: format(least.value),
      leastTime: on(least.index),
      greatest: format(greatest.value),
      greatestTime: on(greatest.index),
      during: during(first.index, last.index),
    }),
  );
  const [one] = found;
  if (!one || details.length <= MAX_SENTENCES) return { summary: details.join(' '), details };
  const top = found.reduce((a, b) => (b.greatest.value > a.greatest.value ? b : a));
  const ends = found.flatMap(({ first, last }) => [first.index, last.index]);
  const summary = sentenceOf(texts.summaryLines, {
    names: new Intl.ListFormat(language).format(found.map(({ name }) => name)),
    during: during(Math.min(...ends), Math.max(...ends)),
    greatest: top.name,
    greatestValue: top.format(top.greatest.value),
    greatestTime: on(top.greatest.index),
  });
  return { summary, details };
};

type Point = ReturnType<typeof valuesIn>[number];

function sentenceFor(first: Point, last: Point, least: Point, greatest: Point) {
  if (first === last) return 'summaryPoint';
  if (least.value === greatest.value) return 'summaryConstant';
  if (first.value === least.value && last.value === greatest.value) return 'summaryRise';
  return first.value === greatest.value && last.value === least.value ? 'summaryFall' : 'summaryLine';
}

/** Returns functions that write times for sentences, given their indexes: `on 5 March 2019`, `from March 2019 to May 2020`. */
function timesInWords({ kind, labels, positions }: ChartDocument['x'], texts: ChartWords['texts'], language: string) {
  const unit = kind as TimeKind;
  // Years, quarters and weeks have no names of months, but may have labels of their own, such as `2019-20`.
  const areWeeks = unit === 'date' && labels.every((label) => /^\d{4}-W\d\d$/.test(label));
  const hasLabels = unit === 'year' || unit === 'quarter' || areWeeks;
  const during = unit === 'year' || unit === 'month' || areWeeks ? texts.during.months : texts.during.days;
  const long = timeLabels(unit, language, texts.quarter, 'long');
  const time = (index: number): string => (hasLabels ? (labels[index] ?? '') : long(positions[index] ?? 0));
  return {
    on: (index: number) => fill(texts.on[areWeeks ? 'quarter' : unit], { time: time(index) }),
    during: (from: number, to: number) => fill(during, { from: time(from), to: time(to) }),
  };
}
