import { type Fix, fix, headerPatch, question, type SidecarPatch } from '../../../problems/sidecar-patch.ts';
import { areNames, judgeFirstRow } from './judge-first-row.ts';

/**
 * What may fix a table that begins below other lines. `count` is the number of these lines; they are skipped, unless `skip` leaves them
 * out in another way. `first` is the first row of the table: its names, or a record if the file has no header. No fix if both are as
 * likely.
 */
export function headerAfter(
  count: number,
  first: readonly string[],
  below: readonly (readonly string[])[],
  skip: SidecarPatch = { csv: { skipRows: count } },
): Fix[] {
  const isSure = areNames(first, below);
  const judgement = isSure ? null : judgeFirstRow(first, below);
  const line = count + 1;
  // Two columns of words may be a single one with commas in it: surnames, and first names.
  const propose = isSure || first.length > 2 ? fix : question;
  if (!judgement) return [propose(skip, `If the header is in line ${line}`)];
  if (!judgement.isSure || judgement.mayBeNames) return [];
  const patch = { csv: { ...skip.csv, ...patchWithoutHeader([first, ...below]).csv } };
  return [propose(patch, `If line ${line} is the first record, and the file has no header`)];
}

/** The patch for a table without a header. If no row has a value in its last cell, the lines end in a delimiter. */
export function patchWithoutHeader(rows: readonly (readonly string[])[]): SidecarPatch {
  const width = (rows[0] as readonly string[]).length;
  const isShorter = rows.every((row) => row.length !== width || row[width - 1]?.trim() === '');
  if (!isShorter) return headerPatch(width);
  return { csv: { ...headerPatch(width - 1).csv, trailingDelimiter: true } };
}
