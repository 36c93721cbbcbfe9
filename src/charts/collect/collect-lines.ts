import { sampleCorrelation } from 'simple-statistics';
import { isWhole } from '../../contract/labels/total-labels.ts';
import { MAX_SERIES } from '../../contract/limits.ts';
import { fill } from '../../texts/fill-text.ts';
import { intlNumbers } from '../../texts/intl-formats.ts';
import { capitalized } from '../../texts/sentences.ts';
import type { ChartColumn, ChartRecord, ChartWords, TimeSource } from '../chart-data.ts';
import { sortedBy } from '../extremes.ts';
import { readableName, scaledUnit, shownUnit } from '../rules/column-names.ts';
import { MAX_RATIO } from '../rules/measures.ts';
import type { RecordsPlan } from '../rules/profile-plans.ts';
import { dateOf, monthOf, parseTimes, quarterOf, type Times, weekOf } from '../rules/read-times.ts';
import { countryAmong } from '../rules/value-names.ts';
import { timeName } from '../times.ts';
import { conditionsNote, labelWith } from './conditions.ts';
import { splitPoints } from './split-points.ts';
import type { RawSeries } from './totals.ts';

/** Lines over time: one for each measure, or one for each entity, such as a country. */
export interface LinesPlan extends RecordsPlan {
  kind: 'lines';
  time: TimeSource;
  /** Whether each measure has a panel of its own, with its own unit. */
  inPanels?: boolean;
  /** Measures with the same unit, unless they are in panels; only one if there are entities. */
  measures: readonly ChartColumn[];
  /** Column whose distinct values become series; null if each measure is a series. */
  entity: ChartColumn | null;
  /** Other columns that distinguish the records. Only one combination of their values is drawn. */
  fixed: readonly ChartColumn[];
  /** Whether the series are forecasts or runs of the same, of which the last one matters. */
  areRuns?: boolean;
  /** Columns that name the unit of each value, of which one is drawn, and what multiplies it; absent if the measure has a unit. */
  units?: { column: ChartColumn; scale: string | null };
  /** Columns of times that are not drawn, since their values are texts, or others in kind. */
  leftOut?: readonly string[];
  /** Columns that may tell series apart although nearly every record has its own time; none if absent. */
  labels?: readonly ChartColumn[];
  /** Names of the entities that the publisher wants shown; null if not specified. */
  show: readonly string[] | null;
  /** Number of all measures of the table; if absent, there are no others. */
  all?: number;
  /** Whether the publisher has named the measures. */
  isChosen?: boolean;
  /** Maximum number of measures to show initially. */
  shown: number;
}

/** Maximum share of values that may be left out because their series already has a value for the same time. */
const MAX_REPEATED = 0.05;

/** Two measures with at least this correlation are one quantity in two units, such as words and characters, and only the first is drawn. */
const SAME = 0.998;
/** Of more single events, no line chart is made. */
const MAX_EVENTS = 2000;
/** Measures without units are drawn together if their correlation with the first is at least this high. */
const LIKE = 0.3;

/** Returns the number of a string. Strings are numbered in order of first occurrence. */
function numberIn(numbers: Map<string, number>, text: string): number {
  const known = numbers.get(text);
  if (known === undefined) numbers.set(text, numbers.size);
  return known ?? numbers.size - 1;
}

export type LinesContent = NonNullable<ReturnType<typeof linesContent>>;

