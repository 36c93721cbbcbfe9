import type { EditionBounds } from '../model.ts';

/** Bounds for datasets whose sidecar sets no others. `docs/editions.md` gives the reasons. */
export const DEFAULT_BOUNDS: Required<EditionBounds> = {
  minRows: 0.9,
  maxRows: 2,
  nullShare: 0.1,
  goneValues: 0,
  goneRecords: 0.5,
  moved: 10,
  revised: 0.1,
  numbers: true,
  columns: true,
  types: true,
  span: true,
  key: true,
  doubts: true,
};
