import type { Place } from '../model.ts';
import type { ColumnNulls } from './column-nulls.ts';
import type { NonNumericValues } from './evidence/non-numeric-values.ts';
import type { CandidateFormats } from './evidence/number-formats.ts';
import type { SuspiciousTextCounter } from './evidence/suspicious-texts.ts';
import type { PlusSigns, ThousandsPoints } from './evidence/thousands-points.ts';
import type { NumbersSnapshot } from './numbers/number-column.ts';
import type { NumberNotation } from './numbers/read-number.ts';

/** Findings from consecutive cells of a column. */
export interface ColumnFindings {
  firstMismatch: { place: Place; text: string } | null;
  /** The first value that is not a number in the declared number format. */
  firstNonNumeric: { place: Place; text: string } | null;
  /** Whether at least one number is read differently because of the declared number format. */
  usesFormat: boolean;
  numberCount: number;
  recordCount: number;
  /** Notations of the numbers, except `integer`. */
  notations: Set<NumberNotation>;
  nulls: ColumnNulls['findings'];
  nonNumeric: NonNumericValues['findings'];
  numberFormats: CandidateFormats['findings'];
  suspiciousTexts: SuspiciousTextCounter['findings'];
  /** Null if the description declares a number format. */
  thousandsPoints: ThousandsPoints['findings'] | null;
  /** Null if the description declares the column's type or number format. */
  plusSigns: PlusSigns['findings'] | null;
}

/** State of a profiler after consecutive cells of a column, as plain data that threads can exchange. */
export interface ColumnSnapshot {
  findings: ColumnFindings;
  /** Null if any value is not a number or the column is declared as text. */
  numbers: NumbersSnapshot | null;
  numberSamples: readonly string[];
  textSamples: readonly string[];
}
