import { INDICATORS } from '../../contract/column-words.ts';
import type { ProfileColumn, ProfileDocument } from '../../contract/documents.ts';
import { isWhole } from '../../contract/labels/total-labels.ts';
import type { TimeSource } from '../chart-data.ts';
import { type ColumnRoles, isNamedScale, isScale } from './column-roles.ts';
import { MAX_ORDERED } from './natural-order.ts';

/** A table, as its profile describes it. */
export interface Table {
  profile: ProfileDocument;
  roles: ColumnRoles;
  title: string;
  /** The dataset's name and the first sentence of its description, which often mention its main measures. */
  texts: readonly string[];
}

/** The column whose values become series or bars, and the columns that are fixed at one value. */
export interface Keys {
  entity: ProfileColumn | null;
  fixed: readonly ProfileColumn[];
  /** What tells namesakes apart, such as their states; absent if names are unique. */
  within?: ProfileColumn;
  /** Columns that may name the series although nearly every record has its own time. */
  labels?: readonly ProfileColumn[];
}

export type NamedKeys = Keys & { entity: ProfileColumn };

/** Minimum number of distinct values per record for a column to count as nearly unique. */
const NEARLY_UNIQUE = 0.95;
/** Maximum number of columns that are tried as names of series if nearly every record has its own time. */
const MAX_LABELS = 4;
/** Matches a code, such as `v41690143` or `2.15`: digits with letters or points and without a space. */
const CODE = /^(?=.*\d)(?=.*[\p{L}.])\S+$/u;
/** Texts of a lower mean length, in characters, may be codes, such as `G-I`. */
const CODE_LENGTH = 4;
/** Maximum mean length of the names of bars, in characters. */
const MAX_CATEGORY_LENGTH = 60;
/** Matches the names of columns such as `indicator`, which are fixed at one value if another column can provide the series. */
const INDICATOR = new RegExp(`^(?:${INDICATORS})\\b`, 'i');

/** Keys that distinguish records with the same time: empty if nearly every record has its own time, null if no columns are suitable. */
export function seriesKeys({ profile, roles }: Table, time: TimeSource): Keys | null {
  const ofTime = new Set([time.column, ...(time.part ? [time.part.column] : [])]);
  const keys = profile.key_columns ?? [];
  const part = profile.columns.find(({ name }) => name === time.part?.column);
  // The key may have the month's code in place of its name.
  const hasCode = part && !keys.includes(part.name);
  for (const { name, distinct_count: distinct } of profile.columns)
    if (hasCode && keys.includes(name) && distinct === part.distinct_count) ofTime.add(name);
  const column = profile.columns.find(({ name }) => name === time.column);
  const isOfTimes = keys.length > 0 && keys.every((key) => ofTime.has(key));
  // Of things in another order, the time is an attribute, such as the day on which they were founded.
  const isUnordered = column?.format && column.order === 'none' && isNearlyUnique(column, profile);
  const isRowNumber = ({ type, min, max, distinct_count: distinct }: ProfileColumn): boolean =>
    type === 'int64' && Number(max) - Number(min) < 2 * distinct;
  const hasNames = roles.labels.some((it) => it.is_unique && !isRowNumber(it));
  if (isUnordered && hasNames) return null;
  if (isOfTimes || (!time.part && column && isNearlyUnique(column, profile))) {
    const labels = roles.labels.filter((label) => mayNameSeries(label, profile));
    return { entity: null, fixed: [], labels: time.part ? [] : labels.slice(0, MAX_LABELS) };
  }
  // Times that are as many, in the same range, are another notation, such as the code of a year.
  const isAlias = (it: ProfileColumn): boolean =>
    it.distinct_count === column?.distinct_count && it.min === column.min && it.max === column.max;
  // If the time is a year with a month, quarter or week, other time columns are assumed to be redundant.
  const times = time.part ? [] : roles.times.filter((it) => !isAlias(it));
  const dividers = [...roles.labels, ...times].filter((it) => !ofTime.has(it.name) && it.format !== 'time');
  // Whole numbers that hardly repeat number the records.
  const repeats = ({ distinct_count: distinct }: ProfileColumn): boolean => distinct * 3 <= profile.row_count;
  const ofKey = profile.columns.filter(
    (it) => keys.includes(it.name) && dividers.includes(it) && (it.type === 'object' || repeats(it)),
  );
  const timeNames = [...roles.times, ...(roles.part ? [roles.part.column] : [])].map(({ name }) => name);
  const isOfLabels = keys.every((key) => ofKey.some(({ name }) => name === key) || timeNames.includes(key));
  const isKey = isOfLabels && ofKey.length > 0 && keys.some((key) => timeNames.includes(key));
  const [only, ...more] = ofKey;
  if (isKey && !(only && more.length === 0 && isCode(only))) return entityOf(profile, ofKey);
  // Where more things than times are in the key, each is an event on a day, not a value of a series.
  const isThing = (it: ProfileColumn): boolean =>
    keys.includes(it.name) && !time.part && !isRowNumber(it) && it.distinct_count > (column?.distinct_count ?? 0);
  if (!isKey && (hasNames || roles.labels.some(isThing))) return null;
  const count = (column?.distinct_count ?? 1) * (time.part ? { month: 12, quarter: 4, week: 52 }[time.part.kind] : 1);
  // Records can be grouped by a column if, on average, each value occurs in at least three of them.
  const groups = dividers.filter((it) => it.distinct_count > 1 && !it.is_unique && repeats(it));
  const found = smallestKey(profile.row_count, groups, count);
  return found && entityOf(profile, found);
}

