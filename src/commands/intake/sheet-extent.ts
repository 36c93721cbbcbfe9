/** Finds the part of a sheet that has values, and gives values to its merged cells. */

import type { CellValue, MergeRange, StreamRow } from 'hucre/xlsx';

const isFilled = (value: CellValue | undefined): boolean => value !== null && value !== undefined && value !== '';

/**
 * The smallest rectangle, ends included, with all values of a sheet, found one row at a time, however far away its last cell is; null for an
 * empty sheet. Rejects with `tooMany` if its rows have more than `maxCells` cells.
 */
export async function findExtent(rows: AsyncIterable<StreamRow>, maxCells: number, tooMany: Error) {
  let extent = null as MergeRange | null;
  let [filledRows, widest] = [0, 0];
  for await (const { index, values } of rows) {
    const filled = [...values.keys()].filter((at) => isFilled(values[at]));
    if (filled.length === 0) continue;
    filledRows += 1;
    widest = Math.max(widest, filled.length);
    const [first = 0, last = first] = [filled[0], filled.at(-1)];
    extent = {
      startRow: Math.min(extent?.startRow ?? index, index),
      startCol: Math.min(extent?.startCol ?? first, first),
      endRow: Math.max(extent?.endRow ?? index, index),
      endCol: Math.max(extent?.endCol ?? last, last),
    };
    // Each row costs as much as all columns up to its last value.
    if ((extent.endRow - extent.startRow + 1) * (extent.endCol + 1) > maxCells) throw tooMany;
  }
  /** Whether the sheet may hold a table, and not only a title or a list of notes. */
  const isTable = filledRows > 1 && widest > 1;
  return extent && { ...extent, isTable };
}

/**
 * Gives the value of each merged cell to all cells that it covers, in place, as readers see it. A title or note that fills its rows alone
 * stays a single cell. In a header of several rows, a name that spans them stays in the last one, since the parts of a name are joined.
 * Returns false if the cells to fill are more than `maxCells`.
 */
export function fillMerged(
  rows: CellValue[][],
  merges: readonly MergeRange[],
  extent: MergeRange,
  maxCells: number,
): boolean {
  const inside = merges
    .map((it) => ({ ...it, endRow: Math.min(it.endRow, extent.endRow), endCol: Math.min(it.endCol, extent.endCol) }))
    .filter(({ startRow, startCol }) => isFilled(rows[startRow]?.[startCol]));
  const area = inside.reduce((sum, it) => sum + (it.endRow - it.startRow + 1) * (it.endCol - it.startCol + 1), 0);
  if (area > maxCells) return false;
  const filledIn = (row: number): number => rows[row]?.filter(isFilled).length ?? 0;
  const isTitle = ({ startRow, startCol, endRow, endCol }: MergeRange): boolean =>
    endCol > startCol && startCol === extent.startCol && filledIn(startRow) === 1 && filledIn(endRow) <= 1;
  const shown = inside.filter((it) => !isTitle(it));
  const headerTop = rows.findIndex((_, row) => filledIn(row) > 1);
  const header = shown.filter(({ startRow }) => startRow === headerTop);
  const hasGroups = header.some(({ startCol, endCol }) => endCol > startCol);
  const headerEnd = hasGroups ? Math.max(...header.map(({ endRow }) => endRow)) : -1;
  for (const { startRow, startCol, endRow, endCol } of shown) {
    const value = rows[startRow]?.[startCol] as CellValue;
    const isInHeader = endRow <= headerEnd;
    for (let row = startRow; row <= endRow; row += 1) {
      rows[row]?.fill(isInHeader && row < endRow ? null : value, startCol, endCol + 1);
    }
  }
  return true;
}
