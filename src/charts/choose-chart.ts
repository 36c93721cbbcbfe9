import { UNIT_COLUMNS, VALID } from '../contract/column-words.ts';
import type { AboutDocument, ProfileColumn, ProfileDocument } from '../contract/documents.ts';
import { labelOf } from '../contract/labels/value-labels.ts';
import { MAX_SERIES } from '../contract/limits.ts';
import type { ChartChoice } from '../model.ts';
import { type ChartColumn, type Condition, type TimeSource, UNFOLDED } from './chart-data.ts';
import type { BarsPlan } from './collect/collect-bars.ts';
import type { LinesPlan } from './collect/collect-lines.ts';
import type { PointsPlan } from './collect/collect-points.ts';
import { isSkewed } from './collect/skewed-bins.ts';
import type { ChartPlan, RecordsChartPlan } from './collect-chart.ts';
import { chartColumn, scaledUnit } from './rules/column-names.ts';
import { columnRoles, isNamedScale, isOfWeeks, isScale, isYears, mayBeCodes, packedIn } from './rules/column-roles.ts';
import {
  categoryOf,
  entityOf,
  isShort,
  type Keys,
  type NamedKeys,
  otherKeys,
  seriesKeys,
  smallestKey,
  type Table,
} from './rules/keys.ts';
import { isComparable, latestOf, orderedMeasures, partnerOf, unitOf } from './rules/measures.ts';
import { MANY, type ProfilePlan, planCounts, planHistogram } from './rules/profile-plans.ts';
import { findTimeColumns } from './rules/time-columns.ts';
import { wordIn, wordsOf } from './rules/words.ts';

/** Of at least this many columns whose names only count, none is drawn. */
const MANY_NUMBERED = 12;
/** Maximum number of measures that readers can choose from. */
const MAX_MEASURES = 60;
/** Maximum number of other measures that may be the parts of a whole, or the whole. */
const MAX_OTHERS = 15;
/** Maximum number of values of a table with a column for each time that are drawn as those of a long table. */
const MAX_UNFOLDED = 500_000;
/** Columns with at most this many distinct values are preferred for a chart of value counts. */
const MAX_COUNTED = 50;
/** Matches the names and descriptions of columns of times from which on values hold. */
const VALID_FROM = wordIn(VALID);
/** Matches the names of columns that say what units are multiplied by: in words, or in SDMX as a power of ten. */
const SCALE_COLUMN = /^(?:scalar.?factor|unit.?mult|multiplier)$/i;
/** Matches the names of columns whose cells name the unit of the numbers beside them. */
const UNIT = new RegExp(`^(?:${UNIT_COLUMNS})$`, 'i');

/** A plan without its title, conditions and fallback, which `chooseChart` adds. */
type Draft<Plan = RecordsChartPlan> = Plan extends unknown ? Omit<Plan, 'title' | 'only' | 'otherwise'> : never;

/**
 * Chooses a chart for a dataset by the rules in docs/charts.md, without reading its records. Null if nothing is worth drawing or the
 * publisher wants no chart. The publisher's choice takes precedence, but if the table does not allow it, the rules decide.
 *
 * `sentence` is the first sentence of the dataset's description.
 */
export function chooseChart(given: ProfileDocument, about: AboutDocument, sentence = ''): ChartPlan | null {
  const profile = withUnit(given);
  const choice = about.chart;
  if (choice?.type === 'none' || profile.row_count < 2) return null;
  const title = choice?.title ?? profile.name;
  const only = conditionsOf(profile, choice);
  const names = only.map(({ column }) => column);
  const roles = columnRoles(profile);
  const table = {
    // Columns with a condition have only one value left, so they cannot distinguish records.
    profile: {
      ...profile,
      key_columns: profile.key_columns?.filter((name) => !names.includes(name)) ?? null,
    },
    roles: { ...roles, labels: roles.labels.filter(({ name }) => !names.includes(name)) },
    title,
    texts: [profile.name, sentence],
  };
  const chosen = choice && chosenChart(table, choice);
  // If most numbers are not read as such, others would be drawn in their place.
  const unread = profile.columns.filter((it) => !roles.times.includes(it) && areUnread(it));
  if (!chosen && unread.length > 0 && unread.length >= roles.measures.length) return null;
  if (!chosen && (isMatrix(profile) || hasNumberedColumns(profile))) return null;
  const lines = linesOfMeasures(table);
  // Events at many places, such as earthquakes, are no series.
  const places = roles.coordinates?.latitude.distinct_count ?? 0;
  const areEvents = lines?.entity === null && places >= table.profile.row_count / 2;
  const plan =
    chosen ??
    monthsOfYears(table) ??
    (areEvents ? points(table) : lines) ??
    wideChart(table, null) ??
    scatter(table) ??
    bars(table) ??
    points(table) ??
    profileChart(table);
  if (plan?.kind === 'histogram' || plan?.kind === 'counts') return plan;
  return plan && { ...plan, title, only, otherwise: profileChart(table) };
}

