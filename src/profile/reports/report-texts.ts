import { looksLikeNull, suggestsNull } from '../../contract/null-tokens.ts';
import { TRUTH_VALUES } from '../../contract/value-shapes.ts';
import type { Source } from '../../model.ts';
import { listFirst } from '../../problems/format-problem.ts';
import { type Problem, type ProblemCode, problem } from '../../problems/problem.ts';
import { quoteText, visible } from '../../problems/quote-text.ts';
import { type Fix, fix, TRIM_BLANKS } from '../../problems/sidecar-patch.ts';
import { hasOuterBlanks } from '../cells/blank-texts.ts';
import type { AlikeTexts } from '../evidence/alike-texts.ts';
import { type Found, findValue, type ReadAgain } from '../evidence/findings.ts';
import { trimBlanks } from '../numbers/read-number.ts';
import type { InspectedColumn } from '../profile-column.ts';
import type { Column } from './report-column.ts';

/** Padded or quoted values are reported if they make up at least `MIN_SHARE` of a column's strings and number at least `MIN_COUNT`. */
const MIN_SHARE = 0.9;
const MIN_COUNT = 2;

/** Whether most strings of a column are padded with whitespace, or enclosed in what may be quotes. */
export function isMostly(kind: 'padded' | 'quoted', { suspiciousTexts }: InspectedColumn): boolean {
  const found = suspiciousTexts?.[kind];
  return !!found && found.count >= MIN_COUNT && found.count >= suspiciousTexts.texts * MIN_SHARE;
}

/** Reports columns of mostly padded strings. If their names are all padded too, this is an error, since programs refer to names. */
export function paddingIn({ file }: Source, padded: readonly Column[]): Problem[] {
  const [first] = padded;
  const found = first?.profile.suspiciousTexts?.padded;
  if (!found) return [];
  const areNamesPadded = padded.every(({ column }) => hasOuterBlanks(column));
  const message = areNamesPadded
    ? `${textsOf(found, padded)} would be published with surrounding whitespace, as would the column names; this is the first`
    : `${textsOf(found, padded)} are published with surrounding whitespace; this is the first`;
  const help = 'If the whitespace is part of the values, set "trim" to false under "csv" in the sidecar.';
  const code = areNamesPadded ? 'blanks-around' : 'cells-padded';
  return [problem(code, { file, place: found.first }, message, help, [fix(TRIM_BLANKS, 'If it is not')])];
}

/** Reports columns in which most strings are enclosed in what may be quotes, so the file was probably parsed wrongly. */
export function quotesIn({ format, file }: Source, quoted: readonly Column[]): Problem[] {
  const [first] = quoted;
  const found = first?.profile.suspiciousTexts?.quoted;
  if (!found) return [];
  const [open = '', close = ''] = found.marks;
  const isFixable = open === close && open !== format.quote;
  const enclosed = open === close ? `begin and end with ${open}` : `are enclosed in ${open} and ${close}`;
  const message = `${textsOf(found, quoted)} ${enclosed}, which would be part of the values; this is the first`;
  const instead = isFixable ? '' : 'If they are quotes, replace them with double quotes ("). ';
  const help = `${instead}If they are part of the text, set the "type" of each such column to "object".`;
  const fixes = isFixable ? [fix({ csv: { quote: open } }, 'If this file uses them to quote values')] : [];
  return [problem('quote-doubtful', { file, place: found.first }, message, help, fixes)];
}

/** Subject of a message about suspicious strings; `found` counts those of the first column. */
function textsOf(found: Found, [first, ...others]: readonly Column[]): string {
  const more = others.length === 1 ? 'one more column' : `${others.length} more columns`;
  return `${found.count} values in the column "${first?.column}"${others.length === 0 ? '' : `, and some values in ${more},`}`;
}

/** Maximum number of null markers in a patch, and in a message. */
const MAX_LISTED = 10;
const MAX_NAMED = 3;

type NullTexts = InspectedColumn['nullTexts']['tokens'];

/** Reports cells of a text column that look like null but are published as strings: whitespace and, if `includesTokens`, null tokens. */
export function nullTextsIn(source: Source, { column, profile }: Column, includesTokens: boolean): Problem[] {
  const { blanks } = profile.nullTexts;
  const tokens = includesTokens ? nullTokensOf(profile, source.columns.get(column)?.description ?? '') : [];
  const fixes = fixesOf(source, column, [...blanks, ...tokens]);
  const problemOf = (code: ProblemCode, cells: string, texts: NullTexts): Problem[] => {
    if (texts.length === 0) return [];
    const count = texts.reduce((sum, it) => sum + it.count, 0);
    const place = texts.map(({ first }) => first).reduce((a, b) => (b.line < a.line ? b : a));
    const message = `${cells}: ${count} (${listFirst(
      texts.map(({ text }) => shown(text)),
      MAX_NAMED,
    )}); they are published as texts; this is the first`;
    const help = 'If they are values, set the "type" of the column to "object".';
    return [problem(code, { file: source.file, place }, message, help, fixes)];
  };
  return [
    ...problemOf('cells-blank', `blank cells in the text column "${column}"`, blanks),
    ...problemOf('null-tokens-kept', `cells of the text column "${column}" that look like null`, tokens),
  ];
}

