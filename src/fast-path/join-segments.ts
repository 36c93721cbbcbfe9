/** Joins the profiles of the segments of a regular file, as if one thread had read the file from start to end. */

import type { KeptBytes } from '../kernel/kept-bytes.ts';
import { mayBeMerged } from '../parse/checks/rows/check-merged-cells.ts';
import type { TextsSnapshot } from '../profile/distribution/text-counter.ts';
import { ColumnProfiler } from '../profile/profile-column.ts';
import { type FastPlan, PART_BYTES } from './plan.ts';
import type { SegmentProfile } from './profile-segment.ts';

/** A file that was found to be regular, and the parts in which its bytes are read again. */
export type FastRead = JoinedSegments['fast'];

/** The joined profiles of all segments. */
export type JoinedSegments = NonNullable<ReturnType<typeof joinSegments>>;

/**
 * Joins the segments; null if the file must be read as text. The `firstRow` of each part is a multiple of `alignment`. Parts are as long as
 * segments, or up to `PART_BYTES` and `partRecords` records, if that is longer.
 */
export function joinSegments(
  plan: FastPlan,
  segments: readonly (SegmentProfile | null)[],
  alignment: number,
  partRecords: number,
) {
  const profilers = [...plan.columns].map(([name, description]) => new ColumnProfiler(name, description));
  /** Hashes of the records in order, as 64-bit floating-point numbers. */
  const hashes: KeptBytes[] = [];
  /** Parts of the file, as byte offsets. */
  const parts: { start: number; end: number; firstRow: number }[] = [];
  /** For each numeric column: whether every cell is empty or already a JSON number. The elements of other columns are not used. */
  const arePlain = profilers.map(() => true);
  /** For each column, the text counts of each segment; null for a segment in which the column is numeric. */
  const texts: (TextsSnapshot | null)[][] = profilers.map(() => []);
  let lines = plan.firstLine - 1;
  let rowCount = 0;
  let gaps = 0;
  for (const [at, segment] of segments.entries()) {
    if (!segment || segment.records + rowCount === 0) return null;
    for (const place of segment.places) place.line += lines;
    for (const [index, { column, isPlain, texts: own }] of segment.columns.entries()) {
      texts[index]?.push(own);
      profilers[index]?.absorb(column);
      arePlain[index] &&= isPlain;
    }
    hashes.push(segment.hashes);
    const skipped = (alignment - (rowCount % alignment)) % alignment;
    const start = segment.starts[skipped];
    const before = parts.at(-1);
    const end = plan.segments[at]?.end ?? 0;
    const isLonger =
      before &&
      end - before.start <= PART_BYTES &&
      rowCount + segment.records + alignment - before.firstRow <= partRecords;
    if (start !== undefined && !isLonger) {
      if (before) before.end = start;
      parts.push({ start, end: plan.segments.at(-1)?.end ?? 0, firstRow: rowCount + skipped });
    }
    rowCount += segment.records;
    gaps += segment.columns[0]?.column.findings.nulls.nulls.get('') ?? 0;
    lines += segment.lines;
  }
  // If the first column may have merged cells, the file must be read as text.
  if (plan.watchesLabels && mayBeMerged(gaps, rowCount)) return null;
  const mayHaveMarks = segments.some((segment) => segment?.mayHaveMarks);
  return { rowCount, profilers, texts, hashes, mayHaveMarks, fast: { plan, parts, arePlain } };
}