/** Whether most columns are called by values of another column, as in a table of journeys from each place to each other one. */
function isMatrix({ columns }: ProfileDocument): boolean {
  const names = columns.map(({ name }) => name);
  return columns.some(({ top_values: top }) => {
    const called = top?.filter(({ value }) => names.includes(String(value))) ?? [];
    return called.length > 2 && called.length * 2 > columns.length;
  });
}

/** Whether many columns of numbers have names that only count, as those of hours do: none of them says anything without the others. */
function hasNumberedColumns({ columns }: ProfileDocument): boolean {
  const numbered = columns.filter(({ type, labels }) => type !== 'object' && !labels);
  const names = numbered.flatMap(({ name }) => (/^\D*\d{1,3}\D*$/.test(name) ? name.replace(/\d+/, '#') : []));
  return [...Map.groupBy(names, String).values()].some(({ length }) => length >= MANY_NUMBERED);
}

/** Whether texts are numbers in a format that the publisher has not declared, such as `14,1`. */
function areUnread({ type, top_values: top }: ProfileColumn): boolean {
  const texts = type === 'object' ? (top ?? []).map(({ value }) => String(value)) : [];
  return texts.some((text) => text.includes(',')) && texts.every((text) => /^[-+−]?[\d. ]+(?:,\d+)? ?%?$/.test(text));
}

/** Gives the unit that all cells of a column of units name to the only measure without one, or to columns that are called by times. */
function withUnit(profile: ProfileDocument): ProfileDocument {
  const named = profile.columns.find((it) => UNIT.test(it.name) && it.distinct_count === 1 && it.null_share === 0);
  const { value } = named?.top_values?.[0] ?? {};
  if (!named || typeof value !== 'string') return profile;
  // The unit in a name, such as `EUR/MWh` beside a column of currencies, says more.
  const measures = columnRoles(profile).measures.filter(
    ({ unit, name, distinct_count: distinct }) => unit === null && distinct > 1 && !/[([].*[)\]]/.test(name),
  );
  const wide = findTimeColumns(profile)?.columns.map(({ column }) => column);
  const names = wide ?? (measures.length === 1 ? measures.map(({ name }) => name) : []);
  const scale = profile.columns.find((it) => SCALE_COLUMN.test(it.name));
  // What a number is multiplied by may differ from row to row.
  if (scale && scale.distinct_count > 1) return profile;
  const unit = scaledUnit(labelOf(named, value) ?? value, scale?.top_values?.[0]?.value);
  const columns = profile.columns.map((it) => (it.unit === null && names.includes(it.name) ? { ...it, unit } : it));
  return { ...profile, columns };
}

/** The conditions set by the publisher. */
function conditionsOf({ columns }: ProfileDocument, choice: ChartChoice | null): Condition[] {
  return Object.entries(choice?.only ?? {}).map(([column, value]) => {
    const found = columns.find(({ name }) => name === column);
    const label = found && labelOf(found, value);
    return { column, value, ...(label && { label }) };
  });
}

function linesOfMeasures(table: Table): Draft<LinesPlan> | null {
  const times = timeOf(table, table.roles.times);
  const measures = orderedMeasures(table);
  const keys = times && measures.length > 0 ? seriesKeys(table, times) : null;
  // Values for the same times as of several times, such as forecasts, replace one another.
  const areRuns = table.roles.times.some((column) => column === keys?.entity);
  // Beside a currency, a unit is what a price is for.
  const { columns } = table.profile;
  const [unit, ...more] = measures[0]?.unit === null ? columns.filter(({ name }) => UNIT.test(name)) : [];
  const scale = columns.find(({ name }) => SCALE_COLUMN.test(name))?.name ?? null;
  const isKey = [keys?.entity, ...(keys?.fixed ?? [])].includes(unit);
  const units =
    unit && more.length === 0 && keys?.entity && !isKey ? { units: { column: chartColumn(unit), scale } } : null;
  const also = { ...(areRuns && { areRuns }), ...units };
  // Lines of the same weeks of several seasons would say nothing of each.
  if (keys?.entity && isOfWeeks(keys.entity)) return null;
  return times && keys && { ...linesPlan(times, keys, measures, null), ...also };
}

