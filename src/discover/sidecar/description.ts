import type { JSONPath } from 'jsonc-parser';
import type { Place, TypeClaim } from '../../model.ts';
import type { Problem } from '../../problems/problem.ts';

/** Where a part of a description stands, and the keys that lead there: `csv.missing.1`. */
export interface Location {
  /** Relative to the raw-data folder. */
  file: string;
  place: Place;
  name: string;
}

/** What can say where its parts stand. */
export interface Described {
  /** Location of the value at a path, or of the key before it; the place is that of the nearest part above, where there is none. */
  at(path: JSONPath, part?: 'key' | 'value'): Location;
  /** What to do where the key at a path is missing; as in any JSON document when absent. */
  adviceOn?(path: JSONPath): string;
}

/** A dataset's description in the form of a sidecar's content, wherever it stands. */
export interface Description extends Described {
  readonly value: unknown;
  /** What a data package says beyond that; absent where no package describes the dataset. */
  readonly packaged?: PackagedDetails;
}

/** What only a data package says of a dataset. */
export interface PackagedDetails {
  /** Of columns, by their names. */
  claims: ReadonlyMap<string, TypeClaim>;
  /** Columns that the file may lack, though they are described. */
  absentColumns: ReadonlySet<string>;
  /** What of the package cannot be followed; a dataset with any is not published. */
  refusals: readonly Problem[];
}
