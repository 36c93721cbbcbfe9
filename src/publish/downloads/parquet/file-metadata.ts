import type { KeyValue, RowGroup, SchemaElement } from 'hyparquet';
import { ByteWriter } from 'hyparquet-writer/src/bytewriter.js';
import { writeMetadata } from 'hyparquet-writer/src/metadata.js';
import { ENDS_IN_ZERO, OTHER_DIGITS } from '../../../kernel/constants.ts';
import type { ColumnType, Dataset, JoinedFile } from '../../../model.ts';

/** The magic number `PAR1` at the start and end of every Parquet file. */
export const MAGIC = new Uint8Array([0x50, 0x41, 0x52, 0x31]);

/**
 * Name and version of the writer, in the form that Parquet's own writers use: with any other form, some readers ignore string statistics.
 * The version changes only if the encoding does. It is not the package version, since every release would then change all files.
 */
const CREATED_BY = 'almanac version 1.0.0 (build 1)';

/** Maximum length of string bounds in the statistics, in bytes. Longer bounds are shortened if possible, but remain valid. */
const MAX_STATISTICS_BYTES = 64;

/** Row groups of one part. */
export interface PartGroups {
  /** Total size in bytes. */
  bytes: number;
  /** Their metadata, with offsets relative to the first group. */
  groups: RowGroup[];
  /** For each column, how its numbers are written, as bits (`digits` in kernel/wasm/parquet.ts). */
  digits: readonly number[];
}

/**
 * Encodes the end of a Parquet file: its metadata, the length of the metadata, and `PAR1`. `before` has the digest of all bytes before
 * the metadata. The schema makes every column optional, so that it stays the same if a later edition of the dataset has nulls.
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
    key_value_metadata: keyValuesOf(dataset, parts, before),
    // Required by the type but ignored: `writeMetadata` writes the actual length.
    metadata_length: 0,
  };
  writeMetadata(writer, metadata, MAX_STATISTICS_BYTES);
  writer.appendBytes(MAGIC);
  return writer.getBytes();
}

/** Returns a copy of a row group with its offsets increased by `bytes`, except the deprecated `file_offset` of each column. */
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

/** The Parquet type that stores each column type. */
export const STORED = {
  int64: { type: 'INT64' },
  float64: { type: 'DOUBLE' },
  object: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
} as const satisfies Record<ColumnType, Partial<SchemaElement>>;

/**
 * Key-value metadata about the dataset. `data_sha256` is the digest of all bytes before the metadata. `decimals` says for each column how to
 * write its doubles with the digits of the source: with that number of decimals, as the shortest digits of the double (-1), or neither (null).
 */
function keyValuesOf(
  dataset: Dataset,
  parts: readonly PartGroups[],
  { sha256 }: Pick<JoinedFile, 'sha256'>,
): KeyValue[] {
  const { name, description, source, url, license, profiles } = dataset;
  const decimals = profiles.map((_, index) =>
    decimalsOf(parts.reduce((all, { digits }) => all | (digits[index] ?? 0), 0)),
  );
  const described = { title: name, description, source, url, license };
  const values = { ...described, decimals: JSON.stringify(decimals), data_sha256: sha256 };
  return Object.entries(values).map(([key, value]) => ({ key, value }));
}

function decimalsOf(digits: number): number | null {
  if ((digits & OTHER_DIGITS) !== 0) return null;
  if ((digits & ENDS_IN_ZERO) === 0) return -1;
  const numbers = digits & ~ENDS_IN_ZERO;
  const isOne = (numbers & (numbers - 1)) === 0;
  return isOne ? 31 - Math.clz32(numbers) : null;
}
