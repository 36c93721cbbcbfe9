/* Whether the first row of a table has names or values, judged by a sample of the rows below it. */

import { looksLikeNull } from '../../../contract/null-tokens.ts';
import {
  classesOf,
  looksLikeNumber,
  looksLikeYear,
  type Shape,
  shapeOf,
  withoutNumbers,
} from '../../../contract/value-shapes.ts';
import { type Fix, fix, headerPatch, question, type SidecarPatch } from '../../../problems/sidecar-patch.ts';
import { isEmptyRow, isTitle, type Row, repeatsHeader } from '../../records/row-predicates.ts';
import { seriesIn } from './number-series.ts';

/** Why a first row is probably a record. */
interface Evidence {
  /** If not, a genuine header is as plausible. */
  isSure: boolean;
  /** Completes the sentence "the first line looks like a record: …". */
  reason: string;
}

export interface Judgement extends Evidence {
  /** Whether the row may be names after all, which only a person can tell. */
  mayBeNames: boolean;
}

/** Rows below the first that are inspected: fewer in a wide table. */
const MAX_ROWS = 300;
const MIN_ROWS = 20;
const MAX_CELLS = 1 << 16;
/** A year at the head of a column of years is probably one of them if it is at most this many years outside their range. */
const MAX_YEARS_APART = 200;

/** Shapes that a series of names may have, such as `10%`. */
const SERIES_SHAPES: readonly Shape[] = ['a number', 'an amount', 'a percentage'];

/** Endings of most domains. Others may be words after a point, as in `Sepal.Length`. */
const COMMON_ENDING = /\.(?:com|org|net|edu|gov|[a-z]{2})$/i;

/** Other shapes that values of a column may have. Not sums of money and percentages, which also name columns of numbers. */
const SHAPES_LIKE: Partial<Record<Shape, readonly Shape[]>> = {
  'a number': ['an amount'],
  'an amount': ['a number'],
  'a telephone number': ['a number', 'an amount', 'a date'],
  'a domain': ['a URL'],
};

/**
 * Judges a first row; null if nothing suggests that it is a record. `below` are the rows after it. Rows of another length prove nothing.
 */
export function judgeFirstRow(first: Row, below: readonly Row[]): Judgement | null {
  const table = new Sample(first, below);
  const { names } = table;
  const filled = names.filter((name) => name !== '');
  if (filled.length === 0) return null;
  const series = seriesIn(names, table.rows);
  const mayBeNames = (): boolean => series !== null || table.hasTextAboveNumbers();
  if (
    filled.every(looksLikeNumber) &&
    !filled.every(looksLikeYear) &&
    (filled.length === names.length || series === null || series === 'possible')
  ) {
    return { isSure: true, mayBeNames: mayBeNames(), reason: 'it contains only numbers' };
  }
  const found = evidenceIn(table, series === 'possible' ? null : series);
  const sure = found.find(({ isSure }) => isSure);
  if (sure) return { ...sure, mayBeNames: mayBeNames() };
  const doubt = found[0] ?? null;
  const isFlawed = names.includes('') || new Set(names).size < names.length;
  if (!doubt && !isFlawed) return null;
  const isValue = (name: string, cell: number): boolean =>
    name !== '' && !looksLikeNumber(name) && table.valuesOf(cell).includes(name);
  const [name, other] = names.filter(isValue);
  if (name === undefined) return doubt && { ...doubt, mayBeNames: true };
  // If all names are different, and none is blank, the whole file is searched for them later.
  if (!isFlawed || mayBeNames()) return null;
  const reason = `"${name}" also occurs as a value in its own column`;
  return { isSure: true, mayBeNames: other === undefined, reason };
}

/** Whether a row certainly has names: all differ, and at least one is above a column of numbers, dates or other values with a shape. */
export function areNames(row: Row, below: readonly Row[]): boolean {
  const table = new Sample(row, below);
  const { names } = table;
  if (names.some((name) => name === '' || shapeOf(name) !== null) || new Set(names).size < names.length) return false;
  return names.some((_, cell) => {
    const values = table.valuesOf(cell);
    return values.length > 0 && mostOf(values, (value) => shapeOf(value) !== null);
  });
}

