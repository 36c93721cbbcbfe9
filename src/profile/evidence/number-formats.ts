import { GROUP_MARKS, isCommon, isCurrency, type WrittenNumber, writtenNumber } from '../../contract/written-number.ts';
import type { NumberFormat, Place } from '../../model.ts';
import { type NumberNotation, notationOf, readFormatted, typeOfNumbers } from '../numbers/read-number.ts';
import { oneMore } from './findings.ts';
import type { CandidateFormat, Found, Mixture } from './inspected-column.ts';
import { isNearlyNumeric, missingList } from './nearly-numeric.ts';

/** Separators that publishers use without declaring them. */
const SEPARATORS: readonly NumberFormat[] = [
  {},
  { thousands: ',' },
  { decimal: ',' },
  { thousands: '.', decimal: ',' },
  ...GROUP_MARKS.flatMap((thousands) => [{ thousands }, { thousands, decimal: ',' }]),
];

/** Maximum distinct non-numbers in a column of numbers. */
const MAX_WORDS = 30;
/** Maximum distinct numbers in another notation that are remembered. */
const MAX_EXAMPLES = 6;
/** Maximum distinct currencies, units or flags that it can have. */
const MAX_SUFFIXES = 20;

interface Candidate {
  key: string;
  /** The keys that the column's entry in the sidecar needs. */
  format: NumberFormat;
  /** The separators that the column has with that entry. */
  effective: NumberFormat;
}

/** A candidate, with the findings about its notations. */
interface OpenCandidate extends Candidate {
  notations: Set<NumberNotation>;
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
    return isDistinct ? { key: JSON.stringify(format), format, effective } : [];
  });
}

const USUAL_CANDIDATES = candidatesFor({});

/** Digits, perhaps after a sign. */
export const WHOLE_NUMBER = /^[+-]?[0-9]+$/;

/**
 * Finds the numbers in a column of texts, however they are written, and the formats that would read all of them. The other texts are
 * words. A column of many words, or of many suffixes, is not one of numbers, and no longer inspected. `base` is the number format of the
 * whole file.
 */
export class CandidateFormats {
  readonly #hasBase: boolean;
  readonly #all: readonly Candidate[];
  /** Those that the numbers added here do not rule out; null until the first that they do not all read alike. */
  #open: OpenCandidate[] | null = null;
  readonly findings = {
    /** Keys of the separators that do not read every number. */
    ruledOut: new Set<string>(),
    /** Maps the key of separators to the notations of the numbers that not all separators read alike. */
    notations: new Map<string, Set<NumberNotation>>(),
    /** Notations of the numbers that all separators read alike. */
    common: new Set<NumberNotation>(),
    words: new Set<string>(),
    wordCount: 0,
    /** Numbers in another notation. */
    written: null as Found | null,
    /** The first of them, at least as many as are shown. */
    examples: new Set<string>(),
    prefixes: new Set<string>(),
    /** Maps a suffix to how many numbers have it. */
    suffixes: new Map<string, number>(),
    negatives: new Set<NonNullable<WrittenNumber['negative']>>(),
    mayBeCodes: false,
  };

  constructor(base: NumberFormat = {}) {
    this.#hasBase = Object.keys(base).length > 0;
    this.#all = this.#hasBase ? candidatesFor(base) : USUAL_CANDIDATES;
  }

  /** Adds a value without blanks around it. `current` is its notation in the current format, null if it is not a number in it. */
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
    // Every format reads a number without any separator; every format with a decimal point reads a number with one.
    if (this.#hasBase ? WHOLE_NUMBER.test(value) : !value.includes('.')) this.findings.common.add(current);
    else this.#filter(value, this.#hasBase ? null : current);
  }

