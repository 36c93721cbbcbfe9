import type { Place } from '../model.ts';
import type { NullsSnapshot } from './column-nulls.ts';
import type { NonNumericSnapshot } from './evidence/non-numeric-values.ts';
import type { FormatsSnapshot } from './evidence/number-formats.ts';
import type { SuspiciousSnapshot } from './evidence/suspicious-texts.ts';
import type { PointsSnapshot } from './evidence/thousands-points.ts';
import type { NumbersSnapshot } from './numbers/number-column.ts';

/** What the cells of a column have told so far, as plain data that one thread can give another. */
export interface ColumnSnapshot {
  nulls: NullsSnapshot;
  isNumeric: boolean;
  firstMisfit: Place | null;
  firstText: Place | null;
  usedFormat: boolean;
  numberCount: number;
  texts: NonNumericSnapshot;
  rows: number;
  hasDecimal: boolean;
  hasExponent: boolean;
  /** Null where the column is none of numbers. */
  numbers: NumbersSnapshot | null;
  numberSamples: readonly string[];
  textSamples: readonly string[];
  readings: FormatsSnapshot;
  odd: SuspiciousSnapshot;
  points: PointsSnapshot | null;
}
