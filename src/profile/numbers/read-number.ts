import { withoutBlanks } from '../../contract/written-number.ts';
import type { ColumnType, NumberFormat } from '../../model.ts';

/*
 * Numbers are published with the same digits as in the file, so the functions below handle them as strings. A "plain number" is a number
 * in the decimal notation of programming languages, without surrounding whitespace.
 */

/** Powers of ten that doubles represent exactly, from 10^0 to 10^22. */
export const POWERS_OF_TEN: readonly number[] = Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));

/** Notation of a plain number. */
export type NumberNotation =
  /** Within 64 bits and without zero-padding. */
  | 'integer'
  /** With a decimal point or a signed exponent. */
  | 'decimal'
  /** With an unsigned exponent and no decimal point, such as `1e5`, which may be a code. */
  | 'exponent';

const INTEGER = /^[+-]?(?:0|[1-9][0-9]{0,18})$/;
const NUMBER = /^[+-]?(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?|\.[0-9]+)(?:[eE]([+-]?)[0-9]+)?$/;
/** Integers with this many characters or more may exceed 64 bits. */
const LONG_INTEGER = 19;

/** Notation of a plain number; null for any other string, an integer beyond 64 bits, or a number beyond the largest double. */
export function notationOf(text: string): NumberNotation | null {
  if (INTEGER.test(text)) {
    return text.length < LONG_INTEGER || BigInt.asIntN(64, BigInt(text)) === BigInt(text) ? 'integer' : null;
  }
  const found = NUMBER.exec(text);
  if (!found) return null;
  const hasPoint = text.includes('.');
  if (!hasPoint && found[1] === undefined) return null;
  if (!Number.isFinite(Number(text))) return null;
  return hasPoint || found[1] !== '' ? 'decimal' : 'exponent';
}

/** Removes ASCII whitespace from both ends of a cell. */
export function trimBlanks(cell: string): string {
  // Usually there is nothing to trim, so no regular expression is needed.
  const first = cell.charCodeAt(0);
  const last = cell.charCodeAt(cell.length - 1);
  return isBlank(first) || isBlank(last) ? cell.replace(/^[ \t\n\v\f\r]+/, '').replace(TRAILING_BLANKS, '') : cell;
}

// The lookbehind keeps the time linear: a long run of whitespace inside a cell is tried once, not from each of its characters.
const TRAILING_BLANKS = /(?<![ \t\n\v\f\r])[ \t\n\v\f\r]+$/;

function isBlank(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}

/**
 * Converts a string in a number format to a plain number; null if it does not follow the format. Thousands must be separated throughout
 * (`1,234,567`) or not at all (`1234567`). The result may still not be a number: see `notationOf`.
 */
export function readFormatted(text: string, format: NumberFormat): string | null {
  const { thousands, decimal = '.', strip } = format;
  const { sign, unsigned } = strip || format.negative ? withoutAffixes(text, format) : { sign: '', unsigned: text };
  // In a format with another decimal separator, "1.5" is not a number.
  if (decimal !== '.' && thousands !== '.' && unsigned.includes('.')) return null;
  // `split` would cut a long string into millions of pieces before the first one is checked.
  const point = unsigned.indexOf(decimal);
  const whole = point < 0 ? unsigned : unsigned.slice(0, point);
  const fraction = point < 0 ? null : unsigned.slice(point + decimal.length);
  if (fraction?.includes(decimal)) return null;
  const joined = thousands === undefined ? whole : joinThousands(whole, thousands);
  return joined === null ? null : `${sign}${fraction === null ? joined : `${joined}.${fraction}`}`;
}

