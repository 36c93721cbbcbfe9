import type {
  ColumnDescription,
  ColumnProfile,
  ColumnStatistics,
  ColumnType,
  NumberEvidence,
  Place,
  RecordBlock,
} from '../model.ts';
import { CandidateReadings } from './candidate-readings.ts';
import { ClaimCheck } from './check-claim.ts';
import { GroupedPoints } from './grouped-points.ts';
import { NULL_SPELLINGS } from './nulls.ts';
import { NumberColumn } from './number-column.ts';
import { OddTexts } from './odd-texts.ts';
import { canonicalNumber, formOfNumber, readFormatted, toJsonNumber, trimBlanks } from './read-number.ts';
import { Samples } from './samples.ts';
import { figuresOfDoubles, figuresOfIntegers } from './statistics.ts';

/** Looks at every cell of one column, block by block, and says at the end what the column is. */
export class ColumnProfiler {
  readonly #name: string;
  readonly #description: ColumnDescription;
  readonly #missing: ReadonlySet<string> | null;
  readonly #hasFormat: boolean;
  /** Spellings of null with their counts: of empty cells and declared ones, and of those that count only in a column of numbers. */
  readonly #nulls = new Map<string, number>();
  readonly #spelledNulls = new Map<string, number>();
  #firstNull: Place | null = null;
  #firstSpelledNull: Place | null = null;
  /** False from the first value on that is no number, or when the column is declared to be text. */
  #isNumeric: boolean;
  readonly #expected: 'int64' | 'float64' | 'number' | null;
  #firstMisfit: Place | null = null;
  #firstText: Place | null = null;
  /** Some cell is a number in the declared format and would be none without. */
  #usedFormat = false;
  /** Values that are numbers, and values that are none, of which the first is remembered. */
  #numberCount = 0;
  #textCount = 0;
  /** The first distinct texts. */
  readonly #texts = new Set<string>();
  /** Some value is a zero-padded code, so the column is no misread number. */
  #hasCodes = false;
  #firstValueInTheWay: NumberEvidence['first'] | null = null;
  #rows = 0;
  #hasDecimal = false;
  #hasExponent = false;
  #numbers = new NumberColumn();
  readonly #numberSamples = new Samples(canonicalNumber);
  readonly #textSamples = new Samples();
  readonly #readings: CandidateReadings;
  readonly #claim: ClaimCheck | null;
  readonly #odd: OddTexts;
  /** Null where the description says how numbers are written. */
  readonly #points: GroupedPoints | null;

  constructor(name: string, description: ColumnDescription) {
    this.#name = name;
    this.#odd = new OddTexts(name);
    this.#description = description;
    this.#missing = description.missing ? new Set(description.missing.map(trimBlanks)) : null;
    this.#readings = new CandidateReadings(description.format);
    this.#hasFormat = Object.keys(description.format).length > 0;
    this.#points = this.#hasFormat || description.type ? null : new GroupedPoints();
    this.#isNumeric = description.type !== 'object';
    this.#claim = description.claim ? new ClaimCheck(description.claim) : null;
    this.#expected =
      description.type === 'object' ? null : (description.type ?? (description.isNumber ? 'number' : null));
  }

  /** Takes the cells of the column in one block; `cell` is the column's index in a record. */
  add(block: RecordBlock, cell: number): void {
    for (let record = 0; record < block.records.length; record += 1) {
      this.#addCell(block.records[record]?.[cell] as string, block, record, cell);
    }
    this.#rows += block.records.length;
  }

