import type { TypeClaim } from '../../model.ts';
import type { Problem } from '../../problems/problem.ts';
import type { Locatable } from '../json/read-json.ts';

/** A dataset's description in the form of a sidecar's content, whether it comes from a sidecar, a data package or both. */
export interface Description extends Locatable {
  readonly value: unknown;
  /** Columns that only the defaults of the category describe, so that the file may lack them. Absent if there are no defaults. */
  readonly dictionary?: ReadonlySet<string>;
  /** True if there is no sidecar, so that only the file's name says what the data is. */
  readonly isNameOnly?: true;
  /** Information that comes only from the data package; absent if none describes the dataset. */
  readonly packaged?: {
    /** Types that the package declares and the sidecar does not set, by column name. */
    claims: ReadonlyMap<string, TypeClaim>;
    /** Columns that the package describes and the sidecar does not. */
    fields: ReadonlySet<string>;
    /** Whether the package says that the file may lack some of the columns it describes. */
    fieldsMayBeAbsent: boolean;
    /** URL of the licence's text; null if the package has none, or if a sidecar names the licence. */
    licenseUrl: string | null;
    /** Problems with properties of the package that cannot be honoured. A dataset with any of them is not published. */
    refusals: readonly Problem[];
    /** Hints at rules of the package that are not checked. */
    unchecked: readonly Problem[];
  };
}