/** The first row and a sample of the rows below it. */
class Sample {
  /** Cells of the first row, without blanks around them. */
  readonly names: readonly string[];
  readonly rows: readonly Row[];
  /** Whether the first row is the only one. */
  readonly isAlone: boolean;
  readonly #values = new Map<number, readonly string[]>();

  constructor(first: Row, below: readonly Row[]) {
    this.names = first.map((name) => name.trim());
    this.isAlone = below.every(isEmptyRow);
    const most = Math.min(MAX_ROWS, Math.max(MIN_ROWS, Math.floor(MAX_CELLS / first.length)));
    const isLikely = (row: Row): boolean => first.length === 1 || !(isTitle(row) || repeatsHeader(row, first));
    this.rows = below.slice(0, most).filter((row) => row.length === first.length && isLikely(row));
  }

  /** The values below a cell of the first row, without gaps. */
  valuesOf(cell: number): readonly string[] {
    const known = this.#values.get(cell);
    if (known) return known;
    const values = this.rows.flatMap((row) => {
      const value = (row[cell] as string).trim();
      return value === '' || looksLikeNull(value) ? [] : [value];
    });
    this.#values.set(cell, values);
    return values;
  }

  /** Whether a word is above numbers, as in a header. */
  hasTextAboveNumbers(): boolean {
    return this.names.some((name, cell) => {
      if (!/\p{L}{2}/u.test(name) || looksLikeNull(name) || shapeOf(name) !== null) return false;
      const values = this.valuesOf(cell);
      return values.length > 0 && mostOf(values, looksLikeNumber);
    });
  }
}

/** The evidence in each cell of the first row. `series` says whether its numbers are names, or may be. */
function evidenceIn(table: Sample, series: 'names' | 'doubtful' | null): Evidence[] {
  const { names } = table;
  const years = names.filter(looksLikeYear).length;
  const addresses = names.flatMap((name, cell) => (shapeOf(name) === 'a URL' ? [cell] : []));
  // Names may be URLs, as in RDF. Then the values of some columns are not.
  const areUrlsNames = addresses.some((cell) => !table.valuesOf(cell).some((value) => shapeOf(value) === 'a URL'));
  const stems = Map.groupBy(names, withoutNumbers);
  const isNumbered = (name: string): boolean => (stems.get(withoutNumbers(name))?.length ?? 0) > 1;
  return names.flatMap((name, cell): Evidence[] => {
    const shape = shapeOf(name);
    if (table.isAlone) {
      return shape === null || looksLikeYear(name) ? [] : [{ isSure: true, reason: `"${name}" is ${shape}` }];
    }
    const values = table.valuesOf(cell);
    if (values.length === 0) return [];
    if (shape === null || !isLike(shape, name, values, cell === 0 || years === 1)) {
      const code = shape === 'a number' ? null : evidenceOfCode(name, values, isNumbered(name));
      // Among names above numbers, one may be built like values.
      return code ? [{ ...code, isSure: code.isSure && !table.hasTextAboveNumbers() }] : [];
    }
    if (shape === 'a URL' && areUrlsNames) return [];
    if (series !== null && SERIES_SHAPES.includes(shape)) {
      return series === 'names' ? [] : [{ isSure: false, reason: 'the numbers in it may be names or values' }];
    }
    return [{ isSure: true, reason: `"${name}" is ${shape}, like the values below it` }];
  });
}

/** Whether a name of some shape is like most values. A lone year is like years near it; several years name columns. */
function isLike(shape: Shape, name: string, values: readonly string[], isLoneYear: boolean): boolean {
  if (looksLikeYear(name)) {
    const isNear = (value: string): boolean =>
      looksLikeYear(value) && Math.abs(Number(value) - Number(name)) <= MAX_YEARS_APART;
    return isLoneYear && mostOf(values, isNear);
  }
  if (shape === 'a domain' && !COMMON_ENDING.test(name)) {
    const ending = name.slice(name.lastIndexOf('.')).toLowerCase();
    if (!values.some((value) => value.toLowerCase().endsWith(ending))) return false;
  }
  return mostOf(values, (value) => {
    const other = shapeOf(value);
    return other !== null && [shape, ...(SHAPES_LIKE[shape] ?? [])].includes(other);
  });
}

