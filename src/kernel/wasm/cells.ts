/*
 * Looks at the cells of a column as bytes. Passes over plain numbers, and texts of which nothing but their count is of interest; any
 * other is for the caller to judge.
 */

import { boundsOf, source, width } from './bytes';
import { hasNumber, hasOwnNulls, hasText, mayBeName, mayBeNull } from './column';

const MINUS: i32 = 0x2d;
const PLUS: i32 = 0x2b;
const POINT: i32 = 0x2e;
const ZERO: i32 = 0x30;
const SMALL_E: i32 = 0x65;
const CAPITAL_E: i32 = 0x45;
const BLANK: i32 = 0x20;
/** First bytes of marks that some programs quote with: ' ` and the first bytes of those beyond ASCII. */
const APOSTROPHE: i32 = 0x27;
const GRAVE: i32 = 0x60;
const LATIN_LEAD: i32 = 0xc2;
const PUNCTUATION_LEAD: i32 = 0xe2;

/** Numbers of more digits are not read here. */
const MOST_DIGITS: i32 = 15;

/** What a cell's bytes are, as far as can be told without making a text of them. */
export const NUMBER: i32 = 0;
export const PLAIN_TEXT: i32 = 1;
export const UNCLEAR: i32 = 2;
export const EMPTY: i32 = 3;

/*
 * What is passed over, as bits. Of texts: all, or those that are remembered. Of numbers: only those that are remembered, or any; of whole
 * ones only those below a thousand; of decimals those that look as if the point separated thousands, and others.
 */
export const ALL_TEXTS: i32 = 1;
export const KNOWN_TEXTS: i32 = 2;
export const EMPTY_CELLS: i32 = 4;
export const ONLY_KNOWN_NUMBERS: i32 = 8;
export const ONLY_SHORT_INTEGERS: i32 = 16;
export const GROUPED_DECIMALS: i32 = 32;
export const UNGROUPED_DECIMALS: i32 = 64;
/** The numbers are wanted: they are within the bounds, have no more places than said, and are written in units of those. */
export const KEEPS_NUMBERS: i32 = 128;
/** Texts that look like zero-padded numbers are texts. */
export const HAS_CODES: i32 = 256;

/** What was passed over last. */
export let numbers: i32 = 0;
export let decimals: i32 = 0;
export let texts: i32 = 0;
export let empties: i32 = 0;
/** The cell that was looked at last: of what kind it is and, of a number, mantissa and decimal places. */
export let kind: i32 = 0;
export let mantissa: f64 = 0;
export let places: i32 = 0;

/** As many as a column of decimals may have places: as there are powers of ten that doubles hold exactly. */
const powers = memory.data<f64>([
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
  1e21, 1e22,
]);

function powerOfTen(exponent: i32): f64 {
  return load<f64>(powers + (exponent << 3));
}

/**
 * Passes over cells of a column, from a record on: returns the first record whose cell is to be judged, or `count`. The numbers that are
 * kept are written from `values` on, as whole multiples of 10^-`unit`; they are from `lowest` to `highest`.
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
  const step = (<usize>width) << 3;
  let bound = boundsOf(from, cell);
  for (let record = from; record < count; record += 1) {
    const start = load<i32>(bound);
    const end = load<i32>(bound, 4);
    bound += step;
    kind = start === end ? EMPTY : kindOf(column, source + start, source + end, rules);
    if (kind === NUMBER) {
      if (!isPassed(column, rules)) return record;
      if (rules & KEEPS_NUMBERS) {
        const value = places === 0 ? mantissa : mantissa / powerOfTen(places);
        if (places > unit || !(value >= lowest && value <= highest)) return record;
        store<f64>(values + ((<usize>numbers) << 3), mantissa * powerOfTen(unit - places));
      }
      numbers += 1;
      if (places > 0) decimals += 1;
    } else if (kind === PLAIN_TEXT) {
      if (!(rules & ALL_TEXTS)) {
        if (!(rules & KNOWN_TEXTS) || !hasText(column, source + start, end - start)) return record;
      }
      texts += 1;
    } else if (kind === EMPTY && rules & EMPTY_CELLS) {
      empties += 1;
    } else return record;
  }
  return count;
}

/** Whether the number that was looked at last is passed over, where it is within the bounds. */
export function isPassed(column: usize, rules: i32): bool {
  if (rules & ONLY_KNOWN_NUMBERS && !hasNumber(column, mantissa, places)) return false;
  if (places === 0) return !(rules & ONLY_SHORT_INTEGERS) || (mantissa > -1000 && mantissa < 1000);
  return (rules & (isGrouped(mantissa, places) ? GROUPED_DECIMALS : UNGROUPED_DECIMALS)) !== 0;
}

/** Whether the point of a decimal may separate thousands, as in 1.234. */
export function isGrouped(mantissa: f64, places: i32): bool {
  const magnitude = abs(mantissa);
  return places === 3 && magnitude >= 1000 && magnitude < 1000000;
}

function kindOf(column: usize, start: usize, end: usize, rules: i32): i32 {
  const first = <i32>load<u8>(start);
  if (isDigit(first) || first === MINUS) return kindOfNumber(column, start, end, rules);
  if (first <= BLANK || first === POINT || first === PLUS || load<u8>(end - 1) <= <u8>BLANK) return UNCLEAR;
  return isSpecial(column, first, <i32>(end - start)) ? UNCLEAR : PLAIN_TEXT;
}

/** Of a cell that begins with a digit or a minus sign. */
function kindOfNumber(column: usize, start: usize, end: usize, rules: i32): i32 {
  const isNegative = load<u8>(start) === <u8>MINUS;
  const first = isNegative ? start + 1 : start;
  let point: usize = 0;
  // Of too many digits, nothing but their number is looked at.
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
    const isText = code !== SMALL_E && code !== CAPITAL_E && digits > 0 && load<u8>(end - 1) > <u8>BLANK;
    if (!isText || (isPadded && !(rules & HAS_CODES)) || isSpecial(column, firstByte, <i32>(end - start)))
      return UNCLEAR;
    return PLAIN_TEXT;
  }
  if (digits === 0 || digits > MOST_DIGITS || point === first || point === end - 1) return UNCLEAR;
  if (isPadded || (isNegative && sum === 0)) return UNCLEAR;
  // A null may be spelled as a number.
  if (hasOwnNulls(column) && mayBeNull(column, firstByte, <i32>(end - start))) return UNCLEAR;
  mantissa = <f64>(isNegative ? -sum : sum);
  places = point === 0 ? 0 : <i32>(end - point) - 1;
  return NUMBER;
}

function isDigit(code: i32): bool {
  return <u32>(code - ZERO) < 10;
}

/** Whether a text may be a spelling of null, quoted in an unusual way, or the column's name. */
function isSpecial(column: usize, first: i32, length: i32): bool {
  if (first === APOSTROPHE || first === GRAVE || first === LATIN_LEAD || first === PUNCTUATION_LEAD) return true;
  return mayBeName(column, first, length) || mayBeNull(column, first, length);
}