/** Reads values over time: those of each measure, or those of one measure for each entity. Null if the records do not fit. */
export function linesContent(plan: LinesPlan, records: Iterable<ChartRecord>, words: ChartWords) {
  const { title, time, fixed, show, units, labels = [] } = plan;
  let { entity, measures } = plan;
  const times = new Map<string, number>();
  const entities = new Map<string, number>();
  const combinations = new Map<string, number>();
  const rows: { time: number; entity: number; combination: number; labels: readonly string[] }[] = [];
  let values: (number | null)[][] = measures.map(() => []);
  for (const record of records) {
    const at = timeText(record, time);
    const name = plan.entity && record[plan.entity.name];
    const others: unknown[] = fixed.map((column) => record[column.name] ?? null);
    if (units) others.push(scaledUnit(String(record[units.column.name] ?? ''), units.scale && record[units.scale]));
    if (at === null || (plan.entity !== null && name === null)) continue;
    rows.push({
      time: numberIn(times, at),
      entity: plan.entity ? numberIn(entities, String(name)) : 0,
      combination: numberIn(combinations, JSON.stringify(others)),
      labels: labels.map((label) => String(record[label.name] ?? '–')),
    });
    for (const [index, { name: measure }] of measures.entries()) values[index]?.push(drawable(record[measure]));
  }
  const positions = timePositions([...times.keys()], plan.time);
  if (!positions) return null;
  const [least = 0, greatest = 0] = [Math.min, Math.max].map((of) => positions.positions.reduce((a, b) => of(a, b)));
  const best = entity ? mostComplete(rows, values[0] ?? [], [...combinations.keys()]) : null;
  const points = rows.flatMap(({ time, labels }, index) => {
    const value = values[0]?.[index] ?? null;
    return value === null ? [] : [{ position: positions.positions[time] ?? 0, value, labels }];
  });
  const [above = [], below = []] = values;
  const hasChanges = plan.inPanels === true && areChanges(above, below);
  // What holds until it is changed is one series, whoever changes it.
  const mayBeSeveral = labels.length > 0 && !time.isStart && !hasChanges;
  const split = mayBeSeveral ? splitPoints(points) : { label: null, isJoined: true };
  if (!split.isJoined && points.length > MAX_EVENTS) return null;
  if (split.label !== null) {
    entity = labels[split.label] ?? null;
    for (const row of rows) row.entity = numberIn(entities, row.labels[split.label] ?? '');
    values.length = 1;
  }
  let alike = plan.shown;
  if (!entity && !plan.isChosen && !plan.inPanels && measures[0]?.unit === null) {
    // Without units, also at the end of names, only the course of values suggests that they are of one kind.
    const unitIn = ({ name }: ChartColumn): string => /[([（][\p{L}%][^()[\]]*[)\]）]$/u.exec(name)?.[0] ?? name;
    const [first = []] = values;
    const unlike = measures.map((measure, at) =>
      Number(
        (measure.short !== measures[0]?.short &&
          unitIn(measure) !== unitIn(measures[0] ?? measure) &&
          correlation(first, values[at] ?? []) < LIKE) ||
          !areSimilar(first, values[at] ?? []),
      ),
    );
    alike = Math.min(alike, unlike.filter((is) => is === 0).length);
    [measures, values] = [sortedBy(measures, unlike), sortedBy(values, unlike)];
  }
  let [kept, repeated] = [0, 0];
  // Of a measure and its changes, such as those of an interest rate, the measure matters.
  const inPanels = plan.inPanels && !entity && !hasChanges && Math.abs(correlation(above, below)) < SAME;
  const names = entity ? [...entities.keys()] : measureNames(measures);
  const country = entity && countryAmong(names, entity.name, words.language);
  const series = names.map((name, index) => {
    return {
      name,
      isCountry: name === country,
      ...(inPanels && { unit: measures[index]?.unit ?? null }),
      points: new Map<number, number | null>(),
    };
  });
  rows.forEach((row, index) => {
    if (best !== null && row.combination !== best) return;
    const position = positions.positions[row.time] ?? 0;
    for (const [measure, column] of values.entries()) {
      const value = column[index] ?? null;
      const points = series[entity ? row.entity : measure]?.points;
      if (value !== null) kept++;
      if ((points?.get(position) ?? null) === null) points?.set(position, value);
      else if (value !== null) repeated++;
    }
  });
  if (kept === 0 || repeated > kept * MAX_REPEATED) return null;
  const drawn: (string | number | null)[] = best === null ? [] : JSON.parse([...combinations.keys()][best] ?? '[]');
  const fixedValues = drawn.slice(0, fixed.length);
  const unit = units ? String(drawn.at(-1)) : '';
  const [first] = measures;
  const isFixed = (key: string): boolean => String(JSON.parse(key).slice(0, -1)) === String(fixedValues);
  const hasUnits = units !== undefined && [...combinations.keys()].filter(isFixed).length > 1;
  const conditions = hasUnits ? ([[...fixed, units.column], drawn] as const) : ([fixed, fixedValues] as const);
  const notes = [
    ...conditionsNote(plan.only, ...conditions, words.texts),
    ...(plan.leftOut?.length ? [fill(words.texts.leftOut, { names: plan.leftOut.join(', ') })] : []),
    ...(repeated > 0 ? [fill(words.texts.repeated, { count: intlNumbers(words.language).format(repeated) })] : []),
  ];
  return {
    ...{ title, show, notes, words },
    /** All series, in file order. */
    series: (plan.inPanels && !entity && !inPanels ? series.slice(0, 1) : series) as readonly RawSeries[],
    drawn: (inPanels ? 'panels' : 'lines') as 'lines' | 'panels' | 'shares',
    measure:
      (first &&
        (entity || measures.every(({ short }) => short === first.short)) &&
        labelWith(first.label, fixed, fixedValues, words.texts)) ||
      null,
    unit: inPanels ? null : (first?.unit ?? shownUnit(unit)),
    timeLabel: time.label || timeName(positions.kind, words.language),
    times: positions,
    choice: entity ? entity.short : measures.length > 1 ? words.texts.columns : null,
    /** Whether each series is an entity, such as a country, or a measure. */
    rule: (entity ? 'entities' : 'measures') as 'entities' | 'measures',
    /** Whether the publisher has named the measures, so that totals among them are drawn. */
    isChosen: !entity && plan.isChosen === true,
    shown: entity ? MAX_SERIES : alike,
    /** Whether lines join the values of a series. If false, they are points. */
    isJoined: split.isJoined,
    isStepped: time.isStart === true,
    /** Whether another measure gives the changes of the only series, as a decision does. */
    hasChanges,
    all: plan.all,
    /** The first and the last time of all records, if none are left out. */
    span: plan.leftOut?.length ? null : [least, greatest],
    areRuns: plan.areRuns === true,
  };
}

