/* Judges whether the first row of a table contains names or values, using a sample of the rows below it. */

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

/** Evidence that the first row is a record. If it is not sure, the row may just as well be a header. */
interface Evidence {
  isSure: boolean;
  /** Completes a message such as "the first line looks like a record: …". */
  reason: string;
}

export interface Judgement extends Evidence {
  /** Whether the row may be a header despite the evidence. If so, only the user can decide. */
  mayBeNames: boolean;
}

/** Limits of a sample: `MAX_ROWS` rows and `MAX_CELLS` cells, except that `MIN_ROWS` rows are always allowed. */
const MAX_ROWS = 300;
const MIN_ROWS = 20;
const MAX_CELLS = 1 << 16;
/** Maximum difference, in years, between a year in the first row and a year below it for both to count as values of one column. */
const MAX_YEARS_APART = 200;

/** Shapes that names may have in a series of numbers, as in `5%,10%,15%`. */
const SERIES_SHAPES: readonly Shape[] = ['a number', 'an amount', 'a percentage'];

/** Common top-level domains. Other endings may be words after a dot, as in `Sepal.Length`. */
const COMMON_ENDING = /\.(?:com|org|net|edu|gov|[a-z]{2})$/i;

/** For each shape, others that may occur in the same column. Sums of money and percentages are left out: they may be column names. */
const SHAPES_LIKE: Partial<Record<Shape, readonly Shape[]>> = {
  'a number': ['an amount'],
  'an amount': ['a number'],
  'a telephone number': ['a number', 'an amount', 'a date'],
  'a domain': ['a URL'],
};

/** Judges whether `first` is a record; null if there is too little evidence. Compares it only with rows in `below` of the same length. */
export function judgeFirstRow(first: Row, below: readonly Row[]): Judgement | null {
  const table = sampleOf(first, below);
  const { names } = table;
  const filled = names.filter((name) => name !== '');
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
  const isValue = (name: string, cell: number): boolean =>
    name !== '' && !looksLikeNumber(name) && table.valuesOf(cell).includes(name);
  const [name, other] = names.filter(isValue);
  if (name === undefined) return doubt && { ...doubt, mayBeNames: true };
  // If the names are unique and none is empty, a later check compares them with the values of the entire file.
  if (!isFlawed || mayBeNames()) return null;
  const reason = `"${name}" also occurs as a value in its own column`;
  return { isSure: true, mayBeNames: other === undefined, reason };
}

/** Whether a row is certainly a header: unique names, none empty or shaped like a value, and at least one above numbers, dates etc. */
export function areNames(row: Row, below: readonly Row[]): boolean {
  const table = sampleOf(row, below);
  const { names } = table;
  if (names.some((name) => name === '' || shapeOf(name) !== null) || new Set(names).size < names.length) return false;
  return names.some((_, cell) => {
    const values = table.valuesOf(cell);
    return values.length > 0 && mostOf(values, (value) => shapeOf(value) !== null);
  });
}

/** The trimmed cells of a first row, and a sample of the rows below it. `isAlone`: whether all rows below are empty. */
function sampleOf(first: Row, below: readonly Row[]) {
  const names = first.map((name) => name.trim());
  const maxRows = Math.min(MAX_ROWS, Math.max(MIN_ROWS, Math.floor(MAX_CELLS / first.length)));
  const isLikely = (row: Row): boolean => first.length === 1 || !(isTitle(row) || repeatsHeader(row, first));
  const rows = below.slice(0, maxRows).filter((row) => row.length === first.length && isLikely(row));
  const found = new Map<number, readonly string[]>();
  /** The values below a cell of the first row, without empty cells and null markers. */
  const valuesOf = (cell: number): readonly string[] => {
    const isValue = (value: string): boolean => value !== '' && !looksLikeNull(value);
    const values = found.get(cell) ?? rows.map((row) => (row[cell] as string).trim()).filter(isValue);
    found.set(cell, values);
    return values;
  };
  /** Whether a word is above a column of numbers, as in a header. */
  const hasTextAboveNumbers = (): boolean =>
    names.some((name, cell) => {
      if (!/\p{L}{2}/u.test(name) || looksLikeNull(name) || shapeOf(name) !== null) return false;
      return valuesOf(cell).length > 0 && mostOf(valuesOf(cell), looksLikeNumber);
    });
  return { names, rows, isAlone: below.every(isEmptyRow), valuesOf, hasTextAboveNumbers };
}

