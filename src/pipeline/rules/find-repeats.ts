import type { Place, RecordBlock } from '../../model.ts';
import { hashRow } from '../../parse/checks/check-duplicates.ts';

/**
 * Finds the records in which the combined values of some columns repeat those of an earlier record, and passes their cells to `add`, with the
 * place of the first one. `columns` maps the index of each cell to a function that returns its value, such that equal values are equal
 * strings, or null. Records with a null are left out. Needs some 16 bytes for each of the `rowCount` records. Reads the records twice, or
 * once if nothing repeats.
 */
export function findRepeats(
  readCells: (cells: readonly number[]) => Iterable<RecordBlock>,
  columns: ReadonlyMap<number, (cell: string) => string | null>,
  rowCount: number,
  add: (cells: readonly string[], placeOf: () => Place) => void,
): void {
  const cells = [...columns.keys()];
  const readers = [...columns.values()];
  function* keyed() {
    for (const { records, placeOf } of readCells(cells)) {
      for (const [index, record] of records.entries()) {
        const values = readers.map((read, at) => read(record[at] as string));
        if (values.includes(null)) continue;
        yield { values, hash: hashRow(values as string[]), record, placeOf: () => placeOf(index, cells[0] as number) };
      }
    }
  }
  const hashes = new Float64Array(rowCount);
  let length = 0;
  for (const { hash } of keyed()) {
    hashes[length] = hash;
    length += 1;
  }
  const sorted = hashes.subarray(0, length).sort();
  // The records are read again, since different values may share a hash by chance.
  const suspects = new Set(sorted.filter((hash, index) => hash === sorted[index - 1]));
  const seen = new Set<string>();
  for (const { values, hash, record, placeOf } of suspects.size > 0 ? keyed() : []) {
    if (!suspects.has(hash)) continue;
    const key = JSON.stringify(values);
    if (seen.has(key)) add(record, placeOf);
    seen.add(key);
  }
}
