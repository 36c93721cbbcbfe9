/*
 * Recognises the kind of value in a cell by its characters. Column names hardly ever look like a value of one of these kinds.
 *
 * Dates are also recognised elsewhere, with other rules for other purposes.
 * `kernel/wasm/formats.ts` checks texts byte by byte against the strict notation of each format that a profile can state.
 * `charts/rules/read-times.ts` finds the positions of times on an axis, and accepts only unambiguous times.
 */

import { CURRENCY } from './written-number.ts';

/** A cell with more UTF-16 code units than this has no shape, unless it is a URL or a geometry. */
const MAX_VALUE = 100;

const URL_SHAPE = /^(?:[a-z][a-z0-9+.-]*:\/\/|www\.)\S+$/i;

const TIME = String.raw`\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:\s?[ap]\.?m\.?)?(?:\s?(?:Z|UTC|GMT|[+-]\d{2}:?\d{2}))?`;
/** Beginnings of month names, and of their abbreviations, in several languages. */
const MONTHS =
  'jan|feb|fév|mar|mär|mrz|apr|avr|abr|may|mai|maj|jun|juin|juil|jul|aug|août|ago|sep|set|oct|okt|out|nov|dec|dez|déc|dic|ene|gen|mag|' +
  'giu|lug|ott|sty|lut|kwi|cze|lip|sie|wrz|paź|lis|gru|янв|фев|мар|апр|май|мая|июн|июл|авг|сен|окт|ноя|дек';
const MONTH = String.raw`(?:${MONTHS})\p{L}{0,9}\.?`;
const WEEKDAY = String.raw`(?:\p{L}{2,10}\.?,? )?`;

const DATES_IN_WORDS: readonly string[] = [
  String.raw`${WEEKDAY}\d{1,2}(?:\.|st|nd|rd|th)?[-/ ](?:de )?${MONTH}(?:[-/ ,]{1,2}(?:de )?\d{2,4})?(?:,? ${TIME})?`,
  String.raw`${WEEKDAY}${MONTH} \d{1,2}(?:st|nd|rd|th)?,? \d{4}(?:,? ${TIME})?`,
  String.raw`${MONTH}[-/ ](?:\d{2}|\d{4})`,
  String.raw`\d{4}[-/ ]?${MONTH}`,
];
const DATES: readonly string[] = [
  String.raw`\d{4}[-/.]\d{1,2}(?:[-/.]\d{1,2}(?:[T ]${TIME})?)?`,
  String.raw`\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2})\.?(?:,? ${TIME})?`,
  String.raw`\d{1,2}[-/]\d{4}`,
  String.raw`\d{4}[-–]\d{4}`,
  String.raw`\d{4}[- ]?[QWMHT]\d{1,2}`,
  String.raw`[QH]\d[-/ ]\d{2,4}`,
  ...DATES_IN_WORDS,
];

const UNCLEAR_DATE = new RegExp(
  String.raw`^(?:${DATES_IN_WORDS.join('|')}|\d{1,2}[-/. ]{1,2}${MONTH}|\d{2}([./-])\d{2}\1\d{2}|[\d./-]{8,10},? [\d:]{4,8}\s?[ap]\.?m\.?)$`,
  'iu',
);

/** Whether a cell is a date with a month name (`3 mars 2021`), a two-digit year (`03.05.21`, unlike the version `1.5.2`), or am or pm. */
export function isUnclearDate(cell: string): boolean {
  return UNCLEAR_DATE.test(cell);
}

/** Digits with optional thousands separators and an optional decimal point or comma. */
const DIGITS = String.raw`(?:\d{1,3}(?:[ ,.'’\u00A0\u202F]\d{3})+|\d+)(?:[.,]\d*)?`;
const MONEY = String.raw`(?:[+-]?\s?${CURRENCY}\s?[+-]?${DIGITS}(?:,?-)?|[+-]?\s?${DIGITS}(?:,?-)?\s?${CURRENCY})`;

