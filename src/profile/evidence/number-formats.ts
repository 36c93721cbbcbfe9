import type { NumberFormat, Place } from '../../model.ts';
import type { CandidateFormat } from '../inspected-column.ts';
import { looksLikeNull } from '../null-tokens.ts';
import { addNotation, mergeNotations, type Notations, noNotations, typeOfNumbers } from '../numbers/notations.ts';
import { type NumberNotation, notationOf, readFormatted } from '../numbers/read-number.ts';
import { areNullMarks, hasDigit, isNearlyNumeric, missingList } from './nearly-numeric.ts';

/** Number formats that publishers use without declaring them. */
const CANDIDATES: readonly NumberFormat[] = [
  { thousands: ',' },
  { decimal: ',' },
  { thousands: '.', decimal: ',' },
  { thousands: ' ' },
  { thousands: ' ', decimal: ',' },
  { thousands: '\u00A0' },
  { thousands: '\u00A0', decimal: ',' },
  { thousands: '\u202F' },
  { thousands: '\u202F', decimal: ',' },
  { thousands: "'" },
  { strip: { suffix: '%' } },
  { decimal: ',', strip: { suffix: '%' } },
  { thousands: ',', strip: { prefix: '$' } },
  { thousands: ',', strip: { prefix: '€' } },
  { thousands: ',', strip: { prefix: '£' } },
];

/** Distinct texts without digits that a column of formatted numbers can have. */
const MAX_EXCEPTIONS = 10;

/** The candidates that are left for some cells, as plain data. */
export interface FormatsSnapshot {
  remaining: readonly Candidate[] | null;
  common: Notations;
  exceptions: ReadonlySet<string>;
  exceptionCount: number;
}

interface Candidate {
  /** The keys that the column's entry in the sidecar needs. */
  format: NumberFormat;
  /** The number format that the column has with that entry. */
  effective: NumberFormat;
  /** Values that are numbers only in this format, and the place of the first. */
  count: number;
  first: Place | null;
  notations: Notations;
}

/** The candidates for a column of a file whose own format is `base`: a column's entry replaces only the keys it names. */
function candidatesFor(base: NumberFormat): Candidate[] {
  const plain: NumberFormat[] = base.decimal === undefined ? [] : [{ decimal: '.' }];
  return [...plain, ...CANDIDATES].flatMap((candidate) => {
    const decimal = candidate.decimal ?? (base.decimal === undefined ? undefined : '.');
    const format = { ...candidate, ...(decimal === undefined ? {} : { decimal }) };
    const effective = { ...base, ...format };
    const isDistinct = effective.thousands === undefined || effective.thousands !== effective.decimal;
    return isDistinct ? { format, effective, count: 0, first: null, notations: noNotations() } : [];
  });
}

/** Digits, perhaps after a sign. */
export const WHOLE_NUMBER = /^[+-]?[0-9]+$/;

/**
 * Finds the number formats that would read all values of a column, apart from a few exceptions: texts without digits, which may mean null.
 * Any other value rules out the formats that do not read it, so for a column of texts none is left after a few values. `base` is the number
 * format of the whole file.
 */
export class CandidateFormats {
  readonly #base: NumberFormat;
  readonly #hasBase: boolean;
  /** The formats that are not ruled out; null until the first value that they do not all read alike. */
  #remaining: Candidate[] | null = null;
  /** Notations of the numbers that every format reads alike. */
  #common = noNotations();
  readonly #exceptions = new Set<string>();
  #exceptionCount = 0;

  constructor(base: NumberFormat = {}) {
    this.#base = base;
    this.#hasBase = Object.keys(base).length > 0;
  }

