/** What the segments of a regular file have told, put together as if it had been read from its beginning to its end. */

import { DuplicateCheck } from '../parse/checks/check-duplicates.ts';
import { ColumnProfiler } from '../profile/profile-column.ts';
import type { FastPlan } from './plan.ts';
import type { SegmentProfile } from './profile-segment.ts';

/** What all records of a file have told. */
export interface TableRead {
  rowCount: number;
  profilers: readonly ColumnProfiler[];
  repeats: DuplicateCheck;
  regular: FastRead | null;
}

/** A file whose bytes were found to be regular. */
export interface FastRead {
  file: FastPlan;
  /** Its records in parts; each begins at a multiple of the alignment. */
  parts: readonly { start: number; end: number; firstRow: number }[];
  /** By column: its numbers are JSON numbers as they stand. */
  arePlain: readonly boolean[];
}

/** Null where the file is not regular. `alignment` is as `Reading` has it. */
export function joinSegments(
  file: FastPlan,
  segments: readonly (SegmentProfile | null)[],
  alignment: number,
): TableRead | null {
  const profilers = [...file.columns].map(([name, description]) => new ColumnProfiler(name, description));
  const repeats = new DuplicateCheck(file.columns.size);
  const parts: { start: number; end: number; firstRow: number }[] = [];
  const arePlain = profilers.map(() => true);
  let lines = file.firstLine - 1;
  let rowCount = 0;
  for (const segment of segments) {
    if (!segment || segment.records + rowCount === 0) return null;
    for (const place of segment.places) place.line += lines;
    for (const [index, { column, isPlain }] of segment.columns.entries()) {
      profilers[index]?.absorb(column);
      arePlain[index] &&= isPlain;
    }
    repeats.addHashes(segment.hashes);
    const skipped = (alignment - (rowCount % alignment)) % alignment;
    const start = segment.starts[skipped];
    if (start !== undefined) {
      const before = parts.at(-1);
      if (before) before.end = start;
      parts.push({ start, end: file.segments.at(-1)?.end ?? 0, firstRow: rowCount + skipped });
    }
    rowCount += segment.records;
    lines += segment.lines;
  }
  return { rowCount, profilers, repeats, regular: { file, parts, arePlain } };
}
