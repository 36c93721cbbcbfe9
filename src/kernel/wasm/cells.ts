/* Inspects cells of a column as bytes. Skips numbers, texts and empty cells that the caller need not inspect; stops at any other cell. */

import * as constants from '../constants';
import { boundsOf, source, width } from './bytes';
import { hasOwnNulls, hasText, mayBeName, mayBeNull } from './column';

const MINUS: i32 = 0x2d;
const PLUS: i32 = 0x2b;
const POINT: i32 = 0x2e;
const ZERO: i32 = 0x30;
const SMALL_E: i32 = 0x65;
const CAPITAL_E: i32 = 0x45;
const BLANK: i32 = 0x20;
/** First bytes of unusual quotation marks: ' and `, and the UTF-8 lead bytes of those outside ASCII. */
const APOSTROPHE: i32 = 0x27;
const GRAVE: i32 = 0x60;
const LATIN_LEAD: i32 = 0xc2;
const PUNCTUATION_LEAD: i32 = 0xe2;
/** UTF-8 lead bytes of the invisible characters that start with none of the lead bytes above. */
const OGHAM_LEAD: i32 = 0xe1;
const CJK_LEAD: i32 = 0xe3;

/** Maximum number of digits in a number that is read here. Longer numbers are left to the caller. */
const MAX_DIGITS: i32 = 15;
const MAX_PLACES: i32 = MAX_DIGITS;

export const UNCLEAR: i32 = 2;

/** Counts of the cells skipped by the last call of `pass`. Decimals are also included in `numbers`. */
export let numbers: i32 = 0;
export let decimals: i32 = 0;
export let texts: i32 = 0;
export let empties: i32 = 0;
/** Smallest number of decimal places among the stored numbers; `MAX_PLACES` if none are stored. */
export let fewestPlaces: i32 = 0;
/** The cell inspected last: its kind and, if it is a number, its mantissa and its number of decimal places. */
export let kind: i32 = 0;
export let mantissa: f64 = 0;
export let places: i32 = 0;
/** Whether the rules allow skipping that number, apart from its bounds and its number of decimal places. */
export let isAllowed: bool = false;

/** The powers of ten that doubles represent exactly. Numbers in a column are never scaled by a higher power. */
const powers = memory.data<f64>([
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
  1e21, 1e22,
]);

export function powerOfTen(exponent: i32): f64 {
  return load<f64>(powers + (exponent << 3));
}

/**
 * Skips cells of a column, starting at record `from`. Returns the first record whose cell the caller must inspect, or `count` if no
 * cell is left to it. Stored numbers are between `lowest` and `highest`, inclusive, and are written to `values` in units of 10^-`unit`.
 */
export function pass(
  column: usize,
  cell: i32,
  from: i32,
  count: i32,
  rules: i32,
  values: usize,
  unit: i32,
  lowest: f64,
  highest: f64,
): i32 {
  numbers = 0;
  decimals = 0;
  texts = 0;
  empties = 0;
  fewestPlaces = MAX_PLACES;
  const step = (<usize>width) << 3;
  let bound = boundsOf(from, cell);
  for (let record = from; record < count; record += 1) {
    const start = load<i32>(bound);
    const end = load<i32>(bound, 4);
    bound += step;
    kind = start === end ? constants.EMPTY : kindOf(column, source + start, source + end, rules);
    if (kind === constants.NUMBER) {
      isAllowed = allows(rules, column, source + start, end - start);
      if (!isAllowed) return record;
      if (rules & constants.KEEPS_NUMBERS) {
        const value = places === 0 ? mantissa : mantissa / powerOfTen(places);
        if (places > unit || !(value >= lowest && value <= highest)) return record;
        store<f64>(values + ((<usize>numbers) << 3), mantissa * powerOfTen(unit - places));
        if (places < fewestPlaces) fewestPlaces = places;
      }
      numbers += 1;
      if (places > 0) decimals += 1;
    } else if (kind === constants.PLAIN_TEXT) {
      if (!(rules & constants.ALL_TEXTS)) {
        if (!(rules & constants.KNOWN_TEXTS) || !hasText(column, source + start, end - start)) return record;
      }
      texts += 1;
    } else if (kind === constants.EMPTY && rules & constants.EMPTY_CELLS) {
      empties += 1;
    } else return record;
  }
  return count;
}

/** Whether `rules` allow skipping the number inspected last, whose text is given. */
function allows(rules: i32, column: usize, text: usize, length: i32): bool {
  if (rules & constants.ONLY_KNOWN_NUMBERS && !hasText(column, text, length)) return false;
  if (places === 0) return !(rules & constants.ONLY_SHORT_INTEGERS) || (mantissa > -1000 && mantissa < 1000);
  return (rules & (isGrouped(mantissa, places) ? constants.GROUPED_DECIMALS : constants.UNGROUPED_DECIMALS)) !== 0;
}

