import type {
  ByteBlock,
  ColumnDescription,
  ColumnProfile,
  ColumnType,
  NumberEvidence,
  Place,
  RecordBlock,
} from '../model.ts';
import { ColumnNulls } from './column-nulls.ts';
import type { ColumnSnapshot } from './column-snapshot.ts';
import { ClaimedTypeCheck } from './evidence/check-claimed-type.ts';
import { NonNumericValues } from './evidence/non-numeric-values.ts';
import { CandidateFormats } from './evidence/number-formats.ts';
import { SuspiciousTextCounter } from './evidence/suspicious-texts.ts';
import { ThousandsPoints } from './evidence/thousands-points.ts';
import { NULL_TOKENS } from './null-tokens.ts';
import type { Statistics } from './numbers/exact-statistics.ts';
import { NumberColumn, type NumberRange, type NumbersSnapshot } from './numbers/number-column.ts';
import { canonicalNumber, notationOf, readFormatted, toJsonNumber, trimBlanks } from './numbers/read-number.ts';
import { Samples } from './samples.ts';

/** Looks at every cell of one column, block by block, and says at the end what the column is. */
export class ColumnProfiler {
  readonly #name: string;
  readonly #description: ColumnDescription;
  readonly #missing: ReadonlySet<string> | null;
  readonly #hasFormat: boolean;
  readonly #nulls: ColumnNulls;
  /** False from the first value on that is no number, or when the column is declared to be text. */
  #isNumeric: boolean;
  readonly #expected: 'int64' | 'float64' | 'number' | null;
  #firstMisfit: Place | null = null;
  #firstText: Place | null = null;
  /** Some cell is a number in the declared format and would be none without. */
  #usedFormat = false;
  #numberCount = 0;
  readonly #texts = new NonNumericValues();
  #rows = 0;
  #hasDecimal = false;
  #hasExponent = false;
  #numbers = new NumberColumn();
  readonly #numberSamples = new Samples(canonicalNumber);
  readonly #textSamples = new Samples();
  readonly #readings: CandidateFormats;
  readonly #isWatchedForFormats: boolean;
  readonly #claim: ClaimedTypeCheck | null;
  readonly #odd: SuspiciousTextCounter;
  /** Null where the description says how numbers are written. */
  readonly #points: ThousandsPoints | null;

  constructor(name: string, description: ColumnDescription) {
    this.#name = name;
    this.#odd = new SuspiciousTextCounter(name);
    this.#nulls = new ColumnNulls(description.required);
    this.#description = description;
    this.#missing = description.missing ? new Set(description.missing.map(trimBlanks)) : null;
    this.#readings = new CandidateFormats(description.numberFormat);
    this.#isWatchedForFormats = !description.isNumber && description.type === undefined;
    this.#hasFormat = Object.keys(description.numberFormat).length > 0;
    this.#points = this.#hasFormat || description.type ? null : new ThousandsPoints();
    this.#isNumeric = description.type !== 'object';
    this.#claim = description.claim ? new ClaimedTypeCheck(description.claim) : null;
    this.#expected =
      description.type === 'object' ? null : (description.type ?? (description.isNumber ? 'number' : null));
  }

  /** Takes the cells of the column in one block; `cell` is the column's index in a record. */
  add(block: RecordBlock, cell: number): void {
    for (let record = 0; record < block.records.length; record += 1) {
      this.addCell(block.records[record]?.[cell] as string, block, record, cell);
    }
    this.endBlock(block.records.length);
  }

  /** To be told behind the cells of so many records, so that records are counted. */
  endBlock(records: number): void {
    this.#rows += records;
  }

