import { ISO_DATE } from '../contract/date-pattern.ts';
import type { ByteBlock, ColumnDescription, ColumnType, Place, RecordBlock } from '../model.ts';
import { MAX_SHOWN } from '../problems/quote-text.ts';
import { isBlankText } from './cells/blank-texts.ts';
import { CellInterpreter } from './cells/interpret-cell.ts';
import { ColumnNulls } from './column-nulls.ts';
import { claimedTypeCheck } from './evidence/check-claimed-type.ts';
import { addFindings } from './evidence/findings.ts';
import { NonNumericValues } from './evidence/non-numeric-values.ts';
import { CandidateFormats } from './evidence/number-formats.ts';
import { SuspiciousTextCounter } from './evidence/suspicious-texts.ts';
import { PlusSigns, ThousandsPoints } from './evidence/thousands-points.ts';
import { NumberColumn, type NumbersSnapshot, type Statistics } from './numbers/number-column.ts';
import {
  canonicalNumber,
  type NumberNotation,
  notationOf,
  toJsonNumber,
  trimBlanks,
  typeOfNumbers,
} from './numbers/read-number.ts';
import { Samples } from './samples.ts';

export type ColumnSnapshot = ReturnType<ColumnProfiler['snapshot']>;

/** Profile of a column, without the distribution of its values, and findings that may have to be reported. */
export type InspectedColumn = ReturnType<ColumnProfiler['finish']>;

type Expected = 'int64' | 'float64' | 'number' | 'date';

/** Inspects every cell of a column, block by block, and determines the column's type at the end. */
export class ColumnProfiler {
  readonly #name: string;
  readonly #description: ColumnDescription;
  readonly #cells: CellInterpreter;
  readonly #nulls: ColumnNulls;
  /** Whether the column is numeric so far: it is not declared as text, and every cell is a number or null. Only the profiler sets it. */
  isNumeric: boolean;
  readonly #expected: Expected | null;
  readonly #nonNumeric = new NonNumericValues();
  #numbers = new NumberColumn();
  readonly #numberSamples = new Samples(canonicalNumber);
  readonly #textSamples = new Samples();
  readonly #numberFormats: CandidateFormats;
  /** Whether to infer number formats. False if the description declares the column's type, or requires numbers (`isNumber`). */
  readonly #seeksFormats: boolean;
  readonly #claim: ReturnType<typeof claimedTypeCheck> | null;
  readonly #suspiciousTexts = new SuspiciousTextCounter();
  readonly #thousandsPoints = new ThousandsPoints();
  readonly #plusSigns = new PlusSigns();
  readonly #findings;

