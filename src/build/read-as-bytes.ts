/** The byte lane: regular files are read in segments, by several threads. */

import { joinSegments } from '../fast-path/join-segments.ts';
import type { FastPlan } from '../fast-path/plan.ts';
import type { SegmentProfile } from '../fast-path/profile-segment.ts';
import { writePart } from '../fast-path/write-part.ts';
import type { WorkCounter } from '../model.ts';
import { csvFile } from './input/csv-file.ts';
import type { Lane } from './lane.ts';

export const byteLane: Lane = {
  profile(opened, { start, alignment, counter }) {
    // Files without a plan are read as text from the beginning.
    const plan = opened.plan as FastPlan;
    const pending = start(
      'profile-segment',
      plan.segments.map((_, index) => ({ plan, index, alignment })),
    );
    return () => {
      const segments = pending();
      const joined = joinSegments(plan, segments, alignment);
      if (!joined) takeBack(plan, segments, counter);
      return joined;
    };
  },
  write({ source: { path, file }, range, isLast, columns }, writers, counter) {
    if (!range) throw new Error(`${file} is read as text`);
    writePart(csvFile(path, file), file, range, isLast, columns, writers, counter);
  },
};

/** Takes back what was counted of a file that is read again as text. */
function takeBack(plan: FastPlan, segments: readonly (SegmentProfile | null)[], counter: WorkCounter): void {
  for (const [index, { start, end }] of plan.segments.entries()) {
    const segment = segments[index];
    if (segment) counter.add(start - end, -segment.records);
  }
}