/** Evidence from each cell of the first row. `series` is the result of `seriesIn`, with `possible` replaced by null. */
function evidenceIn(table: ReturnType<typeof sampleOf>, series: 'names' | 'doubtful' | null): Evidence[] {
  const { names } = table;
  const years = names.filter(looksLikeYear).length;
  const addresses = names.flatMap((name, cell) => (shapeOf(name) === 'a URL' ? [cell] : []));
  // URLs may be column names, as in RDF, if at least one of them has no URL below it.
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
      // In a header with words above numbers, another name may look like a code by chance.
      return code ? [{ ...code, isSure: code.isSure && !table.hasTextAboveNumbers() }] : [];
    }
    if (shape === 'a URL' && areUrlsNames) return [];
    if (series !== null && SERIES_SHAPES.includes(shape)) {
      return series === 'names' ? [] : [{ isSure: false, reason: 'the numbers in it may be names or values' }];
    }
    return [{ isSure: true, reason: `"${name}" is ${shape}, like the values below it` }];
  });
}

/** Whether most values have the shape of the name, or a related one. A year matches only nearby years, and only if `isLoneYear`. */
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

/** Maximum length of a code, in UTF-16 code units. A longer name may match a pattern by chance. */
const MAX_CODE = 24;
/** Minimum length, in UTF-16 code units, of a prefix shared by a name and values. A shorter one may be shared by chance. */
const MIN_BEGINNING = 4;

/**
 * Evidence from a name that looks like the codes below it, such as `S01` above `S02` or `FR10` above `DE21`, or has the same prefix as the
 * identifiers below it; null otherwise. `isNumbered`: whether another name is the same apart from numbers.
 */
function evidenceOfCode(name: string, values: readonly string[], isNumbered: boolean): Evidence | null {
  const found = (isSure: boolean): Evidence => ({ isSure, reason: `"${name}" is a code like those below it` });
  // Identifiers may share the part up to the last slash or colon, as in `org/x:us` above `org/x:us/y:az`.
  const beginning = name.slice(0, Math.max(name.lastIndexOf('/'), name.lastIndexOf(':')) + 1);
  if (beginning.length >= MIN_BEGINNING && mostOf(values, (it) => it.startsWith(beginning))) return found(true);
  if (name.length > MAX_CODE) return null;
  const hasDigit = /\p{Nd}/u.test(name);
  if (!hasDigit && !/\p{L}[-_./:]\p{L}/u.test(name)) return null;
  const stem = withoutNumbers(name);
  const isOfStem = (value: string): boolean => withoutNumbers(value) === stem;
  if (hasDigit && /[^9]/.test(stem) && mostOf(values, isOfStem)) return found(true);
  if (!values.some(isOfStem) && (isNumbered || areCategories(values))) return null;
  const classes = classesOf(name);
  const isLikeMost = mostOf(values, (value) => value.length === name.length && classesOf(value) === classes);
  // Two characters may match by chance: `Q1` may be the name of a question above the answer `A3`.
  return isLikeMost ? found(name.length > 2) : null;
}

/** Minimum number of values in a column of categories. */
const MIN_VALUES = 20;
/** Minimum average number of values per category. */
const OFTEN = 4;

/** Whether values repeat so often that they are categories. Text that is not one of the categories is probably not a value. */
function areCategories(values: readonly string[]): boolean {
  const count = new Set(values).size;
  return values.length >= MIN_VALUES && count > 1 && count * OFTEN <= values.length;
}

/** Whether a predicate holds for at least four fifths of the values. */
function mostOf(values: readonly string[], predicate: (value: string) => boolean): boolean {
  let left = values.length / 5;
  return values.every((value) => {
    if (!predicate(value)) left -= 1;
    return left >= 0;
  });
}

/**
 * Fixes for a table that starts below `count` other lines. They skip those lines, unless `skip` removes them in a different way. `first`
 * is the first row of the table: its names, or a record if the file has no header. No fixes if it may be either.
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
  // Two columns of words may really be one column with commas in its values, such as "surname, first name".
  const propose = isSure || first.length > 2 ? fix : question;
  if (!judgement) return [propose(skip, `If the header is on line ${line}`)];
  if (!judgement.isSure || judgement.mayBeNames) return [];
  const patch = { csv: { ...skip.csv, ...patchWithoutHeader([first, ...below]).csv } };
  return [propose(patch, `If line ${line} is the first record and the file has no header`)];
}

/** Patch for a table without a header. If the last cell of every row is empty or missing, the lines end in a delimiter. */
export function patchWithoutHeader(rows: readonly Row[]): SidecarPatch {
  const width = (rows[0] as Row).length;
  const isShorter = rows.every((row) => row.length !== width || row[width - 1]?.trim() === '');
  if (!isShorter) return headerPatch(width);
  return { csv: { ...headerPatch(width - 1).csv, trailingDelimiter: true } };
}
