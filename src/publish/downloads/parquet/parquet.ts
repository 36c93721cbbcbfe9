import type { RowGroup } from 'hyparquet';
import { downloadFile } from '../../../contract/routes.ts';
import { DOUBLES, INTEGERS, STORED_BYTES, STRINGS } from '../../../kernel/constants.ts';
import { returnKernel, takeKernel } from '../../../kernel/kernel.ts';
import type { FilePart, Zlib } from '../../../model.ts';
import type { RecordFormat, RecordPages, RecordWriter } from '../../records/record-writer.ts';
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
  partRecords: groupRecords,
  open(output, pages, { number }) {
    const part = output.part(downloadFile('parquet', pages.collection.config), number);
    if (number === 0) part.write(MAGIC);
    return parquetWriter(part, output.zlib, pages);
  },
  join(dataset, summaries, output) {
    const parts = summaries as readonly PartGroups[];
    const path = downloadFile('parquet', dataset.config);
    const file = output.joinParts(path, parts.length, (joined) => encodeFileEnd(dataset, parts, joined));
    return { format: 'parquet', ...file };
  },
};

const TYPES = { int64: INTEGERS, float64: DOUBLES, object: STRINGS };

/** Writes the row groups of one part. Collects the records of one row group after another in the memory of a kernel. */
function parquetWriter(part: FilePart, zlib: Zlib, { columns, count: all }: RecordPages): RecordWriter {
  const kernel = takeKernel();
  const { call, results } = kernel;
  /** Address at which the kernel and its caller pass numbers to each other. */
  const passed = kernel.allocate(RESULTS * Uint32Array.BYTES_PER_ELEMENT);
  /** Address of the kernel's table of columns. */
  const table = kernel.allocate(columns.length * STORED_BYTES);
  const heap = kernel.allocate(0);
  const stored = (index: number): Uint32Array => new Uint32Array(kernel.bytes.buffer, table + index * STORED_BYTES);
  const keyLengths = keyLengthsOf(columns);
  for (const [index, { type }] of columns.entries()) stored(index).set([TYPES[type], keyLengths[index] as number, 0]);
  const maxRecords = Math.min(groupRecords(columns.length), Math.max(1, all));
  call.beginGroups(table, columns.length, maxRecords, MAX_GROUP_BYTES, heap, SECRET);
  const groups: RowGroup[] = [];
  let written = 0;
  /** Adds the number at an address, which has many digits or an exponent. Returns the address after it. */
  const addNumber = (address: number): number => {
    const { bytes } = kernel;
    let end = address;
    while (bytes[end] !== COMMA && bytes[end] !== OBJECT_END) end += 1;
    const text = bytes.toString('latin1', address, end);
    if (results.awaited.value === DOUBLES) bytes.writeDoubleLE(Number(text), passed);
    else bytes.writeBigInt64LE(BigInt(text), passed);
    call.addAwaited(passed);
    return end;
  };
  /** Writes the row group and begins the next. */
  const writeGroup = (): void => {
    const count = results.groupRecords.value;
    let [compressed, uncompressed] = [0, 0];
    const chunks = columns.map((column, index) => {
      call.encodeColumn(index, passed);
      const chunk = writeColumnChunk(part, written + compressed, column, count, kernel.bytes, passed, zlib);
      compressed += Number(chunk.meta_data?.total_compressed_size);
      uncompressed += Number(chunk.meta_data?.total_uncompressed_size);
      return chunk;
    });
    call.clearGroup();
    groups.push({
      columns: chunks,
      num_rows: BigInt(count),
      total_byte_size: BigInt(uncompressed),
      total_compressed_size: BigInt(compressed),
      file_offset: BigInt(written),
    });
    written += compressed;
  };
  return {
    /** Throws a `RangeError` if an integer has more than 64 bits. */
    add({ bytes, start, end, count }) {
      for (let [from, left] = [start, count]; left > 0; ) {
        const input = call.inputFor(end - from);
        bytes.copy(kernel.bytes, input, from, end);
        left -= call.addRecords(input, left);
        while (results.awaited.value >= 0) left -= call.addRecords(addNumber(results.readEnd.value), left);
        from += results.readEnd.value - input;
        if (results.isFull.value) writeGroup();
      }
    },
    end() {
      if (results.groupRecords.value > 0) writeGroup();
      const digits = columns.map((_, index) => stored(index)[2] ?? 0);
      returnKernel(kernel);
      part.end();
      return { bytes: written, groups, digits } satisfies PartGroups;
    },
  };
}
