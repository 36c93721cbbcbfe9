import type { ProfileColumn } from '../../contract/documents.ts';
import type { ExactNumber } from '../exact-json.ts';

/** Share of nulls above which a column is hardly of use. */
const MAX_NULLS = 0.5;

/** Columns whose values are null in more than half of the records, the emptiest first; equals in the order of the file. */
export function mostlyMissing(columns: readonly ProfileColumn<ExactNumber>[]): ProfileColumn<ExactNumber>[] {
  const share = ({ null_share }: ProfileColumn<ExactNumber>): number => Number(null_share?.digits ?? 0);
  return columns.filter((column) => share(column) > MAX_NULLS).toSorted((a, b) => share(b) - share(a));
}
