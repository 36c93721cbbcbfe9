/** The byte lane: reads UTF-8 files in a simple format, in segments, on several threads. */

import { type JoinedSegments, joinSegments } from '../fast-path/join-segments.ts';
import type { FastPlan } from '../fast-path/plan.ts';
import type { SegmentProfile } from '../fast-path/profile-segment.ts';
import type { SpillFile } from '../kernel/kept-bytes.ts';
import type { Pending, WorkCounter } from '../model.ts';
import type { TextsSnapshot } from '../profile/distribution/text-counter.ts';
import { alignmentOf, partRecordsOf } from '../publish/formats.ts';
import type { Reading, TableProfile } from './lane.ts';

/** Starts the first pass over a file. The result is null if the file must be read as text. */
export function profileBytes(
  plan: FastPlan,
  spill: SpillFile | null,
  { start, site, counter }: Reading,
): Pending<TableProfile | null> {
  const alignment = site ? alignmentOf(site) : 1;
  const tasks = plan.segments.map((_, index) => ({ plan, index, alignment, spill }));
  const pending = start('profile-segment', tasks);
  /** Counts the text values of columns in each segment. Reads a segment again only if one of these columns looked numeric in it. */
  const countTexts = (texts: JoinedSegments['texts'], cells: readonly number[]): TextsSnapshot[][] => {
    const uncounted = plan.segments.flatMap((_, index) => {
      const missing = cells.filter((cell) => !texts[cell]?.[index]);
      return missing.length > 0 ? [{ plan, index, cells: missing, spill }] : [];
    });
    const counted = start('count-texts', uncounted)();
    const found = texts.map((ofCell) => [...ofCell]);
    for (const [at, { index, cells: missing }] of uncounted.entries()) {
      for (const [own, cell] of missing.entries()) (found[cell] ?? [])[index] = counted[at]?.[own] ?? null;
    }
    return cells.map((cell) => (found[cell] ?? []).filter((it) => it !== null));
  };
  return () => {
    const segments = pending();
    const joined = joinSegments(plan, segments, alignment, site ? partRecordsOf(site, plan.dialect.width) : 0);
    if (!joined) takeBack(plan, segments, counter);
    return joined && { ...joined, countTexts: (cells) => countTexts(joined.texts, cells) };
  };
}

/** Subtracts the bytes and records counted for the segments of a file, because the file must be read again as text. */
function takeBack(plan: FastPlan, segments: readonly (SegmentProfile | null)[], counter: WorkCounter): void {
  for (const [index, { start, end }] of plan.segments.entries()) {
    const segment = segments[index];
    if (segment) counter.add(start - end, -segment.records);
  }
}
