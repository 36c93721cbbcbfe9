import type { RowGroup } from 'hyparquet';
import { returnKernel, takeKernel } from '../../../kernel/kernel.ts';
import type { FilePart } from '../../../model.ts';
import type { RecordColumn } from '../../records/record-writer.ts';
import { keyLengthsOf } from '../download-writer.ts';
import { RESULTS, writeColumnChunk } from './column-chunk.ts';

const [COMMA, OBJECT_END] = [0x2c, 0x7d];
/** Initial value of all hashes. It is random, so that colliding strings are hard to craft. It does not affect the output. */
const SECRET = Math.floor(Math.random() * 2 ** 32);

/** Collects the records of one row group after another in the memory of a kernel. */
export class RowGroupRecords {
  readonly #kernel = takeKernel();
  readonly #columns: readonly RecordColumn[];
  /** Address at which the kernel and its caller pass numbers to each other. */
  readonly #results: number;

  /** Row groups have at most `maxRecords` records, and end after the record with which their values reach `maxBytes` bytes. */
  constructor(columns: readonly RecordColumn[], maxRecords: number, maxBytes: number) {
    const kernel = this.#kernel;
    const { INTEGERS, DOUBLES, STRINGS, STORED_BYTES } = kernel.constants;
    const types = { int64: INTEGERS, float64: DOUBLES, object: STRINGS };
    this.#columns = columns;
    this.#results = kernel.allocate(RESULTS * Uint32Array.BYTES_PER_ELEMENT);
    const table = kernel.allocate(columns.length * STORED_BYTES);
    const heap = kernel.allocate(0);
    const keyLengths = keyLengthsOf(columns);
    for (const [index, { type }] of columns.entries()) {
      const stored = [types[type], keyLengths[index] as number];
      new Uint32Array(kernel.bytes.buffer, table + index * STORED_BYTES).set(stored);
    }
    kernel.call.beginGroups(table, columns.length, maxRecords, maxBytes, heap, SECRET);
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
    if (results.awaited.value === constants.DOUBLES) bytes.writeDoubleLE(Number(text), this.#results);
    else bytes.writeBigInt64LE(BigInt(text), this.#results);
    call.addAwaited(this.#results);
    return end;
  }

  /** Writes the row group, which starts at `start` in the part, and begins the next. Returns the metadata. */
  write(part: FilePart, start: number): RowGroup {
    const { call } = this.#kernel;
    const { count } = this;
    let [compressed, uncompressed] = [0, 0];
    const columns = this.#columns.map((column, index) => {
      call.encodeColumn(index, this.#results);
      const chunk = writeColumnChunk(part, start + compressed, column, count, this.#kernel.bytes, this.#results);
      compressed += Number(chunk.meta_data?.total_compressed_size);
      uncompressed += Number(chunk.meta_data?.total_uncompressed_size);
      return chunk;
    });
    call.clearGroup();
    return {
      columns,
      num_rows: BigInt(count),
      total_byte_size: BigInt(uncompressed),
      total_compressed_size: BigInt(compressed),
      file_offset: BigInt(start),
    };
  }

  /** Lets other writers use the memory. */
  end(): void {
    returnKernel(this.#kernel);
  }
}
