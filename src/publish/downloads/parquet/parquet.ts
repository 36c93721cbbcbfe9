import type { RowGroup } from 'hyparquet';
import { ByteWriter } from 'hyparquet-writer/src/bytewriter.js';
import { downloadFile, type Site } from '../../../contract/routes.ts';
import type { FilePart } from '../../../model.ts';
import { pageFormat } from '../../records/layouts.ts';
import type {
  EncodedRecords,
  PartSummary,
  RecordFormat,
  RecordPages,
  RecordWriter,
} from '../../records/record-writer.ts';
import { keyLengthsOf } from '../download-writer.ts';
import { writeColumnChunk } from './column-chunk.ts';
import { ColumnValues } from './column-values.ts';
import { encodeFileEnd, MAGIC, movedBy, type PartGroups, STORED } from './file-metadata.ts';

/** A row group ends early once its JSON reaches this size in bytes, which limits the memory that long strings need. */
const MAX_GROUP_BYTES = 1 << 24;

/** Maximum number of records and of cells in a row group, unless `MIN_GROUP_RECORDS` or the alignment of the pages requires more. */
const MAX_GROUP_RECORDS = 1 << 16;
const MAX_GROUP_CELLS = 1 << 18;
/** Lower limit for wide datasets: in much smaller groups, the metadata could be larger than the data. */
const MIN_GROUP_RECORDS = 1_000;

/** Maximum number of records per row group, a multiple of the alignment of the pages. Parts start at multiples of this number. */
function groupRecords(site: Site, columns: number): number {
  const alignment = pageFormat(site).alignment(site, columns);
  const maxRecords = Math.min(MAX_GROUP_RECORDS, Math.max(MIN_GROUP_RECORDS, MAX_GROUP_CELLS / columns));
  return alignment * Math.max(1, Math.floor(maxRecords / alignment));
}

/** First byte of the JSON token `null`. */
const NULL = 0x6e;
const NULL_LENGTH = 4;

/**
 * Apache Parquet (https://parquet.apache.org/docs/file-format/), with statistics for each column of each row group. A row group starts
 * at every multiple of a fixed number of records, so the groups do not depend on how the dataset is split into parts.
 */
export const PARQUET: RecordFormat = {
  alignment: groupRecords,
  open: (output, pages, { number }) => {
    const part = output.part(downloadFile('parquet', pages.collection.config), number);
    return new ParquetWriter(part, pages, number === 0);
  },
  join(dataset, summaries, output) {
    const parts = summaries as readonly PartGroups[];
    const path = downloadFile('parquet', dataset.config);
    const file = output.joinParts(path, parts.length, (joined) => encodeFileEnd(dataset, parts, joined));
    return { format: 'parquet', ...file };
  },
};

/** Writes the row groups of one part. Keeps only one row group in memory. */
class ParquetWriter implements RecordWriter {
  readonly capacity = Number.POSITIVE_INFINITY;
  readonly #part: FilePart;
  readonly #names: readonly string[];
  readonly #keyLengths: readonly number[];
  readonly #columns: readonly ColumnValues[];
  readonly #groupRecords: number;
  readonly #groups: RowGroup[] = [];
  #bytes = 0;
  /** Number of records in the part so far. */
  #records = 0;
  /** Number of records in the current row group, and the size of their JSON in bytes. */
  #count = 0;
  #jsonBytes = 0;

  constructor(part: FilePart, { columns, site }: RecordPages, isFirst: boolean) {
    this.#part = part;
    this.#names = columns.map(({ name }) => name);
    this.#keyLengths = keyLengthsOf(columns);
    this.#groupRecords = groupRecords(site, columns.length);
    this.#columns = columns.map(({ type }) => new ColumnValues(STORED[type].type, this.#groupRecords));
    if (isFirst) part.write(MAGIC);
  }

  add({ bytes, start, count }: EncodedRecords): void {
    const columns = this.#columns;
    const keyLengths = this.#keyLengths;
    let from = start;
    for (let record = 0; record < count; record += 1) {
      const before = from;
      for (let index = 0; index < columns.length; index += 1) {
        const column = columns[index] as ColumnValues;
        from += keyLengths[index] as number;
        if (bytes[from] === NULL) {
          column.addNull();
          from += NULL_LENGTH;
        } else from = column.add(bytes, from);
      }
      // Skip the closing brace, the comma and the line feed.
      from += 3;
      this.#records += 1;
      this.#count += 1;
      this.#jsonBytes += from - before;
      if (this.#records % this.#groupRecords === 0 || this.#jsonBytes >= MAX_GROUP_BYTES) this.#writeGroup();
    }
  }

  end(): PartSummary {
    if (this.#count > 0) this.#writeGroup();
    this.#part.end();
    return { bytes: this.#bytes, groups: this.#groups } satisfies PartGroups;
  }

  #writeGroup(): void {
    const writer = new ByteWriter();
    const columns = this.#columns.map((column, index) => {
      const chunk = writeColumnChunk(writer, this.#names[index] as string, column);
      column.clear();
      return chunk;
    });
    const group: RowGroup = {
      columns,
      num_rows: BigInt(this.#count),
      total_byte_size: columns.reduce((sum, { meta_data }) => sum + (meta_data?.total_uncompressed_size ?? 0n), 0n),
      total_compressed_size: BigInt(writer.offset),
      file_offset: 0n,
    };
    this.#groups.push(movedBy(group, BigInt(this.#bytes)));
    this.#part.write(writer.getBytes());
    this.#bytes += writer.offset;
    this.#count = 0;
    this.#jsonBytes = 0;
  }
}
