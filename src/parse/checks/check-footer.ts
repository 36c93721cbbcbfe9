import { isTotal } from '../../contract/labels/total-labels.ts';
import type { Place } from '../../model.ts';
import { problem, type Report } from '../../problems/problem.ts';

/** A row declared as part of the footer. */
export interface FooterRow {
  row: readonly string[];
  place: Place;
}

/** Checks the footer of a table with `width` columns. If the footer of the file has become shorter, it may include records. */
export function checkFooter(footer: readonly FooterRow[], width: number, file: string, report: Report): void {
  const isRecord = ({ row }: FooterRow): boolean =>
    row.length === width && width > 1 && row.every((cell) => cell.trim() !== '') && !isTotal(row[0]);
  const found = footer.find(isRecord);
  if (!found) return;
  const message =
    'this row is left out as part of the footer declared in the sidecar, but it has a value in every column';
  const help = 'Count the footer rows again and correct "footerRows" in the sidecar.';
  report(problem('footer-doubtful', { file, place: found.place }, message, help));
}
