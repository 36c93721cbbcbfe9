import type { Dataset } from '../../../model.ts';

/** Maximum records of a table that is published as XLSX. Excel has 1,048,576 rows, but long tables open slowly and use a lot of memory. */
const MAX_RECORDS = 100_000;
/** Maximum columns of a sheet (Excel specifications and limits). */
const MAX_COLUMNS = 16_384;
/** Maximum UTF-16 code units of a cell (Excel specifications and limits). */
export const MAX_CELL_UNITS = 32_767;
/** Maximum cells of records. With more, Excel gets slow, and the sheet would become too large for a ZIP file. */
export const MAX_CELLS = 10_000_000;
/** Maximum characters of all texts together, so that the sheet stays below 4 GiB even if each of them has to be escaped. */
export const MAX_CHARACTERS = 1 << 28;
/** A text with no more characters fits into a cell, whichever they are: a character has one code unit or two. */
export const MAX_TEXT_CHARACTERS = Math.floor(MAX_CELL_UNITS / 2);

/** Whether a dataset fits into a workbook, as it is: nothing is ever shortened. */
export function fitsWorkbook({ rowCount, profiles, columns, ...described }: Dataset): boolean {
  if (rowCount > MAX_RECORDS || profiles.length > MAX_COLUMNS || rowCount * profiles.length > MAX_CELLS) return false;
  const lengths = profiles.map(({ distribution, nullCount }) => ({
    longest: distribution.lengths?.max ?? 0,
    all: (distribution.lengths?.mean ?? 0) * (rowCount - nullCount),
  }));
  if (lengths.some(({ longest }) => longest > MAX_TEXT_CHARACTERS)) return false;
  if (lengths.reduce((sum, { all }) => sum + all, 0) > MAX_CHARACTERS) return false;
  const { name, description, source, url, license } = described;
  const ofColumns = [...columns].flatMap(([column, it]) => [column, it.title ?? '', it.description, it.unit ?? '']);
  return [name, description, source, url, license, ...ofColumns].every((text) => text.length <= MAX_CELL_UNITS);
}
