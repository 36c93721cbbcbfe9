import { GROUP_MARKS, isCommon, isCurrency, type WrittenNumber, writtenNumber } from '../../contract/written-number.ts';
import type { NumberFormat, Place } from '../../model.ts';
import { type NumberNotation, notationOf, readFormatted, typeOfNumbers } from '../numbers/read-number.ts';
import { type Found, oneMore } from './findings.ts';
import { isNearlyNumeric, missingList } from './non-numeric-values.ts';

/** Separators that publishers use without declaring them. */
const SEPARATORS: readonly NumberFormat[] = [
  {},
  { thousands: ',' },
  { decimal: ',' },
  { thousands: '.', decimal: ',' },
  ...GROUP_MARKS.flatMap((thousands) => [{ thousands }, { thousands, decimal: ',' }]),
];

/** Maximum number of distinct non-numeric values in a column that may be numeric. */
const MAX_WORDS = 30;
const MAX_EXAMPLES = 6;
/** Maximum number of distinct currencies, units or flags in a column that may be numeric. */
const MAX_SUFFIXES = 20;

type Candidate = ReturnType<typeof candidatesFor>[number];

/**
 * Candidates for a column of a file with the number format `base`, whose keys apply unless the column's entry overrides them: `format` has
 * the keys to add to that entry, and `effective` the separators that then apply.
 */
function candidatesFor(base: NumberFormat) {
  return SEPARATORS.flatMap((candidate) => {
    const decimal = candidate.decimal ?? (base.decimal === undefined ? undefined : '.');
    const format = { ...candidate, ...(decimal && { decimal }) };
    const { thousands = base.thousands, decimal: point = base.decimal } = format;
    const effective = { ...(thousands && { thousands }), ...(point && { decimal: point }) };
    const isDistinct = effective.thousands === undefined || effective.thousands !== effective.decimal;
    return isDistinct ? { key: JSON.stringify(format), format, effective } : [];
  });
}

const USUAL_CANDIDATES = candidatesFor({});

export const WHOLE_NUMBER = /^[+-]?[0-9]+$/;

/**
 * Finds numbers in any notation in a text column, and the formats that would read all of them. Other strings are called words. A column
 * with many distinct words or suffixes is not numeric, so its inspection stops. `base` is the number format of the whole file.
 */
export class CandidateFormats {
  readonly #hasBase: boolean;
  readonly #all: readonly Candidate[];
  /** Candidates that no number has ruled out, and the notations each reads; null until the first number that they may read differently. */
  #open: (Candidate & { notations: Set<NumberNotation> })[] | null = null;
  readonly findings = {
    /** Keys of candidates that do not read every number. */
    ruledOut: new Set<string>(),
    /** Maps the key of each candidate to notations of numbers, as this candidate reads them. Other candidates may read them differently. */
    notations: new Map<string, Set<NumberNotation>>(),
    /** Notations of the numbers that all candidates read in the same way. */
    common: new Set<NumberNotation>(),
    words: new Set<string>(),
    wordCount: 0,
    /** Numbers in another notation. */
    written: null as Found | null,
    /** The first distinct numbers in another notation; after a merge, possibly more than `MAX_EXAMPLES`. */
    examples: new Set<string>(),
    prefixes: new Set<string>(),
    suffixes: new Map<string, number>(),
    negatives: new Set<NonNullable<WrittenNumber['negative']>>(),
    mayBeCodes: false,
  };

  constructor(base: NumberFormat = {}) {
    this.#hasBase = Object.keys(base).length > 0;
    this.#all = this.#hasBase ? candidatesFor(base) : USUAL_CANDIDATES;
  }

  /** Adds a value without surrounding whitespace. `current` is its notation in the current format; null if it is not a number. */
  add(value: string, current: NumberNotation | null, placeOf: () => Place): void {
    if (this.isClosed) return;
    if (current === null) {
      const number = this.#numberIn(value);
      if (number) this.#addWritten(number, value, placeOf);
      else {
        this.findings.wordCount += 1;
        this.findings.words.add(value);
      }
      return;
    }
    // All candidates read a number without separators in the same way.
    if (this.#hasBase ? WHOLE_NUMBER.test(value) : !value.includes('.')) this.findings.common.add(current);
    else this.#filter(value, this.#hasBase ? null : current);
  }

  #addWritten(number: WrittenNumber, text: string, placeOf: () => Place): void {
    const { digits, prefix, suffix, negative, mayBeCode } = number;
    const { findings } = this;
    findings.written = oneMore(findings.written, placeOf);
    if (findings.examples.size < MAX_EXAMPLES) findings.examples.add(text);
    if (prefix !== '') findings.prefixes.add(prefix);
    if (suffix !== '') findings.suffixes.set(suffix, (findings.suffixes.get(suffix) ?? 0) + 1);
    if (negative) findings.negatives.add(negative);
    findings.mayBeCodes ||= mayBeCode;
    this.#filter(digits, null);
  }

  /** Rules out candidates that cannot read `digits`. For a plain number in a file without a number format, `plain` is its notation. */
  #filter(digits: string, plain: NumberNotation | null): void {
    const { ruledOut, common } = this.findings;
    if (!this.#open) {
      this.#open = this.#all.map((it) => ({ ...it, notations: new Set() }));
      for (const { key, notations } of this.#open) this.findings.notations.set(key, notations);
    }
    if (plain !== null && this.#open.every(({ format }) => format.decimal === undefined)) {
      common.add(plain);
      return;
    }
    const before = ruledOut.size;
    // Candidates that differ only in their thousands separators read a number without separators in the same way: reuse the result.
    let read: NumberFormat | null = null;
    let notation: NumberNotation | null = null;
    for (const { key, format, effective, notations } of this.#open) {
      if (plain !== null && format.decimal === undefined) {
        notations.add(plain);
        continue;
      }
      const { decimal } = effective;
      const thousands = digits.includes(effective.thousands ?? '\0') ? effective.thousands : undefined;
      if (read === null || read.decimal !== decimal || read.thousands !== thousands) {
        read = { ...(decimal && { decimal }), ...(thousands && { thousands }) };
        notation = notationIn(read, digits);
      }
      if (notation === null) ruledOut.add(key);
      else notations.add(notation);
    }
    if (ruledOut.size > before) this.#open = this.#open.filter(({ key }) => !ruledOut.has(key));
  }

