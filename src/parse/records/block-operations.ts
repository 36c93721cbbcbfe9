import type { RecordBlock } from '../../model.ts';

/** A block's records that a test accepts. */
export function keepRecords(block: RecordBlock, keep: (record: readonly string[]) => boolean): RecordBlock {
  return selectRecords(
    block,
    block.records.flatMap((record, index) => (keep(record) ? [index] : [])),
  );
}

/** A block's first records up to a number, and the others. */
export function splitBlock(block: RecordBlock, count: number): [RecordBlock, RecordBlock] {
  const indexes = [...block.records.keys()];
  return [selectRecords(block, indexes.slice(0, count)), selectRecords(block, indexes.slice(count))];
}

/** The records of two blocks that follow one another. */
export function joinBlocks(first: RecordBlock, second: RecordBlock): RecordBlock {
  const { length } = first.records;
  return {
    records: [...first.records, ...second.records],
    placeOf: (record, cell) => (record < length ? first.placeOf(record, cell) : second.placeOf(record - length, cell)),
  };
}

/**
 * Blocks without the last records; as many blocks are held back as hold these. `onDrop` is given each record that is left out, with
 * its block and index.
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

/** A block's records at some indexes, each as it is, or changed. */
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
