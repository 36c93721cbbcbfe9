import {
  IDENTIFIER_UNITS,
  IDENTIFIERS,
  LATITUDES,
  LONGITUDES,
  MONTHS,
  NUMBERS,
  OTHER_COORDINATES,
  OTHER_IDENTIFIERS,
  QUARTERS,
  SCALES,
  TIME_PARTS,
  WEEKS,
  YEARS,
} from '../../contract/column-words.ts';
import type { ProfileColumn, ProfileDocument } from '../../contract/documents.ts';
import { isCoded } from '../../contract/labels/value-labels.ts';
import { firstClause } from './column-names.ts';
import { FIRST_YEAR, LAST_YEAR, mayBeTimes, monthOf, packedTimes, quarterOf } from './read-times.ts';
import { wordIn, wordsOf } from './words.ts';

/** Matches the unit of numbers that identify or locate something and therefore are not measures. */
const LABEL_UNIT =
  /\b(?:code|codes|identifier|id|rank|number|calendar year|fiscal year|degrees? (?:north|east|south|west))\b/i;
const [LATITUDE, LONGITUDE] = [wordIn(LATITUDES), wordIn(LONGITUDES)];
const COORDINATE = wordIn(LATITUDES, LONGITUDES, OTHER_COORDINATES);
const IDENTIFIER = wordIn(IDENTIFIERS, OTHER_IDENTIFIERS, YEARS);
/** Matches the first clause of a description of identifiers: `Shirt number`, but not `Income by postal code`. */
const IDENTIFIES = new RegExp(
  String.raw`^(?!.*\b(?:by|per|in|je|nach|pro|par|por|total)\b).*(?:(?:^|[^\p{L}])(?:${IDENTIFIER_UNITS})(?:$|[^\p{L}])|schlüssel|(?:${NUMBERS})$)`,
  'iu',
);
/** Matches the names of columns of whole numbers that other columns are counted by. */
const SCALE = wordIn(TIME_PARTS, SCALES);
const TIME_PART = wordIn(TIME_PARTS);
const MONTH_NAME = new RegExp(`^(?:${MONTHS})$`, 'i');
const WEEK_NAME = wordIn(WEEKS);
const QUARTER_NAME = new RegExp(`^(?:${QUARTERS})$`, 'i');

/** A column whose name does not mention years must contain at least this share of the years from its first to its last. */
const MOSTLY = 0.8;
/** The most frequent year, or number within a group, may be at most this many times as frequent as the average. */
const UNEVEN = 3;

export type ColumnRoles = ReturnType<typeof columnRoles>;

/** Infers the roles of a table's columns from its profile: at most one each, and none without values. */
export function columnRoles(profile: ProfileDocument) {
  const columns = profile.columns.filter(({ distinct_count: distinct }) => distinct > 0);
  const times = columns.filter((column) => isTime(column, profile));
  const others = columns.filter((column) => !times.includes(column));
  const part = times.some(isYears) ? findPart(others) : null;
  const rest = others.filter((column) => column !== part?.column);
  const measures = rest.filter(
    (column) =>
      (profile.measures.includes(column.name) || isUniqueMeasure(column, profile)) &&
      measuresSomething(column, profile),
  );
  const labels = rest.filter((column) => !measures.includes(column));
  const latitude = labels.find((column) => areDegrees(column, LATITUDE, 90));
  const longitude = labels.find((column) => areDegrees(column, LONGITUDE, 180));
  return {
    /** Columns of times, including years that are subdivided by `part`. */
    times,
    /** Column of months, quarters or weeks that subdivide the years of the first year column in `times`. */
    part,
    /** Numeric columns that measure something. */
    measures,
    /** The first columns of latitudes and of longitudes, in degrees; null if one is missing. They are among `labels`. */
    coordinates: latitude && longitude ? { latitude, longitude } : null,
    /** All other columns with values, in file order. */
    labels,
  };
}

/** Whether a column or its unit is called latitude or longitude, and it has numbers from minus `limit` to `limit`. */
function areDegrees({ name, unit, min, max }: ProfileColumn, words: RegExp, limit: number): boolean {
  return words.test(`${wordsOf(name)} ${unit}`) && typeof min === 'number' && min >= -limit && Number(max) <= limit;
}

/** Whether the values of a time column are years. */
export function isYears(column: ProfileColumn): boolean {
  return (column.type === 'int64' && !packedIn(column)) || column.format === 'year';
}

/** What the last two digits of the whole numbers in a column count, if the others are years, or that they are dates; otherwise null. */
export function packedIn({ type, min, max, distinct_count: distinct }: ProfileColumn) {
  return type === 'int64' ? packedTimes(Number(min), Number(max), distinct) : null;
}

