import type { FileMetaData, Statistics } from 'hyparquet';
import { parquetMetadata } from 'hyparquet/src/metadata.js';
import type { ColumnSchema } from '../../contract/documents.ts';
import { compare } from './compare-texts.ts';
import { Dictionary } from './dictionary.ts';
import type { PublishedFile } from './published-file.ts';
import type { Bounds, ChunkPlace, RowGroup, TableMetadata } from './table-layout.ts';
import { numberAt } from './unpack.ts';

/** Number of bytes at the end of a file that are read first: more than most metadata have. */
const TAIL = 1 << 16;
/** The length of the metadata, and the letters PAR1. */
const END = 8;
/** The letters PAR1 at the start. */
const MAGIC = 4;
/** Most records of a row group. Almanac writes fewer; a million nulls may take but a few bytes of the file. */
const MAX_RECORDS = 1 << 20;
const MAX_RUN = 1 << 14;
const STORED = { int64: 'INT64', float64: 'DOUBLE', object: 'BYTE_ARRAY' } as const;

type Columns = readonly Pick<ColumnSchema, 'name' | 'type'>[];

/** Reads the metadata of a Parquet file, which must have these columns and this number of records. Throws an `AlmanacError` otherwise. */
export async function readMetadata(file: PublishedFile, columns: Columns, rowCount: number, signal?: AbortSignal) {
  const size = file.facts.bytes;
  let tail = await file.read(Math.max(0, size - TAIL), size, signal);
  const length = numberAt(tail, tail.length - END, 4) + END;
  if (length > size) throw file.fault('it does not end like a Parquet file');
  if (length > tail.length) tail = await file.read(size - length, size, signal);
  if (hasLongRun(tail)) throw file.fault('its metadata have a number of too many bytes');
  let metadata: FileMetaData;
  try {
    // The bounds of texts stay bytes, since they may end within a character.
    const parsers = { stringFromBytes: (bytes: Uint8Array) => bytes.slice() } as object;
    metadata = parquetMetadata(tail, { parsers, geoparquet: false });
  } catch (cause) {
    throw file.fault(`its metadata are damaged: ${(cause as Error).message}`, cause);
  }
  const stored = metadata.schema.slice(1).map(({ name, type }) => [name, type]);
  // The library drops a byte order mark at the start of a name.
  const expected = columns.map(({ name, type }) => [name.replace(/^\uFEFF/, ''), STORED[type]]);
  if (JSON.stringify(stored) !== JSON.stringify(expected)) throw file.changed('it has other columns than the schema');
  const { num_rows } = metadata;
  if (num_rows !== BigInt(rowCount)) throw file.changed(`it has ${num_rows} records, and the schema ${rowCount}`);
  return describe(metadata, columns, file);
}

/**
 * Whether many bytes from 0x80 on follow each other, as in no text between blanks. If they were a number, the library would take time that
 * grows with the square of their number.
 */
function hasLongRun(bytes: Uint8Array): boolean {
  let run = 0;
  for (let at = 0; at < bytes.length && run < MAX_RUN; at += 1) run = (bytes[at] as number) < 0x80 ? 0 : run + 1;
  return run === MAX_RUN;
}

function describe(
  { row_groups, num_rows, metadata_length, key_value_metadata }: FileMetaData,
  columns: Columns,
  file: PublishedFile,
): TableMetadata {
  const unlike = (index: number) => file.fault(`the metadata of its row group ${index} are not as Almanac writes them`);
  let first = 0;
  // Chunks must neither overlap nor be in the metadata: what a question reads is then never more than the file.
  let free = MAGIC;
  const groups = row_groups.map((group, index): RowGroup => {
    const count = Number(group.num_rows);
    const chunks = group.columns.map(({ meta_data: data }, at): ChunkPlace => {
      const { statistics, codec, num_values } = data ?? {};
      const { name = '', type } = columns[at] ?? {};
      const start = Number(data?.dictionary_page_offset ?? data?.data_page_offset);
      const end = start + Number(data?.total_compressed_size);
      const nulls = Number(statistics?.null_count);
      const bounds = boundsOf(statistics, type);
      const isSound =
        start >= free && end > start && nulls >= 0 && nulls <= count && (bounds !== null) === nulls < count;
      if (!isSound || codec !== 'SNAPPY' || Number(num_values) !== count) throw unlike(index);
      free = end;
      return { name, start, end, whole: Number(data?.total_uncompressed_size), count, nulls, bounds };
    });
    if (!(count > 0 && count <= MAX_RECORDS) || chunks.length !== columns.length) throw unlike(index);
    first += count;
    return { index, first: first - count, count, chunks };
  });
  if (first !== Number(num_rows)) throw file.fault(`its row groups have ${first} records instead of ${num_rows}`);
  const decimals = decimalsIn(key_value_metadata ?? []);
  if (free > file.facts.bytes - metadata_length - END) throw unlike(groups.length - 1);
  // The rounding errors of a sum of doubles have an exact sum themselves, unless very many numbers are very large.
  const isBeyond = (bound: unknown): boolean =>
    typeof bound === 'bigint' &&
    (!Number.isSafeInteger(Number(bound)) || Math.abs(Number(bound)) * first ** 2 > 2 ** 106);
  return {
    groups,
    columns: new Map(
      columns.map(({ name, type }, index) => {
        const bounds = groups.map(({ chunks }) => chunks[index]?.bounds);
        const isBig = bounds.some((it) => isBeyond(it?.least) || isBeyond(it?.greatest));
        return [name, { name, type, index, isBig, decimals: decimals[index] ?? null, dictionary: new Dictionary() }];
      }),
    ),
  };
}

/** How the numbers of each column are written, as `decimals` in the key-value metadata says; empty if it does not. */
function decimalsIn(metadata: readonly { key: string; value?: string | undefined }[]): (number | null)[] {
  try {
    const stated: unknown = JSON.parse(metadata.find(({ key }) => key === 'decimals')?.value ?? '[]');
    return Array.isArray(stated) ? stated.map((it) => (Number.isInteger(it) && it >= -1 && it <= 18 ? it : null)) : [];
  } catch {
    return [];
  }
}

/** The bounds of a column's values, which must be of the column's type and in order; null if they are missing or wrong. */
function boundsOf(statistics: Statistics | undefined, type: ColumnSchema['type'] | undefined): Bounds | null {
  const { min_value, max_value, is_min_value_exact, is_max_value_exact } = statistics ?? {};
  const [least, greatest] = [min_value, max_value] as Bounds['least'][];
  if (least === undefined || greatest === undefined) return null;
  const isText = least instanceof Uint8Array && greatest instanceof Uint8Array;
  const kind = type === 'int64' ? 'bigint' : 'number';
  const isOfType = type === 'object' ? isText : typeof least === kind && typeof greatest === kind;
  if (!isOfType || Number.isNaN(least) || Number.isNaN(greatest) || compare(least, greatest) > 0) return null;
  const isCut = (isExact: boolean | undefined): boolean => isText && isExact === false;
  return { least, greatest, isLeastCut: isCut(is_min_value_exact), isGreatestCut: isCut(is_max_value_exact) };
}
