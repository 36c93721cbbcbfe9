import type { NumberEvidence, Place } from '../../model.ts';

/** Maximum distinct values that a message lists. More of them are not exceptions among numbers. */
const MAX_LISTED = 10;

/** Letters and digits without a blank, as in `12a`. Several of them among whole numbers are no mistakes: the numbers are codes too. */
const CODE = /^(?=.*\p{L})(?=.*\p{Nd})[\p{L}\p{Nd}._/-]+$/u;
const MIN_CODES = 3;
const MAX_CODE = 100;

const ZERO_PADDED = /^[+-]?0[0-9]/;

/** The values of a column that are not numbers: they make it a column of texts. If they are few, they may be mistakes. */
export class NonNumericValues {
  readonly findings = {
    count: 0,
    /** The first distinct values, at least one more than can be listed. */
    distinct: new Set<string>(),
    hasCodes: false,
    first: null as NumberEvidence['first'] | null,
  };

  /** Adds a value; `record` is its record's index in the column, from 0, and `numbersBefore` the count of numbers above it. */
  add(value: string, record: number, numbersBefore: number, placeOf: () => Place): void {
    const { findings } = this;
    findings.count += 1;
    if (!this.areMany) findings.distinct.add(value);
    if (ZERO_PADDED.test(value)) findings.hasCodes = true;
    findings.first ??= { text: value, place: placeOf(), record, numbersBefore };
  }

  /** Adds values after the first that are not codes. They must not be new, unless `areMany` holds. */
  addCount(count: number): void {
    this.findings.count += count;
  }

  get hasValues(): boolean {
    return this.findings.first !== null;
  }

  /** There are too many distinct values to list, so a new one makes no difference. */
  get areMany(): boolean {
    return this.findings.distinct.size > MAX_LISTED;
  }

  /** Some value is a zero-padded code, so the column is not meant as numbers. */
  get hasCodes(): boolean {
    return this.findings.hasCodes;
  }

  /**
   * What suggests that the column is meant as numbers, and what does not; null if every value is a number, or some are codes. `numbers`
   * and `type` are the count and the type of the column's numbers, `spellings` its spellings of null.
   */
  evidence(numbers: number, type: NumberEvidence['type'], spellings: readonly string[]): NumberEvidence | null {
    const { first, count: texts, distinct } = this.findings;
    if (!first || this.hasCodes) return null;
    const nonNumeric = this.areMany ? [] : [...distinct];
    const listed = [...distinct].slice(0, MAX_LISTED + 1);
    const codes = listed.filter((text) => text.length <= MAX_CODE && CODE.test(text));
    // The same letter after different numbers may be a flag.
    const letters = new Set(codes.map((code) => code.replace(/\P{L}/gu, '')));
    const hasCodes = codes.length >= MIN_CODES && letters.size > 1;
    return { numbers, type, texts, nonNumeric, hasCodes, spellings, first };
  }
}
