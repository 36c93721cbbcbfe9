import { looksLikeNull } from '../../contract/null-tokens.ts';
import type { ColumnType, Place } from '../../model.ts';

/** Maximum number of distinct values to list. More are too many to be exceptions in a numeric column. */
const MAX_LISTED = 10;

/** Matches values with both letters and digits, such as `12a`. Whole numbers among several such values are probably codes too. */
const CODE = /^(?=.*\p{L})(?=.*\p{Nd})[\p{L}\p{Nd}._/-]+$/u;
const MIN_CODES = 3;
const MAX_CODE = 100;

const ZERO_PADDED = /^[+-]?0[0-9]/;

/** Collects the non-numeric values of a column, which make it a text column. If they are few, they may be mistakes. */
export class NonNumericValues {
  readonly findings = {
    /** Includes values not passed to `add`: unless `areMany`, they are in `distinct`; unless `hasCodes`, they are not zero-padded. */
    count: 0,
    /** The first distinct values; incomplete if there are more than `MAX_LISTED`. */
    distinct: new Set<string>(),
    /** Whether any value is zero-padded, which suggests that the column is not meant to be numeric. */
    hasCodes: false,
    /** The first value, its position, the index of its record, and the count of numbers before it. */
    first: null as { text: string; place: Place; record: number; numbersBefore: number } | null,
  };

  /** Adds a value; `record` is the zero-based index of its record, and `numbersBefore` the count of numbers above it. */
  add(value: string, record: number, numbersBefore: number, placeOf: () => Place): void {
    const { findings } = this;
    findings.count += 1;
    if (!this.areMany) findings.distinct.add(value);
    if (ZERO_PADDED.test(value)) findings.hasCodes = true;
    findings.first ??= { text: value, place: placeOf(), record, numbersBefore };
  }

  get areMany(): boolean {
    return this.findings.distinct.size > MAX_LISTED;
  }

  /**
   * Evidence on whether the column is meant to be numeric; null if it has no non-numeric values, or if any of them is zero-padded.
   * `numbers` and `type` are the count and type of the column's numbers (`object` if they may be codes), `spellings` its null markers. In
   * the result, `texts` counts the non-numeric values, and `nonNumeric` lists the distinct ones; it is empty if there are too many.
   * `hasCodes` says whether several of the first ones combine digits with different letters, as in `12a` and `7b`.
   */
  evidence(numbers: number, type: ColumnType, spellings: readonly string[]) {
    const { first, count: texts, distinct, hasCodes: hasPadded } = this.findings;
    if (!first || hasPadded) return null;
    const nonNumeric = this.areMany ? [] : [...distinct];
    const listed = [...distinct].slice(0, MAX_LISTED + 1);
    const codes = listed.filter((text) => text.length <= MAX_CODE && CODE.test(text));
    // The same letter after different numbers may be a flag.
    const letters = new Set(codes.map((code) => code.replace(/\P{L}/gu, '')));
    const hasCodes = codes.length >= MIN_CODES && letters.size > 1;
    return { numbers, type, texts, nonNumeric, hasCodes, spellings, first };
  }
}

export type NumberEvidence = NonNullable<ReturnType<NonNumericValues['evidence']>>;

/** Minimum ratio of numbers to other values in a column that is probably meant to be numeric. */
const NUMBERS_PER_TEXT = 19;

/** Maximum number of different null markers that a column is likely to have. */
const MAX_NULL_MARKS = 5;

/** Whether there are one to `MAX_NULL_MARKS` strings, all of which look like null. `+` does not, since it may be a sign. */
function areNullMarks(texts: readonly string[]): boolean {
  return texts.length > 0 && texts.length <= MAX_NULL_MARKS && !texts.includes('+') && texts.every(looksLikeNull);
}

/** Whether a column is probably meant to be numeric despite its non-numeric values. */
export function isNearlyNumeric(evidence: Omit<NumberEvidence, 'spellings' | 'first'>): boolean {
  const { type, numbers, texts, nonNumeric, hasCodes } = evidence;
  if (type === 'object' || (type === 'int64' && hasCodes)) return false;
  // If the other values look like null, a simple majority of numbers is enough.
  return areNullMarks(nonNumeric) ? numbers > texts : numbers >= texts * NUMBERS_PER_TEXT;
}

/**
 * Complete `missing` list for a column whose non-numeric values are a few common null markers; null for any other column. A `missing` list
 * replaces the default null tokens, so this one also contains `spellings`, the null markers already in use.
 */
export function missingList(evidence: Pick<NumberEvidence, 'nonNumeric' | 'spellings'>): string[] | null {
  const { nonNumeric, spellings } = evidence;
  return areNullMarks(nonNumeric) ? [...new Set([...spellings, ...nonNumeric])] : null;
}
