import type { Place } from '../model.ts';
import type { ReadingsSnapshot } from './candidate-readings.ts';
import type { NullsSnapshot } from './column-nulls.ts';
import type { PointsSnapshot } from './grouped-points.ts';
import type { NumbersSnapshot } from './number-column.ts';
import type { OddSnapshot } from './odd-texts.ts';
import type { TextsSnapshot } from './texts-in-the-way.ts';

/** What the cells of a column have told so far, as plain data that one thread can give another. */
export interface ColumnSnapshot {
  nulls: NullsSnapshot;
  isNumeric: boolean;
  firstMisfit: Place | null;
  firstText: Place | null;
  usedFormat: boolean;
  numberCount: number;
  texts: TextsSnapshot;
  rows: number;
  hasDecimal: boolean;
  hasExponent: boolean;
  /** Null where the column is none of numbers. */
  numbers: NumbersSnapshot | null;
  numberSamples: readonly string[];
  textSamples: readonly string[];
  readings: ReadingsSnapshot;
  odd: OddSnapshot;
  points: PointsSnapshot | null;
}
