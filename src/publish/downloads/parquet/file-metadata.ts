import type { KeyValue, RowGroup, SchemaElement } from 'hyparquet';
import { ByteWriter } from 'hyparquet-writer/src/bytewriter.js';
import { writeMetadata } from 'hyparquet-writer/src/metadata.js';
import type { ColumnType, Dataset, JoinedFile } from '../../../model.ts';

/** The four bytes, `PAR1`, that a Parquet file begins and ends with. */
export const MAGIC = new Uint8Array([0x50, 0x41, 0x52, 0x31]);

/**
 * The name of the writer. Some readers trust statistics of texts only if it looks like the names of Parquet's own writers. The version
 * changes only if the files are written in another way; with that of the package, each release would change all files.
 */
const CREATED_BY = 'almanac version 1.0.0 (build 1)';

/** Statistics keep at most this number of bytes of a long text: a bound, not the text itself. */
const MAX_STATISTICS_BYTES = 64;

/** Row groups of one part, whose offsets count from the start of the part. */
export interface PartGroups {
  bytes: number;
  groups: RowGroup[];
}

/**
 * The end of a Parquet file: its metadata, their length, and `PAR1`. `before` is all that comes before, from `PAR1` on, which the parts
 * follow in order. Every column may have nulls, so that the next edition has the same schema.
 */
export function encodeFileEnd(
  dataset: Dataset,
  parts: readonly PartGroups[],
  before: Pick<JoinedFile, 'sha256'>,
): Uint8Array {
  const groups: RowGroup[] = [];
  let start = BigInt(MAGIC.length);
  for (const part of parts) {
    for (const group of part.groups) groups.push(movedBy(group, start));
    start += BigInt(part.bytes);
  }
  const writer = new ByteWriter();
  const metadata = {
    version: 2,
    created_by: CREATED_BY,
    schema: schemaOf(dataset),
    num_rows: BigInt(dataset.rowCount),
    row_groups: groups,
    key_value_metadata: keyValuesOf(dataset, before),
    // The writer adds it.
    metadata_length: 0,
  };
  writeMetadata(writer, metadata, MAX_STATISTICS_BYTES);
  writer.appendBytes(MAGIC);
  return writer.getBytes();
}

/** A row group whose offsets are greater by some bytes. */
export function movedBy(group: RowGroup, bytes: bigint): RowGroup {
  const columns = group.columns.map((column) => {
    const data = column.meta_data;
    if (!data) return column;
    const { dictionary_page_offset, data_page_offset } = data;
    return {
      ...column,
      meta_data: {
        ...data,
        data_page_offset: data_page_offset + bytes,
        ...(dictionary_page_offset !== undefined && { dictionary_page_offset: dictionary_page_offset + bytes }),
      },
    };
  });
  return { ...group, columns, file_offset: (group.file_offset ?? 0n) + bytes };
}

function schemaOf({ profiles }: Dataset): SchemaElement[] {
  return [
    { name: 'schema', num_children: profiles.length },
    ...profiles.map(({ name, type }): SchemaElement => ({ name, repetition_type: 'OPTIONAL', ...STORED[type] })),
  ];
}

/** How the values of each type of column are stored. */
export const STORED = {
  int64: { type: 'INT64' },
  float64: { type: 'DOUBLE' },
  object: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
} as const satisfies Record<ColumnType, Partial<SchemaElement>>;

/** What the file says about its dataset. `data_sha256` is the digest of all bytes before the metadata. */
function keyValuesOf(dataset: Dataset, { sha256 }: Pick<JoinedFile, 'sha256'>): KeyValue[] {
  const { name, description, source, url, license } = dataset;
  const values = { title: name, description, source, url, license, data_sha256: sha256 };
  return Object.entries(values).map(([key, value]) => ({ key, value }));
}
