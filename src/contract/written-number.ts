import type { NumberFormat } from '../model.ts';
import { looksLikeNull } from './null-tokens.ts';

/* Parses numbers as people write them: with separators, a currency, a unit or a flag, and with several notations for negative numbers. */

/** The parts of a number as written. */
export interface WrittenNumber {
  /** The digits, with any separators and exponent: `1.234,50`, `1.5e3`. */
  digits: string;
  /** How the number is marked as negative; null for a hyphen in front, and for numbers that are not negative. */
  negative: NonNullable<NumberFormat['negative']> | null;
  /** A currency or a comparison sign before the number; may be empty. */
  prefix: string;
  /** A currency, unit or flag after the number; may be empty. */
  suffix: string;
  /** Whether a single letter directly follows a whole number of at most three digits, as in codes such as `12a`. */
  mayBeCode: boolean;
}

/** Thousands separators besides comma and point: spaces of several widths, and apostrophes. */
export const GROUP_MARKS = [' ', '\u00A0', '\u202F', '\u2009', "'", '’'] as const;

/** Maximum length of a number, in UTF-16 code units. */
const MAX_LENGTH = 64;

const BLANK = '[ \\u00A0\\u2007\\u2009\\u202F]';
/** Source of a regular expression for a currency: its sign or its code. */
export const CURRENCY =
  '(?:[A-Z]{0,3}\\p{Sc}|USD|EUR|GBP|CHF|JPY|CNY|INR|SEK|NOK|DKK|PLN|CZK|HUF|RON|BGN|ISK|UAH|CAD|AUD|NZD|BRL|MXN|ARS|CLP|COP|PEN|ZAR|' +
  'RUB|TRY|KRW|SGD|HKD|SFr\\.?|Fr\\.?|kr\\.?|zł|Kč|Ft|Rs\\.?)';
const COMPARISON = '[<>≤≥~≈±]';
const DIGITS = `(?:\\d+(?:(?:[.,'’]|${BLANK})\\d+)*|[.,]\\d+)(?:[eE][+-]?\\d+)?`;

const WRITTEN = new RegExp(
  `^(\\()?([-+−])?${BLANK}*(${CURRENCY}|${COMPARISON})?${BLANK}*([-+−])?(${DIGITS})((?!\\d).{0,20})$`,
  'u',
);
const BLANKS_AROUND = new RegExp(`^${BLANK}+|(?<!${BLANK})${BLANK}+$`, 'gu');
/** Suffixes of a number: `%`, `€`, `km/h`, `,-`, `b`, `[p]`, `*`. Excludes what follows the number in most dates, ranges and codes. */
const SUFFIX = /^(?:[.,][-–—]|[¹²³⁰⁴-⁹]{1,2}|\[\d{1,2}\]|(?=[\p{L}\p{S}%‰°*†‡§#!?"'′″([])[^\d=;@_]*)$/u;
/** Superscript digits: an exponent after 10, a footnote number after any other number. */
const EXPONENT = /^[¹²³⁰⁴-⁹]+$/;
const IS_CURRENCY = new RegExp(`^${CURRENCY}$`, 'u');

/** The parts of a written number, without the spaces around them; null if the text is too long or is not a number. */
export function writtenNumber(text: string): WrittenNumber | null {
  const found = text.length > MAX_LENGTH ? null : WRITTEN.exec(text);
  if (!found) return null;
  const [, open, first, prefix = '', second, digits = '', rest = ''] = found;
  if (first && second) return null;
  const sign = first ?? second;
  const after = open ? rest.replace(/\)$/, '') : rest;
  if (open && (after === rest || sign)) return null;
  const isTrailing = !sign && !open && /^[-−]/.test(after);
  const suffix = withoutBlanks(isTrailing ? after.slice(1) : after);
  if (suffix !== '' && !SUFFIX.test(suffix)) return null;
  if (digits === '10' && EXPONENT.test(suffix)) return null;
  const negative = open ? '(1)' : isTrailing ? '1-' : sign === '−' ? '−1' : null;
  return { digits, negative, prefix, suffix, mayBeCode: /^\p{L}$/u.test(after) && /^\d{1,3}$/.test(digits) };
}

/** Short flags that qualify the number before them: `p` for provisional, `be` for a break and an estimate, `*`, `(e)`, `[x]`. */
const FLAG =
  '[a-fin-suvxz]|[bcdefinprsuz]{2,3}|[*†‡§#^!?]{1,3}|(?<!(?:^|\\D)10)[¹²³⁰⁴-⁹]{1,2}|\\[\\d{1,2}\\]|\\(\\p{L}{1,2}\\)|\\[\\p{L}{1,2}\\]';
const IS_FLAG = new RegExp(`^(?:${FLAG})$`, 'u');
const AFTER_NUMBER = new RegExp(`^([^\\p{L}#]*\\d${BLANK}*[%‰\\p{Sc}]?)${BLANK}*(${FLAG})$`, 'u');
const AFTER_MARK = new RegExp(`^(\\S{1,10})${BLANK}+(${FLAG})$`, 'u');

export function isFlag(text: string): boolean {
  return IS_FLAG.test(text) && !isCurrency(text);
}

/**
 * Splits a text into a value and the flag after it: `12.3 b` becomes `12.3` and `b`, `: c` becomes `:` and `c`. The value is empty if there
 * is only a flag, and the flag may be empty.
 */
export function splitFlag(text: string): { value: string; flag: string } {
  if (text.length > MAX_LENGTH) return { value: text, flag: '' };
  const [, number, mark] = AFTER_NUMBER.exec(text) ?? [];
  if (number !== undefined && mark !== undefined && isFlag(mark)) return { value: withoutBlanks(number), flag: mark };
  const [, missing, reason] = AFTER_MARK.exec(text) ?? [];
  if (missing !== undefined && reason !== undefined && looksLikeNull(missing)) return { value: missing, flag: reason };
  return isFlag(text) && !looksLikeNull(text) ? { value: '', flag: text } : { value: text, flag: '' };
}

export function isCurrency(affix: string): boolean {
  return IS_CURRENCY.test(affix);
}

/** Whether a suffix applies to all numbers of a column, even if some lack it: a currency, a percent sign, `,-`. */
export function isCommon(suffix: string): boolean {
  return isCurrency(suffix) || /^[%‰]$|^[.,][-–—]$/.test(suffix);
}

/** Removes the spaces around a text, including no-break, thin and figure spaces. */
export function withoutBlanks(text: string): string {
  return text.replace(BLANKS_AROUND, '');
}