  /** Takes one cell; `record` and `cell` are its indexes in the block. */
  addCell(text: string, block: Pick<RecordBlock, 'placeOf'>, record: number, cell: number): void {
    const value = trimBlanks(text);
    const placeOf = (): Place => block.placeOf(record, cell);
    if (value === '' || this.#missing?.has(value)) {
      this.#nulls.add(value, 1, placeOf);
      return;
    }
    this.#textSamples.add(text);
    if (!this.#missing && NULL_TOKENS.has(value)) {
      this.#nulls.addSpelled(value, placeOf);
      this.#claim?.addSpelledNull(value, placeOf);
      return;
    }
    const number = this.#hasFormat ? readFormatted(value, this.#description.numberFormat) : value;
    const notation = number === null ? null : notationOf(number);
    this.#claim?.add(value, number, notation, placeOf);
    if (this.#expected !== null && (notation === null || (this.#expected === 'int64' && notation !== 'integer'))) {
      this.#firstMisfit ??= placeOf();
    }
    if (this.#hasFormat && notation === null) this.#firstText ??= placeOf();
    if (notation !== null && number !== value) this.#usedFormat = true;
    if (this.#isWatchedForFormats) this.#readings.add(value, notation, placeOf);
    if (notation !== null) {
      this.#numberCount += 1;
      if (notation === 'decimal') this.#hasDecimal = true;
      else if (notation === 'exponent') this.#hasExponent = true;
    } else {
      this.#odd.add(text, value, placeOf);
      this.#texts.add(value, this.#rows + record, this.#numberCount, placeOf);
    }
    if (notation === null || number === null) this.#leaveNumbers();
    else if (this.#isNumeric) {
      this.#points?.add(number, placeOf);
      this.#numbers.add(number, notation === 'integer');
      this.#numberSamples.add(number);
    }
  }

  /** Takes so many cells without any character; `placeOf` gives the place of the first, unless such a cell was taken before. */
  addEmpty(times: number, placeOf?: () => Place): void {
    this.#nulls.add('', times, placeOf);
  }

  /**
   * Takes a cell with a number, mantissa × 10^-places, of at most 15 digits and as JSON writes it, that is only counted. Only where the
   * description gives neither a number format nor a claim.
   */
  addPlainNumber(mantissa: number, places: number, block: ByteBlock, record: number, cell: number): void {
    this.#countNumbers(1, places > 0 ? 1 : 0);
    if (this.#isNumeric) this.#numbers.addScaled(mantissa, places, block, record, cell);
  }

  /** Takes such numbers, so many of them with decimal places. Where the column is one of numbers, they are given in the unit of `range`, and lie within. */
  addPlainNumbers(times: number, decimals: number, values: Float64Array): void {
    this.#countNumbers(times, decimals);
    if (this.#isNumeric) this.#numbers.addWithin(values);
  }

  #countNumbers(times: number, decimals: number): void {
    this.#numberCount += times;
    if (this.#isNumeric && decimals > 0 && this.#points?.isPossible) this.#points.addKnown(decimals);
  }

  /** Between which bounds a number changes nothing but the statistics, and in which unit it is then to be given. */
  get range(): NumberRange {
    return this.#numbers.range;
  }

  /** Enough samples were seen: a further number is none. */
  get areSamplesFull(): boolean {
    return this.#textSamples.isFull && (!this.#isNumeric || this.#numberSamples.isFull);
  }

  /** Points that may separate thousands are watched. */
  get arePointsWatched(): boolean {
    return this.#isNumeric && this.#points?.isPossible === true;
  }

  /** Every cell so far is a number, or null. */
  get isNumeric(): boolean {
    return this.#isNumeric;
  }

  /** Any number but a whole one is a misfit. */
  get expectsIntegers(): boolean {
    return this.#expected === 'int64';
  }

  /** Takes so many texts that are neither numbers nor nulls nor odd, where they change `nothing`, or are not new. */
  addPlainTexts(times: number): void {
    this.#texts.addKnown(times);
    this.#odd.addPlain(times);
  }

  /** What of a text that is neither a number nor a null nor odd is more than counted: nothing, unless it is new, or in any case. */
  get textsChange(): 'nothing' | 'if new' | 'more' {
    const isWatched = this.#isWatchedForFormats && !this.#readings.isRuledOut;
    if (isWatched || !this.#texts.areThere || (this.#expected !== null && !this.#firstMisfit)) return 'more';
    return this.#textSamples.isFull && this.#texts.areMany ? 'nothing' : 'if new';
  }

  /** Some value is a zero-padded code. */
  get hasCodes(): boolean {
    return this.#texts.hasCodes;
  }

  /** What the cells so far have told, as plain data. */
  snapshot(): ColumnSnapshot {
    return {
      nulls: this.#nulls.snapshot(),
      isNumeric: this.#isNumeric,
      firstMisfit: this.#firstMisfit,
      firstText: this.#firstText,
      usedFormat: this.#usedFormat,
      numberCount: this.#numberCount,
      texts: this.#texts.snapshot(),
      rows: this.#rows,
      hasDecimal: this.#hasDecimal,
      hasExponent: this.#hasExponent,
      numbers: this.#isNumeric ? this.#numbers.snapshot() : null,
      numberSamples: this.#numberSamples.values,
      textSamples: this.#textSamples.values,
      readings: this.#readings.snapshot(),
      odd: this.#odd.snapshot(),
      points: this.#points?.snapshot() ?? null,
    };
  }

  /** Goes on with the cells behind these, of which another profiler of the same column has told; not where there is a claim. */
  absorb(next: ColumnSnapshot): void {
    this.#nulls.absorb(next.nulls);
    this.#firstMisfit ??= next.firstMisfit;
    this.#firstText ??= next.firstText;
    this.#usedFormat ||= next.usedFormat;
    this.#texts.absorb(next.texts, this.#rows, this.#numberCount);
    this.#numberCount += next.numberCount;
    this.#rows += next.rows;
    this.#hasDecimal ||= next.hasDecimal;
    this.#hasExponent ||= next.hasExponent;
    for (const number of next.numberSamples) this.#numberSamples.add(number);
    for (const text of next.textSamples) this.#textSamples.add(text);
    this.#readings.absorb(next.readings);
    this.#odd.absorb(next.odd);
    if (next.points) this.#points?.absorb(next.points);
    if (this.#isNumeric && next.numbers) this.#numbers.absorb(next.numbers);
    else this.#leaveNumbers();
  }

  #leaveNumbers(): void {
    if (!this.#isNumeric) return;
    this.#isNumeric = false;
    this.#numbers = new NumberColumn();
  }

  /** Numbers of the column, once all blocks were given; null where it is none of numbers, or has none. */
  get numbers(): NumbersSnapshot | null {
    return this.#type() !== 'object' && this.#numbers.length > 0 ? this.#numbers.snapshot() : null;
  }

  /** What the column is, once all blocks were given; `figures` are those of its numbers, null where it has none. */
  finish(figures: Statistics | null): ColumnProfile {
    const type = this.#type();
    const isNumeric = type !== 'object';
    const nullSpellings = this.#nulls.spellings(isNumeric);
    const samples = isNumeric
      ? this.#numberSamples.values.map(toJsonNumber)
      : this.#textSamples.values.map((text) => JSON.stringify(text));
    return {
      name: this.#description.rename ?? this.#name,
      type,
      nullCount: [...nullSpellings.values()].reduce((sum, times) => sum + times, 0),
      nullSpellings,
      samples,
      statistics: figures && this.#numbers.summary(figures),
      numberFormats: isNumeric ? [] : this.#readings.found,
      thousandsPoints: isNumeric ? (this.#points?.found ?? null) : null,
      firstMismatch:
        this.#firstMisfit && this.#expected ? { place: this.#firstMisfit, expected: this.#expected } : null,
      contradiction: this.#claim?.contradiction(isNumeric) ?? null,
      firstNonNumeric: this.#usedFormat && !isNumeric && this.#description.type === undefined ? this.#firstText : null,
      evidence: this.#evidence(),
      firstForbiddenNull: this.#nulls.firstForbidden(isNumeric),
      suspicious: this.#odd.found,
    };
  }

  #evidence(): NumberEvidence | null {
    if (this.#description.type !== undefined) return null;
    const type = this.#hasDecimal ? 'float64' : this.#hasExponent ? 'object' : 'int64';
    const spellings = this.#description.missing ?? this.#nulls.spelled;
    return this.#texts.evidence(this.#numberCount, type, spellings);
  }

  #type(): ColumnType {
    if (!this.#isNumeric) return 'object';
    if (this.#description.type) return this.#description.type;
    if (this.#numbers.length === 0) return 'object';
    if (this.#hasExponent && !this.#hasDecimal) return 'object';
    return this.#hasDecimal ? 'float64' : 'int64';
  }
}
