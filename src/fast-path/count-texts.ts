/** Goes through a segment a second time, to count the texts of columns that looked numeric at first. */

import { kernelOfThread } from '../kernel/kernel.ts';
import type { TextsSnapshot } from '../profile/distribution/text-counter.ts';
import type { FastPlan } from './plan.ts';
import { beginByteColumn, byteTextCounter } from './profile-column.ts';
import { blocksAgain, type ReadRange, recordsOfBlock } from './read-range.ts';

/** Counts the texts of the given columns in a segment that was read. Throws an error if the segment is no longer regular. */
export function countTextsIn(
  range: ReadRange | null,
  { dialect, columns, file }: FastPlan,
  cells: readonly number[],
): TextsSnapshot[] {
  const kernel = kernelOfThread();
  const described = [...columns];
  const ids = kernel.allocate(recordsOfBlock(dialect.width) * Uint16Array.BYTES_PER_ELEMENT);
  const counters = cells.map((cell) => {
    const [name, description] = described[cell] as (typeof described)[number];
    const column = beginByteColumn(kernel, name, description, dialect.quote);
    return { cell, counter: byteTextCounter(kernel, column, ids, description) };
  });
  for (const block of blocksAgain(range, file)) for (const { cell, counter } of counters) counter.add(block, cell);
  return counters.map(({ counter }) => counter.snapshot());
}
