import type { TypeClaim } from '../../model.ts';
import type { Problem } from '../../problems/problem.ts';
import type { Locatable } from '../json/read-json.ts';

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
