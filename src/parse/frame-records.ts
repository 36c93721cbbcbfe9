import type { RecordBlock } from '../model.ts';

/** Blocks without the records that a test turns down. */
export function* keepRecords(
  blocks: Iterable<RecordBlock>,
  keep: (record: readonly string[]) => boolean,
): Generator<RecordBlock, void, undefined> {
  for (const block of blocks) {
    const kept = block.records.flatMap((record, index) => (keep(record) ? [index] : []));
    yield kept.length === block.records.length ? block : selectRecords(block, kept);
  }
}

/** A block's first records up to a number, and the others. */
export function splitBlock(block: RecordBlock, count: number): [RecordBlock, RecordBlock] {
  const indexes = [...block.records.keys()];
  return [selectRecords(block, indexes.slice(0, count)), selectRecords(block, indexes.slice(count))];
}

/** Blocks without the last records; as many blocks are held back as hold these. */
export function* dropLast(blocks: Iterable<RecordBlock>, count: number): Generator<RecordBlock, void, undefined> {
  const held: RecordBlock[] = [];
  for (const block of blocks) {
    held.push(block);
    while (held.length > 1 && recordsIn(held.slice(1)) >= count) yield held.shift() as RecordBlock;
  }
  let left = recordsIn(held) - count;
  for (const block of held) {
    if (left > 0) yield splitBlock(block, left)[0];
    left -= block.records.length;
  }
}

function recordsIn(blocks: readonly RecordBlock[]): number {
  return blocks.reduce((sum, block) => sum + block.records.length, 0);
}

function selectRecords(block: RecordBlock, indexes: readonly number[]): RecordBlock {
  return {
    records: indexes.map((index) => block.records[index] as readonly string[]),
    placeOf: (record, cell) => block.placeOf(indexes[record] as number, cell),
  };
}
