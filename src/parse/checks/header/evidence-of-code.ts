/* What speaks for a name being a code or an identifier, like the values of its column. */

import { classesOf, withoutNumbers } from '../../../contract/value-shapes.ts';

/** What speaks for a cell of the first row being a value of its column. */
export interface Evidence {
  isSure: boolean;
  reason: string;
}

/** Longer names are texts that may have a pattern by chance. In UTF-16 code units. */
const MAX_CODE = 24;
/** Length of a beginning that a name does not share with values by chance. In UTF-16 code units. */
const MIN_BEGINNING = 4;

/** Fewest values that show that a column has categories, and how often these occur on average. */
const MIN_VALUES = 20;
const OFTEN = 4;

/**
 * The evidence in a name that is built like the codes below it, such as `S01` above `S02` and `FR10` above `DE21`, or begins like the
 * identifiers below it; else null. `isNumbered` says that another name differs in its number only.
 */
export function evidenceOfCode(name: string, values: readonly string[], isNumbered: boolean): Evidence | null {
  const found = (isSure: boolean): Evidence => ({ isSure, reason: `"${name}" is a code like those below it` });
  if (beginsLike(name, values)) return found(true);
  if (name.length > MAX_CODE) return null;
  const hasDigit = /\p{Nd}/u.test(name);
  const hasPattern = /[\p{L}][-_./:][\p{L}]/u.test(name);
  if (!hasDigit && !hasPattern) return null;
  const stem = withoutNumbers(name);
  const isOfStem = (value: string): boolean => withoutNumbers(value) === stem;
  if (hasDigit && /[^9]/.test(stem) && mostOf(values, isOfStem)) return found(true);
  if (!values.some(isOfStem) && (isNumbered || areCategories(values))) return null;
  const classes = classesOf(name);
  if (mostOf(values, (value) => value.length === name.length && classesOf(value) === classes)) {
    // Two characters may be alike by chance: `Q1` may be the name of a question above the answer `A3`.
    if (hasDigit) return found(name.length > 2);
    return values.length > 1 ? found(true) : null;
  }
  return null;
}

/**
 * Whether a name has a slash or a colon, and all that is before its last one in common with all values: `org/x:us` above `org/x:us/y:az`.
 */
function beginsLike(name: string, values: readonly string[]): boolean {
  const end = Math.max(name.lastIndexOf('/'), name.lastIndexOf(':')) + 1;
  const beginning = name.slice(0, end);
  return end >= MIN_BEGINNING && mostOf(values, (value) => value.startsWith(beginning));
}

/** Whether values occur again and again. A name that does not occur among such values is not one of them. */
function areCategories(values: readonly string[]): boolean {
  const count = new Set(values).size;
  return values.length >= MIN_VALUES && count > 1 && count * OFTEN <= values.length;
}

/** Whether a predicate holds for four values of five. */
export function mostOf(values: readonly string[], predicate: (value: string) => boolean): boolean {
  const most = Math.ceil((values.length * 4) / 5);
  let left = values.length - most;
  for (const value of values) {
    if (predicate(value)) continue;
    left -= 1;
    if (left < 0) return false;
  }
  return true;
}