function linesPlan(
  time: TimeSource,
  { entity, fixed, labels = [] }: Keys,
  measures: readonly ProfileColumn[],
  choice: ChartChoice | null,
): Draft<LinesPlan> {
  const [first] = measures;
  const near = measures.filter((other) => first && isComparable(first, other, choice));
  const isAlone = !entity && near.length <= 1;
  // Without units, much smaller measures may be parts of the first.
  const isUnknown = first?.unit === null && choice?.y === undefined;
  const shared = isUnknown ? measures.filter((it) => unitOf(it) === unitOf(first)) : near;
  const second = isAlone ? measures.slice(1).find(({ distinct_count: distinct }) => distinct > 1) : undefined;
  const drawn = first && second ? [first, second] : shared.slice(0, entity ? 1 : MAX_MEASURES);
  return {
    kind: 'lines',
    time,
    ...(second && { inPanels: true }),
    measures: drawn.map(chartColumn),
    entity: entity && chartColumn(entity),
    fixed: fixed.map(chartColumn),
    labels: labels.map(chartColumn),
    all: measures.length,
    show: choice?.show ?? null,
    isChosen: choice?.y !== undefined,
    shown: choice?.y?.length ?? MAX_SERIES,
  };
}

/** Chooses the times: years with months, quarters or weeks, or else one column, preferably a key column, with the most distinct values. */
function timeOf({ profile, roles: { part } }: Table, times: readonly ProfileColumn[]): TimeSource | null {
  const years = part && times.find(isYears);
  if (years && part) {
    return { column: years.name, part: { column: part.column.name, kind: part.kind }, label: chartColumn(years).label };
  }
  const keys = new Set(profile.key_columns);
  const [best] = [...times].sort(
    (a, b) => Number(keys.has(b.name)) - Number(keys.has(a.name)) || b.distinct_count - a.distinct_count,
  );
  const packed = best && packedIn(best);
  const isStart = best && VALID_FROM.test(`${wordsOf(best.name)} ${best.description}`);
  const also = { ...(packed && { packed }), ...(isStart && { isStart }) };
  return best ? { column: best.name, part: null, ...also, label: chartColumn(best).label } : null;
}

/** Plans the line of a table with a record for each year and a column for each month. */
function monthsOfYears(table: Table): Draft<LinesPlan> | null {
  const years = table.roles.times.find(isYears);
  const found = years?.is_unique ? findTimeColumns(table.profile) : null;
  if (!years || !found?.areMonths) return null;
  const part = { column: UNFOLDED.time, kind: 'month' } as const;
  const time = { column: years.name, part, label: chartColumn(years).label };
  const label = found.measure.label || table.title;
  const measures = [{ ...found.measure, label, short: label }];
  return { ...linesPlan(time, { entity: null, fixed: [] }, [], null), wide: found.columns, measures };
}

/** Plans the chart of a table with a column for each time, unless the publisher has chosen measures. */
function wideChart(table: Table, choice: ChartChoice | null): Draft<LinesPlan> | Draft<BarsPlan> | null {
  const { profile, roles } = table;
  const found = choice?.y ? null : findTimeColumns(profile);
  if (!found || found.columns.length * profile.row_count > MAX_UNFOLDED) return null;
  const { columns: wide, measure, leftOut } = found;
  const texts = roles.labels.filter(({ type, distinct_count: distinct }) => type === 'object' && distinct > 1);
  const ruled = categoryOf(table) ?? entityOf(profile, smallestKey(profile.row_count, texts, 1) ?? []);
  const series = roles.labels.find(({ name }) => name === choice?.series);
  const keys = series ? { entity: series, fixed: ruled ? otherKeys(ruled, series) : [] } : ruled;
  if (!keys) return null;
  const time = { column: UNFOLDED.time, part: null, label: '' };
  if (!found.areMonths) return { ...linesPlan(time, keys, [], choice), wide, leftOut, measures: [measure] };
  const fixed = [keys.entity, ...keys.fixed].map(chartColumn);
  const category = { ...measure, name: UNFOLDED.time, unit: null };
  return { kind: 'bars', wide, category, measure, others: [], partner: null, fixed };
}

function bars(table: Table): Draft<BarsPlan> | null {
  const [best] = orderedMeasures(table, table.texts.slice(0, 1));
  const measure = best && latestOf(best, table.roles.measures);
  if (!measure || measure.distinct_count < 2 || mayBeCodes(measure, table.profile)) return null;
  const category = categoryOf(table);
  const others = table.roles.measures.filter((other) => other !== measure && unitOf(other) === unitOf(measure));
  const plan = category && barsPlan(category, measure, others.slice(0, MAX_OTHERS), partnerOf(measure, table));
  return plan && { ...plan, all: table.roles.measures.length };
}

