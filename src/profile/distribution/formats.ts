import { IDENTIFIERS, TIME_PARTS, YEAR_COLUMNS } from '../../contract/column-words.ts';
import * as kernel from '../../kernel/constants.ts';
import type { ColumnType, Distribution, ValueFormat } from '../../model.ts';
import type { TextsSnapshot } from './text-counter.ts';

type Extremes = NonNullable<Distribution['extremes']>;

/** Pairs of strings for true and false, in lower case. */
const BOOLEANS = [
  ['true', 'false'],
  ['yes', 'no'],
  ['t', 'f'],
  ['y', 'n'],
];

/** Maximum number of different lengths in a column of codes. */
const MAX_CODE_LENGTHS = 3;

const decoder = new TextDecoder();

/**
 * The format shared by all strings of a column, and their extremes if they are dates or times in one notation. `few` contains the
 * distinct strings if they are known and at most two; otherwise it is null.
 */
export function textFormat(
  { formats, codeLengths, shortest, longest, least, greatest }: TextsSnapshot,
  few: readonly string[] | null,
): Pick<Distribution, 'format' | 'extremes'> {
  const has = (bit: number): boolean => (formats & bit) !== 0;
  const extremes = { min: textToken(least), max: textToken(greatest) };
  const isIn = (pair: readonly string[]): boolean => few?.every((text) => pair.includes(text.toLowerCase())) === true;
  if (BOOLEANS.some(isIn)) return { format: 'boolean', extremes: null };
  if (has(kernel.MONTH)) return { format: 'month', extremes };
  if (has(kernel.QUARTER)) return { format: 'quarter', extremes: shortest === longest ? extremes : null };
  if (has(kernel.DATE)) return { format: 'date', extremes };
  if (has(kernel.DATE_TIME)) {
    const isOneNotation = has(kernel.WITH_T) || has(kernel.WITH_BLANK);
    const isOneZone = has(kernel.WITHOUT_ZONE) || (has(kernel.IN_UTC) && shortest === longest);
    return { format: 'datetime', extremes: isOneNotation && isOneZone ? extremes : null };
  }
  if (has(kernel.TIME)) return { format: 'time', extremes };
  if (has(kernel.URL)) return { format: 'url', extremes: null };
  if (has(kernel.EMAIL)) return { format: 'email', extremes: null };
  const isCode = has(kernel.CODE) && codeLengths.toString(2).replaceAll('0', '').length <= MAX_CODE_LENGTHS;
  return { format: isCode ? 'code' : null, extremes: null };
}

function textToken(bytes: Uint8Array): string {
  return JSON.stringify(decoder.decode(bytes.slice()));
}

const FIRST_YEAR = 1000;
const LAST_YEAR = 2999;
/** Matches lower-case words that occur in the names of year columns. */
const YEAR = new RegExp(`^(?:${YEAR_COLUMNS})$`);

/** Format of a numeric column: `year` if it has only integers from 1000 to 2999 and its name suggests years; otherwise null. */
export function formatOfNumbers(type: ColumnType, name: string, extremes: Extremes): ValueFormat | null {
  const { min, max } = extremes;
  if (type !== 'int64' || Number(min) < FIRST_YEAR || Number(max) > LAST_YEAR) return null;
  return wordsOf(name).some((word) => YEAR.test(word)) ? 'year' : null;
}

/** Matches lower-case words that mark an integer column as an identifier or as part of a date or time. */
const LABEL = new RegExp(`^(?:${IDENTIFIERS}|${TIME_PARTS})$`);

/** Whether the numbers of a column are measurements, judging by its type, format and name. */
export function measures(type: ColumnType, name: string, format: ValueFormat | null): boolean {
  if (type !== 'int64') return type === 'float64';
  return format === null && !wordsOf(name).some((word) => LABEL.test(word));
}

/** The words of a name in lower case, which are the same for `yearOfBirth`, `year_of_birth` and `Year of birth`. */
function wordsOf(name: string): string[] {
  return name
    .normalize('NFC')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u);
}
