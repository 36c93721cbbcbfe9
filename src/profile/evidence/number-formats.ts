import type { CandidateFormat, NumberFormat, Place } from '../../model.ts';
import { type NumberNotation, notationOf, readFormatted } from '../numbers/read-number.ts';

/** Number formats that publishers use without saying so. */
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

/** Forms of numbers that were seen. Exponents without a sign are codes, unless there is a decimal point in the column. */
interface Forms {
  hasDecimal: boolean;
  hasExponent: boolean;
}

/** What was found of formats, as plain data. */
export interface FormatsSnapshot {
  left: readonly Candidate[] | null;
  common: Forms;
}

function keyOf({ format }: Candidate): string {
  return JSON.stringify(format);
}

interface Candidate extends Forms {
  /** What a column's entry would have to say. */
  format: NumberFormat;
  /** The format that would hold then. */
  whole: NumberFormat;
  count: number;
  first: Place | null;
}

function note(forms: Forms, notation: NumberNotation): void {
  if (notation === 'decimal') forms.hasDecimal = true;
  if (notation === 'exponent') forms.hasExponent = true;
}

/** The candidates for a column of a file with a format of its own; a column's entry says what is otherwise there. */
function candidatesFor(base: NumberFormat): Candidate[] {
  const plain: NumberFormat[] = base.decimal === undefined ? [] : [{ decimal: '.' }];
  return [...plain, ...CANDIDATES].flatMap((candidate) => {
    const decimal = candidate.decimal ?? (base.decimal === undefined ? undefined : '.');
    const format = { ...candidate, ...(decimal === undefined ? {} : { decimal }) };
    const whole = { ...base, ...format };
    const isDistinct = whole.thousands === undefined || whole.thousands !== (whole.decimal ?? '.');
    return isDistinct ? { format, whole, count: 0, first: null, hasDecimal: false, hasExponent: false } : [];
  });
}

const DIGITS = /^[+-]?[0-9]+$/;

/**
 * Watches a column for number formats that would read all of its values: each value given rules out the formats that
 * do not read it, so a column of texts soon has none left. `base` is the format that holds in the whole file.
 */
export class CandidateFormats {
  readonly #base: NumberFormat;
  readonly #hasBase: boolean;
  /** The formats not ruled out yet; null until a value was given that not all of them read alike. */
  #left: Candidate[] | null = null;
  /** Forms of the numbers that every format reads alike. */
  readonly #common: Forms = { hasDecimal: false, hasExponent: false };

  constructor(base: NumberFormat = {}) {
    this.#base = base;
    this.#hasBase = Object.keys(base).length > 0;
  }

  /** Takes a value, blanks trimmed; `plain` is its form when it is a number as things are. */
  add(value: string, plain: NumberNotation | null, placeOf: () => Place): void {
    if (this.#left?.length === 0) return;
    // Every format reads a number that has no separator at all, and those with a point read one with a point.
    if (plain !== null && (this.#hasBase ? DIGITS.test(value) : !value.includes('.'))) {
      note(this.#common, plain);
      return;
    }
    let place: Place | null = null;
    this.#left ??= candidatesFor(this.#base);
    this.#left = this.#left.filter((candidate) => {
      const isAlike = plain !== null && !this.#hasBase && candidate.format.decimal === undefined;
      const notation = isAlike ? plain : formIn(candidate.whole, value);
      if (notation === null) return false;
      note(candidate, notation);
      if (plain === null) {
        candidate.count += 1;
        place ??= candidate.first ?? placeOf();
        candidate.first ??= place;
      }
      return true;
    });
  }

  /** True when no further value can change what is found. */
  get isRuledOut(): boolean {
    return this.#left?.length === 0;
  }

  /** What was found, as plain data. */
  snapshot(): FormatsSnapshot {
    return { left: this.#left, common: this.#common };
  }

  /** Adds what was found in the values that follow, under the same formats. */
  absorb({ left, common }: FormatsSnapshot): void {
    for (const notation of ['hasDecimal', 'hasExponent'] as const) this.#common[notation] ||= common[notation];
    if (!left) return;
    if (!this.#left) {
      this.#left = [...left];
      return;
    }
    const others = new Map(left.map((candidate) => [keyOf(candidate), candidate]));
    this.#left = this.#left.flatMap((one) => {
      const other = others.get(keyOf(one));
      if (!other) return [];
      return {
        ...one,
        count: one.count + other.count,
        first: one.first ?? other.first,
        hasDecimal: one.hasDecimal || other.hasDecimal,
        hasExponent: one.hasExponent || other.hasExponent,
      };
    });
  }

  /** The formats that read every value, where some value needs one; of two such formats, only the one that says less. */
  get found(): CandidateFormat[] {
    const found = (this.#left ?? []).flatMap(({ format, count, first, hasDecimal, hasExponent }) => {
      const isNumeric = hasDecimal || this.#common.hasDecimal || !(hasExponent || this.#common.hasExponent);
      return first && isNumeric ? [{ format, count, first }] : [];
    });
    return found.filter(
      ({ format }) => !found.some((other) => other.format !== format && contains(format, other.format)),
    );
  }
}

function formIn(format: NumberFormat, value: string): NumberNotation | null {
  const read = readFormatted(value, format);
  return read === null ? null : notationOf(read);
}

function contains(format: NumberFormat, part: NumberFormat): boolean {
  return (Object.keys(part) as (keyof NumberFormat)[]).every(
    (key) => JSON.stringify(part[key]) === JSON.stringify(format[key]),
  );
}
