import type { ColumnProfile, NumberFormat, Place, TypeClaim } from '../../model.ts';

/** What a column is, and what is doubtful in it. */
export interface InspectedColumn extends Omit<ColumnProfile, 'distribution'> {
  /** Number formats that would make a text column numeric if the description declared them. */
  numberFormats: readonly CandidateFormat[];
  /** The values of a text column by kind; null if they are too different for a column of numbers. */
  mixture: Mixture | null;
  /** Numbers whose points may separate thousands, judged by this column alone; null if the description says what they are. */
  thousandsPoints: Found | null;
  /** Some point before another number of digits than three, or after a zero, shows that points separate decimals. */
  hasDecimalPoints: boolean;
  /** Every number of a numeric column has a plus sign; null if not, or if the description says that they are numbers. */
  plusSigns: Found | null;
  /**
   * The first value that contradicts the description, what it should be, and how the column's numbers are written. `text` is as much of it
   * as messages quote, and one character more.
   */
  firstMismatch: {
    place: Place;
    text: string;
    expected: 'int64' | 'float64' | 'number' | 'date';
    format: NumberFormat;
  } | null;
  /** Values that contradict the claim of a data package; null if none does. */
  contradiction: Contradiction | null;
  /** In a text column: the first value that is not a number, if others are numbers in the declared format. */
  firstNonNumeric: { place: Place; text: string; format: NumberFormat } | null;
  /** Cells of a text column that look like null, but are published as texts. */
  nullTexts: NullTexts;
  /** Some text of a text column has blanks around it, or combining marks, so another one may look the same. */
  mayHaveAlikeTexts: boolean;
}

/** Number of cells, and the place of the first. */
export interface Found {
  count: number;
  first: Place;
}

/** Texts that look like null, each with its spelling, in the order in which they first occur. */
export interface NullTexts {
  /** Cells in which nothing can be seen. */
  blanks: readonly (Found & { text: string })[];
  /** Null tokens. */
  tokens: readonly (Found & { text: string })[];
}

/** A number format in which every value of an `object` column would be a number, apart from those to be declared as null. */
export interface CandidateFormat extends Found {
  format: NumberFormat;
  /** All spellings of null that the column needs with this format, if some value is not a number in it; otherwise empty. */
  missing: readonly string[];
}

/** Values of a column that are not what a data package claims. */
export interface Contradiction extends Found {
  claim: TypeClaim;
  /** The first of them, as much of it as messages quote, and one character more. */
  text: string;
  /** Number of values that are not null. */
  values: number;
  /** All of them are null tokens. */
  areNullTokens: boolean;
}

/** The values of a column of texts that are not plain numbers. */
export interface Mixture {
  /** Numbers in another notation: with separators, a currency, a unit or a flag. */
  written: number;
  /** The first distinct ones among them, six at most. */
  examples: readonly string[];
  /** Other texts. */
  words: number;
  distinctWords: readonly string[];
  /** Maps a currency, unit or flag to how many numbers it follows. */
  suffixes: ReadonlyMap<string, number>;
  /** Some whole number is followed directly by a single letter, as in `12a`. */
  mayBeCodes: boolean;
  /** Formats that read all numbers, plain ones included, apart from suffixes that differ. */
  formats: readonly NumberFormat[];
}