/** Names for measures: the label of a single one; of several, the short names, with the names of columns where they are the same. */
export function measureNames(measures: readonly ChartColumn[]): string[] {
  const names = measures.map(({ short, label }) => (measures.length === 1 ? label : short));
  const isOnly = (name: string): boolean => names.indexOf(name) === names.lastIndexOf(name);
  const isShared = names.every((name) => name === names[0]);
  return measures.map(({ name }, index) => {
    const own = names[index] ?? name;
    return isOnly(own) ? own : isShared ? capitalized(readableName(name)) : `${own} (${name})`;
  });
}

/** The time of a record as a string; null if it has no time. */
function timeText(record: ChartRecord, { column, part }: LinesPlan['time']): string | null {
  const value = record[column] ?? null;
  if (value === null) return null;
  if (!part) return String(value);
  const within = record[part.column] ?? null;
  return within === null ? null : `${value}|${within}`;
}

/** Positions of times, which are written as in `timeText`; null if one is not a time. */
export function timePositions(texts: readonly string[], { part, packed }: TimeSource): Times | null {
  if (packed === 'date') return parseTimes(texts.map((text) => dateOf(text) ?? ''));
  if (packed) return parseTimes(texts.map((text) => text.replace(/(?=..$)/, packed === 'week' ? '-W' : 'M')));
  if (!part) return parseTimes(texts);
  const [read, mark] = PARTS[part.kind];
  const joined = texts.map((text) => {
    const [year, within = ''] = text.split('|');
    const number = read(within);
    return number === null ? '' : `${year}${mark}${String(number).padStart(part.kind === 'quarter' ? 1 : 2, '0')}`;
  });
  return parseTimes(joined);
}

/** How parts of years are read, and what precedes them in times. */
const PARTS = { month: [monthOf, 'M'], quarter: [quarterOf, '-Q'], week: [weekOf, '-W'] } as const;

/** Number of the combination with the most values of the measure; in a tie, that of the most totals, or else the first. */
function mostComplete(
  rows: readonly { combination: number }[],
  values: readonly (number | null)[],
  combinations: readonly string[],
): number {
  const all = combinations.map((text, index) => {
    const wholes = (JSON.parse(text) as unknown[]).filter((value) => isWhole(String(value))).length;
    return { index, count: 0, wholes };
  });
  rows.forEach(({ combination }, index) => {
    const one = all[combination];
    if (one && values[index] !== null) one.count += 1;
  });
  return all.toSorted((a, b) => b.count - a.count || b.wholes - a.wholes)[0]?.index ?? 0;
}

/** Pearson's correlation of two columns over the records that have both values, from -1 to 1; 0 if one of them is constant. */
function correlation(first: readonly (number | null)[], second: readonly (number | null)[]): number {
  const both = [...first.keys()].filter((at) => first[at] !== null && (second[at] ?? null) !== null);
  const [a, b] = [first, second].map((values) => both.map((at) => values[at] as number)) as [number[], number[]];
  return both.length < 2 ? 0 : sampleCorrelation(a, b) || 0;
}

/** Whether values are the changes of others from one record to the next, in ascending or descending order of time. */
function areChanges(values: readonly (number | null)[], changes: readonly (number | null)[]): boolean {
  return [1, -1].some((step) => {
    const differences = values.map((value, at) => {
      const beside = values[at + step] ?? null;
      return value === null || beside === null ? null : value - beside;
    });
    return Math.abs(correlation(differences, changes)) >= SAME;
  });
}

/** Whether the greatest magnitudes of two lists of values are similar. */
export function areSimilar(...lists: readonly Iterable<number | null>[]): boolean {
  const [first = 0, second = 0] = lists.map((values) =>
    [...values].reduce<number>((most, value) => Math.max(most, Math.abs(value ?? 0)), 0),
  );
  return first <= second * MAX_RATIO && second <= first * MAX_RATIO;
}

/** Returns finite numbers unchanged, and null for anything that cannot be drawn. */
export function drawable(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