  #addCell(text: string, block: RecordBlock, record: number, cell: number): void {
    const value = trimBlanks(text);
    if (value === '' || this.#missing?.has(value)) {
      count(this.#nulls, value);
      if (this.#description.required) this.#firstNull ??= block.placeOf(record, cell);
      return;
    }
    this.#textSamples.add(text);
    if (!this.#missing && NULL_SPELLINGS.has(value)) {
      count(this.#spelledNulls, value);
      this.#claim?.addSpelledNull(value, () => block.placeOf(record, cell));
      if (this.#description.required) this.#firstSpelledNull ??= block.placeOf(record, cell);
      return;
    }
    const number = this.#hasFormat ? readFormatted(value, this.#description.format) : value;
    const form = number === null ? null : formOfNumber(number);
    this.#claim?.add(value, number, form, () => block.placeOf(record, cell));
    if (this.#expected !== null && (form === null || (this.#expected === 'int64' && form !== 'integer'))) {
      this.#firstMisfit ??= block.placeOf(record, cell);
    }
    if (this.#hasFormat && form === null) this.#firstText ??= block.placeOf(record, cell);
    if (form !== null && number !== value) this.#usedFormat = true;
    if (!this.#description.isNumber && this.#description.type === undefined)
      this.#readings.add(value, form, () => block.placeOf(record, cell));
    if (form !== null) {
      this.#numberCount += 1;
      if (form === 'decimal') this.#hasDecimal = true;
      else if (form === 'exponent') this.#hasExponent = true;
    } else {
      this.#textCount += 1;
      if (this.#texts.size <= MOST_TEXTS) this.#texts.add(value);
      if (ZERO_PADDED.test(value)) this.#hasCodes = true;
      this.#odd.add(text, value, () => block.placeOf(record, cell));
      this.#firstValueInTheWay ??= {
        text: value,
        place: block.placeOf(record, cell),
        record: this.#rows + record,
        numbersBefore: this.#numberCount,
      };
    }
    if (form === null || number === null) this.#leaveNumbers();
    else if (this.#isNumeric) {
      this.#points?.add(number, () => block.placeOf(record, cell));
      this.#numbers.add(number, form === 'integer');
      this.#numberSamples.add(number);
    }
  }

  #leaveNumbers(): void {
    if (!this.#isNumeric) return;
    this.#isNumeric = false;
    this.#numbers = new NumberColumn();
  }

  /** What the column is, once all blocks were given. Call it once: it sorts the numbers it kept. */
  finish(): ColumnProfile {
    const type = this.#type();
    const isNumeric = type !== 'object';
    const nulls = [...this.#nulls, ...(isNumeric ? this.#spelledNulls : [])].sort(([, a], [, b]) => b - a);
    const samples = isNumeric ? this.#numberSamples.values.map(toJsonNumber) : this.#textSamples.values.map(toJsonText);
    return {
      name: this.#description.rename ?? this.#name,
      type,
      nullCount: nulls.reduce((sum, [, times]) => sum + times, 0),
      nullSpellings: new Map(nulls),
      samples,
      statistics: isNumeric && this.#numbers.length > 0 ? this.#statistics() : null,
      toJson: isNumeric ? this.#numberToJson() : this.#textToJson(),
      readings: isNumeric ? [] : this.#readings.found,
      groupedPoints: isNumeric ? (this.#points?.found ?? null) : null,
      firstMisfit: this.#firstMisfit && this.#expected ? { place: this.#firstMisfit, expected: this.#expected } : null,
      contradiction: this.#claim?.contradiction(isNumeric) ?? null,
      firstText: this.#usedFormat && !isNumeric && this.#description.type === undefined ? this.#firstText : null,
      evidence: this.#evidence(),
      firstForbiddenNull: earlier(this.#firstNull, isNumeric ? this.#firstSpelledNull : null),
      oddities: this.#odd.found,
    };
  }

  #evidence(): NumberEvidence | null {
    if (!this.#firstValueInTheWay || this.#hasCodes || this.#description.type !== undefined) return null;
    return {
      numbers: this.#numberCount,
      type: this.#hasDecimal ? 'float64' : this.#hasExponent ? 'object' : 'int64',
      texts: this.#textCount,
      misfits: this.#texts.size > MOST_TEXTS ? [] : [...this.#texts],
      spellings: [...(this.#description.missing ?? this.#spelledNulls.keys())],
      first: this.#firstValueInTheWay,
    };
  }

  #type(): ColumnType {
    if (!this.#isNumeric) return 'object';
    if (this.#description.type) return this.#description.type;
    if (this.#numbers.length === 0) return 'object';
    if (this.#hasExponent && !this.#hasDecimal) return 'object';
    return this.#hasDecimal ? 'float64' : 'int64';
  }

  #statistics(): ColumnStatistics {
    const { doubles, integers, length, min, max, places } = this.#numbers;
    const figures = integers ? figuresOfIntegers(integers) : figuresOfDoubles(doubles as Float64Array, places);
    return {
      count: length,
      mean: figures.mean,
      std: figures.std,
      min: toJsonNumber(min),
      q1: figures.q1,
      median: figures.median,
      q3: figures.q3,
      max: toJsonNumber(max),
    };
  }

  #numberToJson(): (cell: string) => string {
    const isNull = this.#missing ?? NULL_SPELLINGS;
    const format = this.#hasFormat ? this.#description.format : null;
    return (cell) => {
      const value = trimBlanks(cell);
      if (value === '' || isNull.has(value)) return 'null';
      // Every value was read so when the type was found.
      return toJsonNumber(format ? (readFormatted(value, format) as string) : value);
    };
  }

  #textToJson(): (cell: string) => string {
    const missing = this.#missing;
    return (cell) => {
      const value = trimBlanks(cell);
      return value === '' || missing?.has(value) ? 'null' : toJsonText(cell);
    };
  }
}

/** Texts among numbers that are told one by one; more of them are no exceptions. */
const MOST_TEXTS = 10;

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

const ZERO_PADDED = /^[+-]?0[0-9]/;

function toJsonText(text: string): string {
  return JSON.stringify(text);
}

function earlier(a: Place | null, b: Place | null): Place | null {
  if (!a || !b) return a ?? b;
  return a.line < b.line ? a : b;
}
