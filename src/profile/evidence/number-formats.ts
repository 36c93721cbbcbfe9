import { GROUP_MARKS, isCommon, isCurrency, type WrittenNumber, writtenNumber } from '../../contract/written-number.ts';
import type { NumberFormat, Place } from '../../model.ts';
import type { CandidateFormat, Mixture } from '../inspected-column.ts';
import { addNotation, mergeNotations, type Notations, noNotations, typeOfNumbers } from '../numbers/notations.ts';
import { type NumberNotation, notationOf, readFormatted } from '../numbers/read-number.ts';
import { hasDigit, isNearlyNumeric, missingList } from './nearly-numeric.ts';

/** Separators that publishers use without declaring them. */
const SEPARATORS: readonly NumberFormat[] = [
  {},
  { thousands: ',' },
  { decimal: ',' },
  { thousands: '.', decimal: ',' },
  ...GROUP_MARKS.flatMap((thousands) => [{ thousands }, { thousands, decimal: ',' }]),
];

/** Distinct texts that a column of numbers can have beside its numbers. */
const MAX_WORDS = 30;
/** Distinct numbers in another notation that are remembered. */
const MAX_EXAMPLES = 6;
/** Distinct currencies, units or flags that it can have. */
const MAX_SUFFIXES = 20;

/** What is known of some cells, as plain data. */
export interface FormatsSnapshot {
  remaining: readonly Candidate[] | null;
  common: Notations;
  words: ReadonlySet<string>;
  wordCount: number;
  written: { count: number; first: Place; examples: ReadonlySet<string> } | null;
  prefixes: ReadonlySet<string>;
  /** By suffix, the numbers that have it. */
  suffixes: ReadonlyMap<string, number>;
  negatives: ReadonlySet<NonNullable<WrittenNumber['negative']>>;
  mayBeCodes: boolean;
}

interface Candidate {
  /** The keys that the column's entry in the sidecar needs. */
  format: NumberFormat;
  /** The separators that the column has with that entry. */
  effective: NumberFormat;
  notations: Notations;
}

/** The candidates for a column of a file whose own format is `base`: a column's entry replaces only the keys it names. */
function candidatesFor(base: NumberFormat): Candidate[] {
  return SEPARATORS.flatMap((candidate) => {
    const decimal = candidate.decimal ?? (base.decimal === undefined ? undefined : '.');
    const format = { ...candidate, ...(decimal === undefined ? {} : { decimal }) };
    const { thousands = base.thousands, decimal: point = base.decimal } = format;
    const effective = {
      ...(thousands === undefined ? {} : { thousands }),
      ...(point === undefined ? {} : { decimal: point }),
    };
    const isDistinct = effective.thousands === undefined || effective.thousands !== effective.decimal;
    return isDistinct ? { format, effective, notations: noNotations() } : [];
  });
}

/** Digits, perhaps after a sign. */
export const WHOLE_NUMBER = /^[+-]?[0-9]+$/;

/**
 * Finds the numbers in a column of texts, however they are written, and the formats that would read all of them. The other texts are
 * words. A column of many words, or of many suffixes, is not one of numbers, and no longer inspected. `base` is the number format of the
 * whole file.
 */
export class CandidateFormats {
  readonly #base: NumberFormat;
  readonly #hasBase: boolean;
  readonly #all: readonly Candidate[];
  /** The separators that are not ruled out; null until the first number that they do not all read alike. */
  #remaining: Candidate[] | null = null;
  /** Notations of the numbers that all separators read alike. */
  #common = noNotations();
  readonly #words = new Set<string>();
  #wordCount = 0;
  #written: { count: number; first: Place; examples: Set<string> } | null = null;
  readonly #prefixes = new Set<string>();
  readonly #suffixes = new Map<string, number>();
  readonly #negatives = new Set<NonNullable<WrittenNumber['negative']>>();
  #mayBeCodes = false;

  constructor(base: NumberFormat = {}) {
    this.#base = base;
    this.#hasBase = Object.keys(base).length > 0;
    this.#all = candidatesFor(base);
  }

