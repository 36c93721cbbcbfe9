import type { ColumnChunk } from 'hyparquet';
import { ByteWriter } from 'hyparquet-writer/src/bytewriter.js';
import { writePageHeader } from 'hyparquet-writer/src/datapage.js';
import type { FilePart } from '../../../model.ts';
import type { EncodedColumn, PageBody } from './row-group.ts';

/**
 * Writes a column chunk: a dictionary page if the column has a dictionary, then one data page. Pages are compressed with Snappy. The data
 * page has version 1 (`DataPageHeader` in Apache Parquet format 2.12), which every reader supports. Returns the metadata of the chunk,
 * which starts at `start`.
 */
export function writeColumnChunk(part: FilePart, start: number, name: string, column: EncodedColumn): ColumnChunk {
  const { type, count, nulls, dictionary, data, ...range } = column;
  const pages = new PageWriter(part);
  if (dictionary) {
    pages.write(dictionary, {
      type: 'DICTIONARY_PAGE',
      dictionary_page_header: { num_values: dictionary.count, encoding: 'PLAIN', is_sorted: false },
    });
  }
  const dataStart = start + pages.compressed;
  pages.write(data, {
    type: 'DATA_PAGE',
    data_page_header: {
      num_values: count,
      encoding: dictionary ? 'RLE_DICTIONARY' : 'PLAIN',
      definition_level_encoding: 'RLE',
      repetition_level_encoding: 'RLE',
    },
  });
  return {
    file_offset: 0n,
    meta_data: {
      type,
      encodings: dictionary ? ['PLAIN', 'RLE', 'RLE_DICTIONARY'] : ['PLAIN', 'RLE'],
      path_in_schema: [name],
      codec: 'SNAPPY',
      num_values: BigInt(count),
      total_uncompressed_size: BigInt(pages.uncompressed),
      total_compressed_size: BigInt(pages.compressed),
      data_page_offset: BigInt(dataStart),
      ...(dictionary && { dictionary_page_offset: BigInt(start) }),
      statistics: { null_count: BigInt(nulls), ...range },
    },
  };
}

type PageHeader = Parameters<typeof writePageHeader>[1];

class PageWriter {
  readonly #part: FilePart;
  /** Bytes of all pages so far, including their headers: as written, and before their compression. */
  compressed = 0;
  uncompressed = 0;

  constructor(part: FilePart) {
    this.#part = part;
  }

  write(
    { compressed, uncompressed }: PageBody,
    header: Omit<PageHeader, 'uncompressed_page_size' | 'compressed_page_size'>,
  ): void {
    const head = new ByteWriter();
    writePageHeader(head, {
      ...header,
      uncompressed_page_size: uncompressed,
      compressed_page_size: compressed.length,
    });
    this.#part.write(head.getBytes());
    this.#part.write(compressed);
    this.compressed += head.offset + compressed.length;
    this.uncompressed += head.offset + uncompressed;
  }
}