/** Null tokens of a column that are probably not values. Words that the column's description mentions count as values. */
function nullTokensOf({ nullTexts, samples, evidence }: InspectedColumn, description: string): NullTexts {
  if (nullTexts.tokens.length === 0) return [];
  const tokens = new Set(nullTexts.tokens.map(({ text }) => text));
  const values = samples.map((sample) => (JSON.parse(sample) as string).trim());
  const others = [...values, ...(evidence?.nonNumeric ?? [])].filter((text) => text !== '' && !tokens.has(text));
  const words = new Set(description.split(/[\s,;:()"'“”‘’]+/));
  return nullTexts.tokens.filter(({ text }) => suggestsNull(text, others) && !(/\p{L}/u.test(text) && words.has(text)));
}

/** Fix that adds `texts` to the declared null markers. There is no fix if more than `MAX_LISTED` markers would be added. */
function fixesOf(source: Source, column: string, texts: readonly { text: string }[]): Fix[] {
  const declared = (source.columns.get(column) ?? source.format).missing ?? [];
  // A single marker of ASCII whitespace covers all cells of ASCII whitespace.
  const ascii = texts.find(({ text }) => trimBlanks(text) === '');
  const missing = texts.filter((it) => it === ascii || trimBlanks(it.text) !== '').map(({ text }) => text);
  if (missing.length > MAX_LISTED) return [];
  return [fix({ columns: { [column]: { missing: [...declared, ...missing] } } }, 'If they mean null')];
}

const COUNTED_APART = 'are counted as different values';

/** Reports values of a column that look the same. `isTrimSafe`: whether trimming would change only reported values. */
export function alikeTextsIn(source: Source, { column }: Column, alike: AlikeTexts, isTrimSafe: boolean): Problem {
  const { text, other, place, differInBlanks, count } = alike;
  const difference = differInBlanks ? 'surrounding whitespace' : 'Unicode normalisation';
  const texts = `${shown(text)} and ${shown(other)}${count === 1 ? '' : ` (and ${count - 1} more such ${count === 2 ? 'pair' : 'pairs'})`}`;
  const message = `the column "${column}" has ${texts}, which ${COUNTED_APART} because they differ in ${difference}; this is the first`;
  const help = 'If they mean the same, use one spelling in the file.';
  const isFixable = differInBlanks && isTrimSafe && source.format.trim === null;
  return problem('values-alike', { file: source.file, place }, message, help, isFixable ? [fix(TRIM_BLANKS)] : []);
}

/** Quotes a string and escapes combining marks and any whitespace except plain spaces. */
function shown(text: string): string {
  const json = visible(JSON.stringify(text));
  return json.replace(/\p{M}/gu, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** More words for true and false, some of which may also be codes or names: they count only if all values of a column are such words. */
const MORE_TRUTH_VALUES = 'nee si sì sim não tak nie ano ne igen nem да нет'.split(' ');
/** All words for true and false, and their first letters, to which they may be abbreviated. */
const SPELLINGS: ReadonlySet<string> = new Set(
  [...TRUTH_VALUES, ...MORE_TRUTH_VALUES].flatMap((word) => [word, word.slice(0, 1)]),
);

/** Reports a boolean column in which one value has two spellings, such as `Y` and `Yes`. */
export function truthValuesIn({ file }: Source, { column, cell, profile }: Column, readAgain: ReadAgain): Problem[] {
  const spellings = profile.evidence && spelledTwice(profile.evidence.nonNumeric);
  if (!spellings) return [];
  const message = `the column "${column}" has ${spellings.map(quoteText).join(' and ')}, which probably mean the same but ${COUNTED_APART}`;
  const help = 'If they mean the same, use one spelling in the file.';
  return [problem('values-alike', { file, place: findValue(spellings[1], cell, readAgain()) }, message, help)];
}

/** Numbers that contain digits other than 0 to 9, such as ٣٫٥, with their separators and signs. */
const OTHER_DIGITS = /^(?=.*(?![0-9])\p{Nd})[\p{Nd}.,٫٬%+− -]{1,40}$/u;
/** Numbers whose digits may be in groups of two or three, and those grouped as in India, such as `12,34,567`. */
const GROUPED = /^[+-]?\d{1,3}(?:,\d{2,3})*(?:\.\d+)?$/;
const IN_PAIRS = /^[+-]?\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d+)?$/;

/** Reports numbers that no number format can describe, since they have digits of another script, such as ٣٫٥, or groups of two digits. */
export function digitsIn(source: Source, { column, cell, profile }: Column, readAgain: ReadAgain): Problem[] {
  const isDeclared = source.columns.get(column)?.type === 'object';
  if (isDeclared || profile.type !== 'object' || profile.numberFormats.length > 0) return [];
  const values = profile.samples.map((sample) => trimBlanks(JSON.parse(sample) as string));
  const first = values.find((value) => OTHER_DIGITS.test(value) || IN_PAIRS.test(value));
  const areNumbers = [OTHER_DIGITS, GROUPED].some((shape) => values.every((value) => shape.test(value)));
  if (first === undefined || !areNumbers) return [];
  const message = `the values of "${column}", such as ${quoteText(first)}, are text: numbers with such digits or groups are not recognised`;
  const help =
    'Use the digits 0 to 9, without groups of two. If the values are not numbers, set the "type" of the column to "object".';
  const place = findValue(first, cell, readAgain());
  return [problem('number-format', { file: source.file, place }, message, help)];
}

/** Two spellings of one boolean value, in order of occurrence; null without any, or if a string is neither boolean nor null. */
function spelledTwice(texts: readonly string[]): [string, string] | null {
  const values = texts.filter((text) => !looksLikeNull(text));
  if (!values.every((text) => SPELLINGS.has(text.toLowerCase()))) return null;
  for (const [at, one] of values.entries()) {
    const other = values.slice(at + 1).find((it) => areAlike(one.toLowerCase(), it.toLowerCase()));
    if (other !== undefined) return [one, other];
  }
  return null;
}

/** Whether two lowercase spellings are the same word, or one is the first letter of the other. */
function areAlike(one: string, other: string): boolean {
  return one === other || (one.length !== other.length && (other.slice(0, 1) === one || one.slice(0, 1) === other));
}
