import type { Kernel } from '../kernel/kernel.ts';
import type { ByteBlock } from '../model.ts';
import type { EncodedColumn } from '../publish/encode-documents.ts';

/** How the cells of a column are written that are given as bytes. */
export interface EncodedByteColumn extends EncodedColumn {
  isNumeric: boolean;
  /** Each cell of a column of numbers is a JSON number as it stands, or empty. */
  isPlain: boolean;
  /** Some texts stand for null. */
  hasOwnNulls: boolean;
}

/** JSON of records, parted by a comma and a line break, as bytes of a buffer. */
export interface EncodedRecords {
  bytes: Buffer;
  start: number;
  end: number;
  /** The first record that is not among them. */
  next: number;
}

const encoder = new TextEncoder();

/** Turns records that are given as bytes into the bytes of their JSON. */
export class ByteEncoder {
  readonly #kernel: Kernel;
  readonly #columns: readonly EncodedByteColumn[];
  /** Addresses in the kernel: of what it knows of the columns, and of the room for what it writes. */
  readonly #written: number;
  readonly #start: number;
  readonly #end: number;

  constructor(kernel: Kernel, columns: readonly EncodedByteColumn[]) {
    this.#kernel = kernel;
    this.#columns = columns;
    const keys = columns.map(({ name }, index) => encoder.encode(`${index === 0 ? '{' : ','}${JSON.stringify(name)}:`));
    const addresses = keys.map((key) => kernel.allocate(key.length));
    this.#written = kernel.allocate(columns.length * kernel.constants.WRITTEN_BYTES);
    for (const [index, key] of keys.entries()) {
      kernel.bytes.set(key, addresses[index]);
      const manner = mannerOf(columns[index] as EncodedByteColumn, kernel);
      kernel.call.setWritten(this.#written, index, addresses[index] as number, key.length, manner);
    }
    kernel.call.prepareEncode(this.#written);
    const most = kernel.call.mostBytes(kernel.constants.LONGEST_RECORD);
    this.#start = kernel.allocate(most);
    this.#end = this.#start + most;
  }

  /** JSON of records of the block that was scanned last, at least of the first; until the next are asked for. */
  encode(block: ByteBlock, from: number, to: number): EncodedRecords {
    const kernel = this.#kernel;
    const [columns, start, limit] = [this.#written, this.#start, this.#end];
    let end = kernel.call.encode(columns, from, 0, to, start, start, limit);
    for (let cell = kernel.results.stoppedCell.value; cell >= 0; cell = kernel.results.stoppedCell.value) {
      const record = kernel.results.stoppedAt.value;
      const token = (this.#columns[cell] as EncodedByteColumn).toJson(block.textOf(record, cell));
      end += kernel.bytes.write(token, end);
      end = kernel.call.encode(columns, record, cell + 1, to, start, end, limit);
    }
    return { bytes: kernel.bytes, start, end, next: kernel.results.stoppedAt.value };
  }
}

function mannerOf({ isNumeric, isPlain, hasOwnNulls }: EncodedByteColumn, { constants }: Kernel): number {
  if (isNumeric) return isPlain ? constants.NUMBERS_AS_THEY_STAND : constants.BY_CALLER;
  return hasOwnNulls ? constants.BY_CALLER : constants.TEXTS;
}
