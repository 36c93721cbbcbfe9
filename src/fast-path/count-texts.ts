/** Reads a segment a second time, to count the texts of columns that looked numeric at first. */

import { kernelOfThread } from '../kernel/kernel.ts';
import type { ByteSource } from '../model.ts';
import type { TextsSnapshot } from '../profile/distribution/text-counter.ts';
import { ScannedBlock } from './byte-block.ts';
import type { FastPlan } from './plan.ts';
import { ByteTextCounter, beginByteColumn } from './profile-column.ts';
import { ByteScanner, readSegment, recordsOfBlock } from './scanner.ts';

/** A segment of a file, and the indexes of the columns whose texts must still be counted. */
export interface UncountedTexts {
  plan: FastPlan;
  index: number;
  cells: readonly number[];
}

/** Counts the texts of the given columns in a segment. Throws an error if the file has changed and is no longer regular. */
export function countTextsOfSegment(content: ByteSource, { plan, index, cells }: UncountedTexts): TextsSnapshot[] {
  const { dialect, file, segments } = plan;
  const range = segments[index] as { start: number; end: number };
  const isLast = index === segments.length - 1;
  const scanner = new ByteScanner(kernelOfThread(), dialect, range.end - range.start, recordsOfBlock(dialect.width));
  const length = readSegment(content, { ...range, newline: dialect.newline }, isLast, scanner.bytes);
  if (length === null) throw new Error(`${file} has changed since it was profiled`);
  return countTextsAgain(scanner, plan, length, isLast, cells);
}

/** Counts the texts of the given columns in the first `length` bytes of a scanner's buffer. */
export function countTextsAgain(
  scanner: ByteScanner,
  { dialect, columns, file }: FastPlan,
  length: number,
  isLast: boolean,
  cells: readonly number[],
): TextsSnapshot[] {
  const kernel = kernelOfThread();
  const described = [...columns];
  const ids = kernel.allocate(recordsOfBlock(dialect.width) * Uint16Array.BYTES_PER_ELEMENT);
  const counters = cells.map((cell) => {
    const [name, description] = described[cell] as (typeof described)[number];
    const column = beginByteColumn(kernel, name, description, dialect.quote);
    return { cell, counter: new ByteTextCounter(kernel, column, ids, description) };
  });
  for (let at = 0; at < length; ) {
    const next = scanner.scan(at, length, isLast);
    if (next < 0) throw new Error(`${file} has changed since it was profiled`);
    const block = new ScannedBlock(scanner, dialect, at, 1, []);
    for (const { cell, counter } of counters) counter.add(block, cell);
    at = next;
  }
  return counters.map(({ counter }) => counter.snapshot());
}