function barsPlan(
  { entity, fixed, within }: NamedKeys,
  measure: ProfileColumn,
  others: readonly ProfileColumn[],
  partner: ProfileColumn | null | undefined,
): Draft<BarsPlan> {
  return {
    kind: 'bars',
    category: chartColumn(entity),
    measure: chartColumn(measure),
    others: others.map(chartColumn),
    partner: partner ? chartColumn(partner) : null,
    ...(within && { within: chartColumn(within) }),
    fixed: fixed.map(chartColumn),
  };
}

/** Plans a point for each of many things, if they have two measures of different kinds. */
function scatter(table: Table): Draft<PointsPlan> | null {
  const { profile, roles } = table;
  // Skewed values would be crowded in a corner, unless a logarithmic axis can show them.
  const isEven = ({ min, histogram: bins }: ProfileColumn): boolean => Number(min) > 0 || !bins || !isSkewed(bins);
  const varying = roles.measures.filter((it) => it.distinct_count >= MANY && isEven(it) && !mayBeCodes(it, profile));
  const [across, up, ...more] = varying;
  const things = categoryOf(table);
  if (!across || !up || more.length > 0 || partnerOf(across, table) === up) return null;
  if (profile.row_count < MANY || things?.entity.type !== 'object' || things.fixed.length > 0) return null;
  const [x, y, name] = [across, up, things.entity].map(chartColumn) as [ChartColumn, ChartColumn, ChartColumn];
  return { kind: 'points', isMap: false, across: x, up: y, name };
}

/** Plans a map of the places that two columns of coordinates locate. */
function points({ profile, roles }: Table): Draft<PointsPlan> | null {
  const place = roles.coordinates;
  if (!place) return null;
  const enough = Math.min(profile.row_count, place.latitude.distinct_count) / 2;
  const name = roles.labels.find(
    (it) => it.type === 'object' && it.format === null && it.distinct_count >= enough && isShort(it),
  );
  const [across, up] = [chartColumn(place.longitude), chartColumn(place.latitude)];
  return { kind: 'points', isMap: true, across, up, name: name ? chartColumn(name) : null };
}

/** Plans a chart that needs only the profile: a histogram of a measure, or the value counts of a column. */
function profileChart(table: Table): ProfilePlan | null {
  const measures = orderedMeasures(table, table.texts.slice(0, 1));
  const isCode = (column: ProfileColumn): boolean => mayBeCodes(column, table.profile);
  const { labels } = table.roles;
  const [bins] = measures.flatMap((measure) => (isCode(measure) ? [] : (planHistogram(table, measure) ?? [])));
  const labelled = labels.find((column) => column.labels);
  const meant = labelled && planCounts(table, labelled);
  if (bins) return bins;
  const counted = labels.map((column) => planCounts(table, column)).filter((plan) => plan !== null);
  const few = counted.find(({ distinct }) => distinct <= MAX_COUNTED);
  const scales = [...labels, ...measures.filter(isCode)].filter((column) => isScale(column) && !column.is_unique);
  const scale = scales.find(isNamedScale) ?? (few ? undefined : scales[0]);
  const [most = null] = counted.sort((a, b) => (b.values[0]?.count ?? 0) - (a.values[0]?.count ?? 0));
  return meant ?? (scale && planHistogram(table, scale)) ?? few ?? most;
}

/** Plans the chart that the publisher has chosen; null if the table does not allow it. */
function chosenChart(table: Table, choice: ChartChoice): Draft | ProfilePlan | null {
  const { profile, roles } = table;
  const find = (name: string | undefined) => profile.columns.find((column) => column.name === name);
  const chosen = (choice.y ?? []).map(find);
  if (chosen.some((it) => !it || it.type === 'object' || it.distinct_count === 0)) return null;
  const ys = chosen.filter((column) => column !== undefined);
  const measures = ys.length > 0 ? ys : orderedMeasures(table);
  const [measure] = measures;
  const x = find(choice.x);
  const series = find(choice.series);
  const isOfTime = x === undefined || roles.times.includes(x) || x === roles.part?.column;
  const type = choice.type ?? (isOfTime ? 'line' : 'bar');
  if (type === 'histogram') return measure ? planHistogram(table, measure) : null;
  if (type === 'bar') {
    if (!measure) return null;
    const category = x ? { entity: x, fixed: series ? [series] : [] } : categoryOf(table);
    const plan =
      category && barsPlan(category, measure, ys.slice(1), ys[1] ?? (choice.y ? null : partnerOf(measure, table)));
    return plan && { ...plan, isChosen: choice.y !== undefined };
  }
  if (!isOfTime) return null;
  const time = timeOf(table, x && x !== roles.part?.column ? [x] : roles.times);
  if (!measure || !time) return wideChart(table, choice);
  const found = seriesKeys(table, time);
  const keys = series ? { entity: series, fixed: found ? otherKeys(found, series) : [] } : found;
  return keys && linesPlan(time, keys, measures, choice);
}