  /** Adds a value without blanks around it. `current` is its notation in the current format, null if it is not a number in it. */
  add(value: string, current: NumberNotation | null, placeOf: () => Place): void {
    if (this.isClosed) return;
    if (current === null) {
      const number = this.#numberIn(value);
      if (!number) this.#addWord(value);
      else this.#addWritten(number, value, placeOf);
      return;
    }
    // Every format reads a number without any separator; every format with a decimal point reads a number with one.
    if (this.#hasBase ? WHOLE_NUMBER.test(value) : !value.includes('.')) addNotation(this.#common, current);
    else this.#filter(value, this.#hasBase ? null : current);
  }

  #addWord(value: string): void {
    this.#wordCount += 1;
    if (!this.isClosed) this.#words.add(value);
  }

  #addWritten(number: WrittenNumber, text: string, placeOf: () => Place): void {
    this.#written ??= { count: 0, first: placeOf(), examples: new Set() };
    this.#written.count += 1;
    if (this.#written.examples.size < MAX_EXAMPLES) this.#written.examples.add(text);
    const { digits, prefix, suffix, negative } = number;
    if (prefix !== '') this.#prefixes.add(prefix);
    if (suffix !== '') this.#suffixes.set(suffix, (this.#suffixes.get(suffix) ?? 0) + 1);
    if (negative) this.#negatives.add(negative);
    this.#mayBeCodes ||= number.mayBeCode;
    this.#filter(digits, null);
  }

