/** Finds the part of a sheet that has values, one row at a time, however far away its last cell is. */

import type { StreamRow } from 'hucre/xlsx';

/** A rectangle of cells. Rows and columns are counted from 0; the last ones are included. */
export interface Extent {
  startRow: number;
  startCol: number;
  endRow: number;
  endCol: number;
}

/** The smallest rectangle with all values of a sheet; null if it has none. Throws what `refuse` returns if its rows have too many cells. */
export async function findExtent(rows: AsyncIterable<StreamRow>, maxCells: number, refuse: () => Error) {
  let extent: Extent | null = null;
  let [filledRows, widest] = [0, 0];
  for await (const { index, values } of rows) {
    const filled = [...values.keys()].filter((at) => values[at] !== null && values[at] !== '');
    const [first] = filled;
    if (first === undefined) continue;
    filledRows += 1;
    widest = Math.max(widest, filled.length);
    extent ??= { startRow: index, startCol: first, endRow: index, endCol: first };
    extent.startRow = Math.min(extent.startRow, index);
    extent.startCol = Math.min(extent.startCol, first);
    extent.endRow = Math.max(extent.endRow, index);
    extent.endCol = Math.max(extent.endCol, filled.at(-1) as number);
    // Each row costs as much as all columns up to its last value.
    if ((extent.endRow - extent.startRow + 1) * (extent.endCol + 1) > maxCells) throw refuse();
  }
  /** Whether the sheet may hold a table, and not only a title or a list of notes. */
  return extent && { ...extent, isTable: filledRows > 1 && widest > 1 };
}
