import type { RowGroup } from 'hyparquet';
import { downloadFile } from '../../../contract/routes.ts';
import { DOUBLES, INTEGERS, STORED_BYTES, STRINGS } from '../../../kernel/constants.ts';
import { returnKernel, takeKernel } from '../../../kernel/kernel.ts';
import type { FilePart, Zlib } from '../../../model.ts';
import type {
  EncodedRecords,
  PartSummary,
  RecordColumn,
  RecordFormat,
  RecordPages,
  RecordWriter,
} from '../../records/record-writer.ts';
import { keyLengthsOf } from '../download-writer.ts';
import { RESULTS, writeColumnChunk } from './column-chunk.ts';
import { encodeFileEnd, MAGIC, type PartGroups } from './file-metadata.ts';

/** Maximum number of records and of cells in a row group, so that a reader needs few requests, unless `MIN_GROUP_RECORDS` requires more. */
const MAX_GROUP_RECORDS = 150_000;
const MAX_GROUP_CELLS = 1_200_000;
/** Lower limit for wide datasets: in much smaller groups, the metadata could be larger than the data. */
const MIN_GROUP_RECORDS = 1_000;
/** A row group ends early once its values reach this size in bytes, which limits the memory that long strings need. */
const MAX_GROUP_BYTES = 1 << 24;

const [COMMA, OBJECT_END] = [0x2c, 0x7d];
/** Initial value of all hashes. It is random, so that colliding strings are hard to craft. It does not affect the output. */
const SECRET = Math.floor(Math.random() * 2 ** 32);

/** Maximum number of records in a row group. */
function groupRecords(columns: number): number {
  return Math.min(MAX_GROUP_RECORDS, Math.max(MIN_GROUP_RECORDS, Math.floor(MAX_GROUP_CELLS / columns)));
}

/**
 * Apache Parquet (https://parquet.apache.org/docs/file-format/), with statistics for each column of each row group. A part has one row group,
 * or as many as its length requires.
 */
export const PARQUET: RecordFormat = {
  alignment: () => 1,
  partRecords: groupRecords,
  open: (output, pages, { number }) => {
    const part = output.part(downloadFile('parquet', pages.collection.config), number);
    return new ParquetWriter(part, output.zlib, pages, number === 0);
  },
  join(dataset, summaries, output) {
    const parts = summaries as readonly PartGroups[];
    const path = downloadFile('parquet', dataset.config);
    const file = output.joinParts(path, parts.length, (joined) => encodeFileEnd(dataset, parts, joined));
    return { format: 'parquet', ...file };
  },
};

/** Writes the row groups of one part. Collects the records of one row group after another in the memory of a kernel. */
class ParquetWriter implements RecordWriter {
  readonly capacity = Number.POSITIVE_INFINITY;
  readonly #kernel = takeKernel();
  readonly #part: FilePart;
  readonly #zlib: Zlib;
  readonly #columns: readonly RecordColumn[];
  /** Address at which the kernel and its caller pass numbers to each other. */
  readonly #results: number;
  /** Address of the kernel's table of columns. */
  readonly #table: number;
  readonly #groups: RowGroup[] = [];
  #bytes = 0;

  constructor(part: FilePart, zlib: Zlib, { columns, count }: RecordPages, isFirst: boolean) {
    const kernel = this.#kernel;
    const types = { int64: INTEGERS, float64: DOUBLES, object: STRINGS };
    this.#part = part;
    this.#zlib = zlib;
    this.#columns = columns;
    this.#results = kernel.allocate(RESULTS * Uint32Array.BYTES_PER_ELEMENT);
    const table = kernel.allocate(columns.length * STORED_BYTES);
    this.#table = table;
    const heap = kernel.allocate(0);
    const keyLengths = keyLengthsOf(columns);
    for (const [index, { type }] of columns.entries()) {
      const stored = [types[type], keyLengths[index] as number, 0];
      new Uint32Array(kernel.bytes.buffer, table + index * STORED_BYTES).set(stored);
    }
    const maxRecords = Math.min(groupRecords(columns.length), Math.max(1, count));
    kernel.call.beginGroups(table, columns.length, maxRecords, MAX_GROUP_BYTES, heap, SECRET);
    if (isFirst) part.write(MAGIC);
  }

  /** Throws a `RangeError` if an integer has more than 64 bits. */
  add({ bytes, start, end, count }: EncodedRecords): void {
    const { call, results } = this.#kernel;
    for (let [from, left] = [start, count]; left > 0; ) {
      const input = call.inputFor(end - from);
      bytes.copy(this.#kernel.bytes, input, from, end);
      left -= call.addRecords(input, left);
      while (results.awaited.value >= 0) left -= call.addRecords(this.#addNumber(results.readEnd.value), left);
      from += results.readEnd.value - input;
      if (results.isFull.value) this.#writeGroup();
    }
  }

  /** Adds the number at an address, which has many digits or an exponent. Returns the address after it. */
  #addNumber(address: number): number {
    const { call, bytes, results } = this.#kernel;
    let end = address;
    while (bytes[end] !== COMMA && bytes[end] !== OBJECT_END) end += 1;
    const text = bytes.toString('latin1', address, end);
    if (results.awaited.value === DOUBLES) bytes.writeDoubleLE(Number(text), this.#results);
    else bytes.writeBigInt64LE(BigInt(text), this.#results);
    call.addAwaited(this.#results);
    return end;
  }

  end(): PartSummary {
    if (this.#kernel.results.groupRecords.value > 0) this.#writeGroup();
    const { buffer } = this.#kernel.bytes;
    const digits = this.#columns.map((_, index) => new Uint32Array(buffer, this.#table + index * STORED_BYTES)[2] ?? 0);
    returnKernel(this.#kernel);
    this.#part.end();
    return { bytes: this.#bytes, groups: this.#groups, digits } satisfies PartGroups;
  }

  /** Writes the row group and begins the next. */
  #writeGroup(): void {
    const { call, results } = this.#kernel;
    const count = results.groupRecords.value;
    let [compressed, uncompressed] = [0, 0];
    const columns = this.#columns.map((column, index) => {
      call.encodeColumn(index, this.#results);
      const start = this.#bytes + compressed;
      const chunk = writeColumnChunk(this.#part, start, column, count, this.#kernel.bytes, this.#results, this.#zlib);
      compressed += Number(chunk.meta_data?.total_compressed_size);
      uncompressed += Number(chunk.meta_data?.total_uncompressed_size);
      return chunk;
    });
    call.clearGroup();
    this.#groups.push({
      columns,
      num_rows: BigInt(count),
      total_byte_size: BigInt(uncompressed),
      total_compressed_size: BigInt(compressed),
      file_offset: BigInt(this.#bytes),
    });
    this.#bytes += compressed;
  }
}
