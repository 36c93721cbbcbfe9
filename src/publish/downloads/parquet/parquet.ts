import type { RowGroup } from 'hyparquet';
import { downloadFile } from '../../../contract/routes.ts';
import type { FilePart } from '../../../model.ts';
import type {
  EncodedRecords,
  PartSummary,
  RecordFormat,
  RecordPages,
  RecordWriter,
} from '../../records/record-writer.ts';
import { encodeFileEnd, MAGIC, type PartGroups } from './file-metadata.ts';
import { RowGroupRecords } from './row-group.ts';

/** Maximum number of records and of cells in a row group, so that a reader needs few requests, unless `MIN_GROUP_RECORDS` requires more. */
const MAX_GROUP_RECORDS = 150_000;
const MAX_GROUP_CELLS = 1_200_000;
/** Lower limit for wide datasets: in much smaller groups, the metadata could be larger than the data. */
const MIN_GROUP_RECORDS = 1_000;
/** A row group ends early once its values reach this size in bytes, which limits the memory that long strings need. */
const MAX_GROUP_BYTES = 1 << 24;

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
  readonly #records: RowGroupRecords;
  readonly #groups: RowGroup[] = [];
  #bytes = 0;

  constructor(part: FilePart, { columns, count }: RecordPages, isFirst: boolean) {
    const maxRecords = Math.min(groupRecords(columns.length), Math.max(1, count));
    this.#part = part;
    this.#records = new RowGroupRecords(columns, maxRecords, MAX_GROUP_BYTES);
    if (isFirst) part.write(MAGIC);
  }

  add({ bytes, start, end, count }: EncodedRecords): void {
    for (let [from, left] = [start, count]; left > 0; ) {
      const { added, next } = this.#records.add(bytes, from, end, left);
      from = next;
      left -= added;
      if (this.#records.isFull) this.#writeGroup();
    }
  }

  end(): PartSummary {
    if (this.#records.count > 0) this.#writeGroup();
    this.#records.end();
    this.#part.end();
    return { bytes: this.#bytes, groups: this.#groups } satisfies PartGroups;
  }

  #writeGroup(): void {
    const group = this.#records.write(this.#part, this.#bytes);
    this.#bytes += Number(group.total_compressed_size);
    this.#groups.push(group);
  }
}
