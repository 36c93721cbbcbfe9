import type { ColumnChunk } from 'hyparquet';
import { ByteWriter } from 'hyparquet-writer/src/bytewriter.js';
import { writePageHeader } from 'hyparquet-writer/src/datapage.js';
import type { FilePart, Zlib } from '../../../model.ts';
import type { RecordColumn } from '../../records/record-writer.ts';
import { STORED } from './file-metadata.ts';

/** Number of 32-bit integers that the kernel stores for an encoded column (`encodeColumn` in kernel/wasm/parquet.ts). */
export const RESULTS = 10;

/**
 * Writes a column chunk of `count` records: a dictionary page if the column has a dictionary, then one data page. `address` is where the kernel
 * has stored its results in `bytes`. Pages are compressed with Snappy, and have a CRC-32. The data page has version 1 (`DataPageHeader` in
 * Apache Parquet format 2.12), which every reader supports. Returns the metadata of the chunk, which starts at `start` in the part.
 */
export function writeColumnChunk(
  part: FilePart,
  start: number,
  { name, type: columnType }: RecordColumn,
  count: number,
  bytes: Buffer,
  address: number,
  { crc32 }: Zlib,
): ColumnChunk {
  const results = new Uint32Array(bytes.buffer, address, RESULTS);
  const [distinct, values, least, greatest] = results.subarray(6) as unknown as [number, number, number, number];
  const { type } = STORED[columnType];
  let [compressed, uncompressed] = [0, 0];
  /** Writes the page whose length before compression, address and length are in the results. */
  const write = (
    first: number,
    header: Omit<PageHeader, 'uncompressed_page_size' | 'compressed_page_size' | 'crc'>,
  ): void => {
    const [whole, from, length] = results.subarray(first) as unknown as [number, number, number];
    const head = new ByteWriter();
    const page = bytes.subarray(from, from + length);
    // Thrift has signed integers alone.
    const crc = crc32(page) | 0;
    writePageHeader(head, { ...header, uncompressed_page_size: whole, compressed_page_size: length, crc });
    part.write(head.getBytes());
    part.write(page);
    compressed += head.offset + length;
    uncompressed += head.offset + whole;
  };
  const dictionary_page_header = { num_values: distinct, encoding: 'PLAIN', is_sorted: false } as const;
  if (distinct > 0) write(0, { type: 'DICTIONARY_PAGE', dictionary_page_header });
  const dataStart = start + compressed;
  write(3, {
    type: 'DATA_PAGE',
    data_page_header: {
      num_values: count,
      encoding: distinct > 0 ? 'RLE_DICTIONARY' : 'PLAIN',
      definition_level_encoding: 'RLE',
      repetition_level_encoding: 'RLE',
    },
  });
  return {
    file_offset: 0n,
    meta_data: {
      type,
      encodings: distinct > 0 ? ['PLAIN', 'RLE', 'RLE_DICTIONARY'] : ['PLAIN', 'RLE'],
      path_in_schema: [name],
      codec: 'SNAPPY',
      num_values: BigInt(count),
      total_uncompressed_size: BigInt(uncompressed),
      total_compressed_size: BigInt(compressed),
      data_page_offset: BigInt(dataStart),
      ...(distinct > 0 && { dictionary_page_offset: BigInt(start) }),
      statistics: {
        null_count: BigInt(count - values),
        ...(values > 0 && { min_value: valueAt(type, bytes, least, -0), max_value: valueAt(type, bytes, greatest, 0) }),
      },
    },
  };
}

type PageHeader = Parameters<typeof writePageHeader>[1];

/**
 * The value with PLAIN encoding at `at`. A minimum of zero must be written as -0, and a maximum of zero as +0 (parquet.thrift, ColumnOrder), so
 * `zero` replaces a zero.
 */
function valueAt(type: string, bytes: Buffer, at: number, zero: number): number | bigint | Uint8Array {
  if (type === 'INT64') return bytes.readBigInt64LE(at);
  if (type === 'DOUBLE') return bytes.readDoubleLE(at) || zero;
  const text = at + Uint32Array.BYTES_PER_ELEMENT;
  return new Uint8Array(bytes.subarray(text, text + bytes.readUInt32LE(at)));
}
