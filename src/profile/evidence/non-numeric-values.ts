import type { NumberEvidence, Place } from '../../model.ts';

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
    first: null as NumberEvidence['first'] | null,
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
   * `numbers` and `type` are the count and type of the column's numbers, `spellings` its null markers.
   */
  evidence(numbers: number, type: NumberEvidence['type'], spellings: readonly string[]): NumberEvidence | null {
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
