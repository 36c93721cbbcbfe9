import type { ColumnProfile, NumberFormat, Place, TypeClaim } from '../../model.ts';

/** Profile of a column, with findings that may have to be reported. */
export interface InspectedColumn extends Omit<ColumnProfile, 'distribution'> {
  /** Number formats, any one of which would make a text column numeric if declared. */
  numberFormats: readonly CandidateFormat[];
  /** Kinds of values in a text column; null if they are too diverse for a numeric column, or if the type or format is declared. */
  mixture: Mixture | null;
  /** Numbers in a numeric column of undeclared type and format, if their points may separate thousands; otherwise null. */
  thousandsPoints: Found | null;
  /** Whether the values prove that the column's points are decimal points, as in `1.5` and `0.123`. */
  hasDecimalPoints: boolean;
  /** Plus signs in a numeric column of undeclared type and format, if every number has one and no number is zero; otherwise null. */
  plusSigns: Found | null;
  /** The first value that contradicts the description. `text` is truncated to one character more than messages show. */
  firstMismatch: (Misread & { expected: 'int64' | 'float64' | 'number' | 'date' }) | null;
  /** Values that contradict the type claimed by a data package; null if no value does. */
  contradiction: Contradiction | null;
  /** The first non-numeric value of a column inferred to be text, if a declared format changes how any number is read; otherwise null. */
  firstNonNumeric: Misread | null;
  /** Cells of a text column that look like null but are published as strings. */
  nullTexts: NullTexts;
  /** Whether any inspected string of a text column has outer invisible characters or combining marks, so it may look like another. */
  mayHaveAlikeTexts: boolean;
}

/** A value, and the number format in which it is not as expected. */
type Misread = { place: Place; text: string; format: NumberFormat };

/** Number of cells, and the place of the first. */
export interface Found {
  count: number;
  first: Place;
}

/** Strings that look like null, by spelling. */
export interface NullTexts {
  /** Cells that contain only invisible characters. */
  blanks: readonly (Found & { text: string })[];
  tokens: readonly (Found & { text: string })[];
}

/** A number format that would make a text column numeric if it were declared together with the null markers in `missing`. */
export interface CandidateFormat extends Found {
  format: NumberFormat;
  /** All null markers to declare with this format; empty if every value is a number in this format. */
  missing: readonly string[];
}

/** Values of a column that contradict the type claimed by a data package. */
export interface Contradiction extends Found {
  claim: TypeClaim;
  /** The first of these values, truncated to one character more than messages show. */
  text: string;
  /** Number of values that were compared with the claim. */
  values: number;
  /** Whether all values that contradict the claim are null tokens. */
  areNullTokens: boolean;
}

/** Values of a text column that are not numbers in the number format of its file. */
export interface Mixture {
  /** Count of numbers in another notation: with separators, a currency, a unit or a flag. */
  written: number;
  /** The first distinct numbers in another notation, at most six. */
  examples: readonly string[];
  /** Count of non-numeric values. */
  words: number;
  distinctWords: readonly string[];
  /** Maps each currency, unit or flag to the count of numbers it follows. */
  suffixes: ReadonlyMap<string, number>;
  /** Whether any whole number of at most three digits is directly followed by a single letter, as in `12a`. */
  mayBeCodes: boolean;
  /** Formats that read the digits of every number in the column, but not necessarily its prefix, suffix and minus notation. */
  formats: readonly NumberFormat[];
}
