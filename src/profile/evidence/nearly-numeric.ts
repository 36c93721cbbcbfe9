import { looksLikeNull, NULL_TOKENS } from '../../contract/null-tokens.ts';
import { isCommon, isFlag, splitFlag } from '../../contract/written-number.ts';
import type { NumberEvidence } from '../../model.ts';
import type { InspectedColumn, Mixture } from './inspected-column.ts';

/** Minimum ratio of numbers to other values in a column that is probably meant to be numeric. */
const NUMBERS_PER_TEXT = 19;

/** Maximum number of different null markers that a column is likely to have. */
const MAX_NULL_MARKS = 5;

/** Whether there are one to `MAX_NULL_MARKS` strings, all of which look like null. `+` does not, since it may be a sign. */
export function areNullMarks(texts: readonly string[]): boolean {
  return texts.length > 0 && texts.length <= MAX_NULL_MARKS && !texts.includes('+') && texts.every(looksLikeNull);
}

/** Whether a column is probably meant to be numeric despite its non-numeric values. */
export function isNearlyNumeric(evidence: Omit<NumberEvidence, 'spellings' | 'first'>): boolean {
  const { type, numbers, texts, nonNumeric, hasCodes } = evidence;
  if (type === 'object' || (type === 'int64' && hasCodes)) return false;
  // If the other values look like null, a simple majority of numbers is enough.
  return areNullMarks(nonNumeric) ? numbers > texts : numbers >= texts * NUMBERS_PER_TEXT;
}

/** Up to this many distinct suffixes are plausible in a numeric column, even if each occurs only once. */
const FEW_SUFFIXES = 3;

/** The evidence on whether a text column is meant to be numeric. */
type TextColumn = Pick<InspectedColumn, 'mixture' | 'evidence'>;

/** Whether most values of a text column are numbers in some notation, not codes or categories. */
export function areMostlyNumbers({ mixture, evidence }: TextColumn): boolean {
  if (!mixture || !evidence) return false;
  const { numbers, type, hasCodes } = evidence;
  const { written, words, suffixes, mayBeCodes } = mixture;
  if (numbers + written <= words || (numbers > 0 && type === 'object')) return false;
  if (type === 'int64' && (hasCodes || mayBeCodes)) return false;
  if (areCategories(mixture, numbers)) return false;
  return suffixes.size <= FEW_SUFFIXES || suffixes.size * 2 <= written;
}

/** Fewer distinct quantities than this, repeated at least `TIMES` times on average, are categories, such as `10 mg`, `20 mg` and `none`. */
const FEW_NUMBERS = 5;
const TIMES = 3;

function areCategories({ written, examples, suffixes }: Mixture, numbers: number): boolean {
  const haveUnits = suffixes.size > 0 && ![...suffixes.keys()].every((suffix) => isFlag(suffix) || isCommon(suffix));
  return numbers === 0 && haveUnits && examples.length < FEW_NUMBERS && written >= examples.length * TIMES;
}

/** Whether a column contains numbers with flags: short marks that some numbers lack or that also follow null markers. */
export function haveFlags(column: TextColumn): boolean {
  const { mixture, evidence } = column;
  if (!mixture || !evidence || !areMostlyNumbers(column)) return false;
  const { suffixes, written, distinctWords } = mixture;
  const marked = [...suffixes.values()].reduce((sum, count) => sum + count, 0);
  const haveNulls = distinctWords.some(isFlaggedWord);
  const areFlags = (marked > 0 || haveNulls) && [...suffixes.keys()].every(isFlag);
  return areFlags && (haveNulls || marked < evidence.numbers + written);
}

/** Whether a non-numeric string consists of a value, usually a null marker, and a flag after it. */
export function isFlaggedWord(word: string): boolean {
  const { value, flag } = splitFlag(word);
  return value !== '' && flag !== '';
}

export function suffixesOf({ mixture }: TextColumn): string[] {
  return [...(mixture?.suffixes.keys() ?? [])];
}

/**
 * Complete `missing` list for a column whose non-numeric values are a few common null markers; null for any other column. A `missing` list
 * replaces the default null tokens, so this one also contains `spellings`, the null markers already in use.
 */
export function missingList(evidence: Pick<NumberEvidence, 'nonNumeric' | 'spellings'>): string[] | null {
  const { nonNumeric, spellings } = evidence;
  return areNullMarks(nonNumeric) ? [...new Set([...spellings, ...nonNumeric])] : null;
}

/** Like `missingList`, for a column whose flags are moved to another column; empty if the default null tokens are enough. */
export function missingBesideFlags({ distinctWords }: Mixture, spellings: readonly string[]): string[] | null {
  const texts = [...new Set(distinctWords.map((word) => splitFlag(word).value))].filter((text) => text !== '');
  if (texts.every((text) => NULL_TOKENS.has(text))) return [];
  return missingList({ nonNumeric: texts, spellings });
}
