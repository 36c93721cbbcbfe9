import type { Dataset } from '../../../model.ts';

/** Most records of a table that is published as XLSX. Excel has 1,048,576 rows, but opens long tables slowly, and with much memory. */
export const MOST_RECORDS = 100_000;
/** Most columns of a sheet (Excel specifications and limits). */
export const MOST_COLUMNS = 16_384;
/** Most UTF-16 code units of a cell (Excel specifications and limits). */
export const MOST_CELL_UNITS = 32_767;
/** Most cells of records. With more, Excel gets slow, and the sheet would become too large for a ZIP file. */
export const MOST_CELLS = 10_000_000;
/** Most characters of all texts together, so that the sheet stays below 4 GiB even if each of them has to be escaped. */
export const MOST_CHARACTERS = 1 << 28;
/** A text with no more characters fits into a cell, whichever they are: a character has one code unit or two. */
export const MOST_TEXT_CHARACTERS = Math.floor(MOST_CELL_UNITS / 2);

/** Whether a dataset fits into a workbook, as it is: nothing is ever shortened. */
export function fitsWorkbook({ rowCount, profiles, columns, ...described }: Dataset): boolean {
  if (rowCount > MOST_RECORDS || profiles.length > MOST_COLUMNS || rowCount * profiles.length > MOST_CELLS)
    return false;
  const lengths = profiles.map(({ distribution, nullCount }) => ({
    longest: distribution.lengths?.max ?? 0,
    all: (distribution.lengths?.mean ?? 0) * (rowCount - nullCount),
  }));
  if (lengths.some(({ longest }) => longest > MOST_TEXT_CHARACTERS)) return false;
  if (lengths.reduce((sum, { all }) => sum + all, 0) > MOST_CHARACTERS) return false;
  const { name, description, source, url, license } = described;
  const ofColumns = [...columns].flatMap(([column, it]) => [column, it.title ?? '', it.description, it.unit ?? '']);
  return [name, description, source, url, license, ...ofColumns].every((text) => text.length <= MOST_CELL_UNITS);
}
