import type { Place } from '../model.ts';
import type { ColumnNulls } from './column-nulls.ts';
import type { NonNumericValues } from './evidence/non-numeric-values.ts';
import type { CandidateFormats } from './evidence/number-formats.ts';
import type { SuspiciousTextCounter } from './evidence/suspicious-texts.ts';
import type { PlusSigns, ThousandsPoints } from './evidence/thousands-points.ts';
import type { NumbersSnapshot } from './numbers/number-column.ts';
import type { NumberNotation } from './numbers/read-number.ts';

/** What is found in consecutive cells of a column. */
export interface ColumnFindings {
  /** The first value that contradicts the description. */
  firstMismatch: { place: Place; text: string } | null;
  /** The first value that does not follow the declared number format. */
  firstNonNumeric: { place: Place; text: string } | null;
  /** Some value is a number only because of the declared number format. */
  usesFormat: boolean;
  numberCount: number;
  recordCount: number;
  /** Notations of the numbers, apart from integers. */
  notations: Set<NumberNotation>;
  nulls: ColumnNulls['findings'];
  nonNumeric: NonNumericValues['findings'];
  numberFormats: CandidateFormats['findings'];
  suspiciousTexts: SuspiciousTextCounter['findings'];
  /** Null if the description says how numbers are written. */
  thousandsPoints: ThousandsPoints['findings'] | null;
  /** Null if the description says that the values are numbers, or what type they have. */
  plusSigns: PlusSigns['findings'] | null;
}

/** What a profiler knows about some consecutive cells of a column, as plain data that threads can exchange. */
export interface ColumnSnapshot {
  findings: ColumnFindings;
  /** Null if the cells are not all numbers or null. */
  numbers: NumbersSnapshot | null;
  numberSamples: readonly string[];
  textSamples: readonly string[];
}
