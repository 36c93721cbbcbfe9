import type { NumberEvidence, Place } from '../model.ts';
import type { ReadingsSnapshot } from './candidate-readings.ts';
import type { PointsSnapshot } from './grouped-points.ts';
import type { NumbersSnapshot } from './number-column.ts';
import type { OddSnapshot } from './odd-texts.ts';

/** What the cells of a column have told so far, as plain data that one thread can give another. */
export interface ColumnSnapshot {
  nulls: ReadonlyMap<string, number>;
  spelledNulls: ReadonlyMap<string, number>;
  firstNull: Place | null;
  firstSpelledNull: Place | null;
  isNumeric: boolean;
  firstMisfit: Place | null;
  firstText: Place | null;
  usedFormat: boolean;
  numberCount: number;
  textCount: number;
  texts: ReadonlySet<string>;
  hasCodes: boolean;
  firstValueInTheWay: NumberEvidence['first'] | null;
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