function mayNameSeries(column: ProfileColumn, { row_count: rows }: ProfileDocument): boolean {
  const { type, format, null_share: share, distinct_count: distinct, is_unique: isUnique } = column;
  const isName = !/^(?:boolean|url|time)$/.test(format ?? '');
  if (distinct < 2 || (share ?? 0) > 1 - NEARLY_UNIQUE || !isName) return false;
  return type === 'object' ? isShort(column) : !isUnique && distinct * 3 <= rows;
}

/**
 * Finds the fewest columns, at most three of the first 12, that have enough distinct values to tell apart nearly all records, given the
 * number of `times`. This is an estimate, since the records have not been read.
 */
export function smallestKey(rows: number, columns: readonly ProfileColumn[], times: number): ProfileColumn[] | null {
  const few = columns.slice(0, 12);
  const productOf = (set: readonly ProfileColumn[]): number => set.reduce((all, it) => all * it.distinct_count, 1);
  const isEnough = (set: readonly ProfileColumn[]): boolean => productOf(set) * times >= rows * NEARLY_UNIQUE;
  const after = (column: ProfileColumn): ProfileColumn[] => few.slice(few.indexOf(column) + 1);
  const pairs = few.flatMap((first) => after(first).map((second): [ProfileColumn, ProfileColumn] => [first, second]));
  const triples = pairs.flatMap((pair) => after(pair[1]).map((third) => [...pair, third]));
  const byProduct = (a: readonly ProfileColumn[], b: readonly ProfileColumn[]): number => productOf(a) - productOf(b);
  const sets = [few.map((column) => [column]), pairs, triples].flatMap((of) => of.sort(byProduct));
  const smallest = sets.find(isEnough) ?? null;
  // A code may stand for several columns at once, whose names say more.
  const count = smallest ? productOf(smallest) : 0;
  const isSpelledOut = (set: readonly ProfileColumn[]): boolean =>
    set.length > 1 && !set.some(isCode) && productOf(set) >= count && productOf(set) < 2 * count;
  return (smallest?.some(isCode) && sets.find(isSpelledOut)) || smallest;
}

/** Chooses the column with the most distinct values for the series or bars, if possible not an indicator, and fixes the others. */
export function entityOf(profile: ProfileDocument, columns: readonly ProfileColumn[]): NamedKeys | null {
  // Indicators, and what has a total, are better fixed.
  const rank = ({ name, top_values: top }: ProfileColumn): number =>
    Number(INDICATOR.test(name)) * 2 + Number(top?.some(({ value }) => isWhole(String(value))) ?? false);
  const [entity, ...fixed] = [...columns].sort((a, b) => rank(a) - rank(b) || b.distinct_count - a.distinct_count);
  const named = (column: ProfileColumn): ProfileColumn => withName(profile, column, columns);
  return entity ? { entity: named(entity), fixed: fixed.map(named) } : null;
}

/**
 * Chooses the column of bar names: a nearly unique one, a mostly unique one if codes identify the records, numbers that the records are counted
 * by, or one of the key columns. Codes that are digits name no bar.
 */
