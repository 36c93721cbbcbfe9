import { compiledKernel, Kernel } from '../../../kernel/kernel.ts';
import type { ColumnType } from '../../../model.ts';
import type { RecordColumn } from '../../records/record-writer.ts';
import { keyLengthsOf } from '../download-writer.ts';
import { STORED } from './file-metadata.ts';

/** Kernels of this thread that no row group uses. Each has memory of its own, since the one of the thread is in the middle of a file. */
const idle: Kernel[] = [];
const [COMMA, OBJECT_END] = [0x2c, 0x7d];
/** Number of results of a column, which are 32-bit integers. */
const RESULTS = 10;
/** Initial value of all hashes. It is random, so that colliding strings are hard to craft. It does not affect the output. */
const SECRET = Math.floor(Math.random() * 2 ** 32);

/** A page without its header: its compressed bytes, and the number of bytes before the compression. */
export interface PageBody {
  compressed: Uint8Array;
  uncompressed: number;
}

/** A column of a row group as it is stored. The bytes are valid until the next column is encoded. */
export interface EncodedColumn {
  type: 'INT64' | 'DOUBLE' | 'BYTE_ARRAY';
  /** Number of records, and of those without a value. */
  count: number;
  nulls: number;
  /** The distinct values and their number; null if the values are stored as they are. */
  dictionary: (PageBody & { count: number }) | null;
  data: PageBody;
  /** Smallest and largest value; absent if there are no values. Strings are UTF-8 and compared byte by byte. */
  min_value?: number | bigint | Uint8Array;
  max_value?: number | bigint | Uint8Array;
}

/** Collects the records of one row group after another in the memory of a kernel. */
export class RowGroupRecords {
  readonly #kernel: Kernel;
  readonly #types: readonly EncodedColumn['type'][];
  readonly #results: number;

  /** Row groups have at most `maxRecords` records, and end after the record with which their values reach `maxBytes` bytes. */
  constructor(columns: readonly RecordColumn[], maxRecords: number, maxBytes: number) {
    const kernel = idle.pop() ?? new Kernel(compiledKernel());
    const { call, constants } = kernel;
    this.#kernel = kernel;
    this.#types = columns.map(({ type }) => STORED[type].type);
    kernel.free();
    const table = kernel.allocate(columns.length * constants.STORED_BYTES);
    this.#results = kernel.allocate(RESULTS * Uint32Array.BYTES_PER_ELEMENT);
    const kinds = { int64: constants.INTEGERS, float64: constants.DOUBLES, object: constants.STRINGS };
    for (const [index, length] of keyLengthsOf(columns).entries()) {
      call.setStored(table, index, kinds[columns[index]?.type as ColumnType], length);
    }
    call.beginGroups(table, columns.length, maxRecords, maxBytes, kernel.allocate(0), SECRET);
  }

  get count(): number {
    return this.#kernel.results.groupRecords.value;
  }

  get isFull(): boolean {
    return Boolean(this.#kernel.results.isFull.value);
  }

  /**
   * Adds up to `count` records from their JSON, which is from `start` to `end` in `bytes`, until the row group is full. Returns the number of
   * records that were added and where the next begins. Throws a `RangeError` if an integer has more than 64 bits.
   */
  add(bytes: Buffer, start: number, end: number, count: number): { added: number; next: number } {
    const { call, results } = this.#kernel;
    const input = call.inputFor(end - start);
    bytes.copy(this.#kernel.bytes, input, start, end);
    let added = call.addRecords(input, count);
    while (results.awaited.value >= 0) added += call.addRecords(this.#addNumber(results.readEnd.value), count - added);
    return { added, next: start + results.readEnd.value - input };
  }

  /** Adds the number at an address, which has many digits or an exponent. Returns the address after it. */
  #addNumber(address: number): number {
    const { call, bytes, constants, results } = this.#kernel;
    let end = address;
    while (bytes[end] !== COMMA && bytes[end] !== OBJECT_END) end += 1;
    const text = bytes.toString('latin1', address, end);
    if (results.awaited.value === constants.DOUBLES) call.addDouble(Number(text));
    else call.addInteger(int64Of(text));
    return end;
  }

  /** Encodes the columns one after the other. The row group is then empty. */
  *encode(): Generator<EncodedColumn, void, undefined> {
    const { call } = this.#kernel;
    const { count } = this;
    for (const [index, type] of this.#types.entries()) {
      call.encodeColumn(index, this.#results);
      const { bytes } = this.#kernel;
      const results = new Uint32Array(bytes.buffer, this.#results, RESULTS);
      const page = (from: number): PageBody => {
        const [uncompressed = 0, address = 0, length = 0] = results.subarray(from);
        return { compressed: bytes.subarray(address, address + length), uncompressed };
      };
      const [distinct = 0, values = 0, least = 0, greatest = 0] = results.subarray(6);
      yield {
        type,
        count,
        nulls: count - values,
        dictionary: distinct > 0 ? { ...page(0), count: distinct } : null,
        data: page(3),
        ...(values > 0 && rangeOf(type, bytes, least, greatest)),
      };
    }
    call.clearGroup();
  }

  /** Lets the next row groups of this thread use the memory. Must be called after the last row group. */
  end(): void {
    idle.push(this.#kernel);
  }
}

/** The integer with these digits. Throws a `RangeError` if it has more than 64 bits. */
function int64Of(text: string): bigint {
  const integer = BigInt(text);
  if (BigInt.asIntN(64, integer) !== integer) throw new RangeError(`${text} has more than 64 bits`);
  return integer;
}

/** The values at two addresses, of which the first is the smallest and the second the largest of a column. */
function rangeOf(
  type: EncodedColumn['type'],
  bytes: Buffer,
  least: number,
  greatest: number,
): Pick<EncodedColumn, 'min_value' | 'max_value'> {
  if (type === 'INT64') return { min_value: bytes.readBigInt64LE(least), max_value: bytes.readBigInt64LE(greatest) };
  if (type === 'BYTE_ARRAY') return { min_value: textAt(bytes, least), max_value: textAt(bytes, greatest) };
  const [min, max] = [bytes.readDoubleLE(least), bytes.readDoubleLE(greatest)];
  // A minimum of zero must be written as -0, and a maximum of zero as +0 (parquet.thrift, ColumnOrder).
  return { min_value: min === 0 ? -0 : min, max_value: max === 0 ? 0 : max };
}

function textAt(bytes: Buffer, address: number): Uint8Array {
  const start = address + Uint32Array.BYTES_PER_ELEMENT;
  return new Uint8Array(bytes.subarray(start, start + bytes.readUInt32LE(address)));
}
