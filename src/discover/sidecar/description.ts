import type { JSONPath } from 'jsonc-parser';
import type { Place, TypeClaim } from '../../model.ts';
import type { Problem } from '../../problems/problem.ts';

/** Where a part of a description is, and the keys that lead there: `csv.missing.1`. */
export interface Location {
  /** Relative to the raw-data folder. */
  file: string;
  place: Place;
  name: string;
}

/** Something that knows the locations of its parts. */
export interface Locatable {
  /** Location of the value at a path, or of its key. If there is no such part, the place is that of the nearest part above. */
  at(path: JSONPath, part?: 'key' | 'value'): Location;
  /** What to do if the key at a path is missing. Absent if the advice for any JSON document fits. */
  adviceOn?(path: JSONPath): string;
}

/** A dataset's description in the form of a sidecar's content, whatever files it comes from. */
export interface Description extends Locatable {
  readonly value: unknown;
  /** Absent if no data package describes the dataset. */
  readonly packaged?: PackagedDetails;
}

/** What a data package can say about a dataset that a sidecar cannot. */
export interface PackagedDetails {
  /** By column name. */
  claims: ReadonlyMap<string, TypeClaim>;
  /** Columns that only the package describes. */
  fields: ReadonlySet<string>;
  /** The package says that the file may lack some of them. */
  fieldsMayBeAbsent: boolean;
  /** Where the text of the licence can be read; null if the package does not say, or does not name the licence. */
  licenseUrl: string | null;
  /** Properties of the package that cannot be followed. A dataset with any is not published. */
  refusals: readonly Problem[];
}
