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

/** A row group also ends once its JSON has this number of bytes, so that long texts take no more memory. */
const MAX_GROUP_BYTES = 1 << 24;

/** Maximum records of a group, and most cells in tables that are not very wide. */
const MAX_GROUP_RECORDS = 1 << 16;
const MAX_GROUP_CELLS = 1 << 18;
/** Groups of fewer records would have more metadata than data. */
const LEAST_GROUP_RECORDS = 1_000;

/** Parquet has records in groups of this number, and parts begin where groups do. */
function groupRecords(site: Site, columns: number): number {
  const alignment = pageFormat(site).alignment(site, columns);
  const most = Math.min(MAX_GROUP_RECORDS, Math.max(LEAST_GROUP_RECORDS, MAX_GROUP_CELLS / columns));
  return alignment * Math.max(1, Math.floor(most / alignment));
}

/** The first letter of `null`. */
const NULL = 0x6e;
const NULL_LENGTH = 4;

/**
 * Apache Parquet (https://parquet.apache.org/docs/file-format/): columns in row groups, with the least and the greatest value of each. A
 * row group begins at every multiple of some number of records, so that the groups are the same however the dataset is divided.
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

/** Writes the row groups of a part. Holds one of them at a time. */
class ParquetWriter implements RecordWriter {
  readonly capacity = Number.POSITIVE_INFINITY;
  readonly #part: FilePart;
  readonly #names: readonly string[];
  readonly #keyLengths: readonly number[];
  readonly #columns: readonly ColumnValues[];
  readonly #groupRecords: number;
  readonly #groups: RowGroup[] = [];
  #bytes = 0;
  /** Records of the part. */
  #records = 0;
  /** Records of the row group, and bytes of their JSON. */
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
      // The end of the object, and what separates it from the next.
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
