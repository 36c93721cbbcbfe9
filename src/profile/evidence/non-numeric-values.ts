import type { NumberEvidence, Place } from '../../model.ts';

/** What the texts of a column have told so far, as plain data. */
export interface NonNumericSnapshot {
  count: number;
  distinct: ReadonlySet<string>;
  hasCodes: boolean;
  first: NumberEvidence['first'] | null;
}

/** Texts that are told one by one; more of them are no exceptions among numbers. */
const MOST_TEXTS = 10;

const ZERO_PADDED = /^[+-]?0[0-9]/;

/** Values of a column that are no numbers: they keep it from being one of numbers, and may be mistakes where there are few. */
export class NonNumericValues {
  #count = 0;
  /** The first distinct ones, and one more than are told. */
  readonly #distinct = new Set<string>();
  #hasCodes = false;
  #first: NumberEvidence['first'] | null = null;

  /** Takes a value; `record` counts from 0, and is the column's, as is the count of numbers above it. */
  add(value: string, record: number, numbersBefore: number, placeOf: () => Place): void {
    this.#count += 1;
    if (!this.areMany) this.#distinct.add(value);
    if (ZERO_PADDED.test(value)) this.#hasCodes = true;
    this.#first ??= { text: value, place: placeOf(), record, numbersBefore };
  }

  /** Takes so many values that are no codes, behind the first, and not new or of no account. */
  addKnown(times: number): void {
    this.#count += times;
  }

  get areThere(): boolean {
    return this.#first !== null;
  }

  /** They are too many for a further one to be of account. */
  get areMany(): boolean {
    return this.#distinct.size > MOST_TEXTS;
  }

  /** Some value is a zero-padded code, so the column is no misread number. */
  get hasCodes(): boolean {
    return this.#hasCodes;
  }

  /** What speaks for numbers, and what against; null where there is no text, or the column is one of codes. */
  evidence(numbers: number, type: NumberEvidence['type'], spellings: readonly string[]): NumberEvidence | null {
    if (!this.#first || this.#hasCodes) return null;
    const nonNumeric = this.areMany ? [] : [...this.#distinct];
    return { numbers, type, texts: this.#count, nonNumeric, spellings, first: this.#first };
  }

  snapshot(): NonNumericSnapshot {
    return { count: this.#count, distinct: this.#distinct, hasCodes: this.#hasCodes, first: this.#first };
  }

  /** Goes on with the cells behind these, which were so many records, and so many numbers. */
  absorb(next: NonNumericSnapshot, records: number, numbers: number): void {
    this.#count += next.count;
    for (const text of next.distinct) if (!this.areMany) this.#distinct.add(text);
    this.#hasCodes ||= next.hasCodes;
    this.#first ??= next.first && {
      ...next.first,
      record: records + next.first.record,
      numbersBefore: numbers + next.first.numbersBefore,
    };
  }
}
