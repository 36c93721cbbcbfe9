import type { NumberEvidence } from '../../model.ts';
import { looksLikeNull } from '../null-tokens.ts';

/** A column is probably meant as numbers if it has at least this many for each other value. */
const NUMBERS_PER_TEXT = 19;

/** Most spellings of null that one column is likely to have. */
const MAX_NULL_MARKS = 3;

/** Whether the distinct texts of a column are few, and all look like null. */
export function areNullMarks(texts: readonly string[]): boolean {
  return texts.length > 0 && texts.length <= MAX_NULL_MARKS && texts.every(looksLikeNull);
}

/** Whether a column with some texts is probably meant as numbers. */
export function isNearlyNumeric({
  type,
  numbers,
  texts,
  nonNumeric,
}: Pick<NumberEvidence, 'type' | 'numbers' | 'texts' | 'nonNumeric'>): boolean {
  if (type === 'object') return false;
  // If the other values look like null, fewer numbers do.
  return areNullMarks(nonNumeric) ? numbers > texts : numbers >= texts * NUMBERS_PER_TEXT;
}

/**
 * The list that declares the texts among a column's numbers as null; null if they are too many, or values after all. It replaces the usual
 * null tokens, so it is complete.
 */
export function missingList({
  nonNumeric,
  spellings,
}: Pick<NumberEvidence, 'nonNumeric' | 'spellings'>): string[] | null {
  // A number with a flag, such as "13.5p", is a value.
  const isValue = (text: string): boolean => hasDigit(text) && !looksLikeNull(text);
  return nonNumeric.length === 0 || nonNumeric.some(isValue) ? null : [...spellings, ...nonNumeric];
}

const DIGIT = /\p{N}/u;

/** Whether a text has a digit, as every number has. */
export function hasDigit(text: string): boolean {
  return DIGIT.test(text);
}