/** Longer names are texts that may have a pattern by chance. In UTF-16 code units. */
const MAX_CODE = 24;
/** Length of a beginning that a name does not share with values by chance. In UTF-16 code units. */
const MIN_BEGINNING = 4;

/**
 * The evidence in a name that is built like the codes below it, such as `S01` above `S02` and `FR10` above `DE21`, or begins like the
 * identifiers below it; else null. `isNumbered` says that another name differs in its number only.
 */
function evidenceOfCode(name: string, values: readonly string[], isNumbered: boolean): Evidence | null {
  const found = (isSure: boolean): Evidence => ({ isSure, reason: `"${name}" is a code like those below it` });
  if (beginsLike(name, values)) return found(true);
  if (name.length > MAX_CODE) return null;
  const hasDigit = /\p{Nd}/u.test(name);
  if (!hasDigit && !/\p{L}[-_./:]\p{L}/u.test(name)) return null;
  const stem = withoutNumbers(name);
  const isOfStem = (value: string): boolean => withoutNumbers(value) === stem;
  if (hasDigit && /[^9]/.test(stem) && mostOf(values, isOfStem)) return found(true);
  if (!values.some(isOfStem) && (isNumbered || areCategories(values))) return null;
  const classes = classesOf(name);
  const isLikeMost = mostOf(values, (value) => value.length === name.length && classesOf(value) === classes);
  // Two characters may be alike by chance: `Q1` may be the name of a question above the answer `A3`.
  return isLikeMost ? found(name.length > 2) : null;
}

/** Minimum values that show that a column has categories, and how often a category occurs on average. */
const MIN_VALUES = 20;
const OFTEN = 4;

/** Whether values occur again and again. A name that does not occur among such values is not one of them. */
function areCategories(values: readonly string[]): boolean {
  const count = new Set(values).size;
  return values.length >= MIN_VALUES && count > 1 && count * OFTEN <= values.length;
}

/**
 * Whether a name has a slash or a colon, and all that is before its last one in common with all values: `org/x:us` above `org/x:us/y:az`.
 */
function beginsLike(name: string, values: readonly string[]): boolean {
  const end = Math.max(name.lastIndexOf('/'), name.lastIndexOf(':')) + 1;
  const beginning = name.slice(0, end);
  return end >= MIN_BEGINNING && mostOf(values, (value) => value.startsWith(beginning));
}

/** Whether a predicate holds for four values of five. */
function mostOf(values: readonly string[], predicate: (value: string) => boolean): boolean {
  const most = Math.ceil((values.length * 4) / 5);
  let left = values.length - most;
  for (const value of values) {
    if (predicate(value)) continue;
    left -= 1;
    if (left < 0) return false;
  }
  return true;
}

/**
 * What may fix a table that begins below other lines. `count` is the number of those lines; they are skipped, unless `skip` leaves them
 * out in another way. `first` is the first row of the table: its names, or a record if the file has no header. No fix if both are equally
 * likely.
 */
export function headerAfter(
  count: number,
  first: Row,
  below: readonly Row[],
  skip: SidecarPatch = { csv: { skipRows: count } },
): Fix[] {
  const isSure = areNames(first, below);
  const judgement = isSure ? null : judgeFirstRow(first, below);
  const line = count + 1;
  // Two columns of words may be a single one with commas in it: surnames, and first names.
  const propose = isSure || first.length > 2 ? fix : question;
  if (!judgement) return [propose(skip, `If the header is in line ${line}`)];
  if (!judgement.isSure || judgement.mayBeNames) return [];
  const patch = { csv: { ...skip.csv, ...patchWithoutHeader([first, ...below]).csv } };
  return [propose(patch, `If line ${line} is the first record, and the file has no header`)];
}

/** The patch for a table without a header. If no row has a value in its last cell, the lines end in a delimiter. */
export function patchWithoutHeader(rows: readonly Row[]): SidecarPatch {
  const width = (rows[0] as Row).length;
  const isShorter = rows.every((row) => row.length !== width || row[width - 1]?.trim() === '');
  if (!isShorter) return headerPatch(width);
  return { csv: { ...headerPatch(width - 1).csv, trailingDelimiter: true } };
}
