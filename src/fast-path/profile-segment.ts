/** The first reading of a regular file, segment by segment: proves that it is regular, and finds out what its columns are. */

import { isUtf8 } from 'node:buffer';
import type { WorkCounters } from '../build/threads/work-counters.ts';
import { kernelOfThread } from '../kernel/kernel.ts';
import type { ByteSource, Place } from '../model.ts';
import { ScannedBlock } from './byte-block.ts';
import { areRegular, isOddEnd, textsOf } from './check-records.ts';
import { RecordHasher } from './hash-records.ts';
import type { FastPlan } from './plan.ts';
import { ByteColumnProfiler, type ByteColumnSnapshot } from './profile-column.ts';
import { ByteScanner } from './scanner.ts';

/** One segment of a file that may be regular. */
export type SegmentTask = { kind: 'profile'; regular: FastPlan; segment: number; alignment: number };

/** What the cells of a segment have told, as plain data. */
export interface SegmentProfile {
  records: number;
  /** Line endings in the segment. */
  lines: number;
  columns: readonly ByteColumnSnapshot[];
  /** Hash of each record. */
  hashes: Float64Array;
  /** Every place that is told in the columns, its line counted from the segment's first, which is 1. */
  places: readonly Place[];
  /** Offsets in the file at which the first records begin, at most `alignment`. */
  starts: readonly number[];
}

/** Cells that are scanned at a time, about: few enough for what is told of them to stay in the processor's caches. */
const BLOCK_CELLS = 1 << 13;
/** Records that are scanned at a time at least: each column of them is looked at by itself. */
const LEAST_RECORDS = 32;

/** Number of records of some width that are scanned at a time. */
export function recordsOfBlock(width: number): number {
  return Math.max(LEAST_RECORDS, Math.floor(BLOCK_CELLS / width));
}

/**
 * Reads a segment into room for one, and ends its last line; returns its length, or null where it is not there any more, or is no UTF-8.
 */
export function readSegment(
  content: ByteSource,
  { dialect }: Pick<FastPlan, 'dialect'>,
  { start, end }: { start: number; end: number },
  isLast: boolean,
  bytes: Buffer,
): number | null {
  const length = end - start;
  if (!content.readPart(start, end, bytes) || !isUtf8(bytes.subarray(0, length))) return null;
  if (!isLast || length === 0 || bytes[length - 1] === 0x0a) return length;
  return length + bytes.write(dialect.newline, length, 'latin1');
}

/** Profiles a segment; null where it is not regular, and then nothing of it stays counted. */
export function profileSegment(
  content: ByteSource,
  { regular, segment, alignment }: SegmentTask,
  counters: WorkCounters,
): SegmentProfile | null {
  const { dialect, columns, segments, watchesTotals } = regular;
  const range = segments[segment] as { start: number; end: number };
  const isLast = segment === segments.length - 1;
  const kernel = kernelOfThread();
  const most = recordsOfBlock(dialect.width);
  const scanner = new ByteScanner(kernel, dialect, range.end - range.start, most);
  const length = readSegment(content, regular, range, isLast, scanner.bytes);
  if (length === null) return null;
  const names = [...columns.keys()];
  const values = kernel.allocate(most * Float64Array.BYTES_PER_ELEMENT);
  const profilers = [...columns].map(
    ([name, description]) => new ByteColumnProfiler(kernel, values, name, description, dialect.quote),
  );
  const places: Place[] = [];
  const starts: number[] = [];
  const hashes = new Hashes(new RecordHasher(kernel, most, dialect.width));
  let last: string[] = [];
  let at = 0;
  const irregular = (): null => {
    counters.add(-at, -hashes.length);
    return null;
  };
  while (at < length) {
    const firstLine = 1 + scanner.lines;
    const next = scanner.scan(at, length, isLast);
    if (next < 0) return irregular();
    const block = new ScannedBlock(scanner, dialect, at, firstLine, places);
    // Nothing but blank lines was left.
    if (block.records === 0) break;
    if (!areRegular(block, names, dialect.quote, watchesTotals)) return irregular();
    for (let record = 0; record < block.records && starts.length < alignment; record += 1) {
      starts.push(range.start + block.startOf(record, 0));
    }
    hashes.add(block);
    for (const [cell, profiler] of profilers.entries()) profiler.add(block, cell);
    if (isLast) last = textsOf(block, block.records - 1);
    counters.add(next - at, block.records);
    at = next;
  }
  if (watchesTotals && isOddEnd(last)) return irregular();
  return {
    records: hashes.length,
    lines: scanner.lines,
    columns: profilers.map((profiler) => profiler.snapshot()),
    hashes: hashes.taken,
    places,
    starts,
  };
}

/** Room for hashes that a thread uses again for the next segment. */
let hashRoom = new Float64Array(1 << 10);

/** Hashes of a segment's records, one after the other. */
class Hashes {
  readonly #hash: RecordHasher;
  length = 0;

  constructor(hash: RecordHasher) {
    this.#hash = hash;
  }

  add(block: ScannedBlock): void {
    if (this.length + block.records > hashRoom.length) {
      const larger = new Float64Array(Math.max(this.length + block.records, hashRoom.length * 2));
      larger.set(hashRoom);
      hashRoom = larger;
    }
    hashRoom.set(this.#hash.of(block), this.length);
    this.length += block.records;
  }

  /** All of them, in memory that threads share. */
  get taken(): Float64Array {
    const taken = new Float64Array(new SharedArrayBuffer(this.length * Float64Array.BYTES_PER_ELEMENT));
    taken.set(hashRoom.subarray(0, this.length));
    return taken;
  }
}
