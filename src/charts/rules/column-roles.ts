import {
  IDENTIFIERS,
  LATITUDES,
  LONGITUDES,
  MONTHS,
  OTHER_COORDINATES,
  OTHER_IDENTIFIERS,
  QUARTERS,
  TIME_PARTS,
  YEARS,
} from '../../contract/column-words.ts';
import type { ProfileColumn, ProfileDocument } from '../../contract/documents.ts';
import { isCoded } from '../../contract/labels/value-labels.ts';
import { mayBeTimes, monthOf, quarterOf } from './read-times.ts';

/** Matches the unit of numbers that identify or locate something and therefore are not measures. */
const LABEL_UNIT =
  /\b(?:code|codes|identifier|id|rank|number|calendar year|fiscal year|degrees? (?:north|east|south|west))\b/i;
const [LATITUDE, LONGITUDE] = [wordIn(LATITUDES), wordIn(LONGITUDES)];
const COORDINATE = wordIn(LATITUDES, LONGITUDES, OTHER_COORDINATES);
const IDENTIFIER = wordIn(IDENTIFIERS, OTHER_IDENTIFIERS, YEARS);
const TIME_PART = wordIn(TIME_PARTS);
const MONTH_NAME = new RegExp(`^(?:${MONTHS})$`, 'i');
const QUARTER_NAME = new RegExp(`^(?:${QUARTERS})$`, 'i');

/** Range of years in a column whose name does not say that it contains years. */
const [FIRST_YEAR, LAST_YEAR] = [1500, 2150];
/** A column whose name does not mention years must contain at least this share of the years from its first to its last. */
const MOSTLY = 0.8;

/** Returns a pattern that finds any of the given words in a name, as a whole word. Each argument is a list separated by `|`. */
export function wordIn(...words: string[]): RegExp {
  return new RegExp(`(?:^|[^\\p{L}])(?:${words.join('|')})(?:$|[^\\p{L}])`, 'iu');
}

/** Roles of a table's columns, inferred from its profile. Each column has at most one role. */
export interface ColumnRoles {
  /** Columns of times, including years that are subdivided by `part`. */
  times: readonly ProfileColumn[];
  /** Column of months or quarters that subdivide the years of the first year column in `times`. */
  part: { column: ProfileColumn; kind: 'month' | 'quarter' } | null;
  /** Numeric columns that measure something. */
  measures: readonly ProfileColumn[];
  /** The first columns of latitudes and of longitudes, in degrees; null if one is missing. They are among `labels`. */
  coordinates: { latitude: ProfileColumn; longitude: ProfileColumn } | null;
  /** All other columns with values, in file order. */
  labels: readonly ProfileColumn[];
}

/** Determines the roles of a table's columns. Columns without values have no role. */
export function columnRoles(profile: ProfileDocument): ColumnRoles {
  const columns = profile.columns.filter(({ distinct_count: distinct }) => distinct > 0);
  const times = columns.filter((column) => isTime(column));
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
  return { times, part, measures, coordinates: latitude && longitude ? { latitude, longitude } : null, labels };
}

/** Whether a column or its unit is called latitude or longitude, and it has numbers from minus `limit` to `limit`. */
function areDegrees({ name, unit, min, max }: ProfileColumn, words: RegExp, limit: number): boolean {
  return words.test(`${wordsOf(name)} ${unit}`) && typeof min === 'number' && min >= -limit && Number(max) <= limit;
}

/** Whether the values of a time column are years. */
export function isYears(column: ProfileColumn): boolean {
  return column.type === 'int64' || column.format === 'year';
}

function isTime(column: ProfileColumn): boolean {
  const { format, type, distinct_count: distinct, top_values: top } = column;
  if (format === 'time' || format === 'boolean' || distinct < 2) return false;
  if (format === 'year' || format === 'month' || format === 'quarter' || format === 'date' || format === 'datetime')
    return true;
  if (type === 'int64') return areYears(column);
  if (type !== 'object' || !top) return false;
  return mayBeTimes(top.map(({ value }) => String(value)));
}

/** Whether a column of whole numbers contains years although its name does not say so. */
function areYears({ min, max, order, is_unique: isUnique, distinct_count: distinct }: ProfileColumn): boolean {
  if (typeof min !== 'number' || typeof max !== 'number' || min < FIRST_YEAR || max > LAST_YEAR) return false;
  return isUnique === true && order !== 'none' && distinct >= 5 && distinct / (max - min + 1) >= MOSTLY;
}

function findPart(columns: readonly ProfileColumn[]): ColumnRoles['part'] {
  for (const column of columns) {
    const { name, type, min, max, top_values: top, distinct_count: distinct } = column;
    if (distinct < 2 || distinct > 12) continue;
    const isWithin = (limit: number): boolean =>
      type === 'int64' && typeof min === 'number' && typeof max === 'number' && min >= 1 && max <= limit;
    const texts = type === 'object' && top ? top.map(({ value }) => String(value)) : [];
    const isAll = (read: (text: string) => number | null): boolean =>
      texts.length > 0 && texts.every((text) => read(text) !== null);
    if ((MONTH_NAME.test(name) && isWithin(12)) || isAll(monthOf)) return { column, kind: 'month' };
    if (QUARTER_NAME.test(name) && (isWithin(4) || isAll(quarterOf))) return { column, kind: 'quarter' };
  }
  return null;
}

/** Unique or key integers of equal length are taken for identifiers if they have at least this many digits. */
const IDENTIFIER_DIGITS = 6;

/** Minimum share of distinct values for a key column to be a measure instead of a classification. */
const MANY_DISTINCT = 0.2;

/**
 * Whether a column of integers may be a measure although it is unique or part of the key: in a short table, every town may have a
 * different population. Rules out the first column, columns named after a part of time, and long numbers of equal length.
 */
function isUniqueMeasure(
  column: ProfileColumn,
  { columns, key_columns: keys, row_count: rows }: ProfileDocument,
): boolean {
  const { name, type, format, min, max, is_unique: isUnique, distinct_count: distinct } = column;
  if (type !== 'int64' || format !== null || columns[0]?.name === name) return false;
  if (!isUnique && !(keys?.includes(name) && distinct >= rows * MANY_DISTINCT)) return false;
  if (TIME_PART.test(wordsOf(name)) || typeof min !== 'number' || typeof max !== 'number') return false;
  const [shortest, longest] = [String(Math.abs(min)).length, String(Math.abs(max)).length];
  return min < 0 || shortest < IDENTIFIER_DIGITS || shortest !== longest;
}

/** The words of a column's name, with spaces between them. */
export function wordsOf(name: string): string {
  return name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replaceAll('_', ' ');
}

function measuresSomething(column: ProfileColumn, profile: ProfileDocument): boolean {
  const { name, unit, type, min, max, is_unique: isUnique, order } = column;
  const words = wordsOf(name);
  if (isCoded(column, column.distinct_count)) return false;
  if (LABEL_UNIT.test(unit ?? '') || COORDINATE.test(words)) return false;
  if (type === 'int64' && IDENTIFIER.test(words)) return false;
  // Whole numbers that merely number the rows are not measures.
  if (type === 'int64' && isUnique && order !== 'none' && typeof min === 'number' && typeof max === 'number') {
    return max - min + 1 !== profile.row_count || profile.row_count < 3;
  }
  return true;
}