function isTime(column: ProfileColumn, profile: ProfileDocument): boolean {
  const { format, type, distinct_count: distinct, top_values: top } = column;
  if (format === 'time' || format === 'boolean' || distinct < 2) return false;
  if (/^(?:year|month|quarter|date|datetime)$/.test(format ?? '')) return true;
  if (type === 'int64') return areYears(column, profile) || packedIn(column) !== null;
  if (type !== 'object' || !top) return false;
  return mayBeTimes(top.map(({ value }) => String(value)));
}

/**
 * Whether a column of whole numbers contains years although its name does not say so: years in order, or years that repeat about equally
 * often in a table that is sorted by them or that has them in its key.
 */
function areYears(column: ProfileColumn, { columns, key_columns: keys, row_count: rows }: ProfileDocument): boolean {
  const { name, unit, min, max, order, is_unique: isUnique, distinct_count: distinct, top_values: top } = column;
  if (typeof min !== 'number' || typeof max !== 'number' || min < FIRST_YEAR || max > LAST_YEAR) return false;
  const isDense = distinct / (max - min + 1) >= MOSTLY;
  // Years with omissions stand in the first column, and nothing else names the records.
  const areNamed = columns[0]?.name !== name || columns.some((it) => it.type === 'object' && it.is_unique);
  if (isUnique) return order !== 'none' && distinct >= 5 && (isDense || !areNamed);
  const most = (top?.[0]?.count ?? rows) * distinct;
  const isPart = order !== 'none' || keys?.includes(name) || most === rows;
  const isEven = top?.length === distinct && [2, 3, 4, 5, 10].includes((max - min) / (distinct - 1));
  return isPart && unit === null && distinct >= 3 && (isDense || isEven) && most <= UNEVEN * rows;
}

/** Whether a column has numbers of weeks. */
export function isOfWeeks({ name, type, min, max }: ProfileColumn): boolean {
  return WEEK_NAME.test(wordsOf(name)) && type === 'int64' && Number(min) >= 1 && Number(max) <= 53;
}

function findPart(columns: readonly ProfileColumn[]) {
  for (const column of columns) {
    const { name, type, min, max, top_values: top } = column;
    const isWithin = (limit: number): boolean =>
      type === 'int64' && typeof min === 'number' && typeof max === 'number' && min >= 1 && max <= limit;
    const texts = type === 'object' && top ? top.map(({ value }) => String(value)) : [];
    const isAll = (read: (text: string) => number | null): boolean =>
      texts.length > 0 && texts.every((text) => read(text) !== null);
    if ((MONTH_NAME.test(name) && isWithin(12)) || isAll(monthOf)) return { column, kind: 'month' as const };
    if (isOfWeeks(column)) return { column, kind: 'week' as const };
    if (QUARTER_NAME.test(name) && (isWithin(4) || isAll(quarterOf))) return { column, kind: 'quarter' as const };
  }
  return null;
}

/** Minimum share of distinct values for a key column to be a measure instead of a classification. */
const MANY_DISTINCT = 0.2;
/** Integers of equal length are identifiers if they have this many digits and are part of the key, or this many and are a unique first column. */
const [IDENTIFIER_DIGITS, FIRST_DIGITS] = [6, 3];
/** Maximum number of words in the name of an identifier: `Local authority code`, but not `Average over the last 5 years`. */
const MAX_WORDS = 3;
/** At most this many different numbers, each in at least this many records on average, may be codes. */
const [MAX_CODES, MIN_REPEATED] = [30, 20];
/** The only numbers of up to this many records are what the records are counted by. */
const MAX_NUMBERED = 12;

/**
 * Whether a column of integers may be a measure although it is unique or part of the key: in a short table, every town may have a
 * different population. Rules out the first column and columns named after a part of time.
 */
function isUniqueMeasure(
  { name, type, format, is_unique: isUnique, distinct_count: distinct }: ProfileColumn,
  { columns, key_columns: keys, row_count: rows }: ProfileDocument,
): boolean {
  if (type !== 'int64' || format !== null || columns[0]?.name === name) return false;
  if (!isUnique && !(keys?.includes(name) && distinct >= rows * MANY_DISTINCT)) return false;
  return !TIME_PART.test(wordsOf(name));
}