export function categoryOf({ profile, roles }: Table): NamedKeys | null {
  const keys = profile.key_columns ?? [];
  const named = roles.labels.filter((it) => (it.type === 'object' || it.labels) && it.format !== 'url' && isShort(it));
  const isPlain = ({ format }: ProfileColumn): boolean => format === null;
  const filled = named.filter((column) => (column.null_share ?? 0) <= 1 - NEARLY_UNIQUE && areNames(column));
  // Names say more than codes, such as `A00` and `3***00`.
  const areCodes = ({ top_values: top }: ProfileColumn): boolean =>
    top?.every(({ value }) => /^(?:(?=.*\d)\S+|\P{L}+)$/u.test(String(value))) === true;
  const nearlyUnique = filled.filter((column) => isNearlyUnique(column, profile));
  const unique = nearlyUnique.toSorted((a, b) => Number(areCodes(a)) - Number(areCodes(b)));
  const scales = roles.labels.filter(isScale);
  const codes = roles.labels.filter((it) => (it.type === 'int64' || it.format === 'code') && !scales.includes(it));
  const isIdentified = codes.some((it) => isNearlyUnique(it, profile) && it.null_share === 0);
  // If codes or keys identify the records, a column of names need not be unique: some records may share a name.
  const names = filled.filter(({ name, distinct_count: distinct }) =>
    isIdentified ? distinct * 3 > profile.row_count : keys.includes(name) && distinct * 2 > profile.row_count,
  );
  const [name] = names.filter(isPlain).sort((a, b) => b.distinct_count - a.distinct_count);
  const best = unique.find(isPlain) ?? name ?? scales.find(({ is_unique: isUnique }) => isUnique) ?? unique[0];
  // Other texts, such as states, distinguish namesakes.
  const others = named.filter((it) => it !== best && !unique.includes(it));
  const within = best === name ? others.sort((a, b) => b.distinct_count - a.distinct_count)[0] : undefined;
  if (best) return { entity: withName(profile, best, []), fixed: [], ...(within && { within }) };
  const readable = named.filter((it) => areNames(withName(profile, it, [])));
  const parts = [...readable, ...scales].filter(({ name }) => keys.includes(name));
  return parts.length >= 2 && parts.length === keys.length ? entityOf(profile, parts) : null;
}

/** Whether values have letters, labels or, if they are few or ages, an order, as ranges have. Others, such as contracts, are numbered. */
function areNames({ name, top_values: top, labels, distinct_count: distinct }: ProfileColumn): boolean {
  const values = top?.map(({ value }) => String(value)) ?? [];
  const areOrdered = distinct <= MAX_ORDERED || isNamedScale({ name });
  if (values.length > 0 && values.every((value) => /^(?:19|20)\d\d(?!\d)/.test(value))) return false;
  return !!labels || !top || areOrdered || values.some((value) => /\p{L}/u.test(value));
}

/** Replaces codes or numbers with a text column besides `keys`, if one has the same number of distinct values and its values are longer. */
function withName({ columns }: ProfileDocument, column: ProfileColumn, keys: readonly ProfileColumn[]): ProfileColumn {
  const lengthOf = ({ lengths }: ProfileColumn): number => lengths?.mean ?? 0;
  const isCode = column.format === 'code' || column.type !== 'object' || lengthOf(column) < CODE_LENGTH;
  if (!isCode || column.labels) return column;
  const names = columns.filter(
    (it) => it.type === 'object' && it.format === null && lengthOf(it) > lengthOf(column) && !keys.includes(it),
  );
  return names.find((it) => it.distinct_count === column.distinct_count) ?? column;
}

function isCode({ format, top_values: top }: ProfileColumn): boolean {
  return format === 'code' || (top ?? []).some(({ value }) => CODE.test(String(value)));
}

function isNearlyUnique(column: ProfileColumn, { row_count: rows }: ProfileDocument): boolean {
  return column.is_unique === true || column.distinct_count / rows >= NEARLY_UNIQUE;
}

export function isShort({ lengths }: ProfileColumn): boolean {
  return (lengths?.mean ?? 0) <= MAX_CATEGORY_LENGTH;
}

/** Columns to fix if the publisher chooses the series column; empty if that column is not among the keys that the rules found. */
export function otherKeys({ entity, fixed }: Keys, series: ProfileColumn): ProfileColumn[] {
  const all = entity ? [entity, ...fixed] : [];
  return all.includes(series) ? all.filter((column) => column !== series) : [];
}
