/** Maximum number of sample rows on a page. */
export const SAMPLE_ROWS = 10;

/**
 * Ranges of adjacent records, from `from` up to but not including `to`, from each of which the page shows one. There are at most
 * `SAMPLE_ROWS`, spread evenly from the start of the dataset to its end; in a smaller dataset, each record has its own range. A range has
 * at most `block` records. With at least `SAMPLE_ROWS` blocks of this size, each range starts where a block starts.
 */
export function sampleRanges(count: number, block: number): { from: number; to: number }[] {
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

/** Matches a member that is null, unless its name ends in `\`. Matches nothing inside a string, where the quote would be escaped. */
const NULL_MEMBER = /[^\\]":null/g;

/** Index of the record with the fewest nulls; the first in a tie. `lines` are JSON records, at least one. */
export function fullestRecord(lines: readonly string[]): number {
  const nulls = lines.map((line) => line.match(NULL_MEMBER)?.length ?? 0);
  return nulls.indexOf(Math.min(...nulls));
}
