/** Records by their numbers, from 0: `from` to `to`, exclusive. */
export interface RowRange {
  from: number;
  to: number;
}

/** Rows that a page shows as a sample. */
export const SAMPLE_ROWS = 10;

/**
 * Ranges of neighbouring records from each of which the page shows one: spread over the file at even distances, the first range at its
 * beginning and the last at its end. At most `SAMPLE_ROWS`; up to that number of records, each has its own. None is longer than `block`,
 * the number of records in a file, and if there are enough blocks, each begins at the start of one.
 */
export function sampleRanges(count: number, block: number): RowRange[] {
  const ranges = Math.min(count, SAMPLE_ROWS);
  const blocks = Math.ceil(count / block);
  return Array.from({ length: ranges }, (_, at) => {
    if (blocks >= SAMPLE_ROWS) {
      const from = Math.round((at * (blocks - 1)) / (ranges - 1)) * block;
      return { from, to: Math.min(count, from + block) };
    }
    return { from: Math.floor((at * count) / ranges), to: Math.floor(((at + 1) * count) / ranges) };
  });
}

/** A member that is null, unless its name ends in an escape. */
const NULL_MEMBER = /[^\\]":null/g;

/** Index of the record with the fewest nulls, of at least one record as lines of JSON; the first of equals. */
export function fullestRecord(lines: readonly string[]): number {
  const nulls = lines.map((line) => line.match(NULL_MEMBER)?.length ?? 0);
  return nulls.indexOf(Math.min(...nulls));
}