  /** Rules out the separators that do not read a number. `plain` is its notation if it is a plain number, else null. */
  #filter(digits: string, plain: NumberNotation | null): void {
    this.#remaining = (this.#remaining ?? candidatesFor(this.#base)).filter(({ format, effective, notations }) => {
      const notation = plain !== null && format.decimal === undefined ? plain : notationIn(effective, digits);
      if (notation !== null) addNotation(notations, notation);
      return notation !== null;
    });
  }

  /** Adds words that are not new. Only while `isClosed` does not hold. */
  addWordCount(count: number): void {
    this.#wordCount += count;
  }

  /** Further values make no difference. */
  get isClosed(): boolean {
    return this.#words.size > MAX_WORDS || this.#suffixes.size > MAX_SUFFIXES;
  }

  /** Whether a text is a number in some notation, so that each time it occurs counts. */
  isNumber(text: string): boolean {
    return this.#numberIn(text) !== null;
  }

  /** The parts of a number that some separators read; null for any other text. */
  #numberIn(value: string): WrittenNumber | null {
    const number = hasDigit(value) ? writtenNumber(value) : null;
    return number && this.#all.some(({ effective }) => notationIn(effective, number.digits) !== null) ? number : null;
  }

  snapshot(): FormatsSnapshot {
    return {
      remaining: this.#remaining,
      common: this.#common,
      words: this.#words,
      wordCount: this.#wordCount,
      written: this.#written,
      prefixes: this.#prefixes,
      suffixes: this.#suffixes,
      negatives: this.#negatives,
      mayBeCodes: this.#mayBeCodes,
    };
  }

  /** Adds the values that follow, seen under the same base format. */
  absorb(next: FormatsSnapshot): void {
    this.#common = mergeNotations(this.#common, next.common);
    this.#wordCount += next.wordCount;
    for (const word of next.words) if (!this.isClosed) this.#words.add(word);
    if (next.remaining) this.#keepOnly(next.remaining);
    for (const prefix of next.prefixes) this.#prefixes.add(prefix);
    for (const [suffix, count] of next.suffixes) this.#suffixes.set(suffix, (this.#suffixes.get(suffix) ?? 0) + count);
    for (const negative of next.negatives) this.#negatives.add(negative);
    this.#mayBeCodes ||= next.mayBeCodes;
    if (next.written) this.#absorbWritten(next.written);
  }

  #absorbWritten({ count, first, examples }: NonNullable<FormatsSnapshot['written']>): void {
    this.#written ??= { count: 0, first, examples: new Set() };
    this.#written.count += count;
    for (const text of examples) if (this.#written.examples.size < MAX_EXAMPLES) this.#written.examples.add(text);
  }

  #keepOnly(remaining: readonly Candidate[]): void {
    const others = new Map(remaining.map((candidate) => [JSON.stringify(candidate.format), candidate]));
    this.#remaining = (this.#remaining ?? candidatesFor(this.#base)).flatMap((one) => {
      const other = others.get(JSON.stringify(one.format));
      return other ? { ...one, notations: mergeNotations(one.notations, other.notations) } : [];
    });
  }

  /** The values that are not plain numbers; null if they are too different for a column of numbers. */
  mixture(numbers: number): Mixture | null {
    if (this.isClosed) return null;
    const { count = 0, examples = [] } = this.#written ?? {};
    const least = leastOf((this.#remaining ?? []).map(({ format }) => ({ format })));
    return {
      written: count,
      examples: [...examples],
      words: this.#wordCount,
      distinctWords: [...this.#words],
      suffixes: this.#suffixes,
      mayBeCodes: this.#mayBeCodes,
      formats: least.map(({ format }) => ({ ...format, ...this.#affixes(numbers, count) })),
    };
  }

  /**
   * The formats that read every value but a few that look like null, if some value needs one, and the column would be nearly numeric.
   * Of two formats, the one that contains the other is left out. `numbers` is the count of the column's numbers in the current format,
   * and `spellings` are its spellings of null.
   */
  found(numbers: number, spellings: readonly string[]): CandidateFormat[] {
    const affixes = this.#written && !this.isClosed && this.#affixes(numbers, this.#written.count);
    if (!affixes || !this.#written) return [];
    const { count, first } = this.#written;
    const nonNumeric = [...this.#words];
    const missing = missingList({ nonNumeric, spellings });
    if (nonNumeric.length > 0 && !missing) return [];
    const found = (this.#remaining ?? []).flatMap(({ format, notations }) => {
      const type = typeOfNumbers(mergeNotations(notations, this.#common));
      const column = { type, numbers: numbers + count, texts: this.#wordCount, nonNumeric, hasCodes: false };
      // A number in a format is evidence of its own, so that one null mark beside it proves nothing against it.
      const isMeant = isNearlyNumeric(column) || (type !== 'object' && column.texts === 1);
      return isMeant ? [{ format: { ...format, ...affixes }, count, first, missing: missing ?? [] }] : [];
    });
    const least = leastOf(found);
    // A currency before the number goes with a decimal point, unless only a comma can be one.
    const pointed = affixes.strip?.prefix ? least.filter(({ format }) => format.decimal !== ',') : [];
    return pointed.length > 0 ? pointed : least;
  }

  /** What stands around all numbers; null if it differs, or means more than the number, as flags and comparisons do. */
  #affixes(numbers: number, count: number): Pick<NumberFormat, 'strip' | 'negative'> | null {
    const [prefix, ...prefixes] = this.#prefixes;
    const [suffix, ...suffixes] = this.#suffixes.keys();
    const [negative, ...negatives] = this.#negatives;
    if (prefixes.length + suffixes.length + negatives.length > 0) return null;
    if (prefix !== undefined && !isCurrency(prefix)) return null;
    if (this.#mayBeCodes && prefix === undefined) return null;
    // A unit that some numbers lack may be a flag.
    const isOfAll = numbers === 0 && this.#suffixes.get(suffix ?? '') === count;
    if (suffix !== undefined && !isCommon(suffix) && !isOfAll) return null;
    const strip = { ...(prefix === undefined ? {} : { prefix }), ...(suffix === undefined ? {} : { suffix }) };
    return { ...((prefix ?? suffix) ? { strip } : {}), ...(negative === undefined ? {} : { negative }) };
  }
}

function notationIn(format: NumberFormat, value: string): NumberNotation | null {
  const read = readFormatted(value, format);
  return read === null ? null : notationOf(read);
}

/** The formats that contain no other one. */
function leastOf<T extends { format: NumberFormat }>(found: readonly T[]): T[] {
  return found.filter((it) => !found.some((other) => other !== it && contains(it.format, other.format)));
}

function contains(format: NumberFormat, part: NumberFormat): boolean {
  return (Object.keys(part) as (keyof NumberFormat)[]).every(
    (key) => JSON.stringify(part[key]) === JSON.stringify(format[key]),
  );
}