/** Unit after a number, such as `km/h`, `°C` or `″`. */
const UNIT = String.raw`(?:[°µ]?\p{L}{1,5}\.?|[°'"′″])(?:[²³]|/\p{L}{1,3}[²³]?)?`;
/** Words that mean true or false wherever they are the only value of a cell. */
export const TRUTH_VALUES = 'true false yes no wahr falsch ja nein oui non vrai faux sí'.split(' ');
const GEOMETRY = /^(?:MULTI)?(?:POINT|LINESTRING|POLYGON)\s*(?:Z\s*)?\(/i;

/** Regular expression of `looksLikeNumber`, for a trimmed cell. */
export const LOOSE_NUMBER = /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/;

/** Shapes of cells with a digit. The first that matches counts. */
const WITH_DIGITS = [
  ['a number', LOOSE_NUMBER],
  ['an IP address', /^(?:\d{1,3}\.){3}\d{1,3}(?:[/:]\d{1,5})?$/],
  ['a time', new RegExp(`^${TIME}$`, 'i')],
  ['a UUID', /^\{?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\}?$/i],
  ['a date', new RegExp(`^(?:${DATES.join('|')})$`, 'iu')],
  ['an amount', new RegExp(`^[+-]?${DIGITS}$`, 'u')],
  ['a sum of money', new RegExp(`^(?:${MONEY}|\\(${MONEY}\\))$`, 'u')],
  ['a percentage', new RegExp(`^[+-]?\\s?${DIGITS}\\s?[%‰]$`, 'u')],
  // 7 to 15 digits, with at least one separator or plus sign, and nothing else.
  ['a telephone number', /^(?=(?:\D*\d){7,15}\D*$)(?=[\s\S]*[\s()./+-])[+(\d][\d\s()./-]*$/],
  ['a quantity', new RegExp(`^(?:[<>≤≥~≈±]\\s?${DIGITS}|[<>≤≥~≈±]?[+-]?${DIGITS}\\s?${UNIT})$`, 'u')],
  ['a geometry', GEOMETRY],
] as const;

/** Shapes of cells without a digit, and of those that match none of the above. */
const OTHERS = [
  ['a hash', /^(?:(?=.*\d)[0-9a-f]{16,}|#[0-9a-f]{6})$/i],
  ['a MAC address', /^[0-9a-f]{2}(?:[:-][0-9a-f]{2}){5}$/i],
  ['a truth value', new RegExp(`^(?:${TRUTH_VALUES.join('|')})$`, 'i')],
  ['an e-mail address', /^[^\s@,;]+@[a-z0-9.-]+\.[a-z]{2,}$/i],
  ['an IP address', /^(?=.*::|(?:[^:]*:){7}[^:]*$)[0-9a-f:]{2,39}(?:\/\d{1,3})?$/i],
  ['a domain', /^(?=.*\p{L})[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*\.\p{L}{2,}$/u],
] as const;

const ALL = [...WITH_DIGITS, ...OTHERS];

/** A kind of value, as named in messages. */
export type Shape = 'a URL' | (typeof WITH_DIGITS | typeof OTHERS)[number][0];

/** The shape of a trimmed cell; null if it has none, like most names and words. */
export function shapeOf(cell: string): Shape | null {
  if (URL_SHAPE.test(cell)) return 'a URL';
  if (cell.length > MAX_VALUE) return GEOMETRY.test(cell) ? 'a geometry' : null;
  const shapes = /\d/.test(cell) ? ALL : OTHERS;
  return shapes.find(([, pattern]) => pattern.test(cell))?.[0] ?? null;
}

/** Replaces each capital with `A`, each other letter with `a` and each digit with `9`: `S01` becomes `A99`. */
export function classesOf(cell: string): string {
  return cell
    .replace(/\p{Lu}/gu, 'A')
    .replace(/(?!A)\p{L}/gu, 'a')
    .replace(/\p{Nd}/gu, '9');
}

/** Replaces each run of digits with `9`: `No. 12` becomes `No. 9`. */
export function withoutNumbers(cell: string): string {
  return cell.replace(/\p{Nd}+/gu, '9');
}

/**
 * Whether a cell looks like a number: digits with at most one decimal point. A sign, leading zeros, an exponent and surrounding whitespace
 * are allowed. Whether a column is numeric depends on stricter rules: see `profile/numbers/read-number.ts`.
 */
export function looksLikeNumber(cell: string): boolean {
  return LOOSE_NUMBER.test(cell.trim());
}

/** Whether a cell looks like a year from 1000 to 2999. Real tables often name columns after years, but hardly ever after other numbers. */
export function looksLikeYear(cell: string): boolean {
  return /^[12][0-9]{3}$/.test(cell.trim());
}
