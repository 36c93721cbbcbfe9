import { looksLikeNull, NULL_TOKENS } from '../../contract/null-tokens.ts';
import { isCommon, isFlag, splitFlag } from '../../contract/written-number.ts';
import type { NumberEvidence } from '../../model.ts';
import type { InspectedColumn, Mixture } from './inspected-column.ts';

/** A column is probably meant as numbers if it has at least this many for each other value. */
const NUMBERS_PER_TEXT = 19;

/** Maximum spellings of null that one column is likely to have. */
const MAX_NULL_MARKS = 5;

/** Whether a column's distinct texts are few, and all commonly mean null; `+` is taken for a sign instead. */
export function areNullMarks(texts: readonly string[]): boolean {
  return texts.length > 0 && texts.length <= MAX_NULL_MARKS && !texts.includes('+') && texts.every(looksLikeNull);
}

/** Whether a column with these texts is probably meant as numbers. */
export function isNearlyNumeric({
  type,
  numbers,
  texts,
  nonNumeric,
  hasCodes,
}: Omit<NumberEvidence, 'spellings' | 'first'>): boolean {
  if (type === 'object' || (type === 'int64' && hasCodes)) return false;
  // If the other values look like null, fewer numbers do.
  return areNullMarks(nonNumeric) ? numbers > texts : numbers >= texts * NUMBERS_PER_TEXT;
}

/** Maximum distinct suffixes that need no explanation by the number of their values. */
const FEW_SUFFIXES = 3;

/** What shows whether a text column is meant as numbers. */
type TextColumn = Pick<InspectedColumn, 'mixture' | 'evidence'>;

/** Whether most values of a text column are numbers in some notation. */
export function areMostlyNumbers({ mixture, evidence }: TextColumn): boolean {
  if (!mixture || !evidence) return false;
  const { numbers, type, hasCodes } = evidence;
  const { written, words, suffixes, mayBeCodes } = mixture;
  if (numbers + written <= words || (numbers > 0 && type === 'object')) return false;
  if (type === 'int64' && (hasCodes || mayBeCodes)) return false;
  if (areCategories(mixture, numbers)) return false;
  return suffixes.size <= FEW_SUFFIXES || suffixes.size * 2 <= written;
}

/** A column of fewer distinct numbers with a unit, each several times, has categories, such as `10 mg`, `20 mg` and `none`. */
const FEW_NUMBERS = 5;
const TIMES = 3;

function areCategories({ written, examples, suffixes }: Mixture, numbers: number): boolean {
  const haveUnits = suffixes.size > 0 && ![...suffixes.keys()].every((suffix) => isFlag(suffix) || isCommon(suffix));
  return numbers === 0 && haveUnits && examples.length < FEW_NUMBERS && written >= examples.length * TIMES;
}

/** Whether a column is one of numbers with flags: short marks, which some numbers lack, or which follow a null mark too. */
export function haveFlags(column: TextColumn): boolean {
  const { mixture, evidence } = column;
  if (!mixture || !evidence || !areMostlyNumbers(column)) return false;
  const { suffixes, written, distinctWords } = mixture;
  const marked = [...suffixes.values()].reduce((sum, count) => sum + count, 0);
  const haveNulls = distinctWords.some(isFlaggedWord);
  const areFlags = (marked > 0 || haveNulls) && [...suffixes.keys()].every(isFlag);
  return areFlags && (haveNulls || marked < evidence.numbers + written);
}

/** Whether a word is a null mark with a flag after it. */
export function isFlaggedWord(word: string): boolean {
  const { value, flag } = splitFlag(word);
  return value !== '' && flag !== '';
}

/** The suffixes of a column's numbers. */
export function suffixesOf({ mixture }: TextColumn): string[] {
  return [...(mixture?.suffixes.keys() ?? [])];
}

/**
 * The list that declares the texts among a column's numbers as null; null if they do not all mean null to everyone. It replaces the usual
 * null tokens, so it is complete.
 */
export function missingList({
  nonNumeric,
  spellings,
}: Pick<NumberEvidence, 'nonNumeric' | 'spellings'>): string[] | null {
  return areNullMarks(nonNumeric) ? [...new Set([...spellings, ...nonNumeric])] : null;
}

/** The same for a column whose flags are moved to another column; empty if the usual null tokens are enough. */
export function missingBesideFlags({ distinctWords }: Mixture, spellings: readonly string[]): string[] | null {
  const texts = [...new Set(distinctWords.map((word) => splitFlag(word).value))].filter((text) => text !== '');
  if (texts.every((text) => NULL_TOKENS.has(text))) return [];
  return missingList({ nonNumeric: texts, spellings });
}