  /** Adds a value without blanks around it. `current` is its notation in the current format, null if it is not a number in it. */
  add(value: string, current: NumberNotation | null, placeOf: () => Place): void {
    if (this.areAllRuledOut) return;
    if (current === null && (this.#exceptions.has(value) || !hasDigit(value) || looksLikeNull(value))) {
      this.#exceptionCount += 1;
      this.#addException(value);
      return;
    }
    // Every format reads a number without any separator; every format with a decimal point reads a number with one.
    if (current !== null && (this.#hasBase ? WHOLE_NUMBER.test(value) : !value.includes('.'))) {
      addNotation(this.#common, current);
      return;
    }
    let place: Place | null = null;
    this.#remaining ??= candidatesFor(this.#base);
    this.#remaining = this.#remaining.filter((candidate) => {
      const isReadAlike = current !== null && !this.#hasBase && candidate.format.decimal === undefined;
      const notation = isReadAlike ? current : notationIn(candidate.effective, value);
      if (notation === null) return false;
      addNotation(candidate.notations, notation);
      if (current === null) {
        candidate.count += 1;
        place ??= candidate.first ?? placeOf();
        candidate.first ??= place;
      }
      return true;
    });
  }

  #addException(text: string): void {
    this.#exceptions.add(text);
    if (this.#exceptions.size > MAX_EXCEPTIONS) this.#remaining = [];
  }

  /** Adds exceptions that are not new. Only while `areAllRuledOut` does not hold. */
  addExceptionCount(count: number): void {
    this.#exceptionCount += count;
  }

  /** No format is left, so further values make no difference. */
  get areAllRuledOut(): boolean {
    return this.#remaining?.length === 0;
  }

  snapshot(): FormatsSnapshot {
    return {
      remaining: this.#remaining,
      common: this.#common,
      exceptions: this.#exceptions,
      exceptionCount: this.#exceptionCount,
    };
  }

  /** Adds the values that follow, seen under the same base format. */
  absorb({ remaining, common, exceptions, exceptionCount }: FormatsSnapshot): void {
    this.#common = mergeNotations(this.#common, common);
    this.#exceptionCount += exceptionCount;
    if (remaining) this.#keepOnly(remaining);
    for (const text of exceptions) if (!this.areAllRuledOut) this.#addException(text);
  }

  #keepOnly(remaining: readonly Candidate[]): void {
    if (!this.#remaining) {
      this.#remaining = [...remaining];
      return;
    }
    const others = new Map(remaining.map((candidate) => [keyOf(candidate), candidate]));
    this.#remaining = this.#remaining.flatMap((one) => {
      const other = others.get(keyOf(one));
      if (!other) return [];
      return {
        ...one,
        count: one.count + other.count,
        first: one.first ?? other.first,
        notations: mergeNotations(one.notations, other.notations),
      };
    });
  }

  /**
   * The formats that read every value but the exceptions, if some value needs one, and the column would be nearly numeric. Of two formats,
   * the one that contains the other is left out. `numbers` is the count of the column's numbers in the current format, and `spellings` are
   * its spellings of null.
   */
  found(numbers: number, spellings: readonly string[]): CandidateFormat[] {
    const nonNumeric = [...this.#exceptions];
    const areMarks = areNullMarks(nonNumeric);
    const missing = missingList({ nonNumeric, spellings }) ?? [];
    const found = (this.#remaining ?? []).flatMap(({ format, count, first, notations }) => {
      const type = typeOfNumbers(mergeNotations(notations, this.#common));
      const column = { type, numbers: numbers + count, texts: this.#exceptionCount, nonNumeric };
      // A number in a format is evidence of its own, so that one null mark beside it proves nothing against it.
      const isMeant = isNearlyNumeric(column) || (type !== 'object' && areMarks && column.texts === 1);
      return first && isMeant ? [{ format, count, first, missing }] : [];
    });
    return found.filter(
      ({ format }) => !found.some((other) => other.format !== format && contains(format, other.format)),
    );
  }
}

function keyOf({ format }: Candidate): string {
  return JSON.stringify(format);
}

function notationIn(format: NumberFormat, value: string): NumberNotation | null {
  const read = readFormatted(value, format);
  return read === null ? null : notationOf(read);
}

function contains(format: NumberFormat, part: NumberFormat): boolean {
  return (Object.keys(part) as (keyof NumberFormat)[]).every(
    (key) => JSON.stringify(part[key]) === JSON.stringify(format[key]),
  );
}
