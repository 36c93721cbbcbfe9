import type { RowChanges } from '../contract/documents.ts';

/** Hashes of the records of an edition, in any order: equal for equal records, and of their keys alone, if records have one. */
export interface RecordHashes {
  records: Float64Array;
  keys: Float64Array | null;
}

/**
 * Counts the records that two editions do not share. The hashes are sorted in place. Records with equal keys and other hashes were changed;
 * of the rest, those of the last edition were removed, and those of the next one added. Equal records count as often as they occur.
 */
export function countRows(last: RecordHashes, next: RecordHashes): Pick<RowChanges, 'added' | 'removed' | 'changed'> {
  const same = countShared(last.records, next.records);
  const isKeyed = last.keys !== null && next.keys !== null;
  const kept = isKeyed ? countShared(last.keys as Float64Array, next.keys as Float64Array) : same;
  return {
    added: next.records.length - kept,
    removed: last.records.length - kept,
    changed: isKeyed ? kept - same : null,
  };
}

/** Size of the intersection of two multisets. */
function countShared(one: Float64Array, other: Float64Array): number {
  one.sort();
  other.sort();
  let shared = 0;
  for (let a = 0, b = 0; a < one.length && b < other.length; ) {
    const [left, right] = [one[a] as number, other[b] as number];
    if (left === right) shared += 1;
    if (left <= right) a += 1;
    if (right <= left) b += 1;
  }
  return shared;
}
