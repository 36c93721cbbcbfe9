import type { Place, RecordBlock } from '../../model.ts';
import { trimBlanks } from '../numbers/read-number.ts';

/** Reads the records of a file again. */
export type ReadAgain = () => Iterable<RecordBlock>;

/** Place of the first cell of a column, given by its index, that has a value, apart from blanks around it; null if none has. */
export function findValue(value: string, cell: number, blocks: Iterable<RecordBlock>): Place | null {
  for (const block of blocks) {
    const record = block.records.findIndex((it) => trimBlanks(it[cell] as string) === value);
    if (record >= 0) return block.placeOf(record, cell);
  }
  return null;
}
