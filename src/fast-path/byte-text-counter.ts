import type { Kernel } from '../kernel/kernel.ts';
import type { ByteBlock, ColumnDescription } from '../model.ts';
import { CellInterpreter } from '../profile/cells/interpret-cell.ts';
import { TextCounter, type TextsSnapshot } from '../profile/distribution/text-counter.ts';
import { trimBlanks } from '../profile/numbers/read-number.ts';

/** Counts the texts of a column from the bytes of its cells. */
export class ByteTextCounter {
  readonly #counter: TextCounter;
  readonly #cells: CellInterpreter;
  /** Address of what the kernel knows about the column; 0 if only empty cells are null. */
  readonly #column: number;
  /** Address of space for the ids of the texts of a block. */
  readonly #ids: number;

  /** `column` is the address of what the kernel knows about the column, `ids` of space for 16 bits for each record of a block. */
  constructor(kernel: Kernel, column: number, ids: number, description: ColumnDescription) {
    this.#ids = ids;
    this.#counter = new TextCounter(kernel);
    this.#cells = new CellInterpreter(description);
    this.#column = (description.missing?.length ?? 0) > 0 ? column : 0;
  }

  /** Takes the column's cells of the block that was scanned last. */
  add(block: ByteBlock, cell: number): void {
    const { records } = block;
    const counter = this.#counter;
    let record = counter.count(this.#column, cell, 0, records, this.#ids);
    while (record < records) {
      const text = block.textOf(record, cell);
      if (!this.#cells.isNull(text, trimBlanks(text))) counter.countOne(record, cell, this.#ids);
      record = counter.count(this.#column, cell, record + 1, records, this.#ids);
    }
    counter.endBlock(records, this.#ids);
  }

  snapshot(): TextsSnapshot {
    return this.#counter.snapshot();
  }
}
