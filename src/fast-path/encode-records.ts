import { BY_CALLER, MAX_RECORD, NUMBERS_AS_THEY_STAND, TEXTS, WRITTEN_BYTES } from '../kernel/constants.ts';
import type { Kernel } from '../kernel/kernel.ts';
import type { ByteBlock } from '../model.ts';
import { cellEncoder } from '../profile/cells/interpret-cell.ts';
import type { EncodedRecords, WrittenColumn } from '../publish/records/record-writer.ts';

const encoder = new TextEncoder();

/** Encodes the bytes of records as JSON. */
export class ByteEncoder {
  readonly #kernel: Kernel;
  /** For each column, how the cells are encoded that the kernel leaves to its caller. */
  readonly #encoders: readonly ((cell: string) => string)[];
  /** Address of the table of columns in the kernel's memory. */
  readonly #table: number;
  /** Address of the buffer for the JSON. */
  readonly #start: number;
  /** Address of the end of that buffer, exclusive. */
  readonly #end: number;

  constructor(kernel: Kernel, columns: readonly WrittenColumn[]) {
    this.#kernel = kernel;
    this.#encoders = columns.map(({ isNumeric, description }) => cellEncoder(isNumeric, description));
    this.#table = kernel.allocate(columns.length * WRITTEN_BYTES);
    for (const [index, column] of columns.entries()) {
      const key = encoder.encode(`${index === 0 ? '{' : ','}${JSON.stringify(column.name)}:`);
      const address = kernel.allocate(key.length);
      kernel.bytes.set(key, address);
      const written = this.#table + index * WRITTEN_BYTES;
      new Uint32Array(kernel.bytes.buffer, written).set([address, key.length, modeOf(column)]);
    }
    kernel.call.prepareEncode(this.#table);
    const size = kernel.call.mostBytes(MAX_RECORD);
    this.#start = kernel.allocate(size);
    this.#end = this.#start + size;
  }

  /** Encodes records `from` to `to`, exclusive, of the last scanned block, or as many as fit. The result is valid until the next call. */
  encode(block: ByteBlock, from: number, to: number): EncodedRecords {
    const kernel = this.#kernel;
    const [table, start, limit] = [this.#table, this.#start, this.#end];
    let end = kernel.call.encode(table, from, 0, to, start, start, limit);
    for (let cell = kernel.results.stoppedCell.value; cell >= 0; cell = kernel.results.stoppedCell.value) {
      const record = kernel.results.stoppedAt.value;
      const toJson = this.#encoders[cell] as (cell: string) => string;
      end += kernel.bytes.write(toJson(block.textOf(record, cell)), end);
      end = kernel.call.encode(table, record, cell + 1, to, start, end, limit);
    }
    return { bytes: kernel.bytes, start, end, count: kernel.results.stoppedAt.value - from };
  }
}

/** Mode in which the kernel writes the cells of a column. In `BY_CALLER`, the caller writes the non-empty ones. */
function modeOf({ isNumeric, isPlain, description }: WrittenColumn): number {
  if (isNumeric) return isPlain ? NUMBERS_AS_THEY_STAND : BY_CALLER;
  return description.missing?.length ? BY_CALLER : TEXTS;
}
