import type { KeyValue, RowGroup, SchemaElement } from 'hyparquet';
import { ByteWriter } from 'hyparquet-writer/src/bytewriter.js';
import { writeMetadata } from 'hyparquet-writer/src/metadata.js';
import type { ColumnType, Dataset, JoinedFile } from '../../../model.ts';

/** The magic number `PAR1` at the start and end of every Parquet file. */
export const MAGIC = new Uint8Array([0x50, 0x41, 0x52, 0x31]);

/**
 * Name and version of the writer. Some readers trust string statistics only if this has the form that Parquet's own writers use. The
 * version changes only if the encoding does: if it were that of the package, every release would change all files.
 */
const CREATED_BY = 'almanac version 1.0.0 (build 1)';

/** Maximum length of strings in the statistics, in bytes. Longer strings are truncated to a valid bound. */
const MAX_STATISTICS_BYTES = 64;

/** Row groups of one part, with offsets relative to the start of the part. */
export interface PartGroups {
  bytes: number;
  groups: RowGroup[];
}

/**
 * Encodes the end of a Parquet file: its metadata, the length of the metadata, and `PAR1`. `before` has the digest of the file up to that
 * point: `PAR1` and all parts, in order. Every column is optional, so that the schema stays the same if a later edition has nulls.
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
    // Set by `writeMetadata`.
    metadata_length: 0,
  };
  writeMetadata(writer, metadata, MAX_STATISTICS_BYTES);
  writer.appendBytes(MAGIC);
  return writer.getBytes();
}

/** Returns a copy of a row group, moved by `bytes`. The deprecated `file_offset` of each column stays the same. */
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

/** Parquet types in which columns of each type are stored. */
export const STORED = {
  int64: { type: 'INT64' },
  float64: { type: 'DOUBLE' },
  object: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
} as const satisfies Record<ColumnType, Partial<SchemaElement>>;

/** Key-value metadata about the dataset. `data_sha256` is the digest of all bytes before the metadata. */
function keyValuesOf(dataset: Dataset, { sha256 }: Pick<JoinedFile, 'sha256'>): KeyValue[] {
  const { name, description, source, url, license } = dataset;
  const values = { title: name, description, source, url, license, data_sha256: sha256 };
  return Object.entries(values).map(([key, value]) => ({ key, value }));
}
