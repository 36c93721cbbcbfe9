import { NULL_TOKENS } from '../../contract/null-tokens.ts';
import { isCommon, isFlag, splitFlag } from '../../contract/written-number.ts';
import type { InspectedColumn } from '../profile-column.ts';
import { missingList } from './non-numeric-values.ts';
import type { Mixture } from './number-formats.ts';

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

/** Like `missingList`, for a column whose flags are moved to another column; empty if the default null tokens are enough. */
export function missingBesideFlags({ distinctWords }: Mixture, spellings: readonly string[]): string[] | null {
  const texts = [...new Set(distinctWords.map((word) => splitFlag(word).value))].filter((text) => text !== '');
  if (texts.every((text) => NULL_TOKENS.has(text))) return [];
  return missingList({ nonNumeric: texts, spellings });
}