  #addWritten(
    { digits, prefix, suffix, negative, mayBeCode }: WrittenNumber,
    text: string,
    placeOf: () => Place,
  ): void {
    const { findings } = this;
    findings.written = oneMore(findings.written, placeOf);
    if (findings.examples.size < MAX_EXAMPLES) findings.examples.add(text);
    if (prefix !== '') findings.prefixes.add(prefix);
    if (suffix !== '') findings.suffixes.set(suffix, (findings.suffixes.get(suffix) ?? 0) + 1);
    if (negative) findings.negatives.add(negative);
    findings.mayBeCodes ||= mayBeCode;
    this.#filter(digits, null);
  }

  /** Rules out the separators that do not read a number. `plain` is its notation if it is a plain number, else null. */
  #filter(digits: string, plain: NumberNotation | null): void {
    const { ruledOut, common } = this.findings;
    this.#open ??= this.#begin();
    if (plain !== null && this.#open.every(({ format }) => format.decimal === undefined)) {
      common.add(plain);
      return;
    }
    const before = ruledOut.size;
    // Formats that differ only in a separator of thousands which the number does not have read it alike.
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

  /** All separators, each with the findings about its notations. */
  #begin(): OpenCandidate[] {
    const all = this.#all.map((it) => ({ ...it, notations: new Set<NumberNotation>() }));
    for (const { key, notations } of all) this.findings.notations.set(key, notations);
    return all;
  }

  /** The separators that are not ruled out. */
  get #remaining(): Candidate[] {
    return this.#all.filter(({ key }) => !this.findings.ruledOut.has(key));
  }

  /** Adds words that are not new. Only while `isClosed` does not hold. */
  addWordCount(count: number): void {
    this.findings.wordCount += count;
  }

  /** Further values make no difference. */
  get isClosed(): boolean {
    return this.findings.words.size > MAX_WORDS || this.findings.suffixes.size > MAX_SUFFIXES;
  }

  /** Whether a text is a number in some notation, so that each time it occurs counts. */
  isNumber(text: string): boolean {
    return this.#numberIn(text) !== null;
  }

  /** The parts of a number that some separators read; null for any other text. */
  #numberIn(value: string): WrittenNumber | null {
    const number = /\d/.test(value) ? writtenNumber(value) : null;
    return number && this.#all.some(({ effective }) => notationIn(effective, number.digits) !== null) ? number : null;
  }

  /** The values that are not plain numbers; null if they are too different for a column of numbers. */
  mixture(numbers: number): Mixture | null {
    if (this.isClosed) return null;
    const { written, examples, wordCount, words, suffixes, mayBeCodes } = this.findings;
    const count = written?.count ?? 0;
    return {
      written: count,
      examples: [...examples].slice(0, MAX_EXAMPLES),
      words: wordCount,
      distinctWords: [...words],
      suffixes,
      mayBeCodes,
      formats: leastOf(this.#remaining).map(({ format }) => ({ ...format, ...this.#affixes(numbers, count) })),
    };
  }

  /**
   * The formats that read every value but a few that look like null, if some value needs one, and the column would be nearly numeric.
   * Of two formats, the one that contains the other is left out. `numbers` is the count of the column's numbers in the current format,
   * and `spellings` are its spellings of null.
   */
  found(numbers: number, spellings: readonly string[]): CandidateFormat[] {
    const { written, words, wordCount: texts, notations, common } = this.findings;
    const affixes = written && !this.isClosed && this.#affixes(numbers, written.count);
    if (!affixes) return [];
    const nonNumeric = [...words];
    const missing = missingList({ nonNumeric, spellings });
    if (nonNumeric.length > 0 && !missing) return [];
    const found = this.#remaining.flatMap(({ key, format }) => {
      const type = typeOfNumbers(new Set([...common, ...(notations.get(key) ?? [])]));
      const column = { type, numbers: numbers + written.count, texts, nonNumeric, hasCodes: false };
      // A number in a format is evidence of its own, so that one null mark beside it proves nothing against it.
      const isMeant = isNearlyNumeric(column) || (type !== 'object' && texts === 1);
      return isMeant ? [{ format: { ...format, ...affixes }, ...written, missing: missing ?? [] }] : [];
    });
    const least = leastOf(found);
    // A currency before the number goes with a decimal point, unless only a comma can be one.
    const pointed = affixes.strip?.prefix ? least.filter(({ format }) => format.decimal !== ',') : [];
    return pointed.length > 0 ? pointed : least;
  }

  /** What is around all numbers; null if it differs, or adds a meaning of its own, as flags and comparisons do. */
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