function measuresSomething(column: ProfileColumn, profile: ProfileDocument): boolean {
  const words = wordsOf(column.name);
  if (isCoded(column, column.distinct_count) || LEGEND.test(column.description)) return false;
  if (column.unit === null && isOfTexts(column, profile)) return false;
  if (LABEL_UNIT.test(column.unit ?? '') || COORDINATE.test(words)) return false;
  // The more words a name has, the less one of them says, and a number of things counts them.
  const isShort = (words.match(/\p{L}+/gu) ?? []).length <= MAX_WORDS && !/^number of /i.test(words);
  const isIdentifier = isShort && IDENTIFIER.test(words);
  const areInRange = Number(column.min) >= FIRST_YEAR && Number(column.max) <= LAST_YEAR;
  if (isIdentifier && areInRange && column.order !== 'none') return false;
  // Few numbers that are as frequent as one another name what records are about, such as lines of a tram.
  const { top_values: top, distinct_count: distinct } = column;
  if (distinct > 1 && top?.every(({ count }) => count === top[0]?.count) && mayBeCodes(column, profile)) return false;
  return column.type !== 'int64' || !(isIdentifier || areNumbering(column, profile));
}

/** Whether numbers may be codes: few whole numbers that occur often and that neither a unit nor a description explains. */
export function mayBeCodes(
  { type, unit, description, distinct_count: distinct }: ProfileColumn,
  { row_count: rows }: ProfileDocument,
): boolean {
  const isExplained = unit !== null || description !== '';
  return type === 'int64' && !isExplained && distinct <= MAX_CODES && distinct * MIN_REPEATED <= rows;
}

/** Whether numbers belong to texts, as the number or the height of a station does to its name: they repeat, as many times as these do. */
export function isOfTexts(
  { distinct_count: distinct, top_values: top }: ProfileColumn,
  { columns, row_count: rows }: ProfileDocument,
): boolean {
  const counts = (values: ProfileColumn['top_values']): string => String(values?.map(({ count }) => count));
  // What is the same in the same months of all years may be seasonal.
  const isOfMonth = ({ value }: { value: unknown }): boolean => monthOf(String(value)) !== null;
  const isAlike = ({ type, distinct_count: texts, top_values: others }: ProfileColumn): boolean =>
    type === 'object' && texts === distinct && counts(others) === counts(top) && !others?.every(isOfMonth);
  return distinct > 2 && distinct * 2 <= rows && columns.some(isAlike);
}

/** A description that says what numbers stand for: `1 = male, 2 = female`. */
const LEGEND = /(?:^|\D)\d{1,2} ?[=:] ?\p{L}.*\D\d{1,2} ?[=:] ?\p{L}/u;

/**
 * Whether whole numbers merely number or name the records: the description says so, they count up without many omissions, in the whole table
 * or in each of its groups, or they have equally many digits and no two records the same, as postcodes do.
 */
function areNumbering(
  column: ProfileColumn,
  { columns, key_columns: keys, row_count: rows }: ProfileDocument,
): boolean {
  const { name, description, unit, min, max, order, is_unique: isUnique, distinct_count: distinct } = column;
  if (typeof min !== 'number' || typeof max !== 'number' || min < 0) return false;
  const isDense = (max - min + 1) * MOSTLY <= distinct;
  const digits = String(max).length;
  const isEqual = String(min).length === digits;
  if (IDENTIFIES.test(firstClause(description)) && (isUnique || isEqual || isDense)) return true;
  if (isUnique && order !== 'none' && isDense && rows > 2) return true;
  const most = (column.top_values?.[0]?.count ?? rows) * distinct;
  // Clusters of a sample have equally many records each.
  if (unit === null && isDense && min <= 1 && distinct > MAX_NUMBERED && distinct < rows && most === rows) return true;
  if (!isEqual || unit !== null) return false;
  const isFirst = isUnique && columns[0]?.name === name;
  return isFirst ? digits >= FIRST_DIGITS : keys?.includes(name) === true && digits >= IDENTIFIER_DIGITS;
}

/**
 * Whether a column of whole numbers without omissions is what other columns are counted by, such as ages, hours or answers from 1 to 5: its
 * name says so, it has a unit or begins at zero, or there are few.
 */
export function isScale({ name, type, unit, description, min, max, distinct_count: distinct }: ProfileColumn): boolean {
  if (type !== 'int64' || typeof min !== 'number' || max !== min + distinct - 1 || distinct < 3) return false;
  const words = wordsOf(name);
  if (IDENTIFIER.test(words) || IDENTIFIES.test(firstClause(description)) || LABEL_UNIT.test(unit ?? '')) return false;
  return isNamedScale({ name }) || unit !== null || min === 0 || distinct <= MAX_NUMBERED;
}

/** Whether a column is called by what others are counted by, such as `age` or `hour`. */
export function isNamedScale({ name }: Pick<ProfileColumn, 'name'>): boolean {
  return SCALE.test(wordsOf(name));
}
