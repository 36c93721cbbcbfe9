/** The first pass over a segment of a file: proves that it is regular and profiles its columns. */

import { isTotalRow } from '../contract/labels/total-labels.ts';
import { kernelOfThread } from '../kernel/kernel.ts';
import type { ByteSource, WorkCounter } from '../model.ts';
import { MARK_STARTS } from '../profile/evidence/alike-texts.ts';
import { ByteBuffer } from '../publish/records/byte-buffer.ts';
import { areRegular, looksLikeFooter, textsOf } from './check-records.ts';
import { countTextsIn } from './count-texts.ts';
import { type FastPlan, segmentOf } from './plan.ts';
import { ByteColumnProfiler } from './profile-column.ts';
import { type ReadRange, readRange, recordsOfBlock } from './read-range.ts';

/** Hashes of the records of a segment; the thread reuses the buffer for its next segment. */
const hashes = new ByteBuffer();

const MARKS = MARK_STARTS.map((start) => Buffer.from(start));

/** Profile of a segment, as plain data. */
export type SegmentProfile = NonNullable<ReturnType<typeof profileSegment>>;

/**
 * Profiles segment `index` of a plan; null if the segment is not regular. The result includes the offsets of the first `alignment` records.
 * Counts the bytes and records of a regular segment.
 */
export function profileSegment(
  content: ByteSource,
  plan: FastPlan,
  index: number,
  alignment: number,
  counter: WorkCounter,
) {
  const { dialect, columns, headerCells, watchesLabels } = plan;
  const segment = segmentOf(plan, index);
  const { start, end, isLast } = segment;
  const kernel = kernelOfThread();
  const range = readRange(content, segment);
  if (!range || (isLast && !endsInLinesOf(dialect.newline, range))) return null;
  const { scanner, length } = range;
  const mayHaveMarks = MARKS.some((mark) => scanner.bytes.subarray(0, length).includes(mark));
  const maxRecords = recordsOfBlock(dialect.width);
  const values = kernel.allocate(maxRecords * Float64Array.BYTES_PER_ELEMENT);
  const profilers = [...columns].map(
    ([name, description]) => new ByteColumnProfiler(kernel, values, name, description, dialect.quote),
  );
  const starts: number[] = [];
  const hashesOfBlock = kernel.allocate(maxRecords * Float64Array.BYTES_PER_ELEMENT);
  hashes.length = 0;
  let last: string[] = [];
  for (const block of range.blocks()) {
    if (!block) return null;
    // Only blank lines are left.
    if (block.records === 0) break;
    if (!areRegular(block, headerCells, dialect.quote, watchesLabels)) return null;
    if (watchesLabels && index + hashes.length === 0 && isTotalRow(textsOf(block, 0))) return null;
    for (let record = 0; record < block.records && starts.length < alignment; record += 1) {
      starts.push(start + block.startOf(record, 0));
    }
    kernel.call.hashRecords(block.records, hashesOfBlock);
    hashes.appendPart(kernel.bytes, hashesOfBlock, hashesOfBlock + block.records * Float64Array.BYTES_PER_ELEMENT);
    for (const [cell, profiler] of profilers.entries()) profiler.add(block, cell);
    if (isLast) last = textsOf(block, block.records - 1);
  }
  if (watchesLabels && looksLikeFooter(last)) return null;
  const { lines, places } = scanner;
  const snapshots = profilers.map((profiler) => profiler.snapshot());
  const missed = [...profilers.entries()].flatMap(([cell, { hasMissedTexts }]) => (hasMissedTexts ? cell : []));
  const counted = missed.length === 0 ? [] : countTextsIn(range, plan, missed);
  for (const [at, cell] of missed.entries()) {
    const snapshot = snapshots[cell];
    if (snapshot) snapshot.texts = counted[at] ?? null;
  }
  const records = hashes.length / Float64Array.BYTES_PER_ELEMENT;
  counter.add(end - start, records);
  return {
    records,
    /** Number of line endings in the records of the segment. */
    lines,
    columns: snapshots,
    /** 53-bit hashes of the records in order, as 64-bit floating-point numbers. They differ from the hashes of `hashRow` in parse/. */
    hashes: kernel.keep(hashes.bytes.subarray(0, hashes.length)),
    /** All places that `columns` refers to. Their line numbers count from the start of the segment, which is line 1. */
    places,
    /** Whether any bytes of the segment may encode a combining mark. */
    mayHaveMarks,
    /** File offsets of the first records: as many as `alignment`, or fewer in a short segment. */
    starts: Float64Array.from(starts),
  };
}

/** Whether all line endings at the very end of a file are `newline`. The scanner does not check those of trailing blank lines. */
function endsInLinesOf(newline: string, { scanner: { bytes }, length }: ReadRange): boolean {
  let start = length;
  while (start > 0 && (bytes[start - 1] === 0x0a || bytes[start - 1] === 0x0d)) start -= 1;
  const count = (length - start) / newline.length;
  return Number.isInteger(count) && bytes.toString('latin1', start, length) === newline.repeat(count);
}