  /** `name` is the column's name in the file. */
  constructor(name: string, description: ColumnDescription) {
    this.#name = name;
    this.#description = description;
    this.#cells = new CellInterpreter(description);
    this.#nulls = new ColumnNulls();
    this.#numberFormats = new CandidateFormats(description.numberFormat);
    this.#seeksFormats = !description.isNumber && description.type === undefined;
    this.isNumeric = description.type !== 'object';
    this.#claim = description.claim ? claimedTypeCheck(description.claim) : null;
    this.#expected = expectedOf(description);
    this.#findings = {
      /** The first value that contradicts the description, truncated to one character more than messages show. */
      firstMismatch: null as { place: Place; text: string } | null,
      /** Whether at least one number is read differently because of the declared number format. */
      usesFormat: false,
      numberCount: 0,
      recordCount: 0,
      /** Notations of the numbers, except `integer`. */
      notations: new Set<NumberNotation>(),
      nulls: this.#nulls.findings,
      nonNumeric: this.#nonNumeric.findings,
      numberFormats: this.#numberFormats.findings,
      suspiciousTexts: this.#suspiciousTexts.findings,
      thousandsPoints: this.#thousandsPoints.findings,
      plusSigns: this.#plusSigns.findings,
    };
  }

  /** Adds the column's cells in one block; `cell` is the column's index in each record. */
  add(block: RecordBlock, cell: number): void {
    for (let record = 0; record < block.records.length; record += 1) {
      this.addCell(block.records[record]?.[cell] as string, block, record, cell);
    }
    this.endBlock(block.records.length);
  }

  /** Ends a block once all its cells have been added, individually or as counts. */
  endBlock(records: number): void {
    this.#findings.recordCount += records;
  }

  /** Adds one cell; `record` and `cell` are its indexes in the block. */
  addCell(text: string, block: Pick<RecordBlock, 'placeOf'>, record: number, cell: number): void {
    const value = trimBlanks(text);
    const placeOf = (): Place => block.placeOf(record, cell);
    if (this.#cells.isNull(text, value)) {
      this.#nulls.add(text, value);
      return;
    }
    this.#textSamples.add(text);
    if (this.#cells.isNullToken(value)) {
      this.#nulls.addToken(text, value, placeOf);
      if (value !== '') this.#claim?.add(value, value, placeOf, true);
      return;
    }
    const number = this.#cells.toPlainNumber(value);
    const notation = number === null ? null : notationOf(number);
    this.#claim?.add(value, number, placeOf);
    if (this.#expected !== null && !isAsExpected(value, notation, this.#expected)) {
      this.#findings.firstMismatch ??= { place: placeOf(), text: value.slice(0, MAX_SHOWN + 1) };
    }
    if (notation !== null && number !== value) this.#findings.usesFormat = true;
    if (this.#seeksFormats) this.#numberFormats.add(value, notation, placeOf);
    if (notation === null || number === null) {
      if (isBlankText(value)) this.#nulls.addBlankText(value, placeOf);
      this.#suspiciousTexts.add(text, value, this.#name, placeOf);
      this.#nonNumeric.add(value, this.#findings.recordCount + record, this.#findings.numberCount, placeOf);
      this.#leaveNumbers();
      return;
    }
    this.#findings.numberCount += 1;
    if (notation !== 'integer') this.#findings.notations.add(notation);
    this.#thousandsPoints.add(number, placeOf);
    this.#plusSigns.add(number, notation, placeOf);
    if (this.isNumeric) {
      this.#numbers.add(number, notation === 'integer');
      this.#numberSamples.add(number);
    }
  }

  addEmpty(count: number): void {
    this.#nulls.addEmpty(count);
  }

  /**
   * Adds a cell with the number mantissa × 10^-places, which has at most 15 digits and is written as in JSON. Only for numbers that change
   * nothing but counts and statistics (see `hasAllSamples`, `arePointsWatched` and `expectsIntegers`). Not for columns with a declared
   * number format or a claim.
   */
  addNumber(mantissa: number, places: number, block: ByteBlock, record: number, cell: number): void {
    this.#countNumbers(1, places > 0 ? 1 : 0);
    if (this.isNumeric) this.#numbers.addScaled(mantissa, places, block, record, cell);
  }

  /**
   * Adds `count` cells with numbers that `addNumber` would accept; `decimals` of them have decimal places. If the column is numeric,
   * `values` must be the numbers, in the unit of `range` and within its bounds. Each has at least `fewestPlaces` decimal places.
   */
  addNumbers(count: number, decimals: number, values: Float64Array, fewestPlaces: number): void {
    this.#countNumbers(count, decimals);
    if (this.isNumeric) this.#numbers.addWithin(values, fewestPlaces);
  }

  #countNumbers(count: number, decimals: number): void {
    this.#findings.numberCount += count;
    const { found } = this.#thousandsPoints;
    if (this.isNumeric && found) found.count += decimals;
  }

  /** Unit for `addNumbers`, and bounds within which numbers change neither the minimum nor the maximum. */
  get range() {
    return this.#numbers.range;
  }

  /** Whether the samples are complete, so that further numbers add none. */
  get hasAllSamples(): boolean {
    return this.#textSamples.isFull && (!this.isNumeric || this.#numberSamples.isFull);
  }

  /** Whether points in the column may still turn out to separate thousands, so that further numbers must be checked. */
  get arePointsWatched(): boolean {
    return this.isNumeric && !this.#description.type && !this.#cells.hasFormat && this.#thousandsPoints.isPossible;
  }

  /** Whether any cell so far would count as a value in a text column. */
  get hasValues(): boolean {
    return this.#textSamples.values.length > 0;
  }

  /** Whether the description requires integers, so that any other number is a mismatch. */
  get expectsIntegers(): boolean {
    return this.#expected === 'int64';
  }

  /** Counts strings that need no inspection according to `textInspection`. None may be a number, null or suspicious. */
  countTexts(count: number): void {
    this.#nonNumeric.findings.count += count;
    this.#suspiciousTexts.findings.texts += count;
    if (this.#areFormatsOpen) this.#numberFormats.findings.wordCount += count;
  }

  /** When to inspect a string that is not a number, null or suspicious. `countTexts` counts those that need no inspection. */
  get textInspection(): 'never' | 'if new' | 'always' {
    const isMismatchOpen = this.#expected !== null && !this.#findings.firstMismatch;
    if (isMismatchOpen || !this.#nonNumeric.findings.first) return 'always';
    return !this.#areFormatsOpen && this.#textSamples.isFull && this.#nonNumeric.areMany ? 'never' : 'if new';
  }

  /** Whether a string counts as known once it has been inspected. While formats are inferred, a number in another notation does not. */
  staysKnown(text: string): boolean {
    return !this.#areFormatsOpen || !this.#numberFormats.isNumber(text);
  }

  get #areFormatsOpen(): boolean {
    return this.#seeksFormats && !this.#numberFormats.isClosed;
  }

  /** Whether any non-numeric value is zero-padded, as codes are. */
  get hasCodes(): boolean {
    return this.#nonNumeric.findings.hasCodes;
  }

  /** State after the cells so far, for `absorb`, as plain data that threads can exchange. No more cells can be added afterwards. */
  snapshot() {
    return {
      findings: this.#findings,
      /** Null if any value is not a number or the column is declared as text. */
      numbers: this.isNumeric ? this.#numbers.snapshot() : null,
      numberSamples: this.#numberSamples.values,
      textSamples: this.#textSamples.values,
    };
  }

  /** Adds later cells of the column, which another profiler has read. Not for columns with a claim. */
  absorb({ findings, numbers, numberSamples, textSamples }: ColumnSnapshot): void {
    const { first } = findings.nonNumeric;
    if (first) {
      first.record += this.#findings.recordCount;
      first.numbersBefore += this.#findings.numberCount;
    }
    addFindings(this.#findings, findings);
    for (const number of numberSamples) this.#numberSamples.add(number);
    for (const text of textSamples) this.#textSamples.add(text);
    if (this.isNumeric && numbers) this.#numbers.absorb(numbers);
    else this.#leaveNumbers();
  }

  #leaveNumbers(): void {
    if (!this.isNumeric) return;
    this.isNumeric = false;
    this.#numbers = new NumberColumn();
  }

  /** The column's numbers, once all cells have been added; null if the column is not numeric or has no numbers. */
  get numbers(): NumbersSnapshot | null {
    return this.#type() !== 'object' && this.#numbers.length > 0 ? this.#numbers.snapshot() : null;
  }

  /** Whether the column is text and has a non-null cell, once all cells have been added. */
  get hasTexts(): boolean {
    return this.#type() === 'object' && this.hasValues;
  }

  /** Result of the inspection, once all cells have been added. `statistics` must be those of `numbers`, or null if `numbers` is null. */
  finish(statistics: Statistics | null) {
    const { firstMismatch, usesFormat, numberCount } = this.#findings;
    const type = this.#type();
    const isNumeric = type !== 'object';
    const nullSpellings = this.#nulls.spellings(isNumeric);
    const samples = isNumeric
      ? this.#numberSamples.values.map(toJsonNumber)
      : this.#textSamples.values.map((text) => JSON.stringify(text));
    const isUndeclared = this.#description.type === undefined;
    const mayHavePoints = isNumeric && isUndeclared && !this.#cells.hasFormat;
    const isMisread = this.#cells.hasFormat && usesFormat && isUndeclared && !isNumeric;
    return {
      name: this.#description.rename ?? this.#name,
      type,
      nullCount: [...nullSpellings.values()].reduce((sum, count) => sum + count, 0),
      nullSpellings,
      samples,
      statistics: statistics && this.#numbers.summary(statistics),
      /** Number formats, any one of which would make a text column numeric if declared. */
      numberFormats: isNumeric ? [] : this.#numberFormats.found(numberCount, this.#spellingsInForce),
      /** Kinds of values in a text column; null if they are too diverse for a numeric column, or if the type or format is declared. */
      mixture: isNumeric || !this.#seeksFormats ? null : this.#numberFormats.mixture(numberCount),
      /** Numbers in a numeric column of undeclared type and format, if their points may separate thousands; otherwise null. */
      thousandsPoints: mayHavePoints ? this.#thousandsPoints.found : null,
      /** Whether the values prove that the column's points are decimal points, as in `1.5` and `0.123`. */
      hasDecimalPoints: !this.#cells.hasFormat && this.#thousandsPoints.areDecimals(mayHavePoints),
      /** Plus signs in a numeric column of undeclared type and format, if every number has one and no number is zero; otherwise null. */
      plusSigns: isNumeric ? this.#signs : null,
      firstMismatch: firstMismatch && this.#expected && { ...firstMismatch, expected: this.#expected },
      contradiction: this.#claim?.contradiction(isNumeric) ?? null,
      /** The first value that makes a column text, if the declared number format changes how any of its numbers is read; otherwise null. */
      firstNonNumeric: isMisread ? this.#nonNumeric.findings.first : null,
      evidence: isUndeclared
        ? this.#nonNumeric.evidence(numberCount, this.#typeOfNumbers(), this.#spellingsInForce)
        : null,
      suspiciousTexts: this.#suspiciousTexts.found,
      /** Cells of a text column that look like null but are published as strings. */
      nullTexts: !isNumeric && isUndeclared ? this.#nulls.texts : { blanks: [], tokens: [] },
      /** Whether any inspected string of a text column has outer invisible characters or combining marks, so it may look like another. */
      mayHaveAlikeTexts: !isNumeric && this.#suspiciousTexts.findings.hasVariants,
    };
  }

  /** The declared null markers, or else the null tokens that occur. */
  get #spellingsInForce(): readonly string[] {
    return this.#description.missing ?? this.#nulls.tokens;
  }

  get #signs(): ReturnType<PlusSigns['found']> {
    return this.#seeksFormats ? this.#plusSigns.found(this.#findings.numberCount) : null;
  }

  /** Type the column would have if it contained only its numbers; `object` if they are codes. */
  #typeOfNumbers(): ColumnType {
    return this.#signs?.areCodes ? 'object' : typeOfNumbers(this.#findings.notations);
  }

  #type(): ColumnType {
    if (!this.isNumeric) return 'object';
    if (this.#description.type) return this.#description.type;
    return this.#numbers.length === 0 ? 'object' : this.#typeOfNumbers();
  }
}

/** Kind of value that a description requires; null if it accepts any. */
function expectedOf({ type, isNumber, date }: ColumnDescription): Expected | null {
  if (date !== undefined) return 'date';
  if (type === 'object') return null;
  return type ?? (isNumber ? 'number' : null);
}

function isAsExpected(value: string, notation: NumberNotation | null, expected: Expected): boolean {
  if (expected === 'date') return ISO_DATE.test(value);
  return notation !== null && (expected !== 'int64' || notation === 'integer');
}
