import type { CellValue, MergeRange } from 'hucre/xlsx';
import type { Extent } from './sheet-extent.ts';

const isFilled = (value: CellValue | undefined): boolean => value !== null && value !== undefined && value !== '';

/**
 * Gives the value of each merged cell to all cells that it covers, in place, as readers see it. A title or note that fills its rows alone
 * stays a single cell. In a header of several rows, a name that spans them stays in the last one, since the parts of a name are joined.
 * Returns false if the cells to fill are more than `maxCells`.
 */
export function fillMerged(
  rows: CellValue[][],
  merges: readonly MergeRange[],
  extent: Extent,
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