/** Whether the point of a decimal may be a thousands separator, as in 1.234. */
export function isGrouped(mantissa: f64, places: i32): bool {
  const magnitude = abs(mantissa);
  return places === 3 && magnitude >= 1000 && magnitude < 1000000;
}

function kindOf(column: usize, start: usize, end: usize, rules: i32): i32 {
  const first = <i32>load<u8>(start);
  if (isDigit(first) || first === MINUS) return kindOfNumber(column, start, end, rules);
  if (first <= BLANK || first === POINT || first === PLUS || endsInBlank(end)) return UNCLEAR;
  if ((first === OGHAM_LEAD || first === CJK_LEAD) && isWideBlank(start)) return UNCLEAR;
  return isSpecial(column, first, <i32>(end - start)) ? UNCLEAR : constants.PLAIN_TEXT;
}

/** Kind of a cell that starts with a digit or a minus sign. */
function kindOfNumber(column: usize, start: usize, end: usize, rules: i32): i32 {
  const isNegative = load<u8>(start) === <u8>MINUS;
  const first = isNegative ? start + 1 : start;
  let point: usize = 0;
  // An overflow is harmless, since the sum is not used if there are too many digits.
  let sum: i64 = 0;
  let at = first;
  for (; at < end; at += 1) {
    const code = <i32>load<u8>(at);
    if (isDigit(code)) sum = sum * 10 + <i64>(code - ZERO);
    else if (code === POINT && point === 0) point = at;
    else break;
  }
  const digits = <i32>(at - first) - (point === 0 ? 0 : 1);
  const isPadded = load<u8>(first) === <u8>ZERO && digits > 1 && point !== first + 1;
  const firstByte = <i32>load<u8>(start);
  if (at < end) {
    const code = <i32>load<u8>(at);
    const isText = code !== SMALL_E && code !== CAPITAL_E && digits > 0 && !endsInBlank(end);
    if (!isText || (isPadded && !(rules & constants.HAS_CODES)) || isSpecial(column, firstByte, <i32>(end - start)))
      return UNCLEAR;
    return constants.PLAIN_TEXT;
  }
  if (digits === 0 || digits > MAX_DIGITS || point === first || point === end - 1) return UNCLEAR;
  if (isPadded || (isNegative && sum === 0)) return UNCLEAR;
  // Declared null tokens may be numbers, such as -9.
  if (hasOwnNulls(column) && mayBeNull(column, firstByte, <i32>(end - start))) return UNCLEAR;
  mantissa = <f64>(isNegative ? -sum : sum);
  places = point === 0 ? 0 : <i32>(end - point) - 1;
  return constants.NUMBER;
}

/** Whether a text ends in a space, a control character below U+0020, or another invisible character. */
function endsInBlank(end: usize): bool {
  const last = <i32>load<u8>(end - 1);
  if (last <= BLANK) return true;
  return last >= 0x80 && (load<u16>(end - 2) === NO_BREAK_SPACE || isWideBlank(end - 3));
}

/** The UTF-8 bytes of a no-break space, as a little-endian integer. */
const NO_BREAK_SPACE: u16 = 0xa0c2;

/** Whether three bytes are the UTF-8 sequence of an invisible character in `profile/cells/blank-texts.ts`, except U+FEFF. */
function isWideBlank(at: usize): bool {
  const lead = <i32>load<u8>(at);
  const second = <i32>load<u8>(at, 1);
  const third = <i32>load<u8>(at, 2);
  if (lead === OGHAM_LEAD) return (second === 0x9a && third === 0x80) || (second === 0xa0 && third === 0x8e);
  if (lead === CJK_LEAD) return (second === 0x80 && third === 0x80) || (second === 0x85 && third === 0xa4);
  if (lead !== PUNCTUATION_LEAD) return false;
  if (second === 0x80) return third <= 0x8f || third === 0xa8 || third === 0xa9 || third === 0xaf;
  return second === 0x81 ? third === 0x9f || third === 0xa0 : second === 0xa0 && third === 0x80;
}

export function isDigit(code: i32): bool {
  return <u32>(code - ZERO) < 10;
}

/** Whether a text may be a null token, the column's name, or a value in unusual quotes. */
function isSpecial(column: usize, first: i32, length: i32): bool {
  if (first === APOSTROPHE || first === GRAVE || first === LATIN_LEAD || first === PUNCTUATION_LEAD) return true;
  return mayBeName(column, first, length) || mayBeNull(column, first, length);
}
