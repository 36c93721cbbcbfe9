import type { RecordBlock } from '../../model.ts';

/** Splits a block into its first `count` records and the rest. */
export function splitBlock(block: RecordBlock, count: number): [RecordBlock, RecordBlock] {
  const indexes = [...block.records.keys()];
  return [selectRecords(block, indexes.slice(0, count)), selectRecords(block, indexes.slice(count))];
}

/** Joins two consecutive blocks into one. */
export function joinBlocks(first: RecordBlock, second: RecordBlock): RecordBlock {
  const { length } = first.records;
  return {
    records: [...first.records, ...second.records],
    placeOf: (record, cell) => (record < length ? first.placeOf(record, cell) : second.placeOf(record - length, cell)),
  };
}

/**
 * Yields the blocks without the last `count` records, which may span several blocks. Holds back each block that may contain any of them.
 * `onDrop` receives each dropped record, its block, and its index in the block.
 */
export function* dropLast(
  blocks: Iterable<RecordBlock>,
  count: number,
  onDrop: (record: readonly string[], block: RecordBlock, index: number) => void,
): Generator<RecordBlock, void, undefined> {
  const held: RecordBlock[] = [];
  for (const block of blocks) {
    held.push(block);
    while (held.length > 1 && recordsIn(held.slice(1)) >= count) yield held.shift() as RecordBlock;
  }
  let left = recordsIn(held) - count;
  for (const block of held) {
    if (left > 0) yield splitBlock(block, left)[0];
    for (const [index, record] of block.records.entries()) if (index >= left) onDrop(record, block, index);
    left -= block.records.length;
  }
}

function recordsIn(blocks: readonly RecordBlock[]): number {
  return blocks.reduce((sum, block) => sum + block.records.length, 0);
}

/** The records at the given indexes of a block, each passed through `change`. */
export function selectRecords(
  block: RecordBlock,
  indexes: readonly number[],
  change: (record: readonly string[]) => readonly string[] = (record) => record,
): RecordBlock {
  return {
    records: indexes.map((index) => change(block.records[index] as readonly string[])),
    placeOf: (record, cell) => block.placeOf(indexes[record] as number, cell),
  };
}