/** Splits a string into its sign and the rest, without the affixes that a format strips. A second sign remains in the rest. */
function withoutAffixes(text: string, { strip, negative }: NumberFormat): { sign: string; unsigned: string } {
  const { prefix = '', suffix = '' } = strip ?? {};
  const isEnclosed = negative === '(1)' && text.startsWith('(') && text.endsWith(')');
  let sign = isEnclosed ? '-' : '';
  let unsigned = isEnclosed ? text.slice(1, -1) : text;
  const takeSign = (): void => {
    const isMinus = unsigned.startsWith(negative === '−1' ? '−' : '-');
    if (sign !== '' || (!isMinus && !unsigned.startsWith('+'))) return;
    sign = isMinus ? '-' : '+';
    unsigned = withoutBlanks(unsigned.slice(1));
  };
  if (prefix === '' || !unsigned.startsWith(prefix)) takeSign();
  if (unsigned.startsWith(prefix)) unsigned = withoutBlanks(unsigned.slice(prefix.length));
  takeSign();
  if (unsigned.endsWith(suffix)) unsigned = withoutBlanks(unsigned.slice(0, unsigned.length - suffix.length));
  if (negative === '1-' && unsigned.endsWith('-') && sign === '') {
    sign = '-';
    unsigned = withoutBlanks(unsigned.slice(0, -1));
  }
  return { sign, unsigned };
}

const FIRST_GROUP = /^[+-]?[0-9]{1,3}$/;
const GROUP = /^[0-9]{3}$/;
const GROUP_DIGITS = 3;

function joinThousands(whole: string, separator: string): string | null {
  const end = whole.indexOf(separator);
  if (end < 0) return whole;
  let joined = whole.slice(0, end);
  if (!FIRST_GROUP.test(joined)) return null;
  for (let at = end; at < whole.length; ) {
    const start = at + separator.length;
    at = start + GROUP_DIGITS;
    const group = whole.slice(start, at);
    if (!whole.startsWith(separator, start - separator.length) || !GROUP.test(group)) return null;
    joined += group;
  }
  return joined;
}

/** JSON number (RFC 8259, section 6) with the digits of a plain number: only syntax that JSON forbids is changed. */
export function toJsonNumber(number: string): string {
  const unsigned = number.replace(/^[+-]/, '');
  const sign = number.startsWith('-') ? '-' : '';
  const whole = unsigned.startsWith('.') ? `0${unsigned}` : unsigned;
  return sign + whole.replace(/\.(?![0-9])/, '.0');
}

/** Compares two plain numbers exactly. The result is negative, zero or positive, as for `Array.sort`. */
export function compareNumbers(a: string, b: string): number {
  const left = decompose(a);
  const right = decompose(b);
  if (left.sign !== right.sign) return left.sign - right.sign;
  if (left.exponent !== right.exponent) return left.sign * (left.exponent - right.exponent);
  if (left.digits === right.digits) return 0;
  return left.digits < right.digits ? -left.sign : left.sign;
}

/** A string that is the same for two plain numbers if and only if they have the same value. */
export function canonicalNumber(number: string): string {
  const { sign, digits, exponent } = decompose(number);
  return `${sign}.${digits}e${exponent}`;
}

/** The number as sign × 0.digits × 10^exponent. The digits have no leading or trailing zeros; zero has sign 0 and exponent 0. */
function decompose(number: string) {
  const [mantissa = '', power = '0'] = number.replace(/^[+-]/, '').split(/[eE]/);
  const [whole = '', fraction = ''] = mantissa.split('.');
  const unpadded = (whole + fraction).replace(/^0+/, '');
  const digits = unpadded.replace(/(?<!0)0+$/, '');
  if (digits === '') return { sign: 0, digits, exponent: 0 };
  return { sign: number.startsWith('-') ? -1 : 1, digits, exponent: unpadded.length - fraction.length + Number(power) };
}

/**
 * Type of a column that contains only numbers, from their notations; `integer` may be omitted. Numbers with an unsigned exponent, such as
 * `1e5`, are taken for codes unless the column also has decimals.
 */
export function typeOfNumbers(notations: ReadonlySet<NumberNotation>): ColumnType {
  if (notations.has('decimal')) return 'float64';
  return notations.has('exponent') ? 'object' : 'int64';
}