  get #remaining(): Candidate[] {
    return this.#all.filter(({ key }) => !this.findings.ruledOut.has(key));
  }

  /** Whether further values make no difference. */
  get isClosed(): boolean {
    return this.findings.words.size > MAX_WORDS || this.findings.suffixes.size > MAX_SUFFIXES;
  }

  /** Whether any candidate reads a string as a number. Every occurrence must then be passed to `add`, not just counted. */
  isNumber(text: string): boolean {
    return this.#numberIn(text) !== null;
  }

  /** The parts of a number that at least one candidate can read; null for any other string. */
  #numberIn(value: string): WrittenNumber | null {
    const number = /\d/.test(value) ? writtenNumber(value) : null;
    return number && this.#all.some(({ effective }) => notationIn(effective, number.digits) !== null) ? number : null;
  }

  /** Values that are not numbers in the current format; null if they are too diverse for a numeric column. */
  mixture(numbers: number) {
    if (this.isClosed) return null;
    const { written, examples, wordCount, words, suffixes, mayBeCodes } = this.findings;
    const count = written?.count ?? 0;
    return {
      /** Count of numbers in another notation: with separators, a currency, a unit or a flag. */
      written: count,
      /** The first distinct ones. */
      examples: [...examples].slice(0, MAX_EXAMPLES),
      words: wordCount,
      distinctWords: [...words],
      /** Maps each currency, unit or flag to the count of numbers it follows. */
      suffixes,
      /** Whether any whole number of at most three digits is directly followed by a single letter, as in `12a`. */
      mayBeCodes,
      /** Formats that read the digits of every number in the column, but not necessarily its prefix, suffix and minus notation. */
      formats: minimalOf(this.#remaining).map(({ format }) => ({ ...format, ...this.#affixes(numbers, count) })),
    };
  }

  /**
   * Formats that read every value except a few null markers; none if no value needs another format. A format that only adds keys to another
   * is left out. `numbers` is the count of the column's numbers in the current format, and `spellings` are its null markers. With each
   * format, all null markers in `missing` must be declared; it is empty if every value is a number in the format.
   */
  found(numbers: number, spellings: readonly string[]) {
    const { written, words, wordCount: texts, notations, common } = this.findings;
    const affixes = written && !this.isClosed && this.#affixes(numbers, written.count);
    if (!affixes) return [];
    const nonNumeric = [...words];
    const missing = missingList({ nonNumeric, spellings });
    if (nonNumeric.length > 0 && !missing) return [];
    const found = this.#remaining.flatMap(({ key, format }) => {
      const type = typeOfNumbers(new Set([...common, ...(notations.get(key) ?? [])]));
      const column = { type, numbers: numbers + written.count, texts, nonNumeric, hasCodes: false };
      // A number in another format is evidence in itself, so even one such number outweighs a single null marker.
      const isMeant = isNearlyNumeric(column) || (type !== 'object' && texts === 1);
      return isMeant ? [{ format: { ...format, ...affixes }, ...written, missing: missing ?? [] }] : [];
    });
    const minimal = minimalOf(found);
    // A currency before numbers suggests decimal points, unless only decimal commas are possible.
    const pointed = affixes.strip?.prefix ? minimal.filter(({ format }) => format.decimal !== ',') : [];
    return pointed.length > 0 ? pointed : minimal;
  }

  /** Affixes and minus notation found; null if there are several of a kind, or if an affix may change the meaning, as flags and `<` do. */
  #affixes(numbers: number, count: number): Pick<NumberFormat, 'strip' | 'negative'> | null {
    const { findings } = this;
    const [prefix, ...prefixes] = findings.prefixes;
    const [suffix, ...suffixes] = findings.suffixes.keys();
    const [negative, ...negatives] = findings.negatives;
    if (prefixes.length + suffixes.length + negatives.length > 0) return null;
    if (prefix !== undefined && !isCurrency(prefix)) return null;
    if (findings.mayBeCodes && prefix === undefined) return null;
    // A unit that some numbers lack may be a flag.
    const isOfAll = numbers === 0 && findings.suffixes.get(suffix ?? '') === count;
    if (suffix !== undefined && !isCommon(suffix) && !isOfAll) return null;
    const strip = { ...(prefix && { prefix }), ...(suffix && { suffix }) };
    return { ...((prefix ?? suffix) && { strip }), ...(negative && { negative }) };
  }
}

export type Mixture = NonNullable<ReturnType<CandidateFormats['mixture']>>;

function notationIn(format: NumberFormat, value: string): NumberNotation | null {
  const read = readFormatted(value, format);
  return read === null ? null : notationOf(read);
}

/** Formats that do not merely add keys to another one. */
function minimalOf<T extends { format: NumberFormat }>(found: readonly T[]): T[] {
  return found.filter((it) => !found.some((other) => other !== it && contains(it.format, other.format)));
}

function contains(format: NumberFormat, part: NumberFormat): boolean {
  return (Object.keys(part) as (keyof NumberFormat)[]).every(
    (key) => JSON.stringify(part[key]) === JSON.stringify(format[key]),
  );
}
