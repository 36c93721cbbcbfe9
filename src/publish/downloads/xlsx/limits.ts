import { MAX_WORKBOOK_RECORDS } from '../../../contract/limits.ts';
import type { Dataset } from '../../../model.ts';

/** Maximum number of columns in a sheet (Excel specifications and limits). */
const MAX_COLUMNS = 16_384;
/** Maximum length of the text in a cell, in UTF-16 code units (Excel specifications and limits). */
export const MAX_CELL_UNITS = 32_767;
/** Maximum number of cells in the record sheet. With more, Excel gets slow and the sheet may become too large for a ZIP file. */
export const MAX_CELLS = 10_000_000;
/** Maximum total length of all strings, in characters. The sheet stays below 4 GiB even if every character must be escaped. */
export const MAX_CHARACTERS = 1 << 28;
/** Strings of up to this many characters always fit into a cell, since a character has at most two code units. */
export const MAX_TEXT_CHARACTERS = Math.floor(MAX_CELL_UNITS / 2);

/** Whether a dataset is within all limits of a workbook. */
export function fitsWorkbook({ rowCount, profiles, columns, ...described }: Dataset): boolean {
  if (rowCount > MAX_WORKBOOK_RECORDS || profiles.length > MAX_COLUMNS || rowCount * profiles.length > MAX_CELLS)
    return false;
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
