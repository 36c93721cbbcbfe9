import type { ColumnChunk } from 'hyparquet';
import { ByteWriter } from 'hyparquet-writer/src/bytewriter.js';
import { writePageHeader } from 'hyparquet-writer/src/datapage.js';
import { writeRleBitPackedHybrid } from 'hyparquet-writer/src/encoding.js';
import type { ColumnValues, EncodedValues } from './column-values.ts';
import { compressSnappy } from './compress-snappy.ts';

/**
 * Writes a column chunk: a dictionary page if the column has a dictionary, then one data page. Pages are compressed with Snappy. The data
 * page has version 1 (`DataPageHeader` in Apache Parquet format 2.12), which every reader supports. Returns the metadata of the chunk,
 * with offsets relative to the start of `writer`.
 */
export function writeColumnChunk(writer: ByteWriter, name: string, column: ColumnValues): ColumnChunk {
  const start = writer.offset;
  const values = column.encode();
  let uncompressed = 0;
  if (values?.indexes) {
    uncompressed += writePage(writer, values.plain, {
      type: 'DICTIONARY_PAGE',
      dictionary_page_header: { num_values: values.distinct, encoding: 'PLAIN', is_sorted: false },
    });
  }
  const dataStart = writer.offset;
  const encoding = values?.indexes ? 'RLE_DICTIONARY' : 'PLAIN';
  uncompressed += writePage(writer, dataOf(column, values), {
    type: 'DATA_PAGE',
    data_page_header: {
      num_values: column.count,
      encoding,
      definition_level_encoding: 'RLE',
      repetition_level_encoding: 'RLE',
    },
  });
  return {
    file_offset: 0n,
    meta_data: {
      type: column.type,
      encodings: values?.indexes ? ['PLAIN', 'RLE', 'RLE_DICTIONARY'] : ['PLAIN', 'RLE'],
      path_in_schema: [name],
      codec: 'SNAPPY',
      num_values: BigInt(column.count),
      total_uncompressed_size: BigInt(uncompressed),
      total_compressed_size: BigInt(writer.offset - start),
      data_page_offset: BigInt(dataStart),
      ...(values?.indexes && { dictionary_page_offset: BigInt(start) }),
      statistics: {
        null_count: BigInt(column.count - column.valueCount),
        ...(values && { min_value: values.min, max_value: values.max }),
      },
    },
  };
}

type PageHeader = Parameters<typeof writePageHeader>[1];

/** Writes a page; returns its uncompressed size in bytes, including the header. */
function writePage(
  writer: ByteWriter,
  body: Uint8Array,
  header: Omit<PageHeader, 'uncompressed_page_size' | 'compressed_page_size'>,
): number {
  const start = writer.offset;
  const compressed = compressSnappy(body);
  writePageHeader(writer, {
    ...header,
    uncompressed_page_size: body.length,
    compressed_page_size: compressed.length,
  });
  const headerBytes = writer.offset - start;
  writer.appendBytes(compressed);
  return headerBytes + body.length;
}

/** Body of a data page: the definition levels, which mark nulls, then the values. */
function dataOf({ levels, count }: ColumnValues, values: EncodedValues | null): Uint8Array {
  const page = new ByteWriter();
  // Placeholder for the byte length of the levels, which is known only once they are encoded.
  page.appendUint32(0);
  const bytes = writeRleBitPackedHybrid(page, levels.subarray(0, count), 1);
  page.view.setUint32(0, bytes, true);
  if (values?.indexes) {
    const bits = 32 - Math.clz32(values.distinct - 1);
    page.appendUint8(bits);
    writeRleBitPackedHybrid(page, values.indexes, bits);
  } else if (values) page.appendBytes(values.plain);
  return page.getBytes();
}
