import type { Place } from '../model.ts';
import type { NullsSnapshot } from './column-nulls.ts';
import type { NonNumericSnapshot } from './evidence/non-numeric-values.ts';
import type { FormatsSnapshot } from './evidence/number-formats.ts';
import type { SignsSnapshot } from './evidence/plus-signs.ts';
import type { SuspiciousSnapshot } from './evidence/suspicious-texts.ts';
import type { PointsSnapshot } from './evidence/thousands-points.ts';
import type { Notations } from './numbers/notations.ts';
import type { NumbersSnapshot } from './numbers/number-column.ts';

/**
 * Everything that a profiler knows about some consecutive cells of a column, as plain data that threads can exchange.
 */
export interface ColumnSnapshot {
  nulls: NullsSnapshot;
  isNumeric: boolean;
  firstMismatch: { place: Place; text: string } | null;
  firstNonNumeric: { place: Place; text: string } | null;
  usesFormat: boolean;
  numberCount: number;
  nonNumeric: NonNumericSnapshot;
  recordCount: number;
  notations: Notations;
  /** Null if the cells are not all numbers or null. */
  numbers: NumbersSnapshot | null;
  numberSamples: readonly string[];
  textSamples: readonly string[];
  numberFormats: FormatsSnapshot;
  suspiciousTexts: SuspiciousSnapshot;
  /** Null if the description says how numbers are written. */
  thousandsPoints: PointsSnapshot | null;
  /** Null if the description says that the values are numbers, or what type they have. */
  plusSigns: SignsSnapshot | null;
}
